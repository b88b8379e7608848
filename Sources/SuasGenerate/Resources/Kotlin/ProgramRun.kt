package suas

import java.time.Duration
import java.time.Instant

/**
 * A spec that runs on a store of its own, with a clock that moves only when it is told to; it has the events since it
 * was last cleared.
 *
 * @param start the time at which the clock starts.
 * @param seed the seed of random ids.
 * @param state sub-states to begin with, in place of the reducers' own, by state key.
 */
public class ProgramRun(
    private val spec: SpecDefinition,
    start: Instant,
    seed: Long,
    state: Map<String, Any> = emptyMap(),
    // if SavedSpec
    /** The result of restoring the text that was found; null if there was none. */
    public val restoration: Restoration? = null,
    // end
) {
    private val clock = VirtualClock(start)
    private val runtime = SpecRuntime(spec, SpecHost(clock, ids = SeededIds(seed)))
    private val listeners: Map<String, Subscription>
    private var movements = 0

    /** The program's store. */
    public val store: Store = runtime.createStore().withInitialState(state).build()

    /** True if a reducer handled the action that was dispatched, or one that replaced it. */
    public var isHandled: Boolean = false
        private set

    /** The errors, in their order. */
    public val errors: MutableList<ActionError> = ArrayList()

    /** The actions that reached the reducers, including refused ones. */
    public val actions: MutableList<SpecAction> = ArrayList()

    /** The listeners that were notified, each with its value. */
    public val notified: MutableList<Pair<String, Any?>> = ArrayList()

    /** The attempts of effects that began, each with its request. */
    public val requests: MutableList<Pair<String, EffectRun>> = ArrayList()

    /** The effects that failed, each with the failure and its place. */
    public val failures: MutableList<Triple<String, EffectError, String?>> = ArrayList()

    /** The names of the pending effects, oldest first. */
    public val effects: List<String> get() = pending.map { it.effect.name }

    internal val pending: List<EffectRunner.Entry> get() = runtime.effects.pending.filter { !it.isSuperseded }

    init {
        store.core.observer = { action, keys, depth, _ ->
            if (action is SpecAction) {
                if (depth == 0 && keys.isNotEmpty()) isHandled = true
                actions.add(action)
            }
        }
        store.addErrorListener { errors.add(it) }
        runtime.observer = Observer()
        runtime.judgesAtRest = true // if RestPromise
        runtime.restoration = restoration // if SavedSpec
        listeners = runtime.attach(store)
    }

    // if SavedSpec
    /** The text that would be saved, without the time; null if nothing is. */
    public val savedText: String? get() = (spec as? SavedSpec)?.savedText(store.getState(), null)
    // end

    /**
     * Ends the store with all of its effects; returns a run on another one, while the clock and the ids go on. A spec some
     * of whose state is saved finds a text, or else what it had saved.
     */
    public fun restarted(found: String? = null): ProgramRun {
        runtime.observer = null
        runtime.cancelEffects()
        val seed = (runtime.ids as SeededIds).seedOfRest
        if (spec is SavedSpec) return finding(spec, clock.now, seed, found ?: savedText) // if SavedSpec
        return ProgramRun(spec, clock.now, seed)
    }

    private inner class Observer : SpecRuntime.Observer {
        override fun told(listener: String, value: Any?) {
            notified.add(Pair(listener, value))
        }

        override fun failed(error: ActionError) {
            errors.add(error)
        }

        override fun effectFailed(effect: String, error: EffectError, place: String?) {
            failures.add(Triple(effect, error, place))
        }

        override fun requested(effect: String, run: EffectRun) {
            requests.add(Pair(effect, run))
        }

        override fun mayGoOn(): Boolean {
            movements += 1
            if (movements == LIMIT + 1) {
                val message = "middleware and listeners dispatch more than $LIMIT actions in answer"
                errors.add(ActionError("cost-exceeded", message))
            }
            return movements <= LIMIT
        }
    }

    // if SessionRecorder
    /** Begins to record the session; returns the recorder. */
    internal fun record(log: SessionLog): SessionRecorder = SessionRecorder(runtime, store, log).apply { start() }
    // end

    /** Forgets the events. */
    public fun clear() {
        movements = 0
        isHandled = false
        errors.clear()
        actions.clear()
        notified.clear()
        requests.clear()
        failures.clear()
    }

    /** Dispatches an action some times, or until there is an error. */
    public fun dispatch(action: SpecAction, times: Int = 1) {
        repeat(times) {
            if (errors.isNotEmpty()) return
            movements = 0
            store.dispatch(runtime.filled(action))
        }
    }

    /** Moves the clock; returns the reason if it cannot go that far. */
    public fun advance(duration: Duration): String? {
        if (laterClamped(clock.now, duration) < clock.now.plus(duration)) {
            return "the clock cannot go beyond 9999-12-31T23:59:59.999999999Z"
        }
        if (!clock.advance(duration)) {
            val message = "more than $LIMIT things happen while the time passes"
            errors.add(ActionError("cost-exceeded", message))
        }
        return null
    }

    /**
     * Answers a pending effect; returns the reason if there is none.
     *
     * @param which the number of the effect among those with its name, counted from 0.
     */
    public fun respond(name: String, which: Int, answer: EffectAnswer): String? {
        val effect = spec.effects.firstOrNull { it.name == name } ?: return "there is no effect '$name'"
        if (effect.kind == EffectDefinition.Kind.EVERY) {
            return "the effect '$name' has an outcome at every interval, and takes no answer"
        }
        val named = runtime.effects.pending.filter { it.effect.name == name }
        val entry = named.getOrNull(which) ?: return if (named.isEmpty()) {
            "no effect '$name' is pending that could be answered"
        } else {
            "no effect '$name' of this number is pending: there are ${named.size}, counted from 0"
        }
        runtime.effects.finish(entry, answer)
        return null
    }

    /** Ends the oldest effect of a name without an outcome; returns the reason if there is none. */
    public fun cancel(name: String): String? {
        if (runtime.effects.cancelOldest(name)) return null
        return "no effect '$name' is under way that could be cancelled"
    }

    public fun listen(name: String) {
        listeners[name]?.addListener()
    }

    public fun unlisten(name: String) {
        listeners[name]?.removeListener()
    }

    private companion object {
        const val LIMIT = 100_000
    }
}

// if SavedSpec

/** A run of a spec that finds a saved text. */
public fun finding(spec: SpecDefinition, start: Instant, seed: Long, text: String?): ProgramRun {
    val restoration = (spec as? SavedSpec)?.restore(text)
    return ProgramRun(spec, start, seed, restoration?.state ?: emptyMap(), restoration)
}

// end

/** The request of an effect as drivers and tests show it. */
internal fun shown(run: EffectRun): Map<String, Any?> =
    when (run) {
        is EffectRun.Delay -> mapOf("delay" to run.duration)
        is EffectRun.Every -> mapOf("every" to run.interval)
        is EffectRun.Request -> shown(run.request)
    }

private fun shown(request: EffectRequest): Map<String, Any?> =
    when (request) {
        is EffectRequest.Http -> {
            val headers = request.headers.map { (name, value) -> listOf(name, value) }
            val parts = mapOf("method" to request.method, "url" to request.url, "headers" to headers, "body" to request.body)
            mapOf("http" to parts)
        }
        is EffectRequest.ReadFile -> mapOf("read-file" to request.path)
        is EffectRequest.WriteFile -> mapOf("write-file" to mapOf("path" to request.path, "value" to request.text))
        is EffectRequest.Custom -> mapOf("custom" to mapOf("name" to request.name, "input" to request.input))
    }
