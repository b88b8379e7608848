package suas.test

import suas.EffectAnswer
import suas.EffectPerformer
import suas.EffectRequest
import suas.ErrorListener
import suas.SpecClock
import suas.SpecHost
import suas.SpecRuntime
import suas.SeededIds
import suas.Store
import suas.VirtualClock
import suas.timestamp
import java.time.Duration
import java.time.Instant
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue

public class EffectTests {
    private val clock = VirtualClock(timestamp("2000-01-01T00:00:00Z"))
    private val requests = ArrayList<String>()
    private val answers = ArrayList<(EffectAnswer) -> Unit>()
    private var cancelled = 0
    private val performer = EffectPerformer { request, answer ->
        requests.add((request as EffectRequest.Http).url)
        check(!request.url.endsWith("/broken")) { "no network" }
        answers.add(answer);
        { cancelled += 1 }
    }
    private val store = makeStore()

    private fun makeStore(): Store {
        val runtime = SpecRuntime(TodoSpec(), SpecHost(clock, performer, SeededIds(0)))
        val store = runtime.createStore().build()
        runtime.attach(store)
        store.addErrorListener(ErrorListener { })
        return store
    }

    private val texts: List<String> get() = store.getState().getState(Todos::class.java)?.texts.orEmpty()

    private fun advance(milliseconds: Long) = assertTrue(clock.advance(Duration.ofMillis(milliseconds)))

    private fun answer(index: Int, vararg names: String) = answers[index](EffectAnswer.Http(200, emptyList(), names.toList()))

    @Test
    public fun `A debounced effect starts after the quiet, and a newer one replaces it`() {
        store.dispatch(Fetch("a"))
        advance(200)
        store.dispatch(Fetch("b"))
        advance(200)
        assertEquals(0, requests.size)
        advance(100)
        assertEquals(listOf("https://example.org/b"), requests)
        answer(0, "x", "y")
        assertEquals(listOf("x+y"), texts)
    }

    @Test
    public fun `With latest, a newer one takes the older one's outcome away`() {
        store.dispatch(Fetch("a"))
        advance(300)
        store.dispatch(Fetch("b"))
        advance(300)
        answer(0, "old")
        answer(1, "new")
        assertEquals(listOf("new"), texts)
    }

    @Test
    public fun `A failure that may pass is tried again, then its steps follow`() {
        store.dispatch(Fetch("a"))
        advance(300)
        answers[0](EffectAnswer.Http(503, emptyList(), null))
        assertEquals(1, requests.size)
        advance(1000)
        assertEquals(2, requests.size)
        advance(10_000)
        assertEquals(listOf("timeout"), texts)
        answer(1, "late")
        assertEquals(listOf("timeout"), texts)
    }

    @Test
    public fun `An exception that a performer throws is the failure of the effect`() {
        store.dispatch(Fetch("broken"))
        advance(300)
        assertEquals(1, requests.size)
        advance(1000)
        assertEquals(2, requests.size)
        assertEquals(listOf("no-answer"), texts)
    }

    @Test
    public fun `An answer of another type is a failure`() {
        store.dispatch(Fetch("a"))
        advance(300)
        answers[0](EffectAnswer.Http(200, emptyList(), "no list"))
        assertEquals(listOf("response"), texts)
    }

    @Test
    public fun `A reaction may cancel an effect`() {
        store.dispatch(Fetch("a"))
        advance(300)
        store.dispatch(AddTodo("stop"))
        assertEquals(1, cancelled)
        answer(0, "late")
        assertEquals(listOf("stop"), texts)
    }

    @Test
    public fun `An effect that ends while it is started is cancelled`() {
        lateinit var runtime: SpecRuntime
        val performer = EffectPerformer { _, _ ->
            // As another thread may do it.
            runtime.cancelEffects();
            { cancelled += 1 }
        }
        runtime = SpecRuntime(TodoSpec(), SpecHost(clock, performer))
        val store = runtime.createStore().build()
        runtime.attach(store)
        store.dispatch(Fetch("a"))
        advance(300)
        assertEquals(1, cancelled)
    }

    @Test
    public fun `A deadline that is set while another one is taken back stays set`() {
        var alarm: Instant? = null
        var isFirst = true
        lateinit var store: Store
        val clock = object : SpecClock {
            override val now: Instant = Instant.EPOCH

            override fun wake(deadline: Instant?, body: () -> Unit) {
                if (deadline == null && isFirst) {
                    isFirst = false
                    // As another thread may do it.
                    store.dispatch(Fetch("b"))
                }
                alarm = deadline
            }
        }
        val runtime = SpecRuntime(TodoSpec(), SpecHost(clock))
        store = runtime.createStore().build()
        runtime.attach(store)
        store.dispatch(Fetch("a"))
        store.dispatch(AddTodo("stop"))
        assertEquals(Instant.ofEpochMilli(300), alarm)
    }

    @Test
    public fun `Middleware replaces an action, and follows its refusal`() {
        store.dispatch(AddTodo("milk"))
        assertEquals(listOf("MILK"), texts)
    }

    @Test
    public fun `Ids come from the seed`() {
        assertEquals("e220a839-7b1d-4daf-ae78-9e6aa1b965f4", SeededIds(0).next())
    }

    @Test
    public fun `A store with a thousand effects answers each once`() {
        store.dispatch(Fetch("a"))
        advance(300)
        repeat(1000) { answer(0, "x") }
        assertEquals(listOf("x"), texts)
    }
}
