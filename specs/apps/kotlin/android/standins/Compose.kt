/** A stand-in for Compose: the signatures of the few names that the screen uses, which show nothing. */
package androidx.compose.runtime

import kotlin.reflect.KProperty

@Target(AnnotationTarget.FUNCTION, AnnotationTarget.TYPE)
public annotation class Composable

public interface State<out T> {
    public val value: T
}

public operator fun <T> State<T>.getValue(thisObj: Any?, property: KProperty<*>): T = value
