package suas

import java.util.concurrent.Executor
import java.util.concurrent.locks.ReentrantLock

/** The implementation of a store. The turn is held while an action is processed, user code included. */
internal class Core(
    private val reducers: List<Reducer<*>>,
    middleware: List<Middleware>,
    private val validations: List<Validation>,
    given: Map<String, Any>,
    executor: Executor?,
) {
    private enum class Phase { OUTSIDE, MIDDLEWARE, REDUCER, LISTENER }

    /** An action in progress. */
    private class Frame(val action: Action, val cause: Cause?) {
        var position = -1
        var isTooDeep = false
        var refusal: ActionError? = null
        var id = 0L // if SessionRecorder
        var runs = 0L // if SessionRecorder
    }

    private val turn = ReentrantLock()
    private val deliveries = executor?.let { Deliveries(it) }
    private val listeners = ListenerRegistry()
    private val initialState: State
    private val links: List<Link>

    @Volatile
    private var state: State

    @Volatile
    var maxDispatchDepth: Int = 64

    // Guarded by the turn.
    private var phase = Phase.OUTSIDE
    private var frame: Frame? = null
    private val requests = ArrayDeque<() -> Unit>()
    private var isServingRequests = false

    // if ProgramRun
    /** Called for every action that reached the reducers, with the error if they refused it. */
    var observer: ((action: Action, changedKeys: List<String>, depth: Int, error: ActionError?) -> Unit)? = null
    // end

    // if SessionRecorder
    /** The recorder of the store, if there is one. */
    @Volatile
    var recorder: SessionRecorder? = null

    /** The id of the action that is about to run, if it is recorded. */
    private var nextId = 0L

    /** The id of the action whose listeners are notified on the executor. */
    @Volatile
    private var deliveredId = 0L

    /** The id of the action that the thread handles, or whose listeners it notifies; 0 if there is none. */
    val presentId: Long
        get() = when {
            turn.isHeldByCurrentThread -> frame?.id ?: 0
            deliveries?.presentCause != null -> deliveredId
            else -> 0
        }

    /** The number of the present action's next run of an effect. */
    fun nextRun(): Long = if (turn.isHeldByCurrentThread) frame?.let { it.runs++ } ?: 0 else 0

    /** True if no action is in progress; asked in the turn. */
    val isAtRest: Boolean get() = frame == null && phase == Phase.OUTSIDE

    /** Calls a function while no action is in progress. */
    fun whileAtRest(body: () -> Unit) {
        inTurn {
            check(isAtRest) { "a recorder is started while an action is in progress" }
            body()
        }
    }

    private fun isToRecord(action: Action) = nextId == 0L && (action is RecordedAction || action is SpecAction && recorder != null)

    private fun runRecorded(action: Action, cause: Cause?): ActionError? {
        val origin = action as? RecordedAction
        val recorder = recorder
        val given = origin?.action ?: action as SpecAction
        if (recorder == null) return run(given, 0, true, cause)
        val whole = if (origin == null) recorder.whole(given) else given
        val former = recorder.enter(null)
        // The consequences of an effect are over only when all of them are.
        val isAtRest = frame == null && former == null
        val id = recorder.began(whole, origin, isAtRest)
        nextId = id
        try {
            return run(whole, 0, true, cause)
        } finally {
            recorder.enter(former)
            if (isAtRest) recorder.ended(id)
        }
    }
    // end

    init {
        val owners = HashMap<String, Reducer<*>>()
        for (reducer in reducers) {
            val other = owners.put(reducer.getStateKey(), reducer)
            check(other == null) {
                "two reducers have the state key '${reducer.getStateKey()}': ${other?.javaClass?.name} and ${reducer.javaClass.name}"
            }
        }
        initialState = laidOver(given)
        state = initialState
        links = middleware.mapIndexed { position, one -> Link(one, position) }
    }

    private fun laidOver(given: Map<String, Any>): State {
        val layout = StateLayout(reducers.map { it.getStateKey() } + given.keys.filter { key -> reducers.none { it.getStateKey() == key } })
        checkStates(given)
        val own = reducers.associate { it.getStateKey() to it.getInitialState() }
        return State(layout, layout.keys.map { given[it] ?: own.getValue(it) })
    }

    private fun checkStates(given: Map<String, Any>) {
        for (reducer in reducers) given[reducer.getStateKey()]?.let { reducer.check(it) }
    }

    fun currentState(): State {
        check(!(phase == Phase.REDUCER && turn.isHeldByCurrentThread)) {
            "a reducer called its store: a reducer only uses what it is given"
        }
        return state
    }

    /** One middleware in its chain, with the functions that it is given. */
    private inner class Link(val middleware: Middleware, val position: Int) {
        val getState = GetState { currentState() }
        val dispatcher = Dispatcher { dispatch(it) }
        val continuation = Continuation { handOn(it, position) }

        fun process(action: Action) {
            middleware.onAction(action, getState, dispatcher, continuation)
        }
    }

    fun <T> inTurn(body: () -> T): T {
        turn.lock()
        try {
            return body()
        } finally {
            turn.unlock()
        }
    }

    /** Processes an action, or defers it if a listener dispatched it; returns the error if it is refused. */
    fun dispatch(action: Action): ActionError? {
        if (!turn.isHeldByCurrentThread) return inTurn { run(action, 0, true, deliveries?.presentCause) }
        return dispatchInTurn(action, 0, true)
    }

    private fun dispatchInTurn(action: Action, position: Int, isNew: Boolean): ActionError? {
        when (phase) {
            Phase.REDUCER -> throw IllegalStateException(
                "a reducer dispatched ${action.actionName}: a reducer only answers with a state, " +
                    "middleware and listeners dispatch",
            )
            Phase.LISTENER -> {
                val cause = presentCause()
                requests.addLast { run(action, position, isNew, cause) }
                return null
            }
            else -> return run(action, position, isNew, presentCause())
        }
    }

    private fun handOn(action: Action, position: Int): ActionError? {
        if (!turn.isHeldByCurrentThread) return inTurn { run(action, position + 1, false, deliveries?.presentCause) }
        val frame = frame
        if (phase != Phase.MIDDLEWARE || frame == null || frame.position != position) {
            return dispatchInTurn(action, position + 1, false)
        }
        val earlier = frame.refusal
        frame.refusal = null
        if (position + 1 < links.size && refuseAtOnce(action)) serveRequests() else step(action, position + 1)
        val refusal = frame.refusal
        if (earlier != null) frame.refusal = earlier
        return refusal
    }

    private fun presentCause(): Cause? = frame?.let { Cause(it.action, it.isTooDeep, it.cause) } ?: deliveries?.presentCause

    private fun run(action: Action, position: Int, isNew: Boolean, cause: Cause?): ActionError? =
        // if SessionRecorder
        if (isNew && isToRecord(action)) runRecorded(action, cause) else
        // end
        withFrame(Frame(action, cause)) {
            // if SessionRecorder
            frame?.id = nextId
            nextId = 0
            // end
            if (cause != null && cause.depth >= maxDispatchDepth) {
                refuseForDepth(action, cause)
            } else {
                val tellsActionListeners = isNew && listeners.actions.isNotEmpty()
                if ((position < links.size || tellsActionListeners) && refuseAtOnce(action)) return@withFrame
                if (tellsActionListeners) tellActionListeners(action)
                phase = Phase.MIDDLEWARE
                step(action, position)
            }
        }

    private fun withFrame(inner: Frame, body: () -> Unit): ActionError? {
        val outer = frame
        val outerPhase = phase
        frame = inner
        var isDone = false
        try {
            body()
            serveRequests()
            isDone = true
        } finally {
            frame = outer
            phase = outerPhase
            // Code of the app has failed: what waits must not run as a part of another action.
            if (!isDone && outer == null) requests.clear()
        }
        return inner.refusal
    }

    private fun step(action: Action, position: Int) {
        if (position >= links.size) {
            reduce(action)
            return serveRequests()
        }
        val frame = frame ?: return
        val outer = frame.position
        frame.position = position
        try {
            links[position].process(action)
        } finally {
            frame.position = outer
        }
    }

    private fun serveRequests() {
        if (requests.isEmpty() || isServingRequests) return
        isServingRequests = true
        try {
            while (true) (requests.removeFirstOrNull() ?: break)()
        } finally {
            isServingRequests = false
        }
    }

    // if RestPromise
    /** Calls a function while nothing else changes the store, then makes the dispatches that listeners asked for. */
    fun whileStill(body: () -> Unit) {
        if (turn.isHeldByCurrentThread) return body()
        inTurn {
            body()
            serveRequests()
        }
    }
    // end

    // if DeclaredListener
    /** Calls a function, in a round of listeners after the actions that were dispatched in it before. */
    fun afterRound(work: () -> Unit) {
        if (turn.isHeldByCurrentThread && phase == Phase.LISTENER) requests.addLast(work) else work()
    }
    // end

    private fun refuseAtOnce(action: Action): Boolean {
        refuse(action.refusal() ?: return false)
        return true
    }

    private fun refuseForDepth(action: Action, cause: Cause) {
        frame?.isTooDeep = true
        val error = ActionError(
            "dispatch-depth-exceeded",
            "a chain of more than $maxDispatchDepth dispatches, each asked for by the one before: " +
                cause.chain(action),
        )
        // An error listener that dispatches in response would otherwise go on for ever.
        refuse(error, tellsListeners = !cause.isTooDeep)
    }

    private fun refuse(error: ActionError, tellsListeners: Boolean = true) {
        val frame = frame
        if (frame != null && frame.refusal == null) frame.refusal = error
        if (frame != null) recorder?.refused(error, frame.id) // if SessionRecorder
        if (tellsListeners) tellErrorListeners(error, presentCause())
    }

    // if AppRuntime, RestPromise, StateSaver, StoreFlow, StoreFlows
    /** Notifies the error listeners of an error that refuses no action. */
    fun report(error: ActionError) {
        if (turn.isHeldByCurrentThread) return tellErrorListeners(error, presentCause())
        inTurn {
            tellErrorListeners(error, null)
            serveRequests()
        }
    }
    // end

    private fun tellErrorListeners(error: ActionError, cause: Cause?) {
        val round = listeners.errors
        if (round.isEmpty()) {
            System.err.println(error)
        } else if (deliveries != null) {
            deliveries.add(cause) { for (entry in round) if (entry.isAdded) entry.listener.onError(error) }
        } else {
            asListener { for (entry in round) if (entry.isAdded) entry.listener.onError(error) }
        }
    }

    private fun tellActionListeners(action: Action) {
        val round = listeners.actions
        asListener { for (entry in round) if (entry.isAdded) entry.listener.onAction(action) }
    }

    private fun asListener(body: () -> Unit) {
        val outer = phase
        phase = Phase.LISTENER
        try {
            body()
        } finally {
            phase = outer
        }
    }

    private fun reduce(action: Action) {
        val old = state
        phase = Phase.REDUCER
        val values = ArrayList(old.values)
        val changed = BooleanArray(values.size)
        var error = action.refusal()
        val reachesReducers = error == null // if ProgramRun
        try {
            if (error == null) error = reduceAll(action, old, values, changed)
        } finally {
            phase = Phase.MIDDLEWARE
        }
        if (error != null) changed.fill(false)
        val new = if (changed.any { it }) State(old.layout, values) else old
        state = new
        // Whoever adds a listener and then reads the state sees the new one, or is told of it.
        val round = listeners.states
        // if ProgramRun
        if (reachesReducers) {
            val keys = old.keys.filterIndexed { slot, _ -> changed[slot] }
            observer?.invoke(action, keys, frame?.cause?.depth ?: 0, error)
        }
        // end
        if (error != null) refuse(error)
        if (changed.any { it }) tell(round, old, new) { key -> changed[new.layout.slots.getValue(key)] }
        phase = Phase.MIDDLEWARE
    }

    private fun reduceAll(action: Action, old: State, values: ArrayList<Any>, changed: BooleanArray): ActionError? {
        for ((slot, reducer) in reducers.withIndex()) {
            when (val outcome = outcome(reducer, values[slot], old, values, action)) {
                is Outcome.Unchanged -> {}
                is Outcome.Changed -> {
                    values[slot] = outcome.state
                    changed[slot] = true
                }
                is Outcome.Refused -> return outcome.error
            }
        }
        if (validations.isEmpty() || changed.none { it }) return null
        val new = State(old.layout, values)
        return validations.firstNotNullOfOrNull { it.validate(old, new, action) }
    }

    private fun <E : Any> outcome(
        reducer: Reducer<E>,
        value: Any,
        old: State,
        values: List<Any>,
        action: Action,
    ): Outcome<E> {
        @Suppress("UNCHECKED_CAST")
        val state = value as E
        if (reducer is FollowingReducer<E>) return reducer.follow(state, old, State(old.layout, values), action) // if FollowingReducer
        return reducer.outcome(state, old, action)
    }

    /** Notifies the listeners of a round whose key changed, in order. */
    private fun tell(round: List<Entry<StateListener>>, old: State, new: State, isChanged: (String) -> Boolean) {
        val calls = {
            for (entry in round) {
                if (!entry.isAdded) continue
                val key = entry.listener.key
                if (key == null) {
                    entry.listener.tell(old, new)
                } else if (key in new.layout.slots && isChanged(key)) {
                    entry.listener.tell(old[key], new[key] ?: continue)
                }
            }
        }
        // if SessionRecorder
        val id = frame?.id ?: 0
        if (deliveries != null && recorder != null) {
            return deliveries.add(presentCause()) {
                deliveredId = id
                calls()
            }
        }
        // end
        if (deliveries != null) deliveries.add(presentCause(), calls) else asListener(calls)
    }

    fun reset(reset: Reset) {
        if (!turn.isHeldByCurrentThread) return inTurn { run(reset, deliveries?.presentCause) }
        when (phase) {
            Phase.REDUCER -> throw IllegalStateException("a reducer reset its store: a reducer only answers with a state")
            Phase.LISTENER -> {
                val cause = presentCause()
                requests.addLast { run(reset, cause) }
            }
            else -> run(reset, presentCause())
        }
    }

    private fun run(reset: Reset, cause: Cause?) {
        aroundReset { // if RestPromise
        withFrame(Frame(reset, cause)) {
            if (cause != null && cause.depth >= maxDispatchDepth) refuseForDepth(reset, cause) else replaceState(reset)
        }
        } // if RestPromise
    }

    // if RestPromise
    /** Does the work of a reset, with all that listeners dispatch in response. */
    internal var aroundReset: (work: () -> Unit) -> Unit = { it() }
    // end

    private fun replaceState(reset: Reset) {
        val old = state
        val (new, keys) = when (reset) {
            is Reset.ToInitialState -> Pair(initialState, initialState.keys)
            is Reset.Full -> laidOver(reset.given).let { Pair(it, it.keys) }
            is Reset.SubStates -> {
                checkStates(reset.given)
                Pair(old.overlaid(reset.given), reset.given.keys)
            }
        }
        state = new
        val round = listeners.states
        recorder?.reset(new, keys) // if SessionRecorder
        tell(round, old, new) { it in keys }
    }

    fun add(listener: StateListener): Subscription = listeners.subscribe(listener) { inform(it) }

    private fun inform(entry: Entry<StateListener>) {
        if (!turn.isHeldByCurrentThread) {
            return inTurn {
                informInTurn(entry)
                serveRequests()
            }
        }
        informInTurn(entry)
    }

    private fun informInTurn(entry: Entry<StateListener>) {
        val key = entry.listener.key
        val value = (if (key == null) state else state[key]) ?: return
        if (deliveries != null) {
            deliveries.add(presentCause()) { if (entry.isAdded) entry.listener.inform(value) }
        } else {
            asListener { entry.listener.inform(value) }
        }
    }

    fun addActionListener(listener: ActionListener): Subscription = listeners.subscribe(listener)

    fun addErrorListener(listener: ErrorListener): Subscription = listeners.subscribe(listener)

    fun remove(identity: Any) {
        listeners.remove(identity)
    }
}
