package androidx.lifecycle.compose

import androidx.compose.runtime.Composable
import androidx.compose.runtime.State
import kotlinx.coroutines.flow.StateFlow

@Composable
public fun <T> StateFlow<T>.collectAsStateWithLifecycle(): State<T> {
    val flow = this
    return object : State<T> {
        override val value: T get() = flow.value
    }
}
