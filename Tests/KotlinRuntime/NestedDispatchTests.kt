package suas.test

import suas.Action
import suas.ActionError
import suas.Continuation
import suas.ErrorListener
import suas.Listener
import suas.Middleware
import suas.Reducer
import suas.State
import suas.Store
import suas.Suas
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

public class NestedDispatchTests {
    private val log = ArrayList<String>()

    @Test
    public fun `7 - A dispatch from middleware runs at once, depth first`() {
        val nesting = Middleware { action, _, dispatcher, continuation ->
            if (action is Name) dispatcher.dispatch(Add())
            log.add(action.actionName)
            continuation.next(action)
        }
        Suas.createStore(CounterReducer(), NamesReducer()).withMiddleware(nesting).build().dispatch(Name("Ann"))
        assertEquals("Add, Name", log.joinToString())
    }

    @Test
    public fun `7 - A dispatch from a listener waits until all listeners were told, and every listener sees every state once`() {
        val store = Suas.createStore(CounterReducer()).build()
        store.addListener(Counter::class.java, Listener { if (it.count == 1L) store.dispatch(Add()) })
        store.addListener(Counter::class.java, Listener { log.add("${it.count}") })
        store.dispatch(Add())
        assertEquals("1, 2", log.joinToString())
    }

    @Test
    public fun `7 - Each deferred dispatch is done, its code after next included, before the following one`() {
        val store = Suas.createStore(CounterReducer()).withMiddleware(noting("middleware", log)).build()
        store.addListener(
            Counter::class.java,
            Listener {
                if (it.count == 1L) {
                    store.dispatch(Add(10))
                    store.dispatch(Unknown())
                }
            },
        )
        store.dispatch(Add())
        val expected = "middleware before Add, middleware before Add, middleware after Add, " +
            "middleware before Unknown, middleware after Unknown, middleware after Add"
        assertEquals(expected, log.joinToString())
    }

    @Test
    public fun `7 - A dispatch from a reducer is a failure that says so`() {
        var store: Store? = null
        val reducer = object : Reducer<Counter>() {
            override fun getInitialState() = Counter()

            override fun reduce(state: Counter, action: Action): Counter? {
                if (action is Add) store?.dispatch(Unknown())
                if (action is Name) store?.getState()
                return null
            }
        }
        store = Suas.createStore(reducer).build()
        val error = assertFailsWith<IllegalStateException> { store.dispatch(Add()) }
        assertTrue("a reducer dispatched Unknown" in error.message.orEmpty())
        assertFailsWith<IllegalStateException> { store.dispatch(Name("Ann")) }
        store.dispatch(Unknown())
    }

    @Test
    public fun `7 - next may be called after onAction returned`() {
        var later: Pair<Continuation, Action>? = null
        val keeping = Middleware { action, _, _, continuation -> later = Pair(continuation, action) }
        val store = Suas.createStore(CounterReducer()).withMiddleware(keeping).build()
        store.dispatch(Add())
        assertEquals(Counter(0), store.getState()["Counter"])
        later?.let { (continuation, action) -> continuation.next(action) }
        assertEquals(Counter(1), store.getState()["Counter"])
    }

    @Test
    public fun `7 - A long queue needs no deep stack`() {
        val store = Suas.createStore(CounterReducer()).build()
        store.maxDispatchDepth = 1_000_000
        store.addListener(Counter::class.java, Listener { if (it.count < 100_000) store.dispatch(Add()) })
        store.dispatch(Add())
        assertEquals(Counter(100_000), store.getState()["Counter"])
    }

    @Test
    public fun `7 - A chain that is too long is refused and shown`() {
        val looping = Middleware { action, _, dispatcher, continuation ->
            dispatcher.dispatch(action)
            continuation.next(action)
        }
        val store = Suas.createStore(CounterReducer()).withMiddleware(looping).build()
        val errors = ArrayList<ActionError>()
        store.addErrorListener(ErrorListener { errors.add(it) })
        store.maxDispatchDepth = 3
        store.dispatch(Add())
        assertEquals("dispatch-depth-exceeded", errors.single().code)
        assertTrue(errors.single().message.endsWith("Add → Add → Add → Add"), errors.single().message)
    }

    @Test
    public fun `7 - A chain from listeners is counted through and cut in the middle`() {
        val store = Suas.createStore(CounterReducer()).build()
        val errors = ArrayList<ActionError>()
        store.addErrorListener(ErrorListener { errors.add(it) })
        store.addListener(Listener<State> { store.dispatch(Add()) })
        store.dispatch(Add())
        assertTrue(errors.single().message.contains("… (55 more)"), errors.single().message)
        assertEquals(Counter(64), store.getState()["Counter"])
    }

    @Test
    public fun `An error listener that dispatches on every refusal does not go on for ever`() {
        val store = Suas.createStore(StrictReducer()).build()
        var told = 0
        store.addErrorListener(
            ErrorListener {
                told += 1
                store.dispatch(Fail)
            },
        )
        store.dispatch(Fail)
        assertEquals(65, told)
    }

    @Test
    public fun `From a listener, a reset waits for the end of the round`() {
        val store = Suas.createStore(CounterReducer()).build()
        store.addListener(Counter::class.java, Listener { if (it.count == 1L) store.reset(Counter(9)) })
        store.addListener(Counter::class.java, Listener { log.add("${it.count}") })
        store.dispatch(Add())
        assertEquals("1, 9", log.joinToString())
    }
}
