package suas

import java.time.Duration
import java.time.Instant
import java.util.concurrent.Executors
import java.util.concurrent.ScheduledExecutorService
import java.util.concurrent.ScheduledFuture
import java.util.concurrent.TimeUnit

/** The source of time for a running spec. */
public interface SpecClock {
    /** The current time. */
    public val now: Instant

    /** Calls a function once at a deadline or soon after it; each call replaces the last one, and null only cancels it. */
    public fun wake(deadline: Instant?, body: () -> Unit)
}

/** The system's clock. */
public class SystemClock : SpecClock {
    private var alarm: ScheduledFuture<*>? = null

    override val now: Instant get() = systemTime()

    @Synchronized
    override fun wake(deadline: Instant?, body: () -> Unit) {
        alarm?.cancel(false)
        alarm = deadline?.let {
            val wait = Duration.between(now, it).toMillis() + 1
            // A call that comes too early leads to another call.
            scheduler.schedule({ body() }, wait.coerceIn(0, LONGEST_WAIT), TimeUnit.MILLISECONDS)
        }
    }

    private companion object {
        const val LONGEST_WAIT = 3_600_000L

        val scheduler: ScheduledExecutorService by lazy {
            Executors.newSingleThreadScheduledExecutor { task ->
                Thread(task, "suas clock").apply { isDaemon = true }
            }
        }
    }
}

/** A clock that moves only when it is told to, and then at once. */
public class VirtualClock(start: Instant) : SpecClock {
    private var alarm: Pair<Instant, () -> Unit>? = null

    override var now: Instant = start
        private set

    override fun wake(deadline: Instant?, body: () -> Unit) {
        alarm = deadline?.let { Pair(it, body) }
    }

    /** Moves the clock, and makes the calls that are due; returns false if there are too many, and stops there. */
    public fun advance(by: Duration): Boolean {
        val end = laterClamped(now, by)
        repeat(MOST_ALARMS) {
            val (deadline, body) = alarm?.takeIf { it.first <= end } ?: run {
                now = end
                return true
            }
            alarm = null
            now = maxOf(now, deadline)
            body()
        }
        return false
    }

    private companion object {
        const val MOST_ALARMS = 100_000
    }
}

/** The source of random ids. */
public fun interface RandomIds {
    /** A UUID of version 4 in lower case. */
    public fun next(): String
}

/** The ids of SplitMix64 from a seed: the same for a seed. */
public class SeededIds(seed: Long) : RandomIds {
    private var state = seed

    private fun number(): Long {
        state += -0x61c8864680b583ebL
        var bits = state
        bits = (bits xor (bits ushr 30)) * -0x40a7b892e31b1a47L
        bits = (bits xor (bits ushr 27)) * -0x6b2fb644ecceee15L
        return bits xor (bits ushr 31)
    }

    @Synchronized
    override fun next(): String = id(number(), number())

    /** The seed of the ids that are still to come. */
    internal val seedOfRest: Long
        @Synchronized get() = state
}

/** The ids of the system's random numbers. */
public class SystemIds : RandomIds {
    override fun next(): String = java.util.UUID.randomUUID().toString()
}

private fun id(high: Long, low: Long): String {
    val versioned = high and -0xf001L or 0x4000
    val variant = low and 0x3fffffffffffffffL or Long.MIN_VALUE
    return java.util.UUID(versioned, variant).toString()
}
