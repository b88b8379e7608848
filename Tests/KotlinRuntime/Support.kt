package suas.test

import suas.Action
import suas.ActionError
import suas.Failure
import suas.Middleware
import suas.Outcome
import suas.Reducer
import suas.RefusingReducer
import suas.State
import kotlin.test.assertEquals

public data class Counter(val count: Long = 0)

public data class Names(val names: List<String> = emptyList())

public data class Add(val amount: Long = 1) : Action

public data class Name(val name: String) : Action

public data class Unknown(val text: String = "") : Action

public object Fail : Action

public class CounterReducer(private val key: String = "Counter") : Reducer<Counter>() {
    override fun getInitialState(): Counter = Counter()

    override fun getStateKey(): String = key

    override fun reduce(state: Counter, action: Action): Counter? =
        if (action is Add) Counter(state.count + action.amount) else null
}

public class NamesReducer : Reducer<Names>() {
    override fun getInitialState(): Names = Names()

    override fun reduce(state: Names, action: Action): Names? =
        if (action is Name) Names(state.names + action.name) else null
}

/** Refuses [Fail], and every [Add] that would leave the count negative. */
public class StrictReducer : RefusingReducer<Counter>() {
    override fun getInitialState(): Counter = Counter(10)

    override fun getStateKey(): String = "Strict"

    override fun reduce(state: Counter, store: State, action: Action): Outcome<Counter> =
        when {
            action is Fail -> Outcome.Refused(ActionError("failed", "on purpose", "rules.yaml:3:9"))
            action !is Add -> Outcome.Unchanged
            state.count + action.amount < 0 -> Outcome.Refused(ActionError("overdrawn", "there are only ${state.count}"))
            else -> Outcome.Changed(Counter(state.count + action.amount))
        }
}

/** Middleware that notes what goes through it. */
public fun noting(name: String, log: MutableList<String>): Middleware = Middleware { action, _, _, continuation ->
    log.add("$name before ${action.actionName}")
    continuation.next(action)
    log.add("$name after ${action.actionName}")
}

public fun assertFailure(code: String, message: String? = null, body: () -> Any?) {
    val failure = try {
        throw AssertionError("expected $code, but it is ${body()}")
    } catch (failure: Failure) {
        failure
    }
    assertEquals(code, failure.code)
    if (message != null) assertEquals(message, failure.message)
}
