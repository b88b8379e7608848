package suas

private const val ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

/** The bytes in base 64 (RFC 4648, section 4). */
public fun encodeBase64(bytes: Bytes): String {
    val result = StringBuilder()
    for (start in bytes.content.indices step 3) {
        val count = minOf(3, bytes.size - start)
        var bits = 0
        for (index in 0 until 3) {
            bits = bits shl 8 or if (index < count) bytes.content[start + index].toInt() and 0xff else 0
        }
        for (index in 0 until 4) {
            result.append(if (index <= count) ALPHABET[bits shr (18 - 6 * index) and 63] else '=')
        }
    }
    return result.toString()
}

/** The bytes decoded from base 64; padding may be missing, but must not be wrong. */
public fun decodeBase64(text: String): Bytes = Bytes(decoded(text) ?: throw invalidArgument("the text is no base 64"))

private fun decoded(text: String): ByteArray? {
    var digits = text
    if (utf8Count(text) % 4 == 0) {
        repeat(2) { digits = digits.removeSuffix("=") }
    }
    if (digits.length % 4 == 1) return null
    val result = java.io.ByteArrayOutputStream()
    var bits = 0
    var count = 0
    for (digit in digits) {
        val value = ALPHABET.indexOf(digit)
        if (value < 0) return null
        bits = (bits shl 6 or value) and 0xffffff
        count += 6
        if (count >= 8) {
            count -= 8
            result.write(bits shr count)
        }
    }
    return result.toByteArray()
}
