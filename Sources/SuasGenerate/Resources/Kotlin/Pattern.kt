package suas

/**
 * A regular expression in RE2's syntax, matched in time linear in the text: a set of positions in its program is
 * advanced by each code point.
 */
public class Pattern private constructor(
    internal val program: List<Instruction>,
    internal val groupCount: Int,
    internal val recordedGroups: Int,
) {
    internal sealed interface Instruction

    internal class One(val set: CharacterClass, val next: Int) : Instruction

    internal class Fork(val first: Int, val second: Int) : Instruction

    internal class Go(val next: Int) : Instruction

    internal class Save(val slot: Int, val next: Int) : Instruction

    internal class Require(val assertion: Assertion, val next: Int) : Instruction

    internal object Match : Instruction

    /** True if the pattern matches a part of the text. */
    public fun matches(text: String): Boolean {
        var threads = Threads(program.size)
        var next = Threads(program.size)
        var before = NONE
        var index = 0
        while (index < text.length) {
            val scalar = text.codePointAt(index)
            if (add(threads, before, scalar)) return true
            for (place in 0 until threads.count) {
                val step = program[threads.places[place]]
                if (step is One && scalar in step.set) next.insert(step.next)
            }
            threads.clear()
            val former = threads
            threads = next
            next = former
            before = scalar
            threads.startPending()
            index += Character.charCount(scalar)
        }
        return add(threads, before, NONE)
    }

    private fun add(threads: Threads, before: Int, after: Int): Boolean {
        threads.push(0)
        while (true) {
            val place = threads.pop()
            if (place < 0) return false
            if (!threads.visit(place)) continue
            when (val step = program[place]) {
                is One -> threads.reach(place)
                is Match -> return true
                is Go -> threads.push(step.next)
                is Save -> threads.push(step.next)
                is Fork -> {
                    threads.push(step.second)
                    threads.push(step.first)
                }
                is Require -> if (step.assertion.holds(before, after)) threads.push(step.next)
            }
        }
    }

    /** The positions of a program that are reached at one point of the text. */
    private class Threads(size: Int) {
        val places = IntArray(size)
        var count = 0
        private val visited = IntArray(size)
        private var generation = 1
        private var pending = IntArray(16)
        private var pendingCount = 0

        fun visit(place: Int): Boolean {
            if (visited[place] == generation) return false
            visited[place] = generation
            return true
        }

        fun insert(place: Int) {
            if (visit(place)) push(place)
        }

        fun push(place: Int) {
            if (pendingCount == pending.size) pending = pending.copyOf(pendingCount * 2)
            pending[pendingCount] = place
            pendingCount += 1
        }

        fun pop(): Int {
            if (pendingCount == 0) return -1
            pendingCount -= 1
            return pending[pendingCount]
        }

        fun reach(place: Int) {
            places[count] = place
            count += 1
        }

        fun startPending() {
            generation += 1
        }

        fun clear() {
            count = 0
            pendingCount = 0
            generation += 1
        }
    }

    internal companion object {
        const val NONE: Int = -1

        /** The pattern parsed from a text; groups up to a number are recorded by searches. */
        fun parse(text: String, groups: Int): Pattern {
            val tooLarge = PatternError("the pattern is too large")
            if (utf8Count(text) > PatternCompiler.LIMIT) throw tooLarge
            val parser = PatternParser(text)
            val node = parser.parse()
            val recorded = minOf(parser.groupCount, groups)
            val compiler = PatternCompiler(recorded)
            if (!compiler.compile(node)) throw tooLarge
            return Pattern(compiler.program, parser.groupCount, recorded)
        }
    }
}

/** The error for a text that is no pattern. */
internal class PatternError(override val message: String) : RuntimeException(message, null, false, false)

/** The greatest number of a group that a replacement can name. */
private const val LAST_NAMED_GROUP = 9

/** The pattern parsed from a text, in RE2's syntax. */
public fun pattern(text: String): Pattern =
    try {
        Pattern.parse(text, LAST_NAMED_GROUP)
    } catch (error: PatternError) {
        throw invalidArgument("${brief(text)} is no pattern: ${error.message}")
    }

/** True if a part of the text matches the pattern. */
public fun matches(text: String, pattern: String): Boolean = pattern(pattern).matches(text)

/** The text with matches replaced, at most a number of them; all if the number is negative. */
public fun Pattern.replace(text: String, replacement: String, limit: Long = -1): String {
    var left = if (limit < 0) Long.MAX_VALUE else limit
    val pieces = replacementPieces(replacement, groupCount)
    if (left == 0L) return text
    val result = StringBuilder()
    var end = 0
    PatternSearch(this, text).forEachMatch { match ->
        result.append(text, end, match.start(0))
        for (piece in pieces) {
            if (piece is Int) match.text(piece)?.let { result.append(it) } else result.append(piece)
        }
        end = match.end(0)
        left -= 1
        left > 0
    }
    return result.append(text, end, text.length).toString()
}

/** The first match, or its group if the pattern has one. */
public fun Pattern.extract(text: String): Optional<String> {
    val group = extractedGroup()
    val match = PatternSearch(this, text).firstMatch(0) ?: return Optional.none()
    return match.extracted(group)?.let { Optional.of(it) } ?: Optional.none()
}

/** All matches, or their groups if the pattern has one. */
public fun Pattern.extractAll(text: String): List<String> {
    val group = extractedGroup()
    val found = ArrayList<String>()
    PatternSearch(this, text).forEachMatch { match ->
        match.extracted(group)?.let { found.add(it) }
        true
    }
    return persistentList(found)
}

private fun Pattern.extractedGroup(): Int {
    if (groupCount > 1) {
        throw invalidArgument("the pattern has $groupCount groups, and more than one cannot be extracted")
    }
    return groupCount
}

/** The parts of a replacement: texts, and the numbers of groups. */
private fun replacementPieces(text: String, groupCount: Int): List<Any> {
    val pieces = ArrayList<Any>()
    val literal = StringBuilder()
    var index = 0
    while (index < text.length) {
        val character = text[index]
        index += 1
        if (character != '\\') {
            literal.append(character)
            continue
        }
        val next = text.getOrNull(index)
        index += 1
        if (next == '\\') {
            literal.append(next)
        } else if (next != null && next in '0'..'9') {
            val group = next - '0'
            if (group > groupCount) {
                val number = if (groupCount == 0) "none" else "only $groupCount"
                throw invalidArgument("the replacement names group $group, but the pattern has $number")
            }
            pieces.add(literal.toString())
            literal.setLength(0)
            pieces.add(group)
        } else {
            throw invalidArgument("in a replacement, a digit or another backslash follows a backslash")
        }
    }
    pieces.add(literal.toString())
    return pieces
}
