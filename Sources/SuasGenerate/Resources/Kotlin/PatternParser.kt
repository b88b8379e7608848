package suas

/** Parses a pattern in RE2's syntax. There are no back references and no assertions that look around. */
internal class PatternParser(text: String) {
    private val scalars = text.codePoints().toArray()
    private var index = 0
    private var flags = Flags()
    private var depth = 0
    private val names = HashSet<String>()

    /** The number of groups that have been opened. */
    var groupCount: Int = 0
        private set

    private data class Flags(
        val foldsCase: Boolean = false,
        val isMultiline: Boolean = false,
        val dotTakesNewline: Boolean = false,
        val swapsGreed: Boolean = false,
    )

    fun parse(): PatternNode {
        val node = alternatives()
        if (index < scalars.size) throw PatternError("there is no '(' for the ')'")
        return node
    }

    private fun peek(): Int = if (index < scalars.size) scalars[index] else -1

    private fun isNext(character: Char): Boolean = peek() == character.code

    private fun accept(character: Char): Boolean {
        if (!isNext(character)) return false
        index += 1
        return true
    }

    private fun startsWith(prefix: String, from: Int = index): Boolean =
        from + prefix.length <= scalars.size && prefix.indices.all { scalars[from + it] == prefix[it].code }

    private fun accept(prefix: String): Boolean {
        if (!startsWith(prefix)) return false
        index += prefix.length
        return true
    }

    private fun upTo(character: Char): String? {
        val end = (index until scalars.size).firstOrNull { scalars[it] == character.code } ?: return null
        val result = String(scalars, index, end - index)
        index = end + 1
        return result
    }

    private fun alternatives(): PatternNode {
        val nodes = arrayListOf(sequence())
        while (accept('|')) nodes.add(sequence())
        return nodes.singleOrNull() ?: PatternNode.Alternatives(nodes)
    }

    private fun sequence(): PatternNode {
        val nodes = ArrayList<PatternNode>()
        while (index < scalars.size && !isNext('|') && !isNext(')')) {
            if (accept("\\Q")) {
                val end = (index until scalars.size).firstOrNull { startsWith("\\E", it) } ?: scalars.size
                while (index < end) {
                    nodes.add(literal(scalars[index]))
                    index += 1
                }
                accept("\\E")
            } else {
                nodes.add(atom() ?: continue)
            }
            val repetition = repetition() ?: continue
            val node = nodes.removeLastOrNull() ?: throw PatternError("there is nothing to repeat")
            nodes.add(PatternNode.Repeated(node, repetition))
            if (repetition() != null) throw PatternError("a repetition cannot be repeated")
        }
        return nodes.singleOrNull() ?: if (nodes.isEmpty()) PatternNode.Empty else PatternNode.Sequence(nodes)
    }

    private fun repetition(): Repetition? {
        val counts = when (peek()) {
            '*'.code -> Pair(0, null)
            '+'.code -> Pair(1, null)
            '?'.code -> Pair(0, 1)
            '{'.code -> {
                val written = counts() ?: return null
                val most = written.second ?: written.first
                if (written.first > most || maxOf(written.first, written.second ?: 0) > REPETITION_LIMIT) {
                    throw PatternError("the number of repetitions is out of range")
                }
                written
            }
            else -> return null
        }
        if (!isPastCount) index += 1
        isPastCount = false
        return Repetition(counts.first, counts.second, accept('?') == flags.swapsGreed)
    }

    /** True if the braces of a count have just been read. */
    private var isPastCount = false

    private fun counts(): Pair<Int, Int?>? {
        val saved = index
        index += 1
        val minimum = number()
        if (minimum != null) {
            isPastCount = true
            if (accept('}')) return Pair(minimum, minimum)
            if (accept(',')) {
                if (accept('}')) return Pair(minimum, null)
                val maximum = number()
                if (maximum != null && accept('}')) return Pair(minimum, maximum)
            }
            isPastCount = false
        }
        index = saved
        return null
    }

    private fun number(): Int? {
        var result: Int? = null
        while (peek() in '0'.code..'9'.code) {
            result = minOf((result ?: 0) * 10 + (peek() - '0'.code), 100_000)
            index += 1
        }
        return result
    }

    /** Reads an atom; returns null if it only sets flags for the following atoms. */
    private fun atom(): PatternNode? {
        val next = peek()
        index += 1
        return when (next) {
            '('.code -> group()
            '['.code -> PatternNode.One(bracket())
            '.'.code -> PatternNode.One(if (flags.dotTakesNewline) CharacterClass.ANY else CharacterClass.ANY_BUT_NEWLINE)
            '^'.code -> PatternNode.Check(if (flags.isMultiline) Assertion.LINE_START else Assertion.TEXT_START)
            '$'.code -> PatternNode.Check(if (flags.isMultiline) Assertion.LINE_END else Assertion.TEXT_END)
            '\\'.code -> escape()
            '*'.code, '+'.code, '?'.code -> throw PatternError("there is nothing to repeat")
            else -> literal(next)
        }
    }

    private fun literal(scalar: Int): PatternNode {
        val set = CharacterClass()
        set.insert(scalar..scalar)
        if (flags.foldsCase) set.foldCase()
        return PatternNode.One(set)
    }

    private fun group(): PatternNode? {
        val saved = flags
        var number: Int? = null
        if (accept('?')) {
            if (accept("P<") || accept('<')) {
                if (isNext('=') || isNext('!')) throw PatternError("a pattern cannot look behind")
                val name = upTo('>')
                if (name.isNullOrEmpty() || !name.all { isWord(it.code) } || !names.add(name)) {
                    throw PatternError("that is no name of a group, or it is taken")
                }
                groupCount += 1
                number = groupCount
            } else if (setFlags()) {
                return null
            }
        } else {
            groupCount += 1
            number = groupCount
        }
        depth += 1
        if (depth > NESTING_LIMIT) throw PatternError("the pattern is nested too deeply")
        val node = alternatives()
        if (!accept(')')) throw PatternError("the '(' is not closed")
        depth -= 1
        flags = saved
        return if (number == null) node else PatternNode.Group(node, number)
    }

    /** Reads flags; returns true if they apply to the rest of the enclosing group. */
    private fun setFlags(): Boolean {
        var isOn = true
        var isEmpty = true
        while (index < scalars.size) {
            val flag = scalars[index].toChar()
            index += 1
            when (flag) {
                'i' -> flags = flags.copy(foldsCase = isOn)
                'm' -> flags = flags.copy(isMultiline = isOn)
                's' -> flags = flags.copy(dotTakesNewline = isOn)
                'U' -> flags = flags.copy(swapsGreed = isOn)
                '=', '!' -> throw PatternError("a pattern cannot look ahead")
                else -> {
                    if (flag == ':' && (!isEmpty || isOn)) return false
                    if (flag == ')' && !isEmpty) return true
                    if (flag != '-' || !isOn) throw PatternError("there is no such group")
                    isOn = false
                    isEmpty = true
                    continue
                }
            }
            isEmpty = false
        }
        throw PatternError("the '(' is not closed")
    }

    private fun escape(): PatternNode {
        val assertion = when (peek()) {
            'A'.code -> Assertion.TEXT_START
            'z'.code -> Assertion.TEXT_END
            'b'.code -> Assertion.WORD_BOUNDARY
            'B'.code -> Assertion.NO_WORD_BOUNDARY
            else -> null
        }
        if (assertion != null) {
            index += 1
            return PatternNode.Check(assertion)
        }
        val set = CharacterClass()
        if (!classEscape(set)) return literal(scalarEscape())
        if (flags.foldsCase) set.foldCase()
        return PatternNode.One(set)
    }

    private fun bracket(): CharacterClass {
        val set = CharacterClass()
        val isNegated = accept('^')
        var isFirst = true
        while (isFirst || !isNext(']')) {
            isFirst = false
            if (accept("[:")) {
                val name = upTo(':')
                if (name == null || !accept(']') || !set.insertPosix(name)) throw PatternError("there is no such class")
                continue
            }
            if (isNext('\\')) {
                index += 1
                if (classEscape(set)) continue
                index -= 1
            }
            val lower = bracketScalar()
            var upper = lower
            if (isNext('-') && index + 1 < scalars.size && scalars[index + 1] != ']'.code) {
                index += 1
                upper = bracketScalar()
            }
            if (lower > upper) throw PatternError("the range is empty")
            set.insert(lower..upper)
        }
        index += 1
        if (flags.foldsCase) set.foldCase()
        if (isNegated) set.negate()
        return set
    }

    private fun bracketScalar(): Int {
        if (index >= scalars.size) throw PatternError("the '[' is not closed")
        index += 1
        return if (scalars[index - 1] == '\\'.code) scalarEscape() else scalars[index - 1]
    }

    /** Reads an escape for a class; returns false, and reads nothing, if it is another escape. */
    private fun classEscape(set: CharacterClass): Boolean {
        val ranges = when (peek()) {
            'd'.code, 'D'.code -> listOf(0x30..0x39)
            's'.code, 'S'.code -> listOf(0x09..0x0a, 0x0c..0x0d, 0x20..0x20)
            'w'.code, 'W'.code -> CharacterClass.WORD
            'p'.code, 'P'.code -> {
                property(set)
                return true
            }
            else -> return false
        }
        index += 1
        set.insert(ranges, isNegated = scalars[index - 1] < 'a'.code)
        return true
    }

    private fun property(set: CharacterClass) {
        var isNegated = scalars[index] == 'P'.code
        index += 1
        var name = if (index < scalars.size) String(scalars, index, 1) else ""
        index += name.length.coerceAtMost(1)
        if (name == "{") name = upTo('}') ?: throw PatternError("the '{' is not closed")
        if (name.startsWith("^")) {
            isNegated = !isNegated
            name = name.substring(1)
        }
        if (name == "Any") {
            if (!isNegated) set.insert(0..0x10ffff)
            return
        }
        val test = Categories.named(name) ?: Script.named(name) ?: throw PatternError("there is no class '$name'")
        set.insert(test, isNegated)
    }

    /** Reads the rest of an escape for one code point. */
    private fun scalarEscape(): Int {
        if (index >= scalars.size) throw PatternError("the pattern ends with a backslash")
        val letter = scalars[index]
        index += 1
        return when (letter) {
            'a'.code -> 0x07
            'f'.code -> 0x0c
            't'.code -> '\t'.code
            'n'.code -> '\n'.code
            'r'.code -> '\r'.code
            'v'.code -> 0x0b
            'x'.code -> hexadecimalEscape()
            in '0'.code..'7'.code -> octalEscape(letter)
            in '8'.code..'9'.code -> throw PatternError("a pattern cannot refer back to a group")
            else -> {
                if (letter >= 128 || isWord(letter) && letter != '_'.code) {
                    throw PatternError("there is no escape '\\${String(intArrayOf(letter), 0, 1)}'")
                }
                letter
            }
        }
    }

    private fun octalEscape(first: Int): Int {
        if (first != '0'.code && peek() !in '0'.code..'7'.code) {
            throw PatternError("a pattern cannot refer back to a group")
        }
        var code = first - '0'.code
        repeat(2) {
            if (peek() in '0'.code..'7'.code) {
                code = code * 8 + peek() - '0'.code
                index += 1
            }
        }
        return code
    }

    private fun hexadecimalEscape(): Int {
        val digits = if (accept('{')) {
            upTo('}') ?: ""
        } else {
            val end = minOf(index + 2, scalars.size)
            String(scalars, index, end - index).also { index = end }.padEnd(2)
        }
        val isNumber = digits.isNotEmpty() && digits.all { it in '0'..'9' || it.lowercaseChar() in 'a'..'f' }
        val code = if (isNumber) digits.toLongOrNull(16) else null
        if (code == null || code > 0x10ffff || code in 0xd800..0xdfff) throw PatternError("that is no code point")
        return code.toInt()
    }

    private companion object {
        const val NESTING_LIMIT = 200
        const val REPETITION_LIMIT = 1000
    }
}
