package suas

/** A test of code points. */
internal fun interface ScalarTest {
    fun holds(scalar: Int): Boolean
}

/** A set of code points. */
internal class CharacterClass(vararg ranges: IntRange) {
    private val ranges = ArrayList<IntRange>(ranges.toList())
    private val tests = ArrayList<ScalarTest>()
    private var isNegated = false
    private var foldsCase = false

    /** For each of the first 128 code points: 1 if it is in the class, 0 if not, -1 if that is not known yet. */
    private val ascii = ByteArray(ASCII) { -1 }

    fun insert(range: IntRange) {
        ranges.add(range)
    }

    fun insert(test: ScalarTest, isNegated: Boolean) {
        tests.add { test.holds(it) != isNegated }
    }

    fun insert(ranges: List<IntRange>, isNegated: Boolean) {
        if (!isNegated) {
            this.ranges.addAll(ranges)
        } else {
            tests.add { scalar -> ranges.none { scalar in it } }
        }
    }

    fun insertPosix(name: String): Boolean {
        val isNegated = name.startsWith("^")
        insert(POSIX[name.removePrefix("^")] ?: return false, isNegated)
        return true
    }

    /** Adds every code point that differs from one in the set only in case. */
    fun foldCase() {
        foldsCase = true
    }

    fun negate() {
        isNegated = !isNegated
    }

    operator fun contains(scalar: Int): Boolean {
        if (scalar >= ASCII) return find(scalar)
        if (ascii[scalar] < 0) ascii[scalar] = if (find(scalar)) 1 else 0
        return ascii[scalar] > 0
    }

    private fun find(scalar: Int): Boolean {
        if (containsAsIs(scalar)) return !isNegated
        if (!foldsCase) return isNegated
        return CaseFolding.variants(scalar).any { containsAsIs(it) } != isNegated
    }

    private fun containsAsIs(scalar: Int): Boolean = ranges.any { scalar in it } || tests.any { it.holds(scalar) }

    companion object {
        private const val ASCII = 128

        val ANY: CharacterClass = CharacterClass(0..0x10ffff)
        val ANY_BUT_NEWLINE: CharacterClass = CharacterClass(0..9, 11..0x10ffff)
        val WORD: List<IntRange> = listOf(0x30..0x39, 0x41..0x5a, 0x5f..0x5f, 0x61..0x7a)

        private val POSIX: Map<String, List<IntRange>> = mapOf(
            "alnum" to listOf(0x30..0x39, 0x41..0x5a, 0x61..0x7a),
            "alpha" to listOf(0x41..0x5a, 0x61..0x7a),
            "ascii" to listOf(0..0x7f),
            "blank" to listOf(0x09..0x09, 0x20..0x20),
            "cntrl" to listOf(0..0x1f, 0x7f..0x7f),
            "digit" to listOf(0x30..0x39),
            "graph" to listOf(0x21..0x7e),
            "lower" to listOf(0x61..0x7a),
            "print" to listOf(0x20..0x7e),
            "punct" to listOf(0x21..0x2f, 0x3a..0x40, 0x5b..0x60, 0x7b..0x7e),
            "space" to listOf(0x09..0x0d, 0x20..0x20),
            "upper" to listOf(0x41..0x5a),
            "word" to WORD,
            "xdigit" to listOf(0x30..0x39, 0x41..0x46, 0x61..0x66),
        )
    }
}

/** The sets of code points that differ only in case; only simple foldings from one code point to one count. */
internal object CaseFolding {
    /** The code point and its variants. */
    fun variants(scalar: Int): List<Int> = orbits[key(scalar)] ?: listOf(scalar)

    private fun key(scalar: Int): Int = mapped(mapped(scalar) { it.uppercase() }) { it.lowercase() }

    private inline fun mapped(scalar: Int, map: (String) -> String): Int {
        val text = map(String(intArrayOf(scalar), 0, 1))
        return if (text.codePointCount(0, text.length) == 1) text.codePointAt(0) else scalar
    }

    /** The last code point with case, an Adlam letter. */
    private const val LAST_WITH_CASE = 0x1e943

    private val orbits: Map<Int, List<Int>> by lazy {
        val orbits = HashMap<Int, ArrayList<Int>>()
        for (scalar in 0..LAST_WITH_CASE) {
            if (scalar in 0xd800..0xdfff) continue
            val hasCase = Character.isUpperCase(scalar) || Character.isLowerCase(scalar) ||
                Character.isTitleCase(scalar) || key(scalar) != scalar
            if (hasCase) orbits.getOrPut(key(scalar)) { ArrayList(2) }.add(scalar)
        }
        orbits
    }
}

/** Sets of general categories of Unicode. */
internal object Categories {
    private val BY_NAME: Map<String, Int> = mapOf(
        "Lu" to Character.UPPERCASE_LETTER, "Ll" to Character.LOWERCASE_LETTER, "Lt" to Character.TITLECASE_LETTER,
        "Lm" to Character.MODIFIER_LETTER, "Lo" to Character.OTHER_LETTER, "Mn" to Character.NON_SPACING_MARK,
        "Mc" to Character.COMBINING_SPACING_MARK, "Me" to Character.ENCLOSING_MARK,
        "Nd" to Character.DECIMAL_DIGIT_NUMBER, "Nl" to Character.LETTER_NUMBER, "No" to Character.OTHER_NUMBER,
        "Pc" to Character.CONNECTOR_PUNCTUATION, "Pd" to Character.DASH_PUNCTUATION,
        "Ps" to Character.START_PUNCTUATION, "Pe" to Character.END_PUNCTUATION,
        "Pi" to Character.INITIAL_QUOTE_PUNCTUATION, "Pf" to Character.FINAL_QUOTE_PUNCTUATION,
        "Po" to Character.OTHER_PUNCTUATION, "Sm" to Character.MATH_SYMBOL, "Sc" to Character.CURRENCY_SYMBOL,
        "Sk" to Character.MODIFIER_SYMBOL, "So" to Character.OTHER_SYMBOL, "Zs" to Character.SPACE_SEPARATOR,
        "Zl" to Character.LINE_SEPARATOR, "Zp" to Character.PARAGRAPH_SEPARATOR, "Cc" to Character.CONTROL,
        "Cf" to Character.FORMAT, "Cs" to Character.SURROGATE, "Co" to Character.PRIVATE_USE,
    ).mapValues { it.value.toInt() }

    /** The set for a name: one category, such as `Lu`, or all that begin with a letter. */
    fun named(name: String): ScalarTest? {
        val types = if (name == "L&" || name == "LC") {
            listOf("Lu", "Ll", "Lt").mapNotNull { BY_NAME[it] }
        } else {
            BY_NAME.filterKeys { it.startsWith(name) }.values.toList()
        }
        if (types.isEmpty() || name.length > 2) return null
        return ScalarTest { Character.getType(it) in types }
    }
}
