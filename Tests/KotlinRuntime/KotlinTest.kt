/**
 * A stand-in for `kotlin.test`, which cannot be had in a version that fits the compiler: the few names that tests here
 * and generated tests use, with the same meaning.
 */
package kotlin.test

@Retention(AnnotationRetention.RUNTIME)
@Target(AnnotationTarget.FUNCTION)
public annotation class Test

public fun assertEquals(expected: Any?, actual: Any?, message: String? = null) {
    if (expected != actual) fail("${prefix(message)}expected <$expected>, but it is <$actual>")
}

public fun assertTrue(actual: Boolean, message: String? = null) {
    if (!actual) fail("${prefix(message)}expected it to be true")
}

public fun assertFalse(actual: Boolean, message: String? = null) {
    if (actual) fail("${prefix(message)}expected it to be false")
}

public fun assertNull(actual: Any?, message: String? = null) {
    if (actual != null) fail("${prefix(message)}expected null, but it is <$actual>")
}

public fun fail(message: String): Nothing = throw AssertionError(message)

public inline fun <reified T : Throwable> assertFailsWith(message: String? = null, body: () -> Unit): T {
    try {
        body()
    } catch (error: Throwable) {
        if (error is T) return error
        throw error
    }
    fail("${message ?: ""} expected ${T::class.java.simpleName}")
}

private fun prefix(message: String?): String = if (message == null) "" else "$message: "
