package suas

/** The whole state of a store: sub-states by state key, in the order of the reducers. It is never changed. */
public class State internal constructor(
    internal val layout: StateLayout,
    internal val values: List<Any>,
) {
    /** The state keys, in the order of the reducers. */
    public val keys: List<String> get() = layout.keys

    /** The sub-state under a key; null if there is no such key. */
    public operator fun get(key: String): Any? = layout.slots[key]?.let { values[it] }

    /** The sub-state under a key, if it is of a class. */
    public fun <E : Any> getState(key: String, type: Class<E>): E? = this[key]?.let { if (type.isInstance(it)) type.cast(it) else null }

    /** The sub-state under the name of its class. */
    public fun <E : Any> getState(type: Class<E>): E? = getState(stateKeyOf(type), type)

    internal fun overlaid(given: Map<String, Any>): State {
        val more = given.keys.filter { it !in layout.slots }
        val next = if (more.isEmpty()) layout else StateLayout(keys + more)
        return State(next, next.keys.map { given[it] ?: values[layout.slots.getValue(it)] })
    }

    override fun equals(other: Any?): Boolean =
        this === other || other is State && keys == other.keys && values == other.values

    override fun hashCode(): Int = 31 * keys.hashCode() + values.hashCode()

    override fun toString(): String = keys.indices.joinToString(", ", "{", "}") { "${keys[it]}: ${values[it]}" }
}

/** The state keys of a store with their slots. */
internal class StateLayout(val keys: List<String>) {
    val slots: Map<String, Int> = keys.withIndex().associate { (slot, key) -> key to slot }
}

/** The state key of a class: its name, after the names of the classes around it. */
public fun stateKeyOf(type: Class<*>): String {
    val outer = type.enclosingClass ?: return type.simpleName
    return stateKeyOf(outer) + "." + type.simpleName
}

/** A function from a state and an action to the next state. */
public abstract class Reducer<E : Any> {
    /** The state before any action. */
    public abstract fun getInitialState(): E

    /** The key under which the store holds the state. */
    public open fun getStateKey(): String = stateKeyOf(getInitialState().javaClass)

    /** Returns the next state; null if the action did not change it. */
    public abstract fun reduce(state: E, action: Action): E?

    internal open fun outcome(state: E, store: State, action: Action): Outcome<E> =
        reduce(state, action)?.let { Outcome.Changed(it) } ?: Outcome.Unchanged

    /** Fails if a value cannot be the state of the reducer. */
    internal fun check(state: Any) {
        val expected = getInitialState().javaClass
        check(expected.isInstance(state) || expected.superclass != Any::class.java && expected.superclass.isInstance(state)) {
            "the state for '${getStateKey()}' is of ${state.javaClass.name}, but its reducer works on ${expected.name}"
        }
    }
}

/** A reducer that may refuse an action, and that can read the whole state before it. */
public abstract class RefusingReducer<E : Any> : Reducer<E>() {
    /** Returns the result of the action for the state. */
    public abstract fun reduce(state: E, store: State, action: Action): Outcome<E>

    /** The next state for an empty store; null if the action changes nothing or is refused. A store does not call it. */
    override fun reduce(state: E, action: Action): E? =
        (reduce(state, State(StateLayout(emptyList()), emptyList()), action) as? Outcome.Changed<E>)?.state

    override fun outcome(state: E, store: State, action: Action): Outcome<E> = reduce(state, store, action)
}

/** A reducer that follows others, and reads their results for the action. */
public abstract class FollowingReducer<E : Any> : Reducer<E>() {
    /** Returns the result for an action, from the states before it and after the reducers that came first. */
    public abstract fun follow(state: E, before: State, after: State, action: Action): Outcome<E>

    override fun reduce(state: E, action: Action): E? = null
}
