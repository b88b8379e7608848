package suas

import java.math.BigDecimal
import java.math.MathContext
import java.math.RoundingMode
import java.time.Duration
import java.time.Instant

/** The shortest digits that read back as the number, always with a point or an exponent. */
public fun pointedText(number: Double): String {
    if (number.isNaN()) return "nan"
    if (number.isInfinite()) return if (number < 0) "-inf" else "inf"
    val sign = if (number < 0 || 1 / number < 0) "-" else ""
    if (number == 0.0) return sign + "0.0"
    val magnitude = Math.abs(number)
    val shortest = shortest(magnitude).stripTrailingZeros()
    val digits = shortest.unscaledValue().toString()
    // The number is 0.DIGITS times ten to this power.
    val power = digits.length - shortest.scale()
    if (power < -3 || magnitude > LARGEST_WITHOUT_EXPONENT) return sign + exponential(digits, power - 1)
    if (power <= 0) return sign + "0." + "0".repeat(-power) + digits
    if (power >= digits.length) return sign + digits + "0".repeat(power - digits.length) + ".0"
    return sign + digits.substring(0, power) + "." + digits.substring(power)
}

private const val LARGEST_WITHOUT_EXPONENT = 9007199254740992.0

private const val SMALLEST_NORMAL = 2.2250738585072014e-308

private fun exponential(digits: String, power: Int): String {
    val fraction = if (digits.length > 1) "." + digits.substring(1) else ""
    val sign = if (power < 0) "-" else "+"
    return digits.substring(0, 1) + fraction + "e" + sign + Math.abs(power).toString().padStart(2, '0')
}

/** The shortest decimal that reads back as a number; among several, the nearest one. */
private fun shortest(number: Double): BigDecimal {
    val exact = BigDecimal(number)
    val least = if (number < SMALLEST_NORMAL) 1 else LONGEST_UNIQUE_DIGITS
    for (precision in least..LONGEST_DIGITS) {
        val below = exact.round(MathContext(precision, RoundingMode.DOWN))
        val above = exact.round(MathContext(precision, RoundingMode.UP))
        val nearest = if (exact - below <= above - exact) listOf(below, above) else listOf(above, below)
        nearest.firstOrNull { it.toDouble() == number }?.let { return it }
    }
    return exact
}

/** The number of digits up to which no two decimals read back as one number, except for the smallest numbers. */
private const val LONGEST_UNIQUE_DIGITS = 15

private const val LONGEST_DIGITS = 17

/** The result of `string(x)`: the shortest digits that read back, and for a whole number no point. */
public fun numberText(number: Double): String =
    when {
        number.isNaN() -> "NaN"
        number.isInfinite() -> if (number < 0) "-Infinity" else "Infinity"
        else -> pointedText(number).removeSuffix(".0")
    }

/** The text of a value inside of a longer text: the result of `string(x)`, if it has one. */
public fun interpolated(value: Any?): String =
    when (val it = plain(value)) {
        is String -> it
        is Double -> numberText(it) // if Double, toDouble, Types.any
        is ULong -> it.toString() // if ULong, UL, toULong
        is Instant -> timestampText(it) // if Instant, Types.any
        is Duration -> durationText(it) // if Duration, Types.any
        else -> describe(it)
    }

/** The text of a value inside of a text of the spec; fails for a list, a map, a record and null. */
public fun textOf(value: Any?): String =
    when (val it = plain(value)) {
        is List<*>, is Map<*, *>, is Record, null -> throw typeMismatch(it, "something that text can hold")
        is TypeValue -> throw typeMismatch(it, "something that text can hold") // if TypeValue
        is Optional<*> -> throw typeMismatch(it, "something that text can hold") // if Optional
        else -> interpolated(it)
    }

/** The value as an expression that evaluates to it, without parts that are nested deeper than states. */
internal fun describe(value: Any?, levels: Int = MOST_LEVELS): String =
    when (val it = plain(value)) {
        is List<*>, is Map<*, *>, is Record -> if (levels == 0) "…" else describeParts(it, levels - 1)
        is Optional<*> -> if (levels == 0) "…" else describeParts(it, levels - 1) // if Optional
        null -> "null"
        is ULong -> "${it}u" // if ULong, UL, toULong
        is Double -> pointedText(it) // if Double, toDouble, Types.any
        is String -> quoted(it)
        is Instant -> "timestamp(\"${timestampText(it)}\")" // if Instant, Types.any
        is Duration -> "duration(\"${durationText(it)}\")" // if Duration, Types.any
        else -> it.toString()
    }

private fun describeParts(value: Any?, levels: Int): String =
    when (value) {
        is List<*> -> value.joinToString(", ", "[", "]") { describe(it, levels) }
        is Map<*, *> ->
            value.entries.joinToString(", ", "{", "}") { (key, item) -> "${describe(key)}: ${describe(item, levels)}" }
        is Record -> describeRecord(value, levels)
        is Optional<*> -> if (value.hasValue) "optional.of(${describe(value.value, levels)})" else "optional.none()" // if Optional
        else -> value.toString()
    }

private fun describeRecord(record: Record, levels: Int): String {
    val fields = record.type.fields.zip(record.fieldValues()).joinToString(", ") { (field, item) ->
        if (field.isSensitive) return@joinToString "${field.name}: ***" // if isSensitive
        "${field.name}: ${describe(item, levels)}"
    }
    return "${record.type.name}{$fields}"
}

/** The value in a short form for messages. */
internal fun brief(value: Any?): String =
    when (val it = plain(value)) {
        is String -> briefText(it)
        null, is Boolean, is Long, is Double -> describe(it)
        is ULong -> describe(it) // if ULong, UL, toULong
        is Instant -> describe(it) // if Instant, Types.any
        is Duration -> describe(it) // if Duration, Types.any
        is TypeValue -> describe(it) // if TypeValue
        else -> "of type ${typeName(it)}"
    }

private const val LONGEST_BRIEF_TEXT = 40

private fun briefText(text: String): String {
    if (text.codePointCount(0, text.length) <= LONGEST_BRIEF_TEXT) return quoted(text)
    return quoted(text.substring(0, text.offsetByCodePoints(0, LONGEST_BRIEF_TEXT))) + "…"
}

/** The text as a string literal. */
internal fun quoted(text: String): String {
    val result = StringBuilder("\"")
    for (character in text) {
        when (character) {
            '"' -> result.append("\\\"")
            '\\' -> result.append("\\\\")
            '\n' -> result.append("\\n")
            '\r' -> result.append("\\r")
            '\t' -> result.append("\\t")
            '\u0007' -> result.append("\\a")
            '\b' -> result.append("\\b")
            '\u000b' -> result.append("\\v")
            '\u000c' -> result.append("\\f")
            else -> result.append(character)
        }
    }
    return result.append('"').toString()
}

internal fun quotedBytes(bytes: ByteArray): String {
    val result = StringBuilder("b\"")
    for (byte in bytes) {
        val code = byte.toInt() and 0xff
        if (code in 0x20..0x7e && code != '"'.code && code != '\\'.code) {
            result.append(code.toChar())
        } else {
            result.append("\\x").append(code.toString(16).padStart(2, '0'))
        }
    }
    return result.append('"').toString()
}

/** The number of bytes of a text in UTF-8. */
internal fun utf8Count(text: String): Int {
    var count = 0
    for (character in text) {
        count += when {
            character.code < 0x80 -> 1
            character.code < 0x800 -> 2
            character.isSurrogate() -> 2
            else -> 3
        }
    }
    return count
}
