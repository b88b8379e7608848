package suas

/** The reason why a part of a saved text is not what its version saved. */
internal class Misfit(val reason: String) : RuntimeException(reason, null, false, false) {
    /** The place in the store. */
    var path: String = ""
        private set

    /** Returns the fault of a part as one of what it is in. */
    fun below(path: String): Misfit {
        this.path = path + this.path
        return this
    }
}

/** Reads JSON (RFC 8259) in UTF-8, part by part. Whole numbers beyond the range of an int are doubles. */
internal class SavedReader(private val bytes: ByteArray) {
    var position: Int = if (bytes.startsWith(BYTE_ORDER_MARK)) BYTE_ORDER_MARK.size else 0

    /** The next byte, as a character of Latin-1. */
    val next: Char get() = if (position < bytes.size) (bytes[position].toInt() and 0xff).toChar() else END

    fun failure(what: String): JsonError = JsonError("$what at byte $position")

    fun skipBlanks() {
        while (next == ' ' || next == '\n' || next == '\r' || next == '\t') position += 1
    }

    fun take(character: Char): Boolean {
        skipBlanks()
        if (next != character) return false
        position += 1
        return true
    }

    /** Fails if more follows than blanks. */
    fun expectEnd() {
        skipBlanks()
        if (position < bytes.size) throw failure("more follows its end")
    }

    /** Reads the members of an object, each by a function that is given its name. */
    inline fun members(depth: Int, member: (String) -> Unit) {
        if (next != '{') throw Misfit("it is no object")
        check(depth)
        entries(member)
    }

    /** Reads the elements of an array, each by a function that is given its index. */
    inline fun elements(element: (Int) -> Unit) {
        position += 1
        if (take(']')) return
        var index = 0
        do element(index++) while (take(','))
        if (!take(']')) throw failure("an array does not end")
    }

    fun check(depth: Int) {
        if (depth > MOST_SAVED_LEVELS) throw Misfit("it is nested too deep")
    }

    inline fun entries(member: (String) -> Unit) {
        position += 1
        if (take('}')) return
        do {
            val name = key()
            skipBlanks()
            member(name)
        } while (take(','))
        if (!take('}')) throw failure("an object does not end")
    }

    fun key(): String {
        skipBlanks()
        if (next != '"') throw failure("a key is missing")
        val key = string()
        if (!take(':')) throw failure("a colon is missing")
        return key
    }

    /** Reads a value of any kind. */
    fun whole(inside: Int = 0): Any? {
        skipBlanks()
        return when (next) {
            '{' -> map(inside + 1)
            '[' -> list(inside + 1)
            '"' -> string()
            't' -> word("true", true)
            'f' -> word("false", false)
            'n' -> word("null", null)
            else -> number()
        }
    }

    private fun map(depth: Int): Any {
        if (depth > MOST_SAVED_LEVELS) throw failure("it is nested too deep")
        var map = persistentMapOf<String, Any?>()
        entries { name -> map = map.put(name, whole(depth)) }
        return map
    }

    private fun list(depth: Int): Any {
        if (depth > MOST_SAVED_LEVELS) throw failure("it is nested too deep")
        val list = ArrayList<Any?>()
        elements { list.add(whole(depth)) }
        return persistentList(list)
    }

    private fun word(word: String, value: Any?): Any? {
        val isThere = position + word.length <= bytes.size && word.indices.all { bytes[position + it] == word[it].code.toByte() }
        if (!isThere) throw failure("a value is missing")
        position += word.length
        return value
    }

    private fun number(): Any {
        val start = position
        var isWhole = true
        if (next == '-') position += 1
        val first = position
        digits()
        if (position - first > 1 && bytes[first] == '0'.code.toByte()) throw failure("a number begins with 0")
        if (next == '.') {
            isWhole = false
            position += 1
            digits()
        }
        if (next == 'e' || next == 'E') {
            isWhole = false
            position += 1
            if (next == '+' || next == '-') position += 1
            digits()
        }
        if (position - start > MOST_DIGITS) throw failure("a number has too many digits")
        val text = String(bytes, start, position - start, Charsets.ISO_8859_1)
        return (if (isWhole) text.toLongOrNull() else null) ?: text.toDouble()
    }

    private fun digits() {
        val start = position
        while (next in '0'..'9') position += 1
        if (position == start) throw failure("a value is missing")
    }

    private fun string(): String {
        position += 1
        var text: StringBuilder? = null
        var start = position
        while (position < bytes.size) {
            val character = next
            if (character != '"' && character != '\\' && character >= ' ') {
                position += 1
                continue
            }
            val plain = String(bytes, start, position - start, Charsets.UTF_8)
            position += 1
            when (character) {
                '"' -> return text?.append(plain)?.toString() ?: plain
                '\\' -> text = (text ?: StringBuilder()).append(plain).appendCodePoint(escape())
                else -> throw failure("a control character stands in a text")
            }
            start = position
        }
        throw failure("a text does not end")
    }

    /** Reads the code point after a backslash. */
    private fun escape(): Int {
        if (position >= bytes.size) throw failure("a text does not end")
        val letter = next
        position += 1
        return when (letter) {
            '"', '\\', '/' -> letter.code
            'b' -> 0x8
            'f' -> 0xc
            'n' -> 0xa
            'r' -> 0xd
            't' -> 0x9
            'u' -> unit()
            else -> throw failure("there is no such escape")
        }
    }

    /** Reads a code unit, or two of a pair; half of a pair becomes U+FFFD. */
    private fun unit(): Int {
        val unit = hexadecimal()
        if (unit !in 0xd800..0xdfff) return unit
        if (unit < 0xdc00 && next == '\\' && bytes.getOrNull(position + 1) == 'u'.code.toByte()) {
            val start = position
            position += 2
            val low = hexadecimal()
            if (low in 0xdc00..0xdfff) return Character.toCodePoint(unit.toChar(), low.toChar())
            position = start
        }
        return 0xfffd
    }

    private fun hexadecimal(): Int {
        if (position + 4 > bytes.size) throw failure("an escape is cut short")
        var unit = 0
        repeat(4) {
            val digit = if (next.code < 0x80) Character.digit(next, 16) else -1
            if (digit < 0) throw failure("an escape is cut short")
            unit = unit shl 4 or digit
            position += 1
        }
        return unit
    }

    private fun ByteArray.startsWith(start: ByteArray): Boolean = size >= start.size && start.indices.all { this[it] == start[it] }

    private companion object {
        const val END = '\uffff'
        const val MOST_DIGITS = 2048
        val BYTE_ORDER_MARK = byteArrayOf(-0x11, -0x45, -0x41)
    }
}

/** The greatest depth to which a saved text is nested. */
internal const val MOST_SAVED_LEVELS: Int = 400
