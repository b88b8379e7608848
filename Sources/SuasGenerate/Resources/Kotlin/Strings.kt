package suas

// Functions of texts, which are sequences of code points.

/** The number of code points. */
public fun codePoints(text: String): Long = text.codePointCount(0, text.length).toLong()

private fun outOfText(index: Long): Failure = Failure("index-out-of-range", "there is no index $index in the text")

/** The offset of a code point, which may be the end; fails with `index-out-of-range`. */
private fun offset(text: String, index: Long): Int {
    if (index < 0 || index > text.length) throw outOfText(index)
    return try {
        text.offsetByCodePoints(0, index.toInt())
    } catch (_: IndexOutOfBoundsException) {
        throw outOfText(index)
    }
}

/** The code point at an index; empty at the end of the text. */
public fun characterAt(text: String, index: Long): String {
    val start = offset(text, index)
    return if (start == text.length) "" else text.substring(start, text.offsetByCodePoints(start, 1))
}

/** The index of the first occurrence at or after an index, or -1. */
public fun indexOf(text: String, part: String, start: Long = 0): Long {
    val found = text.indexOf(part, offset(text, start))
    return if (found < 0) -1 else text.codePointCount(0, found).toLong()
}

/** The index of the last occurrence, or -1. */
public fun lastIndexOf(text: String, part: String): Long = lastIndex(text, part, text.length)

/** The index of the last occurrence at or before an index, or -1. */
public fun lastIndexOf(text: String, part: String, limit: Long): Long = lastIndex(text, part, offset(text, limit))

private fun lastIndex(text: String, part: String, limit: Int): Long {
    val found = if (part.isEmpty()) limit else text.lastIndexOf(part, limit)
    return if (found < 0) -1 else text.codePointCount(0, found).toLong()
}

/** The text from an index to the end. */
public fun substring(text: String, start: Long): String = text.substring(offset(text, start))

/** The text from one index up to, but not including, another. */
public fun substring(text: String, start: Long, end: Long): String {
    val lower = offset(text, start)
    val upper = offset(text, end)
    if (start > end) throw invalidArgument("the text has no part from $start to $end")
    return text.substring(lower, upper)
}

/** The concatenated texts, with a separator between them. */
public fun joined(texts: List<Any?>, separator: String = ""): String {
    val result = StringBuilder()
    var isFirst = true
    for (item in texts) {
        val text = plain(item) as? String ?: throw noMatchingOverload("join", listOf(texts))
        if (!isFirst) result.append(separator)
        result.append(text)
        isFirst = false
    }
    return result.toString()
}

/** The text with the letters A to Z in lower case. */
public fun lowerAscii(text: String): String {
    if (text.none { it in 'A'..'Z' }) return text
    return String(CharArray(text.length) { if (text[it] in 'A'..'Z') text[it] + 32 else text[it] })
}

/** The text with the letters a to z in upper case. */
public fun upperAscii(text: String): String {
    if (text.none { it in 'a'..'z' }) return text
    return String(CharArray(text.length) { if (text[it] in 'a'..'z') text[it] - 32 else text[it] })
}

/** The text as a string literal. */
public fun quote(text: String): String = quoted(text)

/** The text with occurrences replaced, at most a number of them; all if the number is negative. */
public fun replace(text: String, old: String, new: String, limit: Long = -1): String {
    var left = if (limit < 0) Long.MAX_VALUE else limit
    val result = StringBuilder()
    if (old.isEmpty()) {
        // As in Go, the empty text occurs before every code point and at the end.
        var index = 0
        while (index < text.length) {
            if (left > 0) result.append(new)
            left -= 1
            val next = text.offsetByCodePoints(index, 1)
            result.append(text, index, next)
            index = next
        }
        if (left > 0) result.append(new)
        return result.toString()
    }
    var start = 0
    while (left > 0) {
        val found = text.indexOf(old, start)
        if (found < 0) break
        result.append(text, start, found).append(new)
        start = found + old.length
        left -= 1
    }
    return result.append(text, start, text.length).toString()
}

/** The parts between the separators, at most a number of them; the code points if the separator is empty. */
public fun split(text: String, separator: String, limit: Long = -1): List<String> {
    if (limit == 0L) return persistentListOf()
    val most = if (limit < 0) Long.MAX_VALUE else limit
    val parts = ArrayList<String>()
    var start = 0
    if (separator.isEmpty()) {
        while (start < text.length) {
            val next = if (parts.size + 1L == most) text.length else text.offsetByCodePoints(start, 1)
            parts.add(text.substring(start, next))
            start = next
        }
        return persistentList(parts)
    }
    while (parts.size + 1L < most) {
        val found = text.indexOf(separator, start)
        if (found < 0) break
        parts.add(text.substring(start, found))
        start = found + separator.length
    }
    parts.add(text.substring(start))
    return persistentList(parts)
}

/** The text without leading and trailing white space. */
public fun trimmed(text: String): String {
    var start = 0
    while (start < text.length && isWhiteSpace(text[start])) start += 1
    var end = text.length
    while (end > start && isWhiteSpace(text[end - 1])) end -= 1
    return text.substring(start, end)
}

/** True for the characters with the property White_Space of Unicode, none of which is above U+FFFF. */
private fun isWhiteSpace(character: Char): Boolean =
    when (character.code) {
        in 0x09..0x0d, 0x20, 0x85, 0xa0, 0x1680, in 0x2000..0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000 -> true
        else -> false
    }

/** The code points in the opposite order. */
public fun reversed(text: String): String {
    val result = StringBuilder(text.length)
    var end = text.length
    while (end > 0) {
        val start = text.offsetByCodePoints(end, -1)
        result.append(text, start, end)
        end = start
    }
    return result.toString()
}

/** The text decoded from UTF-8. */
public fun text(bytes: Bytes): String =
    try {
        Charsets.UTF_8.newDecoder().decode(java.nio.ByteBuffer.wrap(bytes.content)).toString()
    } catch (_: java.nio.charset.CharacterCodingException) {
        throw invalidArgument("the bytes are no UTF-8")
    }

/** The text in UTF-8. */
public fun bytes(text: String): Bytes = Bytes(text.toByteArray(Charsets.UTF_8))

/** Bytes, one after the other. */
public fun bytesOf(vararg bytes: Int): Bytes = Bytes(ByteArray(bytes.size) { bytes[it].toByte() })

/** The bytes of both. */
public fun add(left: Bytes, right: Bytes): Bytes = Bytes(left.content + right.content)
