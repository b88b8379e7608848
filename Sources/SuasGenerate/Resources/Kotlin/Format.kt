package suas

import java.time.Duration
import java.time.Instant

/** The text with its clauses %s %d %f %e %b %o %x %X replaced by the elements of a list. */
public fun format(text: String, arguments: List<Any?>): String = Formatter(text, arguments).format()

private class Formatter(private val text: String, private val arguments: List<Any?>) {
    private var index = 0
    private var used = 0

    fun format(): String {
        val result = StringBuilder()
        while (index < text.length) {
            val character = text[index]
            index += 1
            if (character != '%') {
                result.append(character)
            } else if (index < text.length && text[index] == '%') {
                index += 1
                result.append('%')
            } else {
                result.append(next())
            }
        }
        return result.toString()
    }

    private fun next(): String {
        val precision = precision()
        if (index >= text.length) throw invalidArgument("the text ends within a clause of its format")
        val end = text.offsetByCodePoints(index, 1)
        val clause = text.substring(index, end)
        index = end
        if (used >= arguments.size) throw indexOutOfRange(used.toLong(), arguments.size)
        val argument = plain(arguments[used])
        used += 1
        return clause(clause, argument, precision)
    }

    private fun precision(): Int? {
        if (index >= text.length || text[index] != '.') return null
        index += 1
        val start = index
        while (index < text.length && text[index] in '0'..'9') index += 1
        val digits = text.substring(start, index)
        val precision = digits.toIntOrNull()
        if (precision == null || precision > 1000) throw invalidArgument("'.$digits' is no precision up to 1000")
        return precision
    }

    private fun clause(clause: String, value: Any?, precision: Int?): String {
        val written = when (clause) {
            "s" -> formattedText(value)
            "d" -> decimal(value)
            "f", "e" -> fraction(value, precision ?: 6, clause == "e")
            "b" -> if (value is Boolean) (if (value) "1" else "0") else digits(value, 2)
            "o" -> digits(value, 8)
            "x" -> hexadecimal(value)
            "X" -> hexadecimal(value)?.uppercase()
            else -> throw invalidArgument("there is no clause '%$clause' of a format")
        }
        return written ?: throw invalidArgument("'%$clause' takes no ${typeName(value)}")
    }

    private fun decimal(value: Any?): String? =
        when (value) {
            is Long, is ULong -> value.toString()
            is Double -> if (value.isNaN() || value.isInfinite()) numberText(value) else null
            else -> null
        }

    private fun fraction(value: Any?, precision: Int, exponent: Boolean): String? {
        val number = when (value) {
            is Double -> value
            is Long -> value.toDouble()
            is ULong -> value.toDouble()
            else -> return null
        }
        return if (number.isNaN() || number.isInfinite()) numberText(number) else formatted(number, precision, exponent)
    }

    private fun digits(value: Any?, radix: Int): String? =
        when (value) {
            is Long -> value.toString(radix)
            is ULong -> value.toString(radix)
            else -> null
        }

    private fun hexadecimal(value: Any?): String? =
        when (value) {
            is String -> hexadecimal(value.toByteArray(Charsets.UTF_8))
            is Bytes -> hexadecimal(value.content)
            else -> digits(value, 16)
        }

    private fun hexadecimal(bytes: ByteArray): String =
        bytes.joinToString("") { (it.toInt() and 0xff).toString(16).padStart(2, '0') }
}

private fun formattedText(value: Any?): String =
    when (val it = plain(value)) {
        null -> "null"
        is Boolean, is Long, is ULong -> it.toString()
        is Double -> numberText(it)
        is String -> it
        is Bytes -> String(it.content, Charsets.UTF_8)
        is Instant -> timestampText(it)
        is Duration -> durationText(it)
        is TypeValue -> it.name
        is List<*> -> it.joinToString(", ", "[", "]") { item -> formattedText(item) }
        is Map<*, *> ->
            it.entries.map { (key, item) -> Pair(formattedText(key), formattedText(item)) }
                .sortedWith { left, right -> compareTexts(left.first, right.first) }
                .joinToString(", ", "{", "}") { (key, item) -> "$key: $item" }
        else -> throw invalidArgument("'%s' takes no ${typeName(it)}")
    }
