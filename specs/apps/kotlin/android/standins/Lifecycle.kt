/**
 * A stand-in for `androidx.lifecycle`, which cannot be had without an SDK for Android: the few names that the app uses,
 * with the same signatures.
 */
package androidx.lifecycle

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.cancel

public abstract class ViewModel(private val viewModelScope: CoroutineScope) {
    /** Does what the system does when the screen is gone for good. */
    public fun clear() {
        viewModelScope.cancel()
    }
}

/** What outlives a process, as a map. */
public class SavedStateHandle(initialState: Map<String, Any?> = emptyMap()) {
    private val values = HashMap(initialState)

    @Suppress("UNCHECKED_CAST")
    public operator fun <T> get(key: String): T? = values[key] as T?

    public operator fun <T> set(key: String, value: T?) {
        values[key] = value
    }
}
