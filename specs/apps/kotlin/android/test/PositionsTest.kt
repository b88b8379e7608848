package app.search

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlinx.coroutines.flow.flowOf
import kotlinx.coroutines.test.runCurrent
import kotlinx.coroutines.test.runTest
import suas.EffectAnswer
import suas.EffectRequest

public class PositionsTest {
    @Test
    public fun `Positions are the answers of a stream, which ends with them`(): Unit = runTest {
        val answers = ArrayList<EffectAnswer>()
        val performer = performer(backgroundScope, flowOf(Position(41.9, 12.5), Position(52.0, 4.5)))
        performer.perform(EffectRequest.Custom("WatchPosition", null)) { answers.add(it) }
        runCurrent()
        val latitudes = answers.filterIsInstance<EffectAnswer.Result>().map { (it.value as Map<*, *>)["latitude"] }
        assertEquals(listOf(41.9, 52.0), latitudes)
        assertEquals(null, (answers.last() as EffectAnswer.Last).answer)
        performer.perform(EffectRequest.Custom("Other", null)) { answers.add(it) }
        runCurrent()
        assertEquals("there is nothing that performs this", (answers.last() as EffectAnswer.Failure).message)
    }
}
