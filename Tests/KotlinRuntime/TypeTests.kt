package suas.test

import suas.EnumOf
import suas.ListOf
import suas.MapOf
import suas.OptionalOf
import suas.PartOf
import suas.RecordOf
import suas.Types
import suas.areEqual
import suas.fit
import suas.read
import suas.select
import suas.timestamp
import suas.toJson
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertTrue

public class TypeTests {
    private val todos = RecordOf { Todos.Type }

    @Test
    public fun `Values from outside become those of the type, with defaults`() {
        assertEquals(Todos(listOf("a"), Color.GREEN), read<Todos>(mapOf("texts" to listOf("a"), "color" to "green", "more" to 1L), todos))
        assertEquals(Todos(load = Load.Loaded(listOf("x"))), read<Todos>(mapOf("load" to mapOf("loaded" to mapOf("names" to listOf("x")))), todos))
        assertEquals(Load.Idle, read<Load>("idle", RecordOf { Load.Type }))
        assertEquals(1.0, read<Double>(1L, Types.double))
        assertEquals(timestamp("2000-01-01T00:00:00Z"), read("2000-01-01T00:00:00Z", Types.timestamp))
        assertEquals(mapOf(1L to true), read<Any>(mapOf("1" to true), MapOf(Types.int, Types.bool)))
    }

    @Test
    public fun `What does not fit says so`() {
        assertFailure("type-mismatch", "a string stands where an int is needed") { fit<Long>("a", Types.int) }
        assertFailure("null-value", "null stands where a list(int) is needed") { fit<Any>(null, ListOf(Types.int)) }
        assertFailure("no-such-case", "Color has no case 'blue'") { fit<Color>("blue", EnumOf(colorType)) }
        assertFailure("no-such-case", "Load has no case 'lost'") { fit<Load>("lost", RecordOf { Load.Type }) }
        assertFailure("no-such-field", "Todos has no field \"more\"") { fit<Todos>(mapOf("more" to 1L), todos) }
        assertFailure("type-mismatch", "Load.loaded needs its field 'names'") { fit<Load>("loaded", RecordOf { Load.Type }) }
        assertFailure("type-mismatch", "an int stands where a Todos is needed") { fit<Todos>(1L, todos) }
        assertEquals(null, fit<Any?>(null, OptionalOf(Types.int)))
        assertEquals(mapOf("note" to "a"), fit<Any>(mapOf("note" to "a"), PartOf { Todos.Type }))
    }

    @Test
    public fun `Records are written with their fields, variants as their authors write them`() {
        val expected = "{\"texts\":[\"a\"],\"color\":\"green\",\"load\":{\"loaded\":{\"names\":[]}},\"note\":null}"
        assertEquals(expected, toJson(Todos(listOf("a"), Color.GREEN, Load.Loaded(emptyList()))))
        assertEquals("\"idle\"", toJson(Load.Idle))
    }

    @Test
    public fun `Records and variants are selected and compared by their fields`() {
        val state = Todos(load = Load.Loaded(listOf("x")))
        assertEquals(listOf("x"), select(select(select(state, "load"), "loaded"), "names"))
        assertFailure("no-such-case", "Load is not 'idle' now") { select(state.load, "idle") }
        assertTrue(areEqual(state, state.copy()))
        assertFalse(areEqual(state, state.copy(load = Load.Idle)))
        assertTrue(areEqual(Color.RED, "red"))
    }

    @Test
    public fun `A broken constraint refuses an action, and names the field`() {
        val error = AddTodo("").refusal()
        assertEquals("constraint-violated", error?.code)
        assertEquals("'action AddTodo.text' breaks its constraint: self != ''", error?.message)
        assertEquals("todo.yaml:5:9", error?.place)
    }
}
