package suas

import java.time.Instant

/** What expressions outside of reducers read: the store, the action, the outcome of an effect, the clock. */
public class Scope internal constructor(
    private val runtime: SpecRuntime,
    private val getState: () -> State,
    /** The action that middleware handles, or that started an effect. */
    public val action: SpecAction?,
    private val outcome: Any? = null,
    /** What a listener listens to, before the change and after it. */
    public val old: Any? = null,
    public val new: Any? = null,
) {
    /** The whole store, when it is first read. */
    public val state: State by lazy(getState)

    /** The name of the action. */
    public val actionType: String get() = action?.actionName ?: ""

    /** The current time. */
    public val now: Instant get() = runtime.clock.now
        .also { runtime.recorder?.read("now", it) } // if SessionRecorder

    /** A new random id. */
    public fun uuid(): String = runtime.ids.next()
        .also { runtime.recorder?.read("uuid", it) } // if SessionRecorder

    /** The answer to the effect. */
    public val response: Response get() = outcome as Response

    /** The failure of the effect, or the refusal of the action. */
    public val error: EffectError get() = outcome as EffectError
}

/** A step of a listener, of middleware, or after an outcome. */
public sealed interface SpecStep {
    public val place: String
    public val condition: ((Scope) -> Boolean)?

    /** Dispatches an action. */
    public class Dispatch(
        override val place: String,
        override val condition: ((Scope) -> Boolean)? = null,
        internal val make: (Scope) -> SpecAction,
    ) : SpecStep

    /** Ends effects without an outcome: those with a key, or all of the name. */
    public class Cancel(
        override val place: String,
        internal val effect: String,
        override val condition: ((Scope) -> Boolean)? = null,
        internal val key: ((Scope) -> Any?)? = null,
    ) : SpecStep

    /** Hands the action of a middleware on. */
    public class Next(
        override val place: String,
        override val condition: ((Scope) -> Boolean)? = null,
        internal val onRefused: List<SpecStep>? = null,
    ) : SpecStep

    /** Hands another action on in place of that of a middleware. */
    public class Replace(
        override val place: String,
        override val condition: ((Scope) -> Boolean)? = null,
        internal val onRefused: List<SpecStep>? = null,
        internal val make: (Scope) -> SpecAction,
    ) : SpecStep
}

/** The work of a step, with every value evaluated. */
internal sealed interface Reaction {
    class Dispatch(val action: SpecAction) : Reaction

    class Cancel(val effect: String, val key: Any?) : Reaction // if EffectRunner
}

/** Evaluates a step; an error is placed at it. Returns null if its condition does not hold. */
internal fun SpecStep.evaluate(scope: Scope): Reaction? =
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
public class MiddlewareDefinition(
    internal val name: String,
    /** The names of the actions that it acts on; null for all. */
    internal val actions: Set<String>? = null,
    internal val conditionPlace: String = "",
    internal val condition: ((Scope) -> Boolean)? = null,
    internal val steps: List<SpecStep>,
)

/** The middleware that a spec names: built in, or declared. */
public sealed interface NamedMiddleware {
    public object Logger : NamedMiddleware

    // if NamedMiddleware.Async
    public object Async : NamedMiddleware
    // end

    public object Monitor : NamedMiddleware

    // if MiddlewareDefinition
    public class Declared(internal val definition: MiddlewareDefinition) : NamedMiddleware
    // end
}

/** A value that is computed from the store. */
public class SelectorDefinition(
    internal val place: String,
    /** The value; absent where the selector's condition is false. */
    internal val select: (State) -> Optional<Any?>,
)

/** A listener that a spec declares. */
public class ListenerDefinition(
    internal val name: String,
    /** The state key that it listens to; null for the whole store, and for a selector. */
    internal val stateKey: String? = null,
    internal val selector: SelectorDefinition? = null,
    internal val isForChanges: Boolean = false,
    internal val filterPlace: String = "",
    /** The filter, on what the listener listens to; of a selector on whole states. */
    internal val filter: ((Scope) -> Boolean)? = null,
    internal val reactions: List<SpecStep> = emptyList(),
)

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
    public val listeners: List<ListenerDefinition> get() = emptyList() // if ListenerDefinition
    public val effects: List<EffectDefinition> get() = emptyList() // if EffectRunner

    /** Returns the whole store as expressions see it. */
    public fun store(state: State): Record
}
