package suas

/** An event, to which reducers may respond with a new state. Reducers tell actions apart by their class. */
public interface Action {
    /** The name of the action in logs and refusals. */
    public val actionName: String get() = this::class.java.simpleName

    /** The error with which a store refuses the action before anybody sees it; null for an action that is valid. */
    public fun refusal(): ActionError? = null
}

/** The reason why a store refused an action. */
public data class ActionError(
    /** The kind of refusal, for programs; for example, `dispatch-depth-exceeded`. */
    public val code: String,
    /** The description of the problem, for people. */
    public val message: String,
    /** The place of the refusing rule, as `FILE:LINE:COLUMN`, if it is written in a file. */
    public val place: String? = null,
    /** The shared rules in which the error was met, with the places of their uses, innermost first. */
    public val uses: List<String> = emptyList(),
) {
    // if SessionRecorder
    /** True if the message is made of sensitive values. */
    internal var isSensitive: Boolean = false
    // end

    /** The message, with the shared rules in which the error was met. */
    public val messageWithUses: String
        get() = if (uses.isEmpty()) message else "$message (${uses.joinToString(", ")})"

    /** The refusal on one line: `todo.yaml:3:9: error[out-of-range]: index 7 of 3 items`. */
    override fun toString(): String = (if (place == null) "" else "$place: ") + "error[$code]: $messageWithUses"
}

/** The result of a reducer for an action. */
public sealed interface Outcome<out S> {
    /** The reducer did not handle the action. */
    public data object Unchanged : Outcome<Nothing>

    /** The reducer handled the action; the state may be an equal one. */
    public data class Changed<out S>(public val state: S) : Outcome<S>

    /** The action is refused, and no reducer's change is kept. */
    public data class Refused(public val error: ActionError) : Outcome<Nothing>
}

/** Dispatches actions. */
public fun interface Dispatcher {
    public fun dispatch(action: Action)
}

/** Reads the state of a store. */
public fun interface GetState {
    public fun getState(): State
}

/** Passes an action on to the next middleware, or to the reducers. */
public fun interface Continuation {
    /** Returns the error if the action was refused at once; null otherwise. */
    public fun next(action: Action): ActionError?
}

/** A stage that each action passes on its way to the reducers. */
public fun interface Middleware {
    /** Handles an action; unless it stops the action, it passes it to [continuation]. */
    public fun onAction(action: Action, state: GetState, dispatcher: Dispatcher, continuation: Continuation)
}

/** An action that does something outside of the store, and dispatches the results. */
public fun interface AsyncAction : Action {
    public fun execute(dispatcher: Dispatcher, getState: GetState)
}

/** A middleware that executes asynchronous actions, and passes all others on. */
public class AsyncMiddleware : Middleware {
    override fun onAction(action: Action, state: GetState, dispatcher: Dispatcher, continuation: Continuation) {
        if (action is AsyncAction) action.execute(dispatcher, state) else continuation.next(action)
    }
}

/** The function of a listener. */
public fun interface Listener<in E> {
    public fun update(state: E)
}

/** A test that decides whether a listener is notified of a change. */
public fun interface Filter<in E> {
    public fun filter(oldState: E, newState: E): Boolean
}

/** The filters that most listeners need. */
public object Filters {
    /** Accepts every change. */
    public val ALWAYS: Filter<Any?> = Filter { _, _ -> true }

    /** Accepts a change to a different value. */
    public val CHANGED: Filter<Any?> = Filter { old, new -> !areSame(old, new) }
}

/** A function that computes one value from the whole state; if it is null, nobody is notified. */
public fun interface StateSelector<out E> {
    public fun selectData(state: State): E?
}

/** The function of a listener that is notified of every dispatched action, before any middleware. */
public fun interface ActionListener {
    public fun onAction(action: Action)
}

/** The function of a listener that is notified of every refused action. */
public fun interface ErrorListener {
    public fun onError(error: ActionError)
}

/** A check of the results of all reducers for an action; the error that it returns refuses the whole action. */
public fun interface Validation {
    public fun validate(oldState: State, newState: State, action: Action): ActionError?
}

/** A listener that was added to a store, and can be removed and added again. */
public interface Subscription {
    /** Adds the listener again, after all others; does nothing while it is added. */
    public fun addListener()

    /** Removes the listener, which is not called any more, not even in the present round. */
    public fun removeListener()

    /** Notifies the listener of the current state, whatever its filter says. */
    public fun informWithCurrentState()
}
