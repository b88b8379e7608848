package suas

import java.time.Instant

/** The clock and the ids that expressions outside of reducers read. */
public abstract class AppRuntime internal constructor(private val runtime: SpecRuntime) {
    /** The current time. */
    public val now: Instant get() = runtime.clock.now
        .also { runtime.recorder?.read("now", it) } // if SessionRecorder

    /** A new random id. */
    public fun uuid(): String = runtime.ids.next()
        .also { runtime.recorder?.read("uuid", it) } // if SessionRecorder
}

/** The data that middleware and effects read: the store, the action, the outcome of the effect. */
public class Scope<out A : SpecAction> internal constructor(
    runtime: SpecRuntime,
    private val getState: () -> State,
    /** The action that middleware handles, or that started an effect. */
    public val action: A,
    private val outcome: Any? = null,
) : AppRuntime(runtime) {
    /** The whole store, when it is first read. */
    public val state: State by lazy(getState)

    /** The name of the action. */
    public val actionType: String get() = action.actionName

    /** The answer to the effect. */
    public val response: Response get() = outcome as Response

    /** The failure of the effect, or the refusal of the action. */
    public val error: EffectError get() = outcome as EffectError
}

/** The change of the value that a listener listens to. */
public class Change<out E> internal constructor(
    runtime: SpecRuntime,
    private val before: Any?,
    /** The value after the change. */
    public val new: E,
) : AppRuntime(runtime) {
    /** The value of a state before the change. */
    public val old: E get() = known(before)

    /** The value of a selector before the change; null if it had none. */
    public val oldIfAny: E? get() = known(before)
}

/** A step of a listener, of middleware, or after an outcome, which reads a scope or a change. */
public sealed interface SpecStep<in S> {
    public val place: String
    public val condition: ((S) -> Boolean)?

    /** Dispatches an action. */
    public class Dispatch<in S>(
        override val place: String,
        override val condition: ((S) -> Boolean)? = null,
        internal val make: (S) -> SpecAction,
    ) : SpecStep<S>

    /** Ends effects without an outcome: those with a key, or all of the name. */
    public class Cancel<in S>(
        override val place: String,
        internal val effect: String,
        override val condition: ((S) -> Boolean)? = null,
        internal val key: ((S) -> Any?)? = null,
    ) : SpecStep<S>

    /** Hands the action of a middleware on. */
    public class Next<in S>(
        override val place: String,
        override val condition: ((S) -> Boolean)? = null,
        internal val onRefused: List<SpecStep<S>>? = null,
    ) : SpecStep<S>

    /** Hands another action on in place of the one that a middleware handles. */
    public class Replace<in S>(
        override val place: String,
        override val condition: ((S) -> Boolean)? = null,
        internal val onRefused: List<SpecStep<S>>? = null,
        internal val make: (S) -> SpecAction,
    ) : SpecStep<S>
}

/** The work of a step, with every value evaluated. */
internal sealed interface Reaction {
    class Dispatch(val action: SpecAction) : Reaction

    class Cancel(val effect: String, val key: Any?) : Reaction // if EffectRunner
}

/** Evaluates a step; an error is placed at it. Returns null if its condition does not hold. */
internal fun <S> SpecStep<S>.evaluate(scope: S): Reaction? =
    rule(place) {
        if (condition?.invoke(scope) == false) {
            null
        } else {
            when (this) {
                is SpecStep.Dispatch -> Reaction.Dispatch(make(scope))
                is SpecStep.Cancel -> Reaction.Cancel(effect, key?.invoke(scope)) // if EffectRunner
                else -> null
            }
        }
    }

/** A middleware that a spec declares. */
public class MiddlewareDefinition<A : SpecAction>(
    internal val name: String,
    /** The names of the actions that it acts on; null for all. */
    internal val actions: Set<String>? = null,
    internal val conditionPlace: String = "",
    internal val condition: ((Scope<A>) -> Boolean)? = null,
    internal val steps: List<SpecStep<Scope<A>>>,
)

/** The middleware that a spec names: built in, or declared. */
public sealed interface NamedMiddleware {
    public object Logger : NamedMiddleware

    // if NamedMiddleware.Async
    public object Async : NamedMiddleware
    // end

    public object Monitor : NamedMiddleware

    // if MiddlewareDefinition
    public class Declared(internal val definition: MiddlewareDefinition<*>) : NamedMiddleware
    // end
}

/** A value that is computed from the store. */
public class SelectorDefinition<out E>(
    internal val place: String,
    /** The value; absent where the selector's condition is false. */
    internal val select: (State) -> Optional<E>,
)

/** A listener that a spec declares. */
public class ListenerDefinition<E>(
    internal val name: String,
    /** The state key that it listens to; null for the whole store, and for a selector. */
    internal val stateKey: String? = null,
    internal val selector: SelectorDefinition<E>? = null,
    /** The value as one whose type is known only when it runs: what a case holds is no variant there. */
    internal val asAny: (E) -> Any? = { it },
    internal val isForChanges: Boolean = false,
    internal val filterPlace: String = "",
    /** The filter of a listener without a selector, on the value that it listens to. */
    internal val filter: ((Change<E>) -> Boolean)? = null,
    /** The filter of a listener with a selector, on whole states. */
    internal val stateFilter: ((Change<State>) -> Boolean)? = null,
    internal val reactions: List<SpecStep<Change<E>>> = emptyList(),
)

/** A promise about the state and the numbers of effects under way, which is kept once a dispatch is done. */
public class RestPromise(internal val judge: (state: State, counts: (String) -> Long) -> ActionError?)

/** The parts of a spec as generated code declares them. */
public interface SpecDefinition {
    /** The digest of the spec. */
    public val digest: String

    // if SessionRecorder
    /** The name of the spec; null if it has none. */
    public val name: String? get() = null
    // end

    /** The reducers, in the order of their declaration. */
    public val reducers: List<Reducer<*>>

    /** The types of the sub-states by state key. */
    public val stateTypes: Map<String, RecordType>

    /** The actions and effects. */
    public val actions: List<ActionSchema<*>>

    /** The invariants and transitions. */
    public val validations: List<Validation> get() = emptyList()
    public val middleware: List<NamedMiddleware> get() = emptyList() // if NamedMiddleware
    public val listeners: List<ListenerDefinition<*>> get() = emptyList() // if ListenerDefinition
    public val effects: List<EffectDefinition<*>> get() = emptyList() // if EffectRunner

    // if RestPromise
    /** The promises at rest. */
    public val atRest: List<RestPromise> get() = emptyList()
    // end

    /** Returns the whole store as expressions see it. */
    public fun store(state: State): Record
}
