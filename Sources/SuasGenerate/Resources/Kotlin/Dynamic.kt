package suas

import java.time.Duration
import java.time.Instant

// Functions of expressions whose overload is chosen by the values that they get.

/** Calls a function; fails with `no-matching-overload` if it takes no values of such types. */
public fun callFunction(name: String, vararg arguments: Any?): Any? {
    val values = arguments.map { plain(it) }
    val result = if (values.size == 1) unary(name, values[0]) else binary(name, values[0], values[1])
    return if (result === NOTHING) throw noMatchingOverload(name, values) else result
}

/** Calls a function with one argument, if that is of its class. */
public inline fun <reified A, R> calling(name: String, first: Any?, body: (A) -> R): R {
    val a = plain(first)
    return if (a is A) body(a) else throw noOverload(name, a)
}

/** Calls a function with two arguments, if these are of their classes. */
public inline fun <reified A, reified B, R> calling(name: String, first: Any?, second: Any?, body: (A, B) -> R): R {
    val a = plain(first)
    val b = plain(second)
    return if (a is A && b is B) body(a, b) else throw noOverload(name, a, b)
}

/** Calls a function with three arguments, if these are of their classes. */
public inline fun <reified A, reified B, reified C, R> calling(
    name: String,
    first: Any?,
    second: Any?,
    third: Any?,
    body: (A, B, C) -> R,
): R {
    val a = plain(first)
    val b = plain(second)
    val c = plain(third)
    return if (a is A && b is B && c is C) body(a, b, c) else throw noOverload(name, a, b, c)
}

/** Calls a function with four arguments, if these are of their classes. */
public inline fun <reified A, reified B, reified C, reified D, R> calling(
    name: String,
    first: Any?,
    second: Any?,
    third: Any?,
    fourth: Any?,
    body: (A, B, C, D) -> R,
): R {
    val a = plain(first)
    val b = plain(second)
    val c = plain(third)
    val d = plain(fourth)
    return if (a is A && b is B && c is C && d is D) body(a, b, c, d) else throw noOverload(name, a, b, c, d)
}

/** The error for a function that takes no values of such types. */
public fun noOverload(name: String, vararg values: Any?): Failure = noMatchingOverload(name, values.toList())

/** Takes a value as one of a class that a part of an expression needs. */
public inline fun <reified T> expect(value: Any?, type: String): T {
    val it = plain(value)
    return if (it is T) it else throw unexpected(it, type)
}

/** The error for a value that a part of an expression cannot do with. */
public fun unexpected(value: Any?, type: String): Failure =
    if (value == null) {
        Failure("null-value", "the value is null")
    } else {
        Failure("no-matching-overload", "expected $type, found ${typeName(value)}")
    }

/** The type of a value as a value. */
public fun typeOf(value: Any?): TypeValue = TypeValue(typeName(value))

/** The elements of a list with their indices, or the values of a map with their keys. */
public fun entries(value: Any?): List<Pair<Any?, Any?>> =
    when (val it = plain(value)) {
        is List<*> -> it.mapIndexed { index, item -> Pair(index.toLong(), item) }
        is Map<*, *> -> it.map { (key, item) -> Pair(key, item) }
        else -> throw unexpected(it, "a list or a map")
    }

/** Compares two numbers of different types. */
public fun compared(sign: String, left: Any?, right: Any?): Boolean = known(compared(sign, compareValues(left, right)))

/** The greater of two numbers of any types. */
public fun greatestOf(left: Any?, right: Any?): Any? = extreme(left, right, 1)

/** The lesser of two numbers of any types. */
public fun leastOf(left: Any?, right: Any?): Any? = extreme(left, right, -1)

/** The greatest number of a list. */
public fun greatestIn(list: List<Any?>): Any? = extremeIn(list, 1)

/** The least number of a list. */
public fun leastIn(list: List<Any?>): Any? = extremeIn(list, -1)

private fun extremeIn(list: List<Any?>, wanted: Int): Any? {
    if (list.isEmpty()) throw invalidArgument("the list is empty")
    if (list.any { compareNumbers(plain(it), 0L) == null }) {
        throw noOverload(if (wanted > 0) "math.greatest" else "math.least", list)
    }
    var best = extreme(list[0], list[0], wanted)
    for (item in list) best = extreme(best, item, wanted)
    return best
}

/** Stands for the result of a function that takes no values of such types. */
private val NOTHING = Any()

private fun unary(name: String, value: Any?): Any? =
    when (name) {
        "string", "int", "uint", "double", "bool", "bytes", "timestamp", "duration" -> converted(name, value)
        "size" ->
            when (value) {
                is String -> codePoints(value)
                is Bytes -> value.size.toLong()
                is List<*> -> value.size.toLong()
                is Map<*, *> -> value.size.toLong()
                else -> NOTHING
            }
        "-_" -> if (value is Long) negate(value) else if (value is Double) -value else NOTHING
        "dyn" -> value
        "type" -> typeOf(value)
        else ->
            when {
                value is List<*> -> ofList(name, value)
                name.startsWith("get") -> timePart(name, value, null)
                name == "reverse" && value is String -> reversed(value)
                else -> ofNumber(name, value)
            }
    }

private fun converted(name: String, value: Any?): Any? =
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
        "uint" ->
            when (value) {
                is ULong -> value
                is Long -> toUnsigned(value)
                is Double -> toUnsigned(value)
                is String -> toUnsigned(value)
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
        "bool" -> if (value is Boolean) value else if (value is String) toBool(value) else NOTHING
        "bytes" -> if (value is Bytes) value else if (value is String) bytes(value) else NOTHING
        "timestamp" ->
            when (value) {
                is Instant -> value
                is Long -> timestamp(value)
                is String -> timestamp(value)
                else -> NOTHING
            }
        else ->
            when (value) {
                is Duration -> value
                is Long -> Duration.ofNanos(value)
                is String -> duration(value)
                else -> NOTHING
            }
    }

private fun ofList(name: String, list: List<*>): Any? =
    when (name) {
        "sum" -> sumOfAny(list)
        "min" -> least(list)
        "max" -> greatest(list)
        "sort" -> sorted(list)
        "isSorted" -> isSorted(list)
        "reverse" -> list.inReverse()
        "distinct" -> distinct(list)
        "flatten" -> flattened(list, 1)
        "first" -> firstOf(list)
        "last" -> lastOf(list)
        "join" -> joined(list)
        "optional.unwrap", "unwrapOpt" -> unwrapped(list.map { it as? Optional<*> ?: throw noOverload(name, list) })
        "math.greatest" -> greatestIn(list)
        "math.least" -> leastIn(list)
        else -> NOTHING
    }

private fun ofNumber(name: String, value: Any?): Any? =
    when (name) {
        "math.greatest", "math.least" -> if (value is Long || value is ULong || value is Double) value else NOTHING
        "math.abs" ->
            when (value) {
                is Long -> absolute(value)
                is ULong -> value
                is Double -> Math.abs(value)
                else -> NOTHING
            }
        "math.sign" ->
            when (value) {
                is Long -> java.lang.Long.signum(value).toLong()
                is ULong -> if (value == 0UL) value else 1UL
                is Double -> sign(value)
                else -> NOTHING
            }
        "math.sqrt" ->
            when (value) {
                is Long -> Math.sqrt(value.toDouble())
                is ULong -> Math.sqrt(value.toDouble())
                is Double -> Math.sqrt(value)
                else -> NOTHING
            }
        "math.bitNot" -> if (value is Long) value.inv() else if (value is ULong) value.inv() else NOTHING
        else -> NOTHING
    }

private fun timePart(name: String, value: Any?, zone: Any?): Any? {
    val part = TimePart.entries.firstOrNull { "get" + it.name.replace("_", "") == "get" + name.drop(3).uppercase() }
    return when {
        part == null -> NOTHING
        value is Instant && zone is String -> part.of(value, zone)
        value is Instant && zone == null -> part.of(value)
        value is Duration && zone == null && part.isOfDurations -> part.of(value)
        else -> NOTHING
    }
}

private fun binary(name: String, left: Any?, right: Any?): Any? =
    when (name) {
        "@in" ->
            when (right) {
                is List<*> -> contains(right, left)
                is Map<*, *> -> right.containsKey(left)
                else -> NOTHING
            }
        "_<_", "_<=_", "_>_", "_>=_" -> compared(name.trim('_'), compareValues(left, right))
        "indexOf" ->
            when {
                left is String && right is String -> indexOf(left, right)
                left is List<*> -> indexOf(left, right)
                else -> NOTHING
            }
        "lastIndexOf" ->
            when {
                left is String && right is String -> lastIndexOf(left, right)
                left is List<*> -> lastIndexOf(left, right)
                else -> NOTHING
            }
        "math.greatest" -> greatestOf(left, right)
        "math.least" -> leastOf(left, right)
        else ->
            when {
                name.startsWith("math.bit") -> bits(name, left, right)
                name.startsWith("get") -> timePart(name, left, right)
                else -> arithmetic(name, left, right)
            }
    }

private fun bits(name: String, left: Any?, right: Any?): Any? =
    when {
        left is Long && right is Long ->
            when (name) {
                "math.bitAnd" -> left and right
                "math.bitOr" -> left or right
                "math.bitXor" -> left xor right
                "math.bitShiftLeft" -> shiftLeft(left, right)
                else -> shiftRight(left, right)
            }
        left is ULong && right is ULong ->
            when (name) {
                "math.bitAnd" -> left and right
                "math.bitOr" -> left or right
                "math.bitXor" -> left xor right
                else -> NOTHING
            }
        left is ULong && right is Long && name == "math.bitShiftLeft" -> shiftLeft(left.toLong(), right).toULong()
        left is ULong && right is Long && name == "math.bitShiftRight" -> shiftRight(left.toLong(), right).toULong()
        else -> NOTHING
    }

private fun compared(sign: String, order: Int?): Any? =
    when {
        order == null -> NOTHING
        order == UNORDERED -> false
        sign == "<" -> order < 0
        sign == "<=" -> order <= 0
        sign == ">" -> order > 0
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
                "_%_" -> remainder(left, right)
                else -> NOTHING
            }
        left is Double && right is Double ->
            when (name) {
                "_+_" -> left + right
                "_-_" -> left - right
                "_*_" -> left * right
                "_/_" -> left / right
                else -> NOTHING
            }
        left is ULong && right is ULong ->
            when (name) {
                "_+_" -> add(left, right)
                "_-_" -> subtract(left, right)
                "_*_" -> multiply(left, right)
                "_/_" -> divide(left, right)
                "_%_" -> remainder(left, right)
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
        left is Bytes && right is Bytes -> add(left, right)
        left is Instant && right is Duration -> add(left, right)
        left is Duration && right is Instant -> add(right, left)
        left is Duration && right is Duration -> add(left, right)
        else -> NOTHING
    }
