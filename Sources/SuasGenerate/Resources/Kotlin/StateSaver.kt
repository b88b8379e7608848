package suas

import java.io.IOException
import java.util.concurrent.RejectedExecutionException
import java.util.concurrent.ScheduledThreadPoolExecutor
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.atomic.AtomicLong

/**
 * Saves the state of a store whenever it has changed and then been quiet for a while, and at the latest after ten times
 * that: `after` in the spec.
 *
 * The text is made and written on a thread of its own; a dispatch only counts.
 *
 * @param form what is saved of the state: the generated spec.
 * @param restoration what the store was restored from; what was lost is kept before anything is written, and a text of
 * an earlier version is soon replaced.
 */
public class StateSaver(
    private val store: Store,
    private val form: SavedForm,
    private val place: SavedPlace,
    private val restoration: Restoration? = null,
) : AutoCloseable {
    private val changes = AtomicLong()
    private val isWaiting = AtomicBoolean()
    private val thread = ScheduledThreadPoolExecutor(1) { task -> Thread(task, "suas saving").apply { isDaemon = true } }
    private val subscription: Subscription

    /** The number of changes at the time of the last text that was written; guarded by the saver. */
    private var written = 0L

    init {
        thread.setKeepAliveTime(1, TimeUnit.SECONDS)
        thread.allowCoreThreadTimeOut(true)
        subscription = store.addListener(Listener<State> { note() })
        val version = restoration?.version ?: 0
        if (version > 0 && version != form.savedVersion) note()
    }

    /**
     * Writes the state now if it has changed, and returns when that is done; fails as the place does, and if the text
     * would be too large to be restored. What was written before then stays.
     */
    @Synchronized
    public fun flush() {
        val count = changes.get()
        if (count == written) return
        restoration?.keep(place)
        val text = form.savedText(store.getState())
        if (isOversized(text)) throw IOException(OVERSIZED)
        place.write(text)
        written = count
    }

    /** Observes the store no longer; what has changed is still written. */
    override fun close() {
        subscription.removeListener()
        thread.shutdown()
    }

    private fun note() {
        changes.incrementAndGet()
        if (!isWaiting.get() && isWaiting.compareAndSet(false, true)) await(1)
    }

    /** Waits for quiet; the number is that of the waits since the state began to change. */
    private fun await(number: Int) {
        val seen = changes.get()
        val goOn = Runnable { if (changes.get() != seen && number < MOST_WAITS) await(number + 1) else save() }
        try {
            thread.schedule(goOn, form.savingDelay.toNanos(), TimeUnit.NANOSECONDS)
        } catch (_: RejectedExecutionException) {
            // The saver was closed while the state changed.
            save()
        }
    }

    private fun save() {
        isWaiting.set(false)
        try {
            flush()
        } catch (error: Exception) {
            store.core.report(ActionError("not-saved", "the state could not be saved: $error"))
        }
    }

    private companion object {
        /** The number of waits after which a state is written although it goes on changing. */
        const val MOST_WAITS = 10
    }
}
