package suas

/** Writes JSON (RFC 8259) in one line, with keys in the order in which they are written. */
public class JsonWriter {
    private val text = StringBuilder()
    internal var hiding: HiddenValues? = null // if SessionRecorder

    override fun toString(): String = text.toString()

    // if Driver, SavedSpec, SessionRecorder
    /** Writes text that is JSON already. */
    internal fun raw(json: String): JsonWriter {
        text.append(json)
        return this
    }
    // end

    /** Writes a value. Times become texts, and so do doubles that are not finite. */
    public fun write(value: Any?): JsonWriter {
        // The levels that are open are a list, not calls: a value may be nested to any depth.
        val open = ArrayList<Level>()
        begin(value, open)
        while (open.isNotEmpty()) {
            val level = open.last()
            if (level.items.hasNext()) {
                if (!level.isFirst) text.append(',')
                level.isFirst = false
                val (key, item) = level.items.next()
                if (key != null) key(key)
                begin(item, open)
            } else {
                text.append(level.end)
                open.removeAt(open.size - 1)
            }
        }
        return this
    }

    /** The rest of an array or an object; only the elements of an object have keys. */
    private class Level(val items: Iterator<Pair<String?, Any?>>, val end: Char) {
        var isFirst = true
    }

    private fun begin(value: Any?, open: MutableList<Level>) {
        // if SessionRecorder
        if (hiding != null && value is Map<*, *> && value.looksLikeLogObject()) {
            val members = value.entries.map { (key, item) -> Pair(interpolated(key), item) }
            return beginObject(sequenceOf(Pair("\$map", LogObject(members))), open)
        }
        // end
        when (val it = plain(value)) {
            null, is Boolean, is Long -> text.append(it.toString())
            is ULong -> text.append(it.toString()) // if ULong, UL, toULong
            is Double -> if (it.isNaN() || it.isInfinite()) string(numberText(it)) else text.append(pointedText(it))
            is List<*> -> {
                text.append('[')
                open.add(Level(it.asSequence().map { item -> Pair(null, item) }.iterator(), ']'))
            }
            // if SessionRecorder
            is LogObject -> beginObject(it.members.asSequence(), open)
            // end
            is Map<*, *> -> beginObject(it.entries.asSequence().map { (key, item) -> Pair(interpolated(key), item) }, open)
            // if Variant
            is Variant ->
                if (it.caseValues().isEmpty()) {
                    string(it.caseName)
                } else {
                    beginObject(sequenceOf(Pair(it.caseName, CaseContents(it))), open)
                }
            // end
            is Record -> {
                val fields = it.type.fields.map { field -> field.name }.zip(it.fieldValues())
                // if LooseRecord
                // A variant in an `any` may have been changed to hold what no case of its type does.
                if (it.type is VariantType) return beginObject(fields.filter { (_, value) -> value != null }.asSequence(), open)
                // end
                hiding?.let { hiding -> return beginObject(hiding.fields(it), open) } // if SessionRecorder
                beginObject(fields.asSequence(), open)
            }
            else -> string(interpolated(it))
        }
    }

    private fun beginObject(entries: Sequence<Pair<String, Any?>>, open: MutableList<Level>) {
        text.append('{')
        open.add(Level(entries.iterator(), '}'))
    }

    // if Driver
    internal fun objectOf(entries: List<Pair<String, Any?>>): JsonWriter {
        text.append('{')
        for ((index, entry) in entries.withIndex()) {
            if (index > 0) text.append(',')
            key(entry.first)
            write(entry.second)
        }
        text.append('}')
        return this
    }
    // end

    internal fun key(name: String): JsonWriter {
        string(name)
        text.append(':')
        return this
    }

    // if Driver
    internal fun <T> array(items: Iterable<T>, item: (T) -> Unit): JsonWriter {
        text.append('[')
        for ((index, element) in items.withIndex()) {
            if (index > 0) text.append(',')
            item(element)
        }
        text.append(']')
        return this
    }
    // end

    internal fun string(string: String): JsonWriter {
        text.append('"')
        for (character in string) {
            when (character) {
                '"' -> text.append("\\\"")
                '\\' -> text.append("\\\\")
                '\n' -> text.append("\\n")
                '\r' -> text.append("\\r")
                '\t' -> text.append("\\t")
                else ->
                    if (isEscaped(character.code)) {
                        text.append("\\u").append(character.code.toString(16).padStart(4, '0'))
                    } else {
                        text.append(character)
                    }
            }
        }
        text.append('"')
        return this
    }

    /** True for control characters, and for those that are invisible or change the direction of text. */
    private fun isEscaped(code: Int): Boolean =
        when (code) {
            in 0..0x1f, in 0x7f..0x9f, 0x61c, 0x200b, 0x200e, 0x200f, in 0x2028..0x202e, in 0x2066..0x2069, 0xfeff ->
                true
            else -> false
        }
}

/** The value as JSON in one line. */
public fun toJson(value: Any?): String = JsonWriter().write(value).toString()

/** The error for a text that is not JSON. */
public class JsonError(message: String) : RuntimeException(message)

/** The value parsed from a text of JSON; whole numbers are Long, others Double. */
public fun parseJson(text: String): JsonValue = JsonParser(text).parse()

/** Parses JSON without recursion over its depth beyond a limit. */
private class JsonParser(private val text: String) {
    private var index = 0

    fun parse(): Any? {
        val value = value(MOST_LEVELS)
        skipSpace()
        if (index < text.length) throw error("there is more after the value")
        return value
    }

    private fun error(message: String) = JsonError("$message, at $index")

    private fun skipSpace() {
        while (index < text.length && text[index] in " \t\r\n") index += 1
    }

    private fun accept(character: Char): Boolean {
        skipSpace()
        if (index >= text.length || text[index] != character) return false
        index += 1
        return true
    }

    private fun value(left: Int): Any? {
        if (left < 0) throw error("the value is nested too deep")
        skipSpace()
        if (index >= text.length) throw error("a value is missing")
        return when (text[index]) {
            '{' -> members(left)
            '[' -> elements(left)
            '"' -> string()
            't' -> word("true", true)
            'f' -> word("false", false)
            'n' -> word("null", null)
            else -> number()
        }
    }

    private fun word(word: String, value: Any?): Any? {
        if (!text.startsWith(word, index)) throw error("that is no value")
        index += word.length
        return value
    }

    private fun members(left: Int): Any {
        index += 1
        var result = persistentMapOf<String, Any?>()
        if (accept('}')) return result
        do {
            skipSpace()
            if (index >= text.length || text[index] != '"') throw error("a key is missing")
            val key = string()
            if (!accept(':')) throw error("a ':' is missing")
            result = result.put(key, value(left - 1))
        } while (accept(','))
        if (!accept('}')) throw error("a '}' is missing")
        return result
    }

    private fun elements(left: Int): Any {
        index += 1
        val result = ArrayList<Any?>()
        if (accept(']')) return persistentListOf<Any?>()
        do result.add(value(left - 1)) while (accept(','))
        if (!accept(']')) throw error("a ']' is missing")
        return persistentList(result)
    }

    private fun string(): String {
        index += 1
        val result = StringBuilder()
        while (true) {
            if (index >= text.length) throw error("a text is not closed")
            val character = text[index]
            index += 1
            when {
                character == '"' ->
                    return if (result.any { it.isSurrogate() }) HALF_OF_PAIR.replace(result, "\uFFFD") else result.toString()
                character == '\\' -> result.append(escape())
                character.code < 0x20 -> throw error("a control character is not escaped")
                else -> result.append(character)
            }
        }
    }

    private fun escape(): Char {
        val letter = text.getOrNull(index) ?: throw error("a text is not closed")
        index += 1
        return when (letter) {
            '"', '\\', '/' -> letter
            'n' -> '\n'
            'r' -> '\r'
            't' -> '\t'
            'b' -> '\b'
            'f' -> '\u000c'
            'u' -> {
                val code = text.substring(index, minOf(index + 4, text.length)).takeIf { it.length == 4 && it[0] !in "+-" }?.toIntOrNull(16)
                    ?: throw error("that is no escape")
                index += 4
                code.toChar()
            }
            else -> throw error("that is no escape")
        }
    }

    private fun number(): Any {
        val match = NUMBER.matchAt(text, index) ?: throw error("that is no value")
        index += match.value.length
        val isWhole = match.value.none { it == '.' || it == 'e' || it == 'E' }
        if (isWhole) return match.value.toLongOrNull() ?: throw error("a whole number is beyond the range of an int")
        val double = match.value.toDouble()
        if (double.isInfinite()) throw error("a number is beyond the range of a double")
        return double
    }

    private companion object {
        const val MOST_LEVELS = 512
        val HALF_OF_PAIR = Regex("[\uD800-\uDFFF]")
        val NUMBER = Regex("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?")
    }
}
