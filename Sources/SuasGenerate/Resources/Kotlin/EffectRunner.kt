package suas

import java.time.Duration
import java.time.Instant
import java.util.TreeMap

/** The middleware `async`: starts the spec's effects and follows them to their end; executes an app's own async actions. */
internal class EffectRunner(private val runtime: SpecRuntime, private val host: SpecHost) : Middleware {
    private val clock get() = host.clock

    internal enum class Phase { DEBOUNCED, PENDING, RETRYING }

    /** One effect under way. */
    internal class Entry(
        val effect: EffectDefinition<SpecAction>,
        val action: SpecAction,
        val key: Any?,
        val state: GetState,
        val dispatcher: Dispatcher,
    ) {
        var id = 0L
        var phase = Phase.DEBOUNCED
        var run: EffectRun? = null
        var isSuperseded = false
        var triesLeft = 0
        var retryDelay: Duration = Duration.ZERO
        var alarm: Alarm? = null
        var cancel: (() -> Unit)? = null
        var attempt = 0
        var logged: LoggedEffect? = null // if SessionRecorder

        fun isInLine(other: Entry): Boolean = effect.name == other.effect.name && key == other.key

        /** True if the run is to end when a newer one supersedes it: nothing answers it only once. */
        val endsWhenSuperseded: Boolean
            get() = phase == Phase.RETRYING || run is EffectRun.Delay || run is EffectRun.Every || effect.isStream
    }

    /** A time for which an effect waits; among equal ones, the one that was set first comes first. */
    internal data class Alarm(val deadline: Instant, val order: Long) : Comparable<Alarm> {
        override fun compareTo(other: Alarm): Int = compareValuesBy(this, other, { it.deadline }, { it.order })
    }

    private val lock = Any()
    private val entries = TreeMap<Long, Entry>()
    private val alarms = TreeMap<Alarm, Entry>()
    private var lastNumber = 0L
    private val definitions = HashMap<String, EffectDefinition<SpecAction>>()

    init {
        for (effect in runtime.spec.effects) definitions[effect.name] = known(effect)
    }

    override fun onAction(action: Action, state: GetState, dispatcher: Dispatcher, continuation: Continuation) {
        val effect = (action as? SpecAction)?.let { definitions[it.actionName] }
        if (effect != null) {
            take(effect, action, state, dispatcher)
        } else if (action is AsyncAction) {
            action.execute(dispatcher, state)
        } else {
            continuation.next(action)
        }
    }

    private fun scope(entry: Entry, outcome: Any? = null) = Scope(runtime, entry.state::getState, entry.action, outcome)

    private inline fun reporting(place: String, body: () -> Unit) {
        try {
            rule(place, body)
        } catch (failure: Failure) {
            runtime.report(failure.toActionError())
        }
    }

    private fun take(effect: EffectDefinition<SpecAction>, action: SpecAction, state: GetState, dispatcher: Dispatcher) {
        action.refusal()?.let { return runtime.report(it) }
        if (synchronized(lock) { entries.size >= MOST_EFFECTS }) {
            val message = "more than $MOST_EFFECTS effects are under way at once"
            return runtime.report(ActionError("cost-exceeded", message, effect.place))
        }
        reporting(effect.place) {
            val key = effect.key?.invoke(Scope(runtime, state::getState, action))
            val entry = Entry(effect, action, key, state, dispatcher)
            entry.logged = runtime.recorder?.begins(effect) // if SessionRecorder
            val debounce = effect.debounce ?: return begin(entry)
            val start = laterClamped(clock.now, waitingTime(debounce(scope(entry))))
            synchronized(lock) {
                entries.values.firstOrNull { it.phase == Phase.DEBOUNCED && it.isInLine(entry) }?.let { remove(it) }
                add(entry)
                wait(entry, start)
            }
            rearm()
        }
    }

    /** Starts an effect, which is then pending. */
    private fun begin(entry: Entry) {
        reporting(entry.effect.place) {
            val scope = scope(entry)
            entry.run = try {
                entry.effect.start(scope)
            } catch (failure: Failure) {
                throw if (entry.effect.isSensitive) failure.withoutValues() else failure
            }
            entry.effect.retryDelay?.let { delay ->
                entry.retryDelay = waitingTime(delay(scope))
                entry.triesLeft = entry.effect.retryTimes
            }
            entry.phase = Phase.PENDING
            val ended = synchronized(lock) {
                add(entry)
                if (entry.effect.isLatest) supersede(entry) else emptyList()
            }
            for (other in ended) other.cancel?.invoke()
            perform(entry)
        }
    }

    /** Supersedes all other effects in the line of an entry; removes and returns those that end then. */
    private fun supersede(newest: Entry): List<Entry> {
        val ended = ArrayList<Entry>()
        for (entry in entries.values.toList()) {
            if (entry === newest || entry.phase == Phase.DEBOUNCED || entry.isSuperseded || !entry.isInLine(newest)) continue
            if (entry.endsWhenSuperseded) {
                ended.add(entry)
                remove(entry)
            } else {
                entry.isSuperseded = true
            }
        }
        return ended
    }

    /** Has an effect's request performed, and sets the alarm for its end or timeout. */
    private fun perform(entry: Entry) {
        entry.run?.let { runtime.observer?.requested(entry.effect.name, it) } // if ProgramRun
        val now = clock.now
        when (val run = entry.run) {
            is EffectRun.Delay -> synchronized(lock) { wait(entry, laterClamped(now, run.duration)) }
            is EffectRun.Every -> synchronized(lock) { wait(entry, laterClamped(now, run.interval)) }
            is EffectRun.Request -> {
                synchronized(lock) { wait(entry, run.timeout?.let { laterClamped(now, it) }) }
                host.performer?.let { request(entry, run.request, it) }
            }
            null -> {}
        }
        rearm()
    }

    /** Makes a request; an exception that the performer throws at once is the failure of the effect. */
    private fun request(entry: Entry, request: EffectRequest, performer: EffectPerformer) {
        val attempt = entry.attempt
        val cancel = try {
            performer.perform(request) { receive(entry, attempt, it) }
        } catch (error: Exception) {
            return receive(entry, attempt, EffectAnswer.Failure(error.message ?: error.toString()))
        }
        // Another thread may have ended the effect meanwhile, or the answer has come already.
        val isAwaited = synchronized(lock) {
            val isAwaited = entries[entry.id] === entry && entry.attempt == attempt
            if (isAwaited) entry.cancel = cancel
            isAwaited
        }
        if (!isAwaited) cancel()
    }

    /** Accepts the answer of a performer; drops an answer that comes too late. */
    private fun receive(entry: Entry, attempt: Int, answer: EffectAnswer) {
        val isAwaited = synchronized(lock) {
            val deadline = entry.alarm?.deadline
            entries[entry.id] === entry && entry.phase == Phase.PENDING && entry.attempt == attempt &&
                (deadline == null || deadline > clock.now)
        }
        if (isAwaited) finish(entry, answer)
    }

    private fun rearm() {
        do {
            val next = firstDeadline()
            clock.wake(next) { wake() }
            // Another thread may have asked the clock for its own deadline in between.
        } while (next != firstDeadline())
    }

    private fun firstDeadline(): Instant? = synchronized(lock) { alarms.keys.firstOrNull()?.deadline }

    /** Takes the first step that is due: one step for each call of the clock. */
    private fun wake() {
        val due = synchronized(lock) { alarms.firstEntry()?.takeIf { it.key.deadline <= clock.now } }
        if (due != null) {
            val entry = due.value
            noting(entry) { goOn(entry, due.key.deadline) }
        }
        rearm()
    }

    private fun goOn(entry: Entry, deadline: Instant) {
        val run = entry.run
        when {
            entry.phase == Phase.DEBOUNCED -> {
                synchronized(lock) { remove(entry) }
                runtime.recorder?.happened("start", entry) // if SessionRecorder
                begin(entry)
            }
            entry.phase == Phase.RETRYING -> {
                synchronized(lock) { entry.phase = Phase.PENDING }
                runtime.recorder?.happened("start", entry) // if SessionRecorder
                perform(entry)
            }
            run is EffectRun.Delay -> {
                runtime.recorder?.answered(entry, null) // if SessionRecorder
                conclude(entry, EffectAnswer.Done)
            }
            run is EffectRun.Every -> {
                // Times that went by unnoticed, as while a device sleeps, are left out.
                val next = laterClamped(deadline, run.interval)
                val now = clock.now
                synchronized(lock) { wait(entry, if (next > now) next else laterClamped(now, run.interval)) }
                runtime.recorder?.answered(entry, null) // if SessionRecorder
                conclude(entry, EffectAnswer.Done)
            }
            else -> fail(entry, EffectError("timeout", "there was no answer in time"))
        }
    }

    /** Does the work of an event of an effect, which is the cause of what happens in it. */
    private inline fun <T> noting(entry: Entry, work: () -> T): T {
        // if SessionRecorder
        val recorder = runtime.recorder
        val former = recorder?.enter(entry.logged)
        // end
        runtime.rest.begin() // if RestPromise
        try {
            return work()
        } finally {
            runtime.rest.end() // if RestPromise
            recorder?.enter(former) // if SessionRecorder
        }
    }

    /** Gives a pending effect its answer. */
    fun finish(entry: Entry, answer: EffectAnswer) {
        if (synchronized(lock) { entries[entry.id] !== entry || entry.phase != Phase.PENDING }) return
        runtime.recorder?.answered(entry, answer) // if SessionRecorder
        noting(entry) { conclude(entry, answer) }
    }

    private fun conclude(entry: Entry, answer: EffectAnswer) {
        var contents = answer
        var isLast = !entry.effect.goesOn
        if (entry.effect.isStream && answer is EffectAnswer.Last) {
            contents = answer.answer ?: return goOn(entry, null, true)
            isLast = true
        }
        val response = try {
            entry.effect.response(contents)
        } catch (failure: EffectFailure) {
            return fail(entry, failure.error)
        }
        goOn(entry, response, isLast)
    }

    /** Takes the steps that follow a success, or the end of a stream without a response. */
    private fun goOn(entry: Entry, response: Response?, isLast: Boolean) {
        val isThere = if (isLast) {
            end(entry)
        } else {
            entry.triesLeft = 0
            synchronized(lock) { entries[entry.id] === entry }
        }
        if (!isThere || entry.isSuperseded) return
        val steps = try {
            val steps = if (response == null) emptyList() else reactions(entry.effect.onSuccess, scope(entry, response))
            if (isLast && entry.effect.isStream) steps + reactions(entry.effect.onEnd, scope(entry)) else steps
        } catch (failure: Failure) {
            if (entry.effect.isStream && !isLast) end(entry)
            runtime.observer?.effectFailed(entry.effect.name, EffectError("expression", failure.message), failure.place) // if ProgramRun
            return follow(entry, EffectError("expression", failure.message))
        }
        perform(steps, entry)
    }

    private fun fail(entry: Entry, error: EffectError) {
        if (error.code == "timeout") runtime.recorder?.happened("timeout", entry) // if SessionRecorder
        val isRetried = synchronized(lock) {
            val mayTry = entries[entry.id] === entry && error.mayPass && entry.triesLeft > 0 && !entry.isSuperseded
            if (mayTry) {
                entry.cancel?.invoke()
                entry.cancel = null
                entry.triesLeft -= 1
                entry.attempt += 1
                entry.phase = Phase.RETRYING
                wait(entry, laterClamped(clock.now, entry.retryDelay))
            }
            mayTry
        }
        if (isRetried) return retry(entry)
        if (!end(entry) || entry.isSuperseded) return
        runtime.observer?.effectFailed(entry.effect.name, error, null) // if ProgramRun
        follow(entry, error)
    }

    /** Makes a retry without a delay pending at once; otherwise sets the alarm. */
    private fun retry(entry: Entry) {
        if (!entry.retryDelay.isZero) return rearm()
        synchronized(lock) { entry.phase = Phase.PENDING }
        perform(entry)
    }

    private fun follow(entry: Entry, error: EffectError) {
        try {
            perform(reactions(entry.effect.onFailure, scope(entry, error)), entry)
        } catch (failure: Failure) {
            runtime.report(failure.toActionError())
        }
    }

    private fun reactions(steps: List<SpecStep<Scope<SpecAction>>>, scope: Scope<SpecAction>): List<Reaction> =
        steps.mapNotNull { it.evaluate(scope) }

    private fun perform(reactions: List<Reaction>, entry: Entry) {
        for (reaction in reactions) runtime.perform(reaction, entry.dispatcher)
    }

    private fun end(entry: Entry): Boolean {
        val isThere = synchronized(lock) { remove(entry) }
        if (isThere) entry.cancel?.invoke()
        rearm()
        return isThere
    }

    /** Ends the effects with a name, or only those with a key, without an outcome. */
    fun cancel(name: String, key: Any?) {
        val ended = synchronized(lock) {
            entries.values.filter { it.effect.name == name && (key == null || it.key == key) }.onEach { remove(it) }
        }
        for (entry in ended) entry.cancel?.invoke()
        if (ended.isNotEmpty()) rearm()
    }

    // if ProgramRun
    /** Ends the oldest effect with a name: a pending one, else one that waits. Returns false if there is none. */
    fun cancelOldest(name: String): Boolean {
        val entry = synchronized(lock) {
            Phase.PENDING.let { listOf(it, Phase.DEBOUNCED, Phase.RETRYING) }
                .firstNotNullOfOrNull { phase -> entries.values.firstOrNull { it.effect.name == name && it.phase == phase } }
        } ?: return false
        runtime.recorder?.happened("cancel", entry) // if SessionRecorder
        return noting(entry) { end(entry) }
    }
    // end

    fun cancelAll() {
        val all = synchronized(lock) { entries.values.toList().onEach { remove(it) } }
        for (entry in all) runtime.recorder?.happened("cancel", entry) // if SessionRecorder
        for (entry in all) entry.cancel?.invoke()
        if (all.isNotEmpty()) runtime.rest.judge() // if RestPromise
    }

    // if RestPromise
    /** The numbers of effects under way by their names, without superseded ones. */
    fun counts(): Map<String, Long> = synchronized(lock) {
        entries.values.filter { !it.isSuperseded }.groupingBy { it.effect.name }.eachCount().mapValues { it.value.toLong() }
    }
    // end

    // if ProgramRun
    /** The effects that can be answered, oldest first. */
    val pending: List<Entry> get() = synchronized(lock) { entries.values.filter { it.phase == Phase.PENDING } }
    // end

    // if SessionRecorder
    /** Numbers the effects under way from 1, as if each had an action of its own; returns their number. */
    fun renumber(): Long = synchronized(lock) {
        var number = 0L
        for (entry in entries.values) {
            number += 1
            entry.logged = LoggedEffect(number, 0, entry.effect.isSensitive)
        }
        number
    }

    /** The effects under way, oldest first. */
    fun underWay(): List<UnderWay> = synchronized(lock) {
        entries.values.map { UnderWay(it.action, it.logged, it.phase.name.lowercase(), it.triesLeft.toLong(), it.isSuperseded) }
    }
    // end

    // The lock is held in the functions below.

    private fun add(entry: Entry) {
        lastNumber += 1
        entry.id = lastNumber
        entry.alarm = null
        entries[entry.id] = entry
    }

    private fun remove(entry: Entry): Boolean {
        if (entries[entry.id] !== entry) return false
        entries.remove(entry.id)
        entry.alarm?.let { alarms.remove(it) }
        return true
    }

    private fun wait(entry: Entry, deadline: Instant?) {
        if (entries[entry.id] !== entry) return
        entry.alarm?.let { alarms.remove(it) }
        entry.alarm = deadline?.let {
            lastNumber += 1
            Alarm(it, lastNumber)
        }
        entry.alarm?.let { alarms[it] = entry }
    }

    private companion object {
        const val MOST_EFFECTS = 10_000
    }
}
