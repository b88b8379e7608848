package suas

/** SipHash-2-4 of bytes, with a key of 128 bits: its first eight bytes as a little-endian number, and its last eight. */
internal class SipHash(private val low: Long, private val high: Long) {
    private var v0 = 0L
    private var v1 = 0L
    private var v2 = 0L
    private var v3 = 0L

    /** The hash of bytes, as a number of 64 bits. */
    @Synchronized
    fun hash(bytes: ByteArray): Long {
        v0 = low xor 0x736f6d6570736575L
        v1 = high xor 0x646f72616e646f6dL
        v2 = low xor 0x6c7967656e657261L
        v3 = high xor 0x7465646279746573L
        val end = bytes.size and 7.inv()
        for (start in 0 until end step 8) add(word(bytes, start, 8))
        add(word(bytes, end, bytes.size - end) or (bytes.size.toLong() shl 56))
        v2 = v2 xor 0xff
        repeat(4) { round() }
        return v0 xor v1 xor v2 xor v3
    }

    /** The hash of a text's UTF-8, as sixteen hexadecimal digits. */
    fun hexadecimal(text: String): String =
        java.lang.Long.toHexString(hash(text.toByteArray(Charsets.UTF_8))).padStart(16, '0')

    private fun word(bytes: ByteArray, start: Int, count: Int): Long {
        var word = 0L
        for (index in 0 until count) word = word or ((bytes[start + index].toLong() and 0xff) shl (8 * index))
        return word
    }

    private fun add(word: Long) {
        v3 = v3 xor word
        repeat(2) { round() }
        v0 = v0 xor word
    }

    private fun round() {
        v0 += v1
        v1 = java.lang.Long.rotateLeft(v1, 13) xor v0
        v0 = java.lang.Long.rotateLeft(v0, 32)
        v2 += v3
        v3 = java.lang.Long.rotateLeft(v3, 16) xor v2
        v0 += v3
        v3 = java.lang.Long.rotateLeft(v3, 21) xor v0
        v2 += v1
        v1 = java.lang.Long.rotateLeft(v1, 17) xor v2
        v2 = java.lang.Long.rotateLeft(v2, 32)
    }
}
