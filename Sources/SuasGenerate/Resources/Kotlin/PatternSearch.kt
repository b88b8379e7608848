package suas

/**
 * The search for the places at which a pattern matches a text, and for those of its groups.
 *
 * As in Perl and RE2, the leftmost match counts, and among several there the one that the order of alternatives and the
 * greed of repetitions prefer. Threads are kept in the order of preference, so a search takes time linear in the text.
 */
internal class PatternSearch(private val pattern: Pattern, private val text: String) {
    private val width = 2 * pattern.recordedGroups + 2
    private val reached = IntArray(pattern.program.size)
    private var generation = 0
    private var steps = ArrayList<Thread>()
    private val stack = ArrayList<Task>()

    private class Thread(val place: Int, val bounds: IntArray)

    private sealed interface Task

    private class Visit(val place: Int) : Task

    private class Restore(val slot: Int, val bound: Int) : Task

    /** A match: the bounds of the whole, and of each recorded group. */
    inner class Match(private val bounds: IntArray) {
        fun start(group: Int): Int = bounds[2 * group]

        fun end(group: Int): Int = bounds[2 * group + 1]

        /** The text of a group; null if it took no part. */
        fun text(group: Int): String? =
            if (start(group) < 0 || end(group) < 0) null else text.substring(start(group), end(group))

        /** The text that a group extracts, or the match for 0; a group that took no part, or is empty, extracts nothing. */
        fun extracted(group: Int): String? = if (group == 0) text(0) else text(group)?.takeIf { it.isNotEmpty() }
    }

    /** Calls a function with each match in order, until it returns false. Matches do not overlap. */
    fun forEachMatch(body: (Match) -> Boolean) {
        var position = 0
        var previousEnd = -1
        while (position <= text.length) {
            val match = firstMatch(position) ?: return
            val isEmpty = match.start(0) == match.end(0)
            if ((!isEmpty || match.start(0) != previousEnd) && !body(match)) return
            previousEnd = match.end(0)
            position = match.end(0)
            if (isEmpty) position += if (position < text.length) Character.charCount(text.codePointAt(position)) else 1
        }
    }

    /** The leftmost match that begins at or after a place. */
    fun firstMatch(start: Int): Match? {
        var before = if (start > 0) text.codePointBefore(start) else Pattern.NONE
        var position = start
        var found: Match? = null
        var next = ArrayList<Thread>()
        while (true) {
            val after = if (position < text.length) text.codePointAt(position) else Pattern.NONE
            steps = ArrayList()
            generation += 1
            for (thread in next) add(thread.place, thread.bounds.copyOf(), position, before, after)
            if (found == null) {
                val bounds = IntArray(width) { -1 }
                bounds[0] = position
                add(0, bounds, position, before, after)
            }
            next = ArrayList()
            for (thread in steps) {
                val step = pattern.program[thread.place]
                if (step is Pattern.Match) {
                    val bounds = thread.bounds.copyOf()
                    bounds[1] = position
                    found = Match(bounds)
                    break
                }
                if (step is Pattern.One && after >= 0 && after in step.set) next.add(Thread(step.next, thread.bounds))
            }
            if (after < 0 || found != null && next.isEmpty()) return found
            position += Character.charCount(after)
            before = after
        }
    }

    private fun add(start: Int, bounds: IntArray, position: Int, before: Int, after: Int) {
        stack.add(Visit(start))
        while (stack.isNotEmpty()) {
            val task = stack.removeAt(stack.size - 1)
            if (task is Restore) bounds[task.slot] = task.bound
            if (task !is Visit || reached[task.place] == generation) continue
            reached[task.place] = generation
            when (val step = pattern.program[task.place]) {
                is Pattern.One, is Pattern.Match -> steps.add(Thread(task.place, bounds.copyOf()))
                is Pattern.Go -> stack.add(Visit(step.next))
                is Pattern.Fork -> {
                    stack.add(Visit(step.second))
                    stack.add(Visit(step.first))
                }
                is Pattern.Save -> {
                    stack.add(Restore(step.slot, bounds[step.slot]))
                    bounds[step.slot] = position
                    stack.add(Visit(step.next))
                }
                is Pattern.Require -> if (step.assertion.holds(before, after)) stack.add(Visit(step.next))
            }
        }
    }
}
