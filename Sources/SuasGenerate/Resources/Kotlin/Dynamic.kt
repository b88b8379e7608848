package suas

import java.time.Duration
import java.time.Instant

/** Calls a function of expressions whose overload is chosen by the values that it gets. */
public fun callFunction(name: String, vararg arguments: Any?): Any? {
    val values = arguments.map { plain(it) }
    val result = if (values.size == 1) unary(name, values[0]) else binary(name, values[0], values[1])
    return if (result === NOTHING) throw noMatchingOverload(name, values) else result
}

/** Stands for the result of a function that takes no values of such types. */
private val NOTHING = Any()

private fun unary(name: String, value: Any?): Any? =
    when (name) {
        "string" ->
            when (value) {
                is String, is Boolean, is Long, is ULong, is Double, is Instant, is Duration -> interpolated(value)
                is Bytes -> text(value)
                is Opaque -> value.toString()
                else -> NOTHING
            }
        "int" ->
            when (value) {
                is Long -> value
                is ULong -> toInt(value)
                is Double -> toInt(value)
                is String -> toInt(value)
                is Instant -> value.epochSecond
                is Duration -> nanoseconds(value)
                else -> NOTHING
            }
        "double" ->
            when (value) {
                is Double -> value
                is Long -> value.toDouble()
                is ULong -> value.toDouble()
                is String -> toDouble(value)
                else -> NOTHING
            }
        "size" ->
            when (value) {
                is String -> codePoints(value)
                is Bytes -> value.size.toLong()
                is List<*> -> value.size.toLong()
                is Map<*, *> -> value.size.toLong()
                else -> NOTHING
            }
        else -> NOTHING
    }

private fun binary(name: String, left: Any?, right: Any?): Any? =
    when (name) {
        "@in" ->
            when (right) {
                is List<*> -> contains(right, left)
                is Map<*, *> -> right.containsKey(left)
                else -> NOTHING
            }
        "_<_", "_<=_", "_>_", "_>=_" -> compared(name, compareValues(left, right))
        else -> arithmetic(name, left, right)
    }

private fun compared(name: String, order: Int?): Any? =
    when {
        order == null -> NOTHING
        order == UNORDERED -> false
        name == "_<_" -> order < 0
        name == "_<=_" -> order <= 0
        name == "_>_" -> order > 0
        else -> order >= 0
    }

private fun arithmetic(name: String, left: Any?, right: Any?): Any? =
    when {
        left is Long && right is Long ->
            when (name) {
                "_+_" -> add(left, right)
                "_-_" -> subtract(left, right)
                "_*_" -> multiply(left, right)
                "_/_" -> divide(left, right)
                else -> remainder(left, right)
            }
        left is Double && right is Double ->
            when (name) {
                "_+_" -> left + right
                "_-_" -> left - right
                "_*_" -> left * right
                "_/_" -> left / right
                else -> NOTHING
            }
        name == "_+_" -> sumOf(left, right)
        left is Instant && right is Instant && name == "_-_" -> subtract(left, right)
        left is Instant && right is Duration && name == "_-_" -> subtract(left, right)
        left is Duration && right is Duration && name == "_-_" -> subtract(left, right)
        else -> NOTHING
    }

private fun sumOf(left: Any?, right: Any?): Any? =
    when {
        left is String && right is String -> left + right
        left is List<*> && right is List<*> -> left.appendingAll(right)
        left is Instant && right is Duration -> add(left, right)
        left is Duration && right is Instant -> add(right, left)
        left is Duration && right is Duration -> add(left, right)
        else -> NOTHING
    }
