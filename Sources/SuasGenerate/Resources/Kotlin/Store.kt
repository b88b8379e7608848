package suas

import java.util.concurrent.Executor

/** The entrance to stores. */
public object Suas {
    /** Begins a store with reducers, in their order. */
    @JvmStatic
    public fun createStore(vararg reducers: Reducer<*>): StoreBuilder = StoreBuilder(reducers.toList())
}

/** The settings of a store that is being made. */
public class StoreBuilder internal constructor(private val reducers: List<Reducer<*>>) {
    private val middleware = ArrayList<Middleware>()
    private val validations = ArrayList<Validation>()
    private var initialState: Map<String, Any> = emptyMap()
    private var executor: Executor? = null

    /** Adds middleware, after what was added before. */
    public fun withMiddleware(vararg middleware: Middleware): StoreBuilder = apply { this.middleware.addAll(middleware) }

    /** Lays sub-states, by state key, over the reducers' own initial states. */
    public fun withInitialState(state: Map<String, Any>): StoreBuilder = apply { initialState = state }

    /** Adds checks of the reducers' results for an action. */
    public fun withValidation(vararg validations: Validation): StoreBuilder = apply { this.validations.addAll(validations) }

    /** Delivers to listeners on an executor, in order, one at a time. */
    public fun notifyOn(executor: Executor): StoreBuilder = apply { this.executor = executor }

    /** Makes the store; fails if two reducers have one state key, or a sub-state is of another type than its reducer's. */
    public fun build(): Store = Store(Core(reducers, middleware, validations, initialState, executor))
}

/**
 * A state that only actions change. Any thread may use it; actions are processed one at a time.
 *
 * One dispatch runs action listeners, middleware in order, the reducers in order, then the listeners in the order in
 * which they were added, and then the actions that they dispatched. When [dispatch] returns, all of that is done, except
 * inside a listener and where listeners are notified on an executor.
 */
public class Store internal constructor(internal val core: Core) : Dispatcher, GetState {
    /** The current state. */
    override fun getState(): State = core.currentState()

    /** Dispatches an action; a refusal goes to the error listeners. */
    override fun dispatch(action: Action) {
        core.dispatch(action)
    }

    /** Dispatches an action, and returns the error if it was refused. */
    public fun perform(action: Action): ActionError? = core.dispatch(action)

    /** The longest chain of dispatches, each asked for by the one before. */
    public var maxDispatchDepth: Int
        get() = core.maxDispatchDepth
        set(depth) {
            core.maxDispatchDepth = depth
        }

    /** Adds a listener to the whole state, notified when any key changed. */
    public fun addListener(listener: Listener<State>): Subscription = core.add(StateListener(null, null, listener, listener))

    /** Adds a listener to the whole state with a filter. */
    public fun addListener(filter: Filter<State>, listener: Listener<State>): Subscription =
        core.add(StateListener(null, erased(filter), listener, listener))

    /** Adds a listener to the sub-state under the name of its class. */
    public fun <E : Any> addListener(type: Class<E>, listener: Listener<E>): Subscription =
        addListener(stateKeyOf(type), type, listener)

    /** Adds a listener to the sub-state under the name of its class, with a filter. */
    public fun <E : Any> addListener(type: Class<E>, filter: Filter<E>, listener: Listener<E>): Subscription =
        addListener(stateKeyOf(type), type, filter, listener)

    /** Adds a listener to the sub-state under a key. */
    public fun <E : Any> addListener(key: String, type: Class<E>, listener: Listener<E>): Subscription =
        core.add(StateListener(key, null, typed(type, listener), listener))

    /** Adds a listener to the sub-state under a key, with a filter. */
    public fun <E : Any> addListener(key: String, type: Class<E>, filter: Filter<E>, listener: Listener<E>): Subscription {
        val whole = Filter<Any?> { old, new -> type.isInstance(old) && filter.filter(type.cast(old), type.cast(new)) }
        return core.add(StateListener(key, whole, typed(type, listener), listener))
    }

    /** Adds a listener to the value of a selector, notified when any key changed. */
    public fun <E : Any> addListener(selector: StateSelector<E>, listener: Listener<E>): Subscription =
        core.add(StateListener(null, null, selecting(selector, listener), listener))

    /** Adds a listener to the value of a selector; the filter compares whole states. */
    public fun <E : Any> addListener(filter: Filter<State>, selector: StateSelector<E>, listener: Listener<E>): Subscription =
        core.add(StateListener(null, erased(filter), selecting(selector, listener), listener))

    /** Adds a listener that is notified of every dispatched action, before any middleware. */
    public fun addActionListener(listener: ActionListener): Subscription = core.addActionListener(listener)

    /** Adds a listener that is notified of every refused action. */
    public fun addErrorListener(listener: ErrorListener): Subscription = core.addErrorListener(listener)

    /** Removes a listener by its function. */
    public fun removeListener(listener: Any) {
        core.remove(listener)
    }

    /** Replaces a sub-state under the name of its class, without middleware and reducers. */
    public fun reset(state: Any) {
        reset(stateKeyOf(state.javaClass), state)
    }

    /** Replaces the sub-state under a key. */
    public fun reset(key: String, state: Any) {
        core.reset(Reset.SubStates(mapOf(key to state)))
    }

    /** Replaces the whole state by sub-states that are laid over the reducers' own initial states. */
    public fun resetFullState(state: Map<String, Any>) {
        core.reset(Reset.Full(state))
    }

    /** Goes back to the state at creation. */
    public fun reset() {
        core.reset(Reset.ToInitialState)
    }

    private fun erased(filter: Filter<State>): Filter<Any?> =
        Filter { old, new -> filter.filter(old as State, new as State) }

    private fun <E : Any> typed(type: Class<E>, listener: Listener<E>): Listener<Any> = Listener { state ->
        if (type.isInstance(state)) listener.update(type.cast(state)!!)
    }

    private fun <E : Any> selecting(selector: StateSelector<E>, listener: Listener<E>): Listener<State> =
        Listener { state -> selector.selectData(state)?.let { listener.update(it) } }
}

/** A replacement of some or all of a store's state; no middleware and no reducer sees it. */
internal sealed class Reset : Action {
    override val actionName: String get() = "reset"

    object ToInitialState : Reset()

    class Full(val given: Map<String, Any>) : Reset()

    class SubStates(val given: Map<String, Any>) : Reset()
}

/** A listener to the state or to a part of it; it is added while it has an entry in the store's list. */
internal class StateListener(
    val key: String?,
    private val filter: Filter<Any?>?,
    listener: Listener<*>,
    /** The function that was given to the store, by which the listener can be removed. */
    val identity: Any,
) {
    @Suppress("UNCHECKED_CAST")
    private val listener = listener as Listener<Any>

    fun tell(old: Any?, new: Any) {
        if (filter == null || filter.filter(old, new)) listener.update(new)
    }

    fun inform(state: Any) {
        listener.update(state)
    }
}
