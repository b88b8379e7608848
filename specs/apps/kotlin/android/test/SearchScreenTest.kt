package app.search

import androidx.compose.material3.Shown
import androidx.lifecycle.SavedStateHandle
import java.io.IOException
import java.time.Instant
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlinx.coroutines.test.advanceTimeBy
import kotlinx.coroutines.test.currentTime
import kotlinx.coroutines.test.runTest
import suas.CoroutineClock

public class SearchScreenTest {
    private fun shown(model: SearchViewModel): List<String> {
        Shown.texts.clear()
        SearchScreen(model)
        return Shown.texts.toList()
    }

    @Test
    public fun `The screen shows the state, and dispatches what is typed`(): Unit = runTest {
        val clock = CoroutineClock(backgroundScope) { Instant.ofEpochMilli(currentTime) }
        val model = SearchViewModel(SavedStateHandle(), backgroundScope, clock) { throw IOException("offline") }
        assertEquals(listOf("Cities", "[]", "Type the beginning of a name"), shown(model))
        Shown.type("Ro")
        assertEquals(listOf("Cities", "[Ro]", "…"), shown(model))
        advanceTimeBy(2_301)
        assertEquals(listOf("Cities", "[Ro]", "offline", "Try again"), shown(model))
        Shown.click()
        assertEquals(listOf("Cities", "[Ro]", "…"), shown(model))
    }
}
