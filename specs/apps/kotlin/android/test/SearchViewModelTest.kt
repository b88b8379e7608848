package app.search

import androidx.lifecycle.SavedStateHandle
import java.io.IOException
import java.time.Instant
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Job
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancel
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.test.TestScope
import kotlinx.coroutines.test.advanceTimeBy
import kotlinx.coroutines.test.currentTime
import kotlinx.coroutines.test.runCurrent
import kotlinx.coroutines.test.runTest
import suas.CoroutineClock
import suas.EffectAnswer
import suas.EffectRequest

public class SearchViewModelTest {
    private val asked = ArrayList<String>()

    private fun TestScope.model(
        handle: SavedStateHandle = SavedStateHandle(),
        scope: CoroutineScope = backgroundScope,
        answer: suspend (query: String) -> List<String>,
    ): SearchViewModel {
        val clock = CoroutineClock(scope) { Instant.ofEpochMilli(currentTime) }
        return SearchViewModel(handle, scope, clock) { request ->
            val query = (request as EffectRequest.Http).url.substringAfter("query=")
            asked.add(query)
            val cities = answer(query).map { mapOf("name" to it) }
            EffectAnswer.Http(200, emptyList(), mapOf("RESULTS" to cities))
        }
    }

    @Test
    public fun `A search begins when typing has stopped`(): Unit = runTest {
        val model = model {
            delay(100)
            listOf("Rome", "Rotterdam")
        }
        model.dispatch(TypeQuery(text = "R"))
        advanceTimeBy(200)
        model.dispatch(TypeQuery(text = "Ro"))
        advanceTimeBy(300)
        assertEquals(emptyList<String>(), asked)
        assertEquals(Load.Loading, model.search.value.result)
        runCurrent()
        assertEquals(listOf("Ro"), asked)
        advanceTimeBy(101)
        assertEquals(Load.Loaded(cities = listOf("Rome", "Rotterdam")), model.search.value.result)
    }

    @Test
    public fun `Whoever leaves cancels the request`(): Unit = runTest {
        var isCancelled = false
        val model = model {
            try {
                awaitCancellation()
            } finally {
                isCancelled = true
            }
        }
        model.dispatch(TypeQuery(text = "Ro"))
        advanceTimeBy(301)
        model.dispatch(Leave)
        runCurrent()
        assertTrue(isCancelled)
        assertEquals(Load.Idle, model.search.value.result)
    }

    @Test
    public fun `A server that is away is asked three times`(): Unit = runTest {
        val model = model { throw IOException("offline") }
        model.dispatch(TypeQuery(text = "Ro"))
        advanceTimeBy(2_301)
        assertEquals(listOf("Ro", "Ro", "Ro"), asked)
        assertEquals(Load.Failed(message = "offline"), model.search.value.result)
    }

    @Test
    public fun `The text survives the process, and is searched for again`(): Unit = runTest {
        val handle = SavedStateHandle()
        val model = model(handle) { listOf("Rome") }
        model.dispatch(TypeQuery(text = "Ro"))
        advanceTimeBy(301)
        val saved = handle.get<String>("state")
        val next = model(SavedStateHandle(mapOf("state" to saved))) { listOf("Rome", "Rotterdam") }
        assertEquals(Search(query = "Ro", result = Load.Loading), next.search.value)
        advanceTimeBy(301)
        assertEquals(Load.Loaded(cities = listOf("Rome", "Rotterdam")), next.search.value.result)
        assertEquals(listOf("Ro", "Ro"), asked)
    }

    @Test
    public fun `A damaged text begins anew`(): Unit = runTest {
        val model = model(SavedStateHandle(mapOf("state" to "{"))) { emptyList() }
        assertEquals(Search(), model.search.value)
    }

    @Test
    public fun `It has the constructor for which the system looks`() {
        assertEquals(1, SearchViewModel::class.java.getConstructor(SavedStateHandle::class.java).parameterCount)
    }

    @Test
    public fun `The title is shared while a screen shows it`(): Unit = runTest {
        val model = model { listOf("Rome") }
        val titles = ArrayList<String>()
        val screen = launch { model.title.collect { titles.add(it) } }
        model.dispatch(TypeQuery(text = "Rom"))
        advanceTimeBy(301)
        model.dispatch(TypeQuery(text = ""))
        runCurrent()
        screen.cancel()
        assertEquals(listOf("Cities", "1 found", "Cities"), titles)
    }

    @Test
    public fun `A view model that is cleared does nothing any more`(): Unit = runTest {
        val scope = CoroutineScope(coroutineContext + Job())
        val model = model(scope = scope) { listOf("Rome") }
        model.dispatch(TypeQuery(text = "Ro"))
        model.clear()
        advanceTimeBy(60_000)
        assertEquals(emptyList<String>(), asked)
        assertEquals(Load.Loading, model.search.value.result)
    }
}
