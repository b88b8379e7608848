package suas

import java.time.Duration
import java.time.Instant
import java.util.concurrent.ConcurrentHashMap
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.ExperimentalForInheritanceCoroutinesApi
import kotlinx.coroutines.Job
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.awaitClose
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.delay
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.FlowCollector
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.callbackFlow
import kotlinx.coroutines.flow.catch
import kotlinx.coroutines.flow.emitAll
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.launch
import kotlinx.coroutines.yield

// if StoreFlow, StoreFlows

/**
 * A value that is computed from the states of a store. It needs no scope: only a collector listens to the store, as long
 * as it collects.
 *
 * A collector is given the present value, and then each value that is not the same as the one before, as [areSame]
 * compares them. One that is slow is given the last value only. The store never waits for a collector.
 */
@OptIn(ExperimentalForInheritanceCoroutinesApi::class)
internal class StoreFlow<T>(
    private val store: Store,
    /** The state key that the value is computed from; null for the whole state. */
    private val stateKey: String?,
    private val compute: (State) -> T,
) : StateFlow<T> {
    private class Selected<T>(val state: State, val value: T)

    /** The value that was computed last. */
    @Volatile
    private var latest: Selected<T>? = null

    /** The present value; if it cannot be computed, the one before. */
    override val value: T
        get() = try {
            selected(store.getState()).value
        } catch (failure: Failure) {
            (latest ?: throw failure).value
        }

    override val replayCache: List<T> get() = listOf(value)

    override suspend fun collect(collector: FlowCollector<T>): Nothing {
        val changes = Channel<Unit>(Channel.CONFLATED)
        val listener = Listener<Any?> { changes.trySend(Unit) }
        // The listener is added before the state is read, so that no change is lost between the two.
        val subscription = store.core.add(StateListener(stateKey, null, listener, listener))
        try {
            var emitted: Selected<T>? = null
            while (true) {
                currentCoroutineContext().ensureActive()
                val next = present()
                if (next != null && (emitted == null || !areSame(emitted.value, next.value))) {
                    emitted = next
                    collector.emit(next.value)
                }
                changes.receive()
            }
        } finally {
            subscription.removeListener()
        }
    }

    /** The present value; null if it cannot be computed, of which the store's error listeners are told. */
    private fun present(): Selected<T>? =
        try {
            selected(store.getState())
        } catch (failure: Failure) {
            store.core.report(failure.toActionError())
            null
        }

    /** The value for a state: the same object as before unless it is another value. */
    private fun selected(state: State): Selected<T> {
        val before = latest
        if (before?.state === state) return before
        val value = compute(state)
        val selected = Selected(state, if (before != null && areSame(before.value, value)) before.value else value)
        latest = selected
        return selected
    }
}

/** The flows of a store by their names, each of which is made once. */
public class StoreFlows(private val store: Store) {
    private val flows = ConcurrentHashMap<String, StateFlow<*>>()

    /**
     * The flow with a name.
     *
     * @param stateKey the state key that the value is computed from; null for the whole state.
     * @param compute computes the value from the whole state.
     */
    public fun <T> of(name: String, stateKey: String? = null, compute: (State) -> T): StateFlow<T> =
        known(flows.getOrPut(name) { StoreFlow(store, stateKey, compute) })
}

/**
 * A value that a function computes from the states of the store, as a flow that emits when it is another value.
 *
 * Values are compared as the spec does, and others by `==`. The flow needs no scope: only a collector listens to the store.
 */
public fun <T> Store.states(compute: (State) -> T): StateFlow<T> = StoreFlow(this, null, compute)

/** The actions that are dispatched while the flow is collected, before any middleware. None is left out. */
public fun Store.actions(): Flow<Action> =
    callbackFlow {
        val subscription = addActionListener(ActionListener { trySend(it) })
        awaitClose { subscription.removeListener() }
    }.buffer(Channel.UNLIMITED)

/** The refusals and other errors that are reported while the flow is collected. None is left out. */
public fun Store.errors(): Flow<ActionError> =
    callbackFlow {
        val subscription = addErrorListener(ErrorListener { trySend(it) })
        awaitClose { subscription.removeListener() }
    }.buffer(Channel.UNLIMITED)

/** The value; null if there is none. */
public fun <T> Optional<T>.valueOrNull(): T? = if (hasValue) value else null

/**
 * Adds the spec's listeners to a store until a scope ends: then they are removed, and the effects under way end without
 * an outcome.
 */
public fun SpecRuntime.attach(store: Store, scope: CoroutineScope): Map<String, Subscription> {
    val subscriptions = attach(store)
    scope.coroutineContext[Job]?.invokeOnCompletion {
        for (subscription in subscriptions.values) subscription.removeListener()
        judgesAtRest = false // if RestPromise
        cancelEffects() // if EffectRunner
    }
    return subscriptions
}

// if EffectRunner

/**
 * Performs requests in coroutines. One whose answer is no longer needed is cancelled, and so are all when the scope ends.
 *
 * An exception is the failure of the effect. A coroutine that is cancelled answers nothing; a `withTimeout` that runs out
 * inside of it is a failure.
 *
 * @param streams the answers to the requests of streams; null for a request that has one answer. The end of the flow is
 * the end of the stream.
 * @param single performs a request that has one answer.
 */
public class CoroutinePerformer(
    private val scope: CoroutineScope,
    private val streams: (EffectRequest) -> Flow<EffectAnswer>? = { null },
    private val single: suspend (EffectRequest) -> EffectAnswer,
) : EffectPerformer {
    override fun perform(request: EffectRequest, answer: (EffectAnswer) -> Unit): () -> Unit {
        val job = scope.launch {
            answers(request).collect {
                ensureActive()
                answer(it)
            }
        }
        return { job.cancel() }
    }

    private fun answers(request: EffectRequest): Flow<EffectAnswer> =
        flow {
            val stream = streams(request)
            if (stream == null) {
                emit(single(request))
            } else {
                emitAll(stream)
                emit(EffectAnswer.Last(null))
            }
        }.catch { error ->
            // An error of the machine, such as a lack of memory, is no answer.
            if (error !is Exception) throw error
            emit(EffectAnswer.Failure(error.message ?: error.toString()))
        }
}

// end

// if AppRuntime, LateDefault, ProgramRun, SessionRecorder

/**
 * A clock whose timers are coroutines of a scope. They end with it, and follow the virtual time of a test.
 *
 * @param time reads the time, such as `{ Instant.ofEpochMilli(testScheduler.currentTime) }` in a test.
 */
public class CoroutineClock(
    private val scope: CoroutineScope,
    private val time: () -> Instant = { systemTime() },
) : SpecClock {
    private var alarm: Job? = null

    override val now: Instant get() = time()

    override fun wake(deadline: Instant?, body: () -> Unit) {
        val next = deadline?.let {
            scope.launch(start = CoroutineStart.LAZY) {
                val wait = waitUntil(it)
                if (wait > 0) delay(wait) else yield()
                body()
            }
        }
        val former = synchronized(this) { alarm.also { alarm = next } }
        former?.cancel()
        // Not under the lock: an unconfined coroutine may call the function at once.
        next?.start()
    }

    /** The milliseconds until a deadline, rounded up; a call that comes too early leads to another one. */
    private fun waitUntil(deadline: Instant): Long {
        val rest = Duration.between(now, deadline)
        val begun = if (rest.nano % 1_000_000 == 0) 0 else 1
        return (rest.toMillis() + begun).coerceIn(0, LONGEST_WAIT)
    }

    private companion object {
        const val LONGEST_WAIT = 3_600_000L
    }
}

// end

// end
