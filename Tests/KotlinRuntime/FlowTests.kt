package suas.test

import java.io.IOException
import java.time.Instant
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.Executor
import kotlin.coroutines.cancellation.CancellationException
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull
import kotlin.test.assertTrue
import kotlinx.coroutines.CoroutineExceptionHandler
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancel
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.SharingStarted
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.onEach
import kotlinx.coroutines.flow.stateIn
import kotlinx.coroutines.flow.take
import kotlinx.coroutines.flow.takeWhile
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.test.TestScope
import kotlinx.coroutines.test.advanceTimeBy
import kotlinx.coroutines.test.advanceUntilIdle
import kotlinx.coroutines.test.currentTime
import kotlinx.coroutines.test.runCurrent
import kotlinx.coroutines.test.runTest
import kotlinx.coroutines.withTimeout
import suas.Action
import suas.Core
import suas.CoroutineClock
import suas.CoroutinePerformer
import suas.EffectAnswer
import suas.EffectRequest
import suas.ErrorListener
import suas.Failure
import suas.JsonValue
import suas.Listener
import suas.ListenerRegistry
import suas.Reducer
import suas.SpecHost
import suas.SpecRuntime
import suas.Store
import suas.StoreFlows
import suas.Suas
import suas.actions
import suas.attach
import suas.errors
import suas.states

public data class Reading(val value: JsonValue = null)

public data class Read(val value: JsonValue) : Action

public class ReadingReducer : Reducer<Reading>() {
    override fun getInitialState(): Reading = Reading()

    override fun reduce(state: Reading, action: Action): Reading? = if (action is Read) Reading(action.value) else null
}

public class FlowTests {
    private val store = Suas.createStore(CounterReducer(), NamesReducer()).build()
    private val flows = StoreFlows(store)
    private val count: StateFlow<Long> = flows.of("count", "Counter") { (it["Counter"] as Counter).count }
    private val names: StateFlow<List<String>> = flows.of("names", "Names") { (it["Names"] as Names).names }

    /** The number of the listeners that a store has. */
    private fun listeners(store: Store): Int {
        val field = Core::class.java.getDeclaredField("listeners").apply { isAccessible = true }
        return (field.get(store.core) as ListenerRegistry).states.size
    }

    /** Collects in the background of a test what a flow emits. */
    private fun <T> TestScope.collected(flow: Flow<T>): List<T> {
        val values = ArrayList<T>()
        backgroundScope.launch { flow.collect { values.add(it) } }
        runCurrent()
        return values
    }

    private fun TestScope.dispatch(vararg actions: Action) {
        for (action in actions) {
            store.dispatch(action)
            runCurrent()
        }
    }

    // States

    @Test
    public fun `A collector that starts late is given the present value, then each other one`(): Unit = runTest {
        store.dispatch(Add(2))
        val seen = collected(count)
        assertEquals(listOf(2L), seen)
        dispatch(Add(), Add(3))
        assertEquals(listOf(2L, 3L, 6L), seen)
    }

    @Test
    public fun `The value is the store's at any time, without a collector and without a scope`() {
        assertEquals(0L, count.value)
        store.dispatch(Add(4))
        assertEquals(4L, count.value)
        assertEquals(listOf(4L), count.replayCache)
        store.reset()
        assertEquals(0L, count.value)
        assertEquals(0, listeners(store))
    }

    @Test
    public fun `Nothing is emitted while the value is the same`(): Unit = runTest {
        val seen = collected(names)
        dispatch(Add(), Name("a"), Unknown(), Add(0))
        assertEquals(listOf(emptyList(), listOf("a")), seen)
        val isEven = collected(store.states { (it["Counter"] as Counter).count % 2 == 0L })
        dispatch(Add(2), Add(2), Add(1), Add(2))
        assertEquals(listOf(false, true), isEven)
    }

    @Test
    public fun `Values are the same by the comparison of the spec, and the same one is the same object`(): Unit = runTest {
        val store = Suas.createStore(ReadingReducer()).build()
        val seen = collected(store.states { (it["Reading"] as Reading).value })
        for (value in listOf(Double.NaN, Double.NaN, 0.0, -0.0, 1L, 1.0)) {
            store.dispatch(Read(value))
            runCurrent()
        }
        assertEquals(listOf(null, "NaN", "0.0", "1", "1.0"), seen.map { it?.toString() })
        val list = store.states { listOf((it["Reading"] as Reading).value) }
        val before = list.value
        store.dispatch(Read(1.0))
        assertTrue(list.value === before)
    }

    @Test
    public fun `A slow collector is given the last value, and no value that is over`(): Unit = runTest {
        val seen = ArrayList<Long>()
        backgroundScope.launch {
            count.collect {
                seen.add(it)
                delay(100)
            }
        }
        runCurrent()
        repeat(50) { store.dispatch(Add()) }
        advanceTimeBy(101)
        assertEquals(listOf(0L, 50L), seen)
        // There and back again: the value is the one that was emitted last.
        dispatch(Add(), Add(-1))
        advanceTimeBy(1000)
        assertEquals(listOf(0L, 50L), seen)
    }

    @Test
    public fun `A collector may dispatch, whichever thread it runs on`(): Unit = runTest {
        val seen = ArrayList<Long>()
        for (dispatcher in listOf(Dispatchers.Unconfined, Dispatchers.Default)) {
            store.reset()
            seen.clear()
            val job = launch(dispatcher) {
                count.takeWhile { it < 20 }.collect {
                    seen.add(it)
                    store.dispatch(Add())
                }
            }
            job.join()
            assertEquals((0L..19L).toList(), seen)
            assertEquals(20L, count.value)
        }
    }

    @Test
    public fun `A collector that is not dispatched is told in the turn of the store, and dispatches after it`() {
        val log = ArrayList<String>()
        val scope = CoroutineScope(Dispatchers.Unconfined)
        scope.launch {
            count.collect {
                log.add("collected $it")
                if (it == 1L) store.dispatch(Add(10))
                log.add("done with $it")
            }
        }
        store.addListener(Counter::class.java, Listener { log.add("heard ${it.count}") })
        store.dispatch(Add())
        scope.cancel()
        assertEquals(
            listOf("collected 0", "done with 0", "collected 1", "done with 1", "heard 1", "collected 11", "done with 11", "heard 11"),
            log,
        )
    }

    @Test
    public fun `A collector that ends, is cancelled or fails listens no longer`(): Unit = runTest {
        assertEquals(0L, count.first())
        assertEquals(0, listeners(store))
        val jobs = List(3) { launch { count.collect {} } }
        runCurrent()
        assertEquals(3, listeners(store))
        jobs.forEach { it.cancel() }
        runCurrent()
        assertEquals(0, listeners(store))
        val failing = async(SupervisorJob()) { count.collect { if (it == 1L) throw IOException("gone") } }
        runCurrent()
        dispatch(Add())
        assertFailsWith<IOException> { failing.await() }
        assertEquals(0, listeners(store))
        dispatch(Add())
        assertEquals(2L, count.value)
    }

    @Test
    public fun `Coroutines on many threads dispatch, and collectors see values in order up to the last one`(): Unit = runBlocking {
        val seen = List(4) { ConcurrentLinkedQueue<Long>() }
        val collectors = seen.map { values ->
            launch(Dispatchers.Default) { count.onEach { values.add(it) }.first { it == 8000L } }
        }
        val writers = List(8) { launch(Dispatchers.Default) { repeat(1000) { store.dispatch(Add()) } } }
        (collectors + writers).forEach { it.join() }
        for (values in seen) assertEquals(values.toList().distinct().sorted(), values.toList())
        assertEquals(0, listeners(store))
    }

    @Test
    public fun `A change while a collector starts is not lost`(): Unit = runBlocking {
        repeat(3000) { number ->
            val collector = launch(Dispatchers.Default) { count.first { it == number + 1L } }
            val writer = launch(Dispatchers.Default) { store.dispatch(Add()) }
            withTimeout(20_000) {
                collector.join()
                writer.join()
            }
        }
    }

    @Test
    public fun `Where listeners are notified on an executor, the value is the store's, and the last one is emitted`(): Unit = runTest {
        val waiting = ArrayDeque<Runnable>()
        val store = Suas.createStore(CounterReducer()).notifyOn(Executor { waiting.addLast(it) }).build()
        val count = store.states { (it["Counter"] as Counter).count }
        val seen = collected(count)
        store.dispatch(Add())
        store.dispatch(Add())
        assertEquals(2L, count.value)
        while (true) (waiting.removeFirstOrNull() ?: break).run()
        runCurrent()
        assertEquals(listOf(0L, 2L), seen)
    }

    @Test
    public fun `A flow has a name by which it is made once`() {
        assertTrue(flows.of("count") { 0L } === count)
        assertTrue(store.states { 0L } !== store.states { 0L })
    }

    @Test
    public fun `A value that cannot be computed is told to the error listeners, and the last one stays`(): Unit = runTest {
        val errors = ArrayList<String>()
        store.addErrorListener(ErrorListener { errors.add(it.code) })
        val inverse = store.states { state ->
            val count = (state["Counter"] as Counter).count
            if (count == 0L) throw Failure("divide-by-zero", "there is no inverse") else 60 / count
        }
        assertFailsWith<Failure> { inverse.value }
        val seen = collected(inverse)
        assertEquals(listOf("divide-by-zero"), errors)
        dispatch(Add(2), Add(-2))
        assertEquals(30L, inverse.value)
        dispatch(Add(3))
        assertEquals(listOf(30L, 20L), seen)
        assertEquals(listOf("divide-by-zero", "divide-by-zero"), errors)
    }

    @Test
    public fun `What a view model shows is shared as long as somebody looks at it`(): Unit = runTest {
        val title = count.map { "$it things" }.stateIn(backgroundScope, SharingStarted.WhileSubscribed(5000), "nothing")
        assertEquals("nothing", title.value)
        val screen = launch { title.collect {} }
        runCurrent()
        assertEquals("0 things", title.value)
        dispatch(Add())
        assertEquals("1 things", title.value)
        screen.cancel()
        advanceTimeBy(4999)
        assertEquals(1, listeners(store))
        advanceTimeBy(2)
        assertEquals(0, listeners(store))
    }

    @Test
    public fun `Actions and errors are flows that leave out none`(): Unit = runTest {
        val store = Suas.createStore(StrictReducer()).build()
        val actions = async { store.actions().take(100).toList() }
        val errors = async { store.errors().map { it.code }.take(2).toList() }
        runCurrent()
        repeat(98) { store.dispatch(Add(it.toLong())) }
        store.dispatch(Fail)
        store.dispatch(Add(-10_000))
        assertEquals(List(98) { Add(it.toLong()) } + listOf(Fail, Add(-10_000)), actions.await())
        assertEquals(listOf("failed", "overdrawn"), errors.await())
    }

    // Effects

    private val requested = ArrayList<String>()

    /** A store of the spec whose requests a function answers, in the background of a test. */
    private fun TestScope.todos(
        scope: CoroutineScope = backgroundScope,
        answer: suspend (url: String) -> List<String>,
    ): Store {
        val performer = CoroutinePerformer(scope) { request ->
            val url = (request as EffectRequest.Http).url
            requested.add("${url.substringAfterLast('/')} at $currentTime")
            EffectAnswer.Http(200, emptyList(), answer(url))
        }
        val runtime = SpecRuntime(TodoSpec(), SpecHost(clock(scope), performer))
        val store = runtime.createStore().build()
        runtime.attach(store, scope)
        store.addErrorListener(ErrorListener { })
        return store
    }

    private fun TestScope.clock(scope: CoroutineScope) = CoroutineClock(scope) { Instant.ofEpochMilli(testScheduler.currentTime) }

    private val Store.texts: List<String> get() = getState().getState(Todos::class.java)?.texts.orEmpty()

    @Test
    public fun `Debounce, request, answer and retry pass in virtual time`(): Unit = runTest {
        val store = todos {
            delay(50)
            if (requested.size == 1) throw IOException("offline")
            listOf("x", "y")
        }
        store.dispatch(Fetch("a"))
        advanceTimeBy(200)
        store.dispatch(Fetch("b"))
        advanceTimeBy(300)
        assertEquals(emptyList<String>(), requested)
        runCurrent()
        assertEquals(listOf("b at 500"), requested)
        advanceTimeBy(1050)
        runCurrent()
        assertEquals(listOf("b at 500", "b at 1550"), requested)
        advanceTimeBy(51)
        assertEquals(listOf("x+y"), store.texts)
    }

    @Test
    public fun `An exception is the failure of the effect, with its message`(): Unit = runTest {
        val store = todos { throw IOException("offline") }
        store.dispatch(Fetch("a"))
        advanceTimeBy(2000)
        assertEquals(2, requested.size)
        assertEquals(listOf("no-answer"), store.texts)
        assertEquals(listOf("offline", "java.io.IOException"), messages(IOException("offline")) + messages(IOException()))
    }

    /** The messages of the failures that come of an exception. */
    private suspend fun TestScope.messages(error: Exception): List<String> {
        val answers = answers { throw error }
        return answers.map { (it as EffectAnswer.Failure).message }
    }

    private fun TestScope.answers(single: suspend (EffectRequest) -> EffectAnswer): List<EffectAnswer> {
        val answers = ArrayList<EffectAnswer>()
        CoroutinePerformer(backgroundScope, single = single).perform(EffectRequest.ReadFile("a")) { answers.add(it) }
        runCurrent()
        return answers
    }

    @Test
    public fun `An effect that the store cancels cancels its coroutine, which is no failure`(): Unit = runTest {
        var ended: Throwable? = null
        val store = todos {
            try {
                awaitCancellation()
            } catch (error: CancellationException) {
                ended = error
                throw error
            }
        }
        store.dispatch(Fetch("a"))
        advanceTimeBy(301)
        assertNull(ended)
        store.dispatch(AddTodo("stop"))
        runCurrent()
        assertTrue(ended is CancellationException)
        advanceTimeBy(20_000)
        assertEquals(listOf("stop"), store.texts)
    }

    @Test
    public fun `The timeout of an effect cancels its coroutine, and leads to the steps of a failure`(): Unit = runTest {
        var cancelled = 0
        val store = todos {
            try {
                awaitCancellation()
            } finally {
                cancelled += 1
            }
        }
        store.dispatch(Fetch("a"))
        advanceTimeBy(300 + 10_000 + 1000 + 10_000 + 1)
        assertEquals(listOf("timeout"), store.texts)
        assertEquals(2, cancelled)
    }

    @Test
    public fun `A timeout inside of the function is a failure`(): Unit = runTest {
        val answers = answers { withTimeout(5) { awaitCancellation() } }
        advanceTimeBy(6)
        assertEquals("Timed out waiting for 5 ms", (answers.single() as EffectAnswer.Failure).message)
    }

    @Test
    public fun `The end of a scope ends coroutines, timers and listeners, and nothing follows`(): Unit = runTest {
        val scope = CoroutineScope(coroutineContext + Job())
        var isCancelled = false
        val store = todos(scope) {
            try {
                awaitCancellation()
            } catch (error: CancellationException) {
                isCancelled = true
                throw IOException("closed", error)
            }
        }
        assertEquals(2, listeners(store))
        store.dispatch(Fetch("a"))
        advanceTimeBy(301)
        assertEquals(1, requested.size)
        store.dispatch(Fetch("b"))
        scope.cancel()
        runCurrent()
        assertTrue(isCancelled)
        assertEquals(0, listeners(store))
        advanceTimeBy(60_000)
        assertEquals(1, requested.size)
        assertEquals(emptyList<String>(), store.texts)
        // The store itself goes on, and starts nothing.
        store.dispatch(AddTodo("late"))
        store.dispatch(Fetch("c"))
        advanceTimeBy(60_000)
        assertEquals(listOf("late"), store.texts)
        assertEquals(1, requested.size)
    }

    @Test
    public fun `A scope that has ended, or that never ends, can be attached to`() {
        val ended = CoroutineScope(Job().apply { cancel() })
        for ((scope, count) in listOf(ended to 0, CoroutineScope(SupervisorJob()) to 2)) {
            val runtime = SpecRuntime(TodoSpec())
            val store = runtime.createStore().build()
            runtime.attach(store, scope)
            assertEquals(count, listeners(store))
            store.dispatch(AddTodo("a"))
            assertEquals(listOf("a"), store.texts)
        }
    }

    @Test
    public fun `A stream has the answers of a flow, and ends with it`(): Unit = runTest {
        val answers = ArrayList<String>()
        val ticks = flow {
            emit(EffectAnswer.Result(1L))
            delay(100)
            emit(EffectAnswer.Result(2L))
        }
        val broken = flow<EffectAnswer> {
            emit(EffectAnswer.Result(1L))
            throw IOException("gone")
        }
        val streams = { request: EffectRequest ->
            when ((request as EffectRequest.Custom).name) {
                "ticks" -> ticks
                "broken" -> broken
                "none" -> throw IllegalStateException("there is no such stream")
                else -> null
            }
        }
        val performer = CoroutinePerformer(backgroundScope, streams) { EffectAnswer.Done }
        for (name in listOf("ticks", "broken", "none", "other")) {
            answers.clear()
            performer.perform(EffectRequest.Custom(name, null)) { answers.add(described(it)) }
            advanceTimeBy(101)
            val expected = when (name) {
                "ticks" -> listOf("1", "2", "end")
                "broken" -> listOf("1", "failure: gone")
                "none" -> listOf("failure: there is no such stream")
                else -> listOf("done")
            }
            assertEquals(expected, answers)
        }
        answers.clear()
        val cancel = performer.perform(EffectRequest.Custom("ticks", null)) { answers.add(described(it)) }
        runCurrent()
        cancel()
        advanceTimeBy(1000)
        assertEquals(listOf("1"), answers)
    }

    private fun described(answer: EffectAnswer): String =
        when (answer) {
            is EffectAnswer.Result -> answer.value.toString()
            is EffectAnswer.Failure -> "failure: ${answer.message}"
            is EffectAnswer.Last -> "end"
            else -> "done"
        }

    @Test
    public fun `An exception of a listener is no answer`(): Unit = runTest {
        var answers = 0
        val scope = CoroutineScope(coroutineContext + SupervisorJob() + CoroutineExceptionHandler { _, _ -> })
        val performer = CoroutinePerformer(scope, { flowOf(EffectAnswer.Done, EffectAnswer.Done) }) { EffectAnswer.Done }
        performer.perform(EffectRequest.ReadFile("a")) {
            answers += 1
            throw IllegalStateException("a listener failed")
        }
        runCurrent()
        assertEquals(1, answers)
        scope.cancel()
    }

    // The clock

    @Test
    public fun `A clock calls once at its last deadline, rounded up to milliseconds`(): Unit = runTest {
        val clock = clock(backgroundScope)
        val called = ArrayList<Long>()
        clock.wake(Instant.ofEpochMilli(10)) { called.add(currentTime) }
        clock.wake(Instant.ofEpochSecond(0, 20_000_001)) { called.add(currentTime) }
        advanceTimeBy(1000)
        assertEquals(listOf(21L), called)
        clock.wake(Instant.ofEpochMilli(500)) { called.add(currentTime) }
        assertEquals(1, called.size)
        runCurrent()
        assertEquals(listOf(21L, 1000L), called)
        clock.wake(Instant.ofEpochMilli(1500)) { called.add(currentTime) }
        clock.wake(null) { called.add(currentTime) }
        advanceUntilIdle()
        advanceTimeBy(1000)
        assertEquals(2, called.size)
    }

    @Test
    public fun `A clock of many threads loses no timer`(): Unit = runBlocking {
        val scope = CoroutineScope(Dispatchers.Default + SupervisorJob())
        val performer = CoroutinePerformer(scope) { EffectAnswer.Http(200, emptyList(), listOf("x")) }
        val stores = List(200) {
            val runtime = SpecRuntime(TodoSpec(), SpecHost(CoroutineClock(scope), performer))
            runtime.createStore().build().also { runtime.attach(it, scope) }
        }
        val texts = stores.map { store -> store.states { it.getState(Todos::class.java)?.texts.orEmpty() } }
        for (store in stores) launch(Dispatchers.Default) { store.dispatch(Fetch("a")) }
        withTimeout(20_000) { for (flow in texts) flow.first { it == listOf("x") } }
        scope.cancel()
    }
}
