package suas

import java.math.BigDecimal

// Arithmetic that fails where the result does not fit, and conversions of numbers.

/** The sum; overflow is an error. */
public fun add(left: Long, right: Long): Long {
    val sum = left + right
    if ((left xor sum) and (right xor sum) < 0) throw overflow("int")
    return sum
}

/** The difference; overflow is an error. */
public fun subtract(left: Long, right: Long): Long {
    val difference = left - right
    if ((left xor right) and (left xor difference) < 0) throw overflow("int")
    return difference
}

/** The product; overflow is an error. */
public fun multiply(left: Long, right: Long): Long =
    try {
        Math.multiplyExact(left, right)
    } catch (_: ArithmeticException) {
        throw overflow("int")
    }

/** The quotient, rounded towards zero. */
public fun divide(left: Long, right: Long): Long {
    if (right == 0L) throw divisionByZero()
    if (left == Long.MIN_VALUE && right == -1L) throw overflow("int")
    return left / right
}

/** The remainder, which has the sign of the dividend. */
public fun remainder(left: Long, right: Long): Long {
    if (right == 0L) throw divisionByZero()
    if (left == Long.MIN_VALUE && right == -1L) throw overflow("int")
    return left % right
}

/** The negated number; overflow is an error. */
public fun negate(number: Long): Long {
    if (number == Long.MIN_VALUE) throw overflow("int")
    return -number
}

/** The sum; overflow is an error. */
public fun add(left: ULong, right: ULong): ULong {
    val sum = left + right
    if (sum < left) throw overflow("uint")
    return sum
}

/** The difference; overflow is an error. */
public fun subtract(left: ULong, right: ULong): ULong {
    if (right > left) throw overflow("uint")
    return left - right
}

/** The product; overflow is an error. */
public fun multiply(left: ULong, right: ULong): ULong {
    val product = left * right
    if (left != 0UL && product / left != right) throw overflow("uint")
    return product
}

/** The quotient, rounded down. */
public fun divide(left: ULong, right: ULong): ULong {
    if (right == 0UL) throw divisionByZero()
    return left / right
}

/** The remainder. */
public fun remainder(left: ULong, right: ULong): ULong {
    if (right == 0UL) throw divisionByZero()
    return left % right
}

/** A number that a rule increments; an overflow names the verb. */
public fun incremented(number: Long, by: Long, verb: String): Long {
    val result = number + by
    if ((number xor result) and (by xor result) < 0) throw outOfRange(verb, "int")
    return result
}

/** A number that a rule decrements; an overflow names the verb. */
public fun decremented(number: Long, by: Long, verb: String): Long {
    val result = number - by
    if ((number xor by) and (number xor result) < 0) throw outOfRange(verb, "int")
    return result
}

internal fun outOfRange(verb: String, type: String): Failure =
    Failure("overflow", "'$verb' leaves the range of $type")

/** The number without its fraction. */
public fun toInt(number: Double): Long {
    if (!(number > -9.223372036854775808e18 && number < 9.223372036854775808e18)) throw overflow("int")
    return number.toLong()
}

/** The same number as an int. */
public fun toInt(number: ULong): Long {
    if (number > Long.MAX_VALUE.toULong()) throw overflow("int")
    return number.toLong()
}

/** The number parsed from a text. */
public fun toInt(text: String): Long = parseInt(text) ?: throw invalidArgument("${brief(text)} is no int")

internal fun parseInt(text: String): Long? {
    val digits = if (text.startsWith("-") || text.startsWith("+")) text.substring(1) else text
    if (digits.isEmpty() || digits.any { it !in '0'..'9' }) return null
    return text.removePrefix("+").toLongOrNull()
}

/** The number without its fraction. */
public fun toUnsigned(number: Double): ULong {
    if (!(number >= 0 && number < 1.8446744073709551616e19)) throw overflow("uint")
    return number.toULong()
}

/** The same number as a uint. */
public fun toUnsigned(number: Long): ULong {
    if (number < 0) throw overflow("uint")
    return number.toULong()
}

/** The number parsed from a text. */
public fun toUnsigned(text: String): ULong {
    val digits = text.removePrefix("+")
    if (digits.isNotEmpty() && digits.all { it in '0'..'9' }) digits.toULongOrNull()?.let { return it }
    if (text.startsWith("-") && text.length > 1 && text.drop(1).all { it == '0' }) return 0UL
    throw invalidArgument("${brief(text)} is no uint")
}

/** The number parsed from a text. */
public fun toDouble(text: String): Double {
    val number = parseDouble(text) ?: throw invalidArgument("${brief(text)} is no double")
    if (number.isInfinite() && text.any { it in '0'..'9' }) {
        throw invalidArgument("${brief(text)} does not fit into double")
    }
    return number
}

private fun parseDouble(text: String): Double? {
    val isNegative = text.startsWith("-")
    val magnitude = if (isNegative || text.startsWith("+")) text.substring(1) else text
    val value = when (magnitude.lowercase()) {
        "inf", "infinity" -> Double.POSITIVE_INFINITY
        "nan" -> Double.NaN
        else -> parseDigits(magnitude) ?: return null
    }
    return if (isNegative) -value else value
}

private fun parseDigits(text: String): Double? {
    if (text.startsWith("0x") || text.startsWith("0X")) return parseHexadecimal(text)
    val exponent = text.indexOfFirst { it == 'e' || it == 'E' }
    val mantissa = if (exponent < 0) text else text.substring(0, exponent)
    if (mantissa.count { it == '.' } > 1 || mantissa.none { it in '0'..'9' }) return null
    if (mantissa.any { it !in '0'..'9' && it != '.' }) return null
    if (exponent >= 0 && !isExponent(text.substring(exponent + 1))) return null
    return text.toDouble()
}

private fun isExponent(text: String): Boolean {
    val digits = if (text.startsWith("-") || text.startsWith("+")) text.substring(1) else text
    return digits.isNotEmpty() && digits.all { it in '0'..'9' }
}

private fun parseHexadecimal(text: String): Double? {
    val power = text.indexOfFirst { it == 'p' || it == 'P' }
    val mantissa = if (power < 0) text.substring(2) else text.substring(2, power)
    if (mantissa.count { it == '.' } > 1 || mantissa.none { it != '.' }) return null
    if (mantissa.any { it != '.' && it !in '0'..'9' && it.lowercaseChar() !in 'a'..'f' }) return null
    if (power >= 0 && !isExponent(text.substring(power + 1))) return null
    return (if (power < 0) text + "p0" else text).toDoubleOrNull()
}

/** The value parsed from a text: true, false, t, f, 1 or 0. */
public fun toBool(text: String): Boolean =
    when (text) {
        "true", "True", "TRUE", "t", "T", "1" -> true
        "false", "False", "FALSE", "f", "F", "0" -> false
        else -> throw invalidArgument("${brief(text)} is no bool")
    }

/** The nearest whole number, halves away from zero. */
public fun rounded(number: Double): Double {
    if (Math.abs(number) >= 4503599627370496.0 || number.isNaN()) return number
    val whole = truncated(number)
    return if (Math.abs(number - whole) >= 0.5) whole + Math.signum(number) else whole
}

/** The number without its fraction. */
public fun truncated(number: Double): Double = if (number < 0) Math.ceil(number) else Math.floor(number)

/** The absolute value; overflow is an error. */
public fun absolute(number: Long): Long {
    if (number == Long.MIN_VALUE) throw overflow("int")
    return Math.abs(number)
}

/** The sign of a number as a number of its type; that of -0.0 is 0.0. */
public fun sign(number: Double): Double = if (number > 0) 1.0 else if (number < 0) -1.0 else number + 0.0

/** The bits shifted to the left. */
public fun shiftLeft(number: Long, by: Long): Long {
    if (by < 0) throw invalidArgument("bits cannot move by $by")
    return if (by >= Long.SIZE_BITS) 0 else number shl by.toInt()
}

/** The bits shifted to the right and filled with zeros. */
public fun shiftRight(number: Long, by: Long): Long {
    if (by < 0) throw invalidArgument("bits cannot move by $by")
    return if (by >= Long.SIZE_BITS) 0 else number ushr by.toInt()
}

/** The greater or lesser of two numbers of any types; the first if they are equal. */
internal fun extreme(left: Any?, right: Any?, wanted: Int): Any? {
    val order = compareNumbers(plain(right), plain(left))
        ?: throw noMatchingOverload(if (wanted > 0) "math.greatest" else "math.least", listOf(left, right))
    return if (order == wanted) right else left
}

/** The exact value rounded to a number of decimals, half to even, as `%f` or `%e` of C writes it. */
internal fun formatted(number: Double, precision: Int, exponent: Boolean): String {
    val sign = if (number < 0 || 1 / number < 0) "-" else ""
    val exact = BigDecimal(Math.abs(number))
    if (!exponent) return sign + exact.setScale(precision, java.math.RoundingMode.HALF_EVEN).toPlainString()
    if (exact.signum() == 0) return sign + mantissa("0".repeat(precision + 1)) + "e+00"
    val rounded = exact.round(java.math.MathContext(precision + 1, java.math.RoundingMode.HALF_EVEN))
    val power = rounded.precision() - rounded.scale() - 1
    val digits = rounded.unscaledValue().toString().padEnd(precision + 1, '0')
    val mark = if (power < 0) "-" else "+"
    return sign + mantissa(digits) + "e" + mark + Math.abs(power).toString().padStart(2, '0')
}

private fun mantissa(digits: String): String =
    if (digits.length == 1) digits else digits.substring(0, 1) + "." + digits.substring(1)
