package app.search

import kotlin.test.Test
import kotlin.test.assertEquals

public class SerializationTest {
    @Test
    public fun `Values that can be serialized are those of a spec, and back`() {
        val places = mapOf("Rome" to listOf(41.9, 12.5))
        assertEquals(places, encoded(places))
        assertEquals(places, decoded<Map<String, List<Double>>>(encoded(places)))
        assertEquals(listOf(1L, 2L), encoded(listOf(1, 2)))
    }
}
