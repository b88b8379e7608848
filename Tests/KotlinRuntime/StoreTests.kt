package suas.test

import suas.Action
import suas.ActionListener
import suas.AsyncAction
import suas.AsyncMiddleware
import suas.Filter
import suas.Listener
import suas.Middleware
import suas.Reducer
import suas.State
import suas.Store
import suas.Suas
import java.lang.ref.WeakReference
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull
import kotlin.test.assertTrue

public class StoreTests {
    @Test
    public fun `1 - Action listeners, middleware, reducers, listeners, then what is behind next`() {
        val log = ArrayList<String>()
        val reducer = object : Reducer<Counter>() {
            override fun getInitialState() = Counter()

            override fun reduce(state: Counter, action: Action): Counter {
                log.add("reducer")
                return Counter(state.count + 1)
            }
        }
        val store = Suas.createStore(reducer).withMiddleware(noting("first", log), noting("second", log)).build()
        store.addListener(Listener<State> { log.add("listener") })
        store.addActionListener(ActionListener { log.add("action listener") })
        store.dispatch(Add())
        val expected = "action listener, first before Add, second before Add, reducer, listener, second after Add, first after Add"
        assertEquals(expected, log.joinToString())
    }

    @Test
    public fun `2 - Every reducer sees every action and only its own sub-state`() {
        val store = Suas.createStore(CounterReducer(), NamesReducer()).build()
        store.dispatch(Add(2))
        store.dispatch(Name("Ann"))
        assertEquals(Counter(2), store.getState().getState(Counter::class.java))
        assertEquals(Names(listOf("Ann")), store.getState().getState(Names::class.java))
    }

    @Test
    public fun `2 - A value counts as a change even if it is equal, null does not`() {
        val store = Suas.createStore(CounterReducer()).build()
        var told = 0
        store.addListener(Listener<State> { told += 1 })
        store.dispatch(Add(0))
        store.dispatch(Unknown())
        assertEquals(1, told)
    }

    @Test
    public fun `9 - The state's keys are in the order of the reducers`() {
        val reducers = (9 downTo 0).map { CounterReducer("key$it") }
        val store = Suas.createStore(*reducers.toTypedArray()).build()
        assertEquals((9 downTo 0).map { "key$it" }, store.getState().keys)
    }

    @Test
    public fun `9 - Two reducers with one key are a failure that names the key`() {
        val error = assertFailsWith<IllegalStateException> { Suas.createStore(CounterReducer(), CounterReducer()).build() }
        assertTrue("'Counter'" in error.message.orEmpty())
    }

    @Test
    public fun `9 - A given state is laid over the reducers' own, and a key without reducer is kept`() {
        val given = mapOf("Counter" to Counter(5), "more" to "text")
        val store = Suas.createStore(CounterReducer(), NamesReducer()).withInitialState(given).build()
        store.dispatch(Add(1))
        assertEquals(Counter(6), store.getState()["Counter"])
        assertEquals(Names(), store.getState()["Names"])
        assertEquals("text", store.getState()["more"])
    }

    @Test
    public fun `10 - A sub-state of another type is a failure at creation and at reset`() {
        assertFailsWith<IllegalStateException> {
            Suas.createStore(CounterReducer()).withInitialState(mapOf("Counter" to "five")).build()
        }
        val store = Suas.createStore(CounterReducer()).build()
        assertFailsWith<IllegalStateException> { store.reset("Counter", "five") }
        assertEquals(Counter(0), store.getState()["Counter"])
    }

    @Test
    public fun `11 - A reset replaces state past middleware, and tells the listeners of its keys`() {
        val log = ArrayList<String>()
        val store = Suas.createStore(CounterReducer(), NamesReducer()).withMiddleware(noting("middleware", log)).build()
        store.addListener(Counter::class.java, Listener { log.add("counter ${it.count}") })
        store.addListener(Names::class.java, Listener { log.add("names") })
        store.reset(Counter(7))
        assertEquals("counter 7", log.joinToString())
        store.reset()
        assertEquals("counter 7, counter 0, names", log.joinToString())
        store.resetFullState(mapOf("Counter" to Counter(3)))
        assertEquals(Counter(3), store.getState()["Counter"])
    }

    @Test
    public fun `11 - Filters apply to a reset`() {
        val store = Suas.createStore(CounterReducer()).build()
        var told = 0
        store.addListener(Counter::class.java, Filter { old, new -> old != new }, Listener { told += 1 })
        store.reset(Counter(0))
        store.reset(Counter(1))
        assertEquals(1, told)
    }

    @Test
    public fun `12 - A removed listener is freed`() {
        val store = Suas.createStore(CounterReducer()).build()
        val reference = addAndRemoveListener(store)
        val end = System.nanoTime() + 5_000_000_000
        while (reference.get() != null && System.nanoTime() < end) System.gc()
        assertNull(reference.get())
        store.dispatch(Add())
    }

    private fun addAndRemoveListener(store: Store): WeakReference<ByteArray> {
        val captured = ByteArray(1_000_000)
        val subscription = store.addListener(Listener<State> { assertEquals(1_000_000, captured.size) })
        store.dispatch(Add())
        subscription.removeListener()
        return WeakReference(captured)
    }

    @Test
    public fun `13 - A middleware that calls next twice sends the action down twice`() {
        val twice = Middleware { action, _, _, continuation ->
            continuation.next(action)
            continuation.next(action)
        }
        val store = Suas.createStore(CounterReducer()).withMiddleware(twice).build()
        store.dispatch(Add())
        assertEquals(Counter(2), store.getState()["Counter"])
    }

    @Test
    public fun `Middleware that does not call next keeps an action from all that follow`() {
        val store = Suas.createStore(CounterReducer()).withMiddleware(Middleware { _, _, _, _ -> }).build()
        var seen = 0
        store.addActionListener(ActionListener { seen += 1 })
        store.dispatch(Add())
        assertEquals(Counter(0), store.getState()["Counter"])
        assertEquals(1, seen)
    }

    @Test
    public fun `Middleware reads the old state before next and the new one after`() {
        val counts = ArrayList<Long?>()
        val reading = Middleware { action, state, _, continuation ->
            counts.add(state.getState().getState(Counter::class.java)?.count)
            continuation.next(action)
            counts.add(state.getState().getState(Counter::class.java)?.count)
        }
        Suas.createStore(CounterReducer()).withMiddleware(reading).build().dispatch(Add())
        assertEquals(listOf(0L, 1L), counts)
    }

    @Test
    public fun `An asynchronous action dispatches what came of it, and goes no further`() {
        val store = Suas.createStore(CounterReducer()).withMiddleware(AsyncMiddleware()).build()
        store.dispatch(AsyncAction { dispatcher, _ -> dispatcher.dispatch(Add(4)) })
        assertEquals(Counter(4), store.getState()["Counter"])
    }

    @Test
    public fun `The store goes on after code of the app has failed`() {
        val store = Suas.createStore(CounterReducer()).build()
        val subscription = store.addListener(Listener<State> { throw IllegalArgumentException("a mistake") })
        assertFailsWith<IllegalArgumentException> { store.dispatch(Add()) }
        subscription.removeListener()
        store.dispatch(Add())
        assertEquals(Counter(2), store.getState()["Counter"])
    }
}
