package suas.test

import suas.Filter
import suas.Filters
import suas.Listener
import suas.State
import suas.StateSelector
import suas.Subscription
import suas.Suas
import kotlin.test.Test
import kotlin.test.assertEquals

public class ListenerTests {
    private val store = Suas.createStore(CounterReducer(), NamesReducer()).build()
    private val log = ArrayList<String>()

    @Test
    public fun `3 - Keyed listeners are told when their key changed, others when any did`() {
        store.addListener(Counter::class.java, Listener { log.add("counter") })
        store.addListener(Names::class.java, Listener { log.add("names") })
        store.addListener(Listener<State> { log.add("all") })
        store.dispatch(Add())
        store.dispatch(Name("Ann"))
        store.dispatch(Unknown())
        assertEquals("counter, all, names, all", log.joinToString())
    }

    @Test
    public fun `4 - A keyed filter sees the old and the new sub-state`() {
        store.addListener(Counter::class.java, Filter { old, new -> new.count - old.count > 1 }, Listener { log.add("${it.count}") })
        store.dispatch(Add(1))
        store.dispatch(Add(5))
        assertEquals("6", log.joinToString())
    }

    @Test
    public fun `4 - Other filters see whole states, and a selector runs after the filter`() {
        val selector = StateSelector<String> { state ->
            log.add("selecting")
            state.getState(Names::class.java)?.names?.lastOrNull()
        }
        store.addListener(Filter { _, new -> new["Counter"] != Counter(0) }, selector, Listener { log.add(it) })
        store.dispatch(Name("Ann"))
        store.dispatch(Add())
        assertEquals("selecting, Ann", log.joinToString())
    }

    @Test
    public fun `4 - A selector that gives null tells nobody`() {
        store.addListener(StateSelector<String> { null }, Listener { log.add(it) })
        store.dispatch(Add())
        assertEquals("", log.joinToString())
    }

    @Test
    public fun `5 - Adding tells nothing, informing tells past the filter`() {
        val never = Filter<Counter> { _, _ -> false }
        val subscription = store.addListener(Counter::class.java, never, Listener { log.add("${it.count}") })
        store.dispatch(Add(2))
        assertEquals("", log.joinToString())
        subscription.informWithCurrentState()
        assertEquals("2", log.joinToString())
    }

    @Test
    public fun `5 - What a listener dispatches while it is informed is done when that returns`() {
        val subscription = store.addListener(Listener<State> { if (it["Counter"] == Counter(0)) store.dispatch(Add(3)) })
        subscription.informWithCurrentState()
        assertEquals(Counter(3), store.getState()["Counter"])
    }

    @Test
    public fun `6 - A listener removed in a round is not called any more in it`() {
        var second: Subscription? = null
        store.addListener(Listener<State> { second?.removeListener() })
        second = store.addListener(Listener<State> { log.add("second") })
        store.dispatch(Add())
        assertEquals("", log.joinToString())
    }

    @Test
    public fun `6 - A listener added in a round is called from the next one on`() {
        store.addListener(
            Listener<State> { if (log.isEmpty()) store.addListener(Listener<State> { log.add("added") }) },
        )
        store.dispatch(Add())
        assertEquals("", log.joinToString())
        store.dispatch(Add())
        assertEquals("added", log.joinToString())
    }

    @Test
    public fun `6 - A listener removed and added again in a round waits for the next one`() {
        var second: Subscription? = null
        store.addListener(
            Listener<State> {
                second?.removeListener()
                second?.addListener()
            },
        )
        second = store.addListener(Listener<State> { log.add("second") })
        store.dispatch(Add())
        assertEquals("", log.joinToString())
    }

    @Test
    public fun `A subscription that is added twice is told once`() {
        val subscription = store.addListener(Listener<State> { log.add("told") })
        subscription.addListener()
        store.dispatch(Add())
        assertEquals("told", log.joinToString())
    }

    @Test
    public fun `A listener is removed by its function`() {
        val listener = Listener<State> { log.add("told") }
        store.addListener(listener)
        store.removeListener(listener)
        store.dispatch(Add())
        assertEquals("", log.joinToString())
    }

    @Test
    public fun `A filter for changes compares values, not objects`() {
        store.addListener(Counter::class.java, Filter { old, new -> Filters.CHANGED.filter(old, new) }, Listener { log.add("${it.count}") })
        store.dispatch(Add(0))
        store.dispatch(Add(1))
        assertEquals("1", log.joinToString())
    }
}
