package suas.test

import suas.Failure
import suas.JsonValue
import suas.ListOf
import suas.Optional
import suas.Types
import suas.areEqual
import suas.areSame
import suas.closure
import suas.distinct
import suas.fit
import suas.limited
import suas.persistentListOf
import suas.persistentMapOf
import suas.read
import suas.toJson
import suas.valueHash
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertTrue

/** Values that are nested deeper than a stack of calls could be. */
public class DepthTests {
    private fun lists(depth: Int, inner: JsonValue = 1L): JsonValue =
        (0 until depth).fold(inner) { value, _ -> persistentListOf(value) }

    private fun maps(depth: Int, inner: JsonValue = 1L): JsonValue =
        (0 until depth).fold(inner) { value, _ -> persistentMapOf("a" to value) }

    @Test
    public fun `Values of any depth are compared`() {
        for (nested in listOf(::lists, ::maps)) {
            assertTrue(areEqual(nested(DEEP, 1L), nested(DEEP, 1.0)))
            assertFalse(areEqual(nested(DEEP, 1L), nested(DEEP, 2L)))
            assertFalse(areEqual(nested(DEEP, 1L), nested(DEEP - 1, 1L)))
            assertEquals(valueHash(nested(DEEP, 1L)), valueHash(nested(DEEP, 1.0)))
            val value = nested(DEEP, 1L)
            assertTrue(areSame(value, value))
            assertFalse(areSame(value, nested(DEEP, 1L)))
            assertTrue(areSame(nested(150, 1L), nested(150, 1L)))
            assertEquals(1, distinct(listOf(nested(DEEP, 1L), nested(DEEP, 1L))).size)
            assertEquals(Optional.of(nested(DEEP, 1L)), Optional.of(nested(DEEP, 1L)))
        }
    }

    @Test
    public fun `Values of any depth are written as JSON`() {
        assertEquals("[".repeat(DEEP) + "1" + "]".repeat(DEEP), toJson(lists(DEEP)))
        assertEquals("{\"a\":".repeat(DEEP) + "1" + "}".repeat(DEEP), toJson(maps(DEEP)))
        assertEquals("[[],{},[1,{\"b\":2,\"c\":null}]]", toJson(listOf(listOf<Any?>(), persistentMapOf<String, Any?>(), listOf(1L, persistentMapOf("b" to 2L, "c" to null)))))
    }

    @Test
    public fun `A value in a message is shown to some depth`() {
        assertTrue(Optional.of(lists(DEEP)).toString().endsWith("[…" + "]".repeat(199) + ")"))
    }

    @Test
    public fun `Values are put into a state up to a depth of 200`() {
        assertEquals(lists(200), limited(lists(200)))
        for (value in listOf(lists(201), maps(201), lists(201, listOf<Any?>()), lists(DEEP), maps(DEEP))) {
            for (put in listOf<(JsonValue) -> Any?>({ limited(it) }, { fit<Any?>(it, Types.any) })) {
                val failure = assertFailsWith<Failure>("") { put(value) }
                assertEquals("state-too-large", failure.code)
                assertEquals("the value is nested more than 200 levels deep", failure.message)
            }
            val failure = assertFailsWith<Failure>("") { read<Any?>(value, ListOf(Types.any)) }
            assertEquals("type-mismatch: it is nested too deep, or too large", "${failure.code}: ${failure.message}")
        }
    }

    @Test
    public fun `Parts that a value has many times are checked once`() {
        val value = (0 until 150).fold(listOf<Any?>()) { inner, _ -> listOf(inner, inner) }
        assertTrue(limited(value) === value)
    }

    @Test
    public fun `A closure may be as long as it likes`() {
        assertEquals(DEEP, closure(listOf(0)) { if (it + 1 < DEEP) listOf(it + 1) else emptyList() }.size)
    }

    private companion object {
        const val DEEP = 100_000
    }
}
