package benchmarks

/** The change of the list by one action of the workload. */
public sealed interface Step {
    public data class Toggle(val index: Int) : Step

    /** Appends the title with that number in the pool. */
    public data class Append(val title: Int) : Step

    public data class Remove(val index: Int) : Step

    public data class Move(val from: Int, val to: Int) : Step
}

/** The titles of the workload's items. */
public object Titles {
    public val pool: List<String> = (0 until 64).map { "Appended todo number $it" }

    public fun initial(index: Int): String = "Todo item number $index"
}

/**
 * The steps of the workload on a list of so many items: 40 % toggle, 20 % append, 20 % remove and 20 % move, at random
 * indices; the length stays between 0.5 and 1.5 times the first one.
 */
public fun trace(count: Int, dispatches: Int): List<Step> {
    val random = XorShift32()
    val allowed = count / 2..count + count / 2
    var length = count
    return List(dispatches) {
        var percent = random.next(100)
        if (percent in 40..59 && length >= allowed.last) {
            percent = 60
        } else if (percent in 60..79 && length <= allowed.first) {
            percent = 40
        }
        when {
            percent < 40 -> Step.Toggle(random.next(length))
            percent < 60 -> {
                length += 1
                Step.Append(random.next(Titles.pool.size))
            }
            percent < 80 -> {
                val index = random.next(length)
                length -= 1
                Step.Remove(index)
            }
            else -> Step.Move(random.next(length), random.next(length))
        }
    }
}

/** Marsaglia's xorshift generator with 32 bits and its original seed. */
private class XorShift32 {
    private var state = 2_463_534_242u

    fun next(bound: Int): Int {
        state = state xor (state shl 13)
        state = state xor (state shr 17)
        state = state xor (state shl 5)
        return (state % bound.toUInt()).toInt()
    }
}

/** A checksum of a list of items: 32-bit FNV-1a over titles and marks, and the length. */
public class Checksum {
    private var hash = 2_166_136_261u
    private var count = 0

    public fun add(title: String, isCompleted: Boolean) {
        for (byte in title.toByteArray()) mix(byte.toUByte().toUInt())
        mix(if (isCompleted) 1u else 0u)
        count += 1
    }

    private fun mix(value: UInt) {
        hash = (hash xor value) * 16_777_619u
    }

    override fun toString(): String = "$hash:$count"
}
