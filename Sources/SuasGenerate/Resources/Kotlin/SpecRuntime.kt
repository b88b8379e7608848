package suas

import java.util.concurrent.atomic.AtomicInteger

/** The services that a running spec needs from its app. */
public class SpecHost(
    // if AppRuntime, LateDefault, ProgramRun, SessionRecorder
    /** The source of the time. */
    public val clock: SpecClock = SystemClock(),
    // end
    // if EffectRunner
    /** Performs requests; without it, effects wait for an answer or time out. */
    public val performer: EffectPerformer? = null,
    // end
    // if AppRuntime, LateDefault, ProgramRun, SessionRecorder
    /** The source of ids. */
    public val ids: RandomIds = SystemIds(),
    // end
    // if RestPromise
    /** True if promises at rest are judged; by default where assertions are enabled. */
    public val judgesAtRest: Boolean = SpecHost::class.java.desiredAssertionStatus(),
    // end
    // if NamedMiddleware
    /** The middleware that `logger` stands for, if any. */
    public val logger: Middleware? = null,
    /** The middleware that `monitor` stands for, if any. */
    public val monitor: Middleware? = null,
    // end
)

/**
 * Runs the parts of a spec around its reducers on one store: its middleware, its listeners and its effects.
 *
 * ```
 * val runtime = SpecRuntime(TodoSpec)
 * val store = runtime.createStore().build()
 * runtime.attach(store)
 * ```
 */
public class SpecRuntime(internal val spec: SpecDefinition, private val host: SpecHost = SpecHost()) {
    // if AppRuntime, LateDefault, ProgramRun, SessionRecorder
    internal val clock: SpecClock get() = host.clock
    internal val ids: RandomIds get() = host.ids
    // end
    internal val effects = EffectRunner(this, host) // if EffectDefinition, NamedMiddleware.Async, ProgramRun, RestPromise
    internal var observer: Observer? = null // if ProgramRun
    private var store: Store? = null // if AppRuntime, RestPromise

    // if RestPromise
    internal var judgesAtRest: Boolean = host.judgesAtRest
    internal val rest = RestJudge(this)

    /** Calls a function while nothing else changes the store. */
    internal fun whileStill(body: (State) -> Unit) {
        store?.let { store -> store.core.whileStill { body(store.core.currentState()) } }
    }
    // end

    // if SessionRecorder
    /** The recorder of the runtime, if there is one. */
    @Volatile
    internal var recorder: SessionRecorder? = null

    /** The listeners that were removed (false), and those that were added again, in the order in which this happened. */
    private val listenerChanges = LinkedHashMap<String, Boolean>()

    internal fun noteListener(name: String, isAdded: Boolean) {
        synchronized(listenerChanges) {
            listenerChanges.remove(name)
            listenerChanges[name] = isAdded
        }
        recorder?.listening(name, isAdded)
    }

    internal fun listenerChanges(): List<Pair<String, Boolean>> = synchronized(listenerChanges) { listenerChanges.toList() }
    // end

    // if ProgramRun
    /** Callbacks for the events of a runtime. */
    internal interface Observer {
        fun told(listener: String, value: Any?)

        fun failed(error: ActionError)

        fun effectFailed(effect: String, error: EffectError, place: String?)

        /** A try of an effect has begun. */
        fun requested(effect: String, run: EffectRun)

        /** Returns true if the spec itself may dispatch or hand on one more action. */
        fun mayGoOn(): Boolean
    }
    // end

    /** The spec's middleware, in the order of declaration. */
    public val middleware: List<Middleware>
        get() {
            val all = ArrayList<Middleware>()
            all.add(rest) // if RestPromise
            if (spec.actions.any { it.hasLateDefaults }) all.add(CompletingMiddleware()) // if LateDefault
            // if NamedMiddleware
            for (named in spec.middleware) {
                val middleware = when (named) {
                    is NamedMiddleware.Logger -> host.logger
                    is NamedMiddleware.Monitor -> host.monitor
                    is NamedMiddleware.Async -> effects // if NamedMiddleware.Async
                    is NamedMiddleware.Declared -> DeclaredMiddleware(known(named.definition), this) // if MiddlewareDefinition
                }
                if (middleware != null) all.add(middleware)
            }
            // end
            return all
        }

    // if LateDefault
    /** Fills in the defaults that are read at dispatch. */
    private inner class CompletingMiddleware : Middleware {
        override fun onAction(action: Action, state: GetState, dispatcher: Dispatcher, continuation: Continuation) {
            continuation.next(if (action is SpecAction) completed(action) else action)
        }
    }
    // end

    /** Begins a store with the spec's reducers, checks and middleware. */
    public fun createStore(): StoreBuilder =
        Suas.createStore(*spec.reducers.toTypedArray())
            .withMiddleware(*middleware.toTypedArray())
            .withValidation(*spec.validations.toTypedArray())

    // if SavedSpec
    internal var restoration: Restoration? = null

    /** Begins a store with what was restored. */
    public fun createStore(restoration: Restoration): StoreBuilder {
        this.restoration = restoration
        return createStore().withInitialState(restoration.state)
    }
    // end

    /** Adds the spec's listeners to the store, in the order of declaration, and returns them by name. */
    public fun attach(store: Store): Map<String, Subscription> {
        this.store = store // if AppRuntime, RestPromise
        store.core.aroundReset = rest::untilRest // if RestPromise
        val subscriptions = LinkedHashMap<String, Subscription>()
        for (listener in spec.listeners) subscriptions[listener.name] = DeclaredListener(known(listener), this).add(store) // if ListenerDefinition
        for (entry in subscriptions) entry.setValue(RecordedSubscription(entry.key, entry.value, this)) // if SessionRecorder
        // if RestoredScope
        rest.begin() // if RestPromise
        takeFirstSteps(store)
        rest.release() // if RestPromise
        // end
        rest.judge() // if RestPromise
        return subscriptions
    }

    // if RestoredScope
    /** Runs the steps of a new store. */
    private fun takeFirstSteps(store: Store) {
        val saved = spec as? SavedSpec ?: return
        val scope = RestoredScope(this, store::getState, Restored(restoration))
        try {
            val reactions = saved.onRestore.mapNotNull { it.evaluate(scope) }
            for (reaction in reactions) {
                if (mayGoOn()) perform(reaction, store)
            }
        } catch (failure: Failure) {
            report(failure.toActionError())
        }
    }
    // end

    // if EffectRunner
    /** Ends all effects under way, without an outcome. */
    public fun cancelEffects() {
        effects.cancelAll()
    }
    // end

    // if AppRuntime, RestPromise
    internal fun report(error: ActionError) {
        recorder?.failed(error) // if SessionRecorder
        observer?.let { return it.failed(error) } // if ProgramRun
        store?.core?.report(error) ?: System.err.println(error)
    }

    /** True if the spec itself may dispatch or hand on one more action. */
    internal fun mayGoOn(): Boolean {
        observer?.let { return it.mayGoOn() } // if ProgramRun
        return true
    }
    // end

    // if AppRuntime, LateDefault, ProgramRun, SessionRecorder
    /** Returns the action with those defaults filled in that are read at dispatch. */
    internal fun completed(action: SpecAction): SpecAction {
        recorder?.let { return it.completed(action) } // if SessionRecorder
        return filled(action)
    }

    /** Returns the action with those defaults filled in, which are part of the action of an app. */
    internal fun filled(action: SpecAction): SpecAction {
        lateValues(action)?.let { return action.type.make(it) as SpecAction } // if LateDefault
        return action
    }

    // if LateDefault
    /** The values of an action with those defaults that are read at dispatch; null if it has none. */
    private fun lateValues(action: SpecAction): List<Any?>? {
        val type = action.type
        if (!type.hasLateDefaults) return null
        var isOpen = false
        val values = type.fields.zip(action.fieldValues()).map { (field, value) ->
            when {
                field.default?.late == LateDefault.NOW && value == LateDefault.now -> {
                    isOpen = true
                    clock.now
                }
                field.default?.late == LateDefault.UUID && value === LateDefault.uuid -> {
                    isOpen = true
                    ids.next()
                }
                else -> value
            }
        }
        return if (isOpen) values else null
    }
    // end
    // end

    // if DeclaredListener
    internal fun afterRound(work: () -> Unit) {
        store?.core?.afterRound(work) ?: work()
    }

    internal fun dispatch(action: SpecAction) {
        // if SessionRecorder
        recorder?.let { return it.dispatch(action, true, store ?: return) }
        // end
        store?.dispatch(completed(action))
    }
    // end

    // if Reaction
    /** Does the work of a step. */
    internal fun perform(reaction: Reaction, dispatcher: Dispatcher) {
        // if SessionRecorder
        if (reaction is Reaction.Dispatch) recorder?.let { return it.dispatch(reaction.action, false, dispatcher) }
        // end
        when (reaction) {
            is Reaction.Dispatch -> dispatcher.dispatch(completed(reaction.action))
            is Reaction.Cancel -> effects.cancel(reaction.effect, reaction.key) // if EffectRunner
        }
    }
    // end
}

/** Judges promises at rest whenever everything that an outside event led to is done. */
internal class RestJudge(private val runtime: SpecRuntime) : Middleware {
    /** The number of dispatches and events of effects that have not come to their end. */
    private val unfinished = AtomicInteger()

    override fun onAction(action: Action, state: GetState, dispatcher: Dispatcher, continuation: Continuation) {
        untilRest { continuation.next(action) }
    }

    /** Does some work, and judges the promises unless it is part of other such work. */
    fun untilRest(work: () -> Unit) {
        begin()
        try {
            work()
        } finally {
            end()
        }
    }

    fun begin() {
        unfinished.incrementAndGet()
    }

    fun end() {
        if (unfinished.decrementAndGet() == 0) judge()
    }

    // if RestoredScope
    /** Ends what was begun, after which the caller judges. */
    fun release() {
        unfinished.decrementAndGet()
    }
    // end

    fun judge() {
        if (!runtime.judgesAtRest) return
        runtime.whileStill { state ->
            // An effect that goes on elsewhere has its judgement to come.
            if (unfinished.get() != 0) return@whileStill
            val counts = runtime.effects.counts()
            if (unfinished.get() != 0) return@whileStill
            for (promise in runtime.spec.atRest) promise.judge(state) { counts[it] ?: 0 }?.let { runtime.report(it) }
        }
    }
}

/** True if a field of the type has a default that is read at dispatch. */
internal val RecordType.hasLateDefaults: Boolean get() = fields.any { it.default?.late != null }

/** A middleware that a spec declares, in a store. */
private class DeclaredMiddleware(
    private val definition: MiddlewareDefinition<SpecAction>,
    private val runtime: SpecRuntime,
) : Middleware {
    override fun onAction(action: Action, state: GetState, dispatcher: Dispatcher, continuation: Continuation) {
        if (action !is SpecAction || definition.actions?.contains(action.actionName) == false) {
            continuation.next(action)
            return
        }
        try {
            val scope = Scope(runtime, state::getState, action)
            if (rule(definition.conditionPlace) { definition.condition?.invoke(scope) } == false) {
                if (runtime.mayGoOn()) continuation.next(action)
                return
            }
            run(action, state, dispatcher, continuation)
        } catch (failure: Failure) {
            runtime.report(failure.toActionError())
        }
    }

    /** Runs the steps, each of which reads the store anew. */
    private fun run(action: SpecAction, state: GetState, dispatcher: Dispatcher, continuation: Continuation) {
        for (step in definition.steps) {
            val scope = Scope(runtime, state::getState, action)
            val (handedOn, onRefused) = when (step) {
                is SpecStep.Next -> {
                    if (rule(step.place) { step.condition?.invoke(scope) } == false) continue
                    Pair(action, step.onRefused)
                }
                is SpecStep.Replace -> {
                    val made = rule(step.place) {
                        if (step.condition?.invoke(scope) == false) null else step.make(scope)
                    }
                    Pair(runtime.completed(made ?: continue), step.onRefused)
                }
                else -> {
                    react(step, scope, dispatcher)
                    continue
                }
            }
            if (!runtime.mayGoOn()) continue
            val error = continuation.next(handedOn) ?: continue
            // The other steps rely on the changes of the action.
            for (reaction in onRefused ?: return) {
                val refusal = EffectError(error.code, error.message)
                react(reaction, Scope(runtime, state::getState, action, refusal), dispatcher)
            }
            return
        }
    }

    private fun react(step: SpecStep<Scope<SpecAction>>, scope: Scope<SpecAction>, dispatcher: Dispatcher) {
        val reaction = step.evaluate(scope) ?: return
        if (runtime.mayGoOn()) runtime.perform(reaction, dispatcher)
    }
}

/** A listener that a spec declares, on a store. */
private class DeclaredListener(private val definition: ListenerDefinition<Any?>, private val runtime: SpecRuntime) {
    fun add(store: Store): Subscription {
        val key = definition.stateKey
        if (key == null) return store.addListener(keepingOld(), Listener<State> { tell(it) })
        return store.addListener(key, Any::class.java, keepingOld(), Listener { tell(it) })
    }

    /** The value before the change of which the listener is about to be notified. */
    private var old: Any? = null

    private fun <E> keepingOld(): Filter<E> = Filter { old, _ ->
        this.old = old
        true
    }

    private fun tell(new: Any) {
        val before = old
        old = null
        try {
            val change = change(before, new) ?: return
            val reactions = definition.reactions.mapNotNull { it.evaluate(change) }
            runtime.observer?.told(definition.name, definition.asAny(change.new)) // if ProgramRun
            for (reaction in reactions) {
                if (runtime.mayGoOn()) react(reaction)
            }
        } catch (failure: Failure) {
            runtime.report(failure.toActionError())
        }
    }

    private fun react(reaction: Reaction) {
        when (reaction) {
            is Reaction.Dispatch -> runtime.dispatch(reaction.action)
            is Reaction.Cancel -> runtime.afterRound { runtime.perform(reaction) {} } // if EffectRunner
        }
    }

    /** The change of which to notify the listener; null if it is not notified. */
    private fun change(old: Any?, new: Any): Change<Any?>? {
        val selector = definition.selector ?: return seenChange(old, new)
        val filter = definition.stateFilter
        if (filter != null && !rule(definition.filterPlace) { filter(Change(runtime, old, new as State)) }) return null
        val selected = rule(selector.place) { selector.select(new as State) }
        if (!selected.hasValue) return null
        val before = (old as? State)?.let { state ->
            try {
                selector.select(state)
            } catch (_: Failure) {
                Optional.none()
            }
        } ?: Optional.none()
        if (definition.isForChanges && before.hasValue && areSame(before.value, selected.value)) return null
        return Change(runtime, if (before.hasValue) before.value else null, selected.value)
    }

    /** The change of a state, or of the store; null if the listener is not notified. */
    private fun seenChange(old: Any?, new: Any): Change<Any?>? {
        val change = Change(runtime, seen(old), seen(new))
        val filter = definition.filter
        val passes = when {
            definition.isForChanges -> !areSame(seen(old), change.new)
            filter != null -> rule(definition.filterPlace) { filter(change) }
            else -> true
        }
        return if (passes) change else null
    }

    private fun seen(value: Any?): Any? = if (value is State) runtime.spec.store(value) else value
}
