package suas

/** The syntax tree of a pattern. */
internal sealed interface PatternNode {
    object Empty : PatternNode

    class One(val set: CharacterClass) : PatternNode

    class Check(val assertion: Assertion) : PatternNode

    class Sequence(val nodes: List<PatternNode>) : PatternNode

    class Alternatives(val nodes: List<PatternNode>) : PatternNode

    class Repeated(val node: PatternNode, val repetition: Repetition) : PatternNode

    class Group(val node: PatternNode, val number: Int) : PatternNode
}

/** The numbers of rounds of a repetition; it prefers as many as possible if it is greedy, else as few. */
internal class Repetition(val minimum: Int, val maximum: Int?, val isGreedy: Boolean)

/** A condition on the code points before and after a place. */
internal enum class Assertion {
    TEXT_START,
    TEXT_END,
    LINE_START,
    LINE_END,
    WORD_BOUNDARY,
    NO_WORD_BOUNDARY,
    ;

    fun holds(before: Int, after: Int): Boolean =
        when (this) {
            TEXT_START -> before < 0
            TEXT_END -> after < 0
            LINE_START -> before < 0 || before == '\n'.code
            LINE_END -> after < 0 || after == '\n'.code
            WORD_BOUNDARY -> isWord(before) != isWord(after)
            NO_WORD_BOUNDARY -> isWord(before) == isWord(after)
        }
}

/** True for a word character; RE2's word characters are ASCII. */
internal fun isWord(scalar: Int): Boolean =
    scalar in '0'.code..'9'.code || scalar in 'A'.code..'Z'.code || scalar in 'a'.code..'z'.code || scalar == '_'.code

/** Compiles a parsed pattern to a program. */
internal class PatternCompiler(private val lastGroup: Int) {
    val program: ArrayList<Pattern.Instruction> = ArrayList()

    /** Returns false if the pattern is too large. */
    fun compile(node: PatternNode): Boolean {
        if (!emit(node)) return false
        program.add(Pattern.Match)
        return true
    }

    private fun emit(node: PatternNode): Boolean {
        if (program.size >= LIMIT) return false
        when (node) {
            is PatternNode.Empty -> {}
            is PatternNode.One -> program.add(Pattern.One(node.set, program.size + 1))
            is PatternNode.Check -> program.add(Pattern.Require(node.assertion, program.size + 1))
            is PatternNode.Sequence -> return node.nodes.all { emit(it) }
            is PatternNode.Alternatives -> return emitAlternatives(node.nodes)
            is PatternNode.Repeated -> return emitRepeated(node.node, node.repetition)
            is PatternNode.Group -> {
                if (node.number > lastGroup) return emit(node.node)
                program.add(Pattern.Save(2 * node.number, program.size + 1))
                if (!emit(node.node)) return false
                program.add(Pattern.Save(2 * node.number + 1, program.size + 1))
            }
        }
        return true
    }

    private fun emitAlternatives(nodes: List<PatternNode>): Boolean {
        val ends = ArrayList<Int>()
        for (node in nodes.dropLast(1)) {
            val fork = placeholder()
            if (!emit(node)) return false
            ends.add(placeholder())
            program[fork] = Pattern.Fork(fork + 1, program.size)
        }
        if (!emit(nodes.last())) return false
        for (end in ends) program[end] = Pattern.Go(program.size)
        return true
    }

    private fun emitRepeated(node: PatternNode, repetition: Repetition): Boolean {
        val maximum = repetition.maximum
        if (maximum == null) {
            repeat(repetition.minimum - 1) { if (!emit(node)) return false }
            if (repetition.minimum > 0) return emitLoop(node, repetition.isGreedy)
            val fork = placeholder()
            if (!emitLoop(node, repetition.isGreedy)) return false
            program[fork] = fork(fork + 1, program.size, repetition.isGreedy)
            return true
        }
        repeat(repetition.minimum) { if (!emit(node)) return false }
        val forks = ArrayList<Int>()
        repeat(maximum - repetition.minimum) {
            forks.add(placeholder())
            if (!emit(node)) return false
        }
        for (fork in forks) program[fork] = fork(fork + 1, program.size, repetition.isGreedy)
        return true
    }

    private fun emitLoop(node: PatternNode, isGreedy: Boolean): Boolean {
        val start = program.size
        if (!emit(node)) return false
        program.add(fork(start, program.size + 1, isGreedy))
        return true
    }

    private fun fork(round: Int, end: Int, isGreedy: Boolean): Pattern.Fork =
        if (isGreedy) Pattern.Fork(round, end) else Pattern.Fork(end, round)

    private fun placeholder(): Int {
        program.add(Pattern.Match)
        return program.size - 1
    }

    companion object {
        /** The greatest number of a program's steps and of a pattern's bytes. */
        const val LIMIT: Int = 20_000
    }
}
