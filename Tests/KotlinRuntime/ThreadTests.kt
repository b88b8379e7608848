package suas.test

import suas.ActionError
import suas.ErrorListener
import suas.Listener
import suas.State
import suas.Suas
import java.util.concurrent.CountDownLatch
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicLong
import kotlin.concurrent.thread
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue

public class ThreadTests {
    @Test
    public fun `8 - Actions from many threads are processed one at a time, and listeners see every state in order`() {
        val store = Suas.createStore(CounterReducer()).build()
        val seen = ArrayList<Long>()
        store.addListener(Counter::class.java, Listener { seen.add(it.count) })
        val threads = (1..8).map { thread { repeat(1000) { store.dispatch(Add()) } } }
        threads.forEach { it.join() }
        assertEquals(Counter(8000), store.getState()["Counter"])
        assertEquals((1L..8000L).toList(), seen)
    }

    @Test
    public fun `8 - The state can be read while another thread dispatches`() {
        val store = Suas.createStore(CounterReducer(), CounterReducer("Other")).build()
        val writer = thread { repeat(5000) { store.dispatch(Add()) } }
        while (writer.isAlive) {
            val state = store.getState()
            assertEquals(state["Counter"], state["Other"])
        }
    }

    @Test
    public fun `8 - Listeners come and go on other threads`() {
        val store = Suas.createStore(CounterReducer()).build()
        val writer = thread { repeat(2000) { store.dispatch(Add()) } }
        while (writer.isAlive) {
            val subscription = store.addListener(Listener<State> { })
            subscription.removeListener()
        }
        assertEquals(Counter(2000), store.getState()["Counter"])
    }

    @Test
    public fun `8 - Whoever adds a listener and then reads the state is told of the next change`() {
        val store = Suas.createStore(CounterReducer()).build()
        val writer = thread { repeat(200_000) { store.dispatch(Add()) } }
        while (writer.isAlive) {
            val told = AtomicLong()
            val subscription = store.addListener(Counter::class.java, Listener { told.compareAndSet(0, it.count) })
            val seen = (store.getState()["Counter"] as Counter).count
            while (told.get() == 0L && writer.isAlive) Thread.onSpinWait()
            subscription.removeListener()
            assertTrue(told.get() <= seen + 1, "$seen was read, and ${told.get()} was told first")
        }
    }

    @Test
    public fun `8 - An executor gets every state once and in order, even with several threads`() {
        val executor = Executors.newFixedThreadPool(4)
        val store = Suas.createStore(CounterReducer()).notifyOn(executor).build()
        val seen = ArrayList<Long>()
        val all = CountDownLatch(1000)
        store.addListener(
            Counter::class.java,
            Listener {
                seen.add(it.count)
                all.countDown()
            },
        )
        val threads = (1..4).map { thread { repeat(250) { store.dispatch(Add()) } } }
        threads.forEach { it.join() }
        assertTrue(all.await(20, TimeUnit.SECONDS))
        executor.shutdown()
        assertEquals((1L..1000L).toList(), seen)
    }

    @Test
    public fun `8 - A chain through an executor is refused as well`() {
        val executor = Executors.newSingleThreadExecutor()
        val store = Suas.createStore(CounterReducer()).notifyOn(executor).build()
        val refused = CountDownLatch(1)
        var error: ActionError? = null
        store.addErrorListener(
            ErrorListener {
                error = it
                refused.countDown()
            },
        )
        store.addListener(Listener<State> { store.dispatch(Add()) })
        store.dispatch(Add())
        assertTrue(refused.await(20, TimeUnit.SECONDS))
        executor.shutdown()
        assertEquals("dispatch-depth-exceeded", error?.code)
    }

    @Test
    public fun `7 - next called from another thread waits its turn`() {
        val done = CountDownLatch(1)
        val later = suas.Middleware { action, _, _, continuation ->
            thread {
                continuation.next(action)
                done.countDown()
            }
        }
        val store = Suas.createStore(CounterReducer()).withMiddleware(later).build()
        store.dispatch(Add())
        assertTrue(done.await(20, TimeUnit.SECONDS))
        assertEquals(Counter(1), store.getState()["Counter"])
    }
}
