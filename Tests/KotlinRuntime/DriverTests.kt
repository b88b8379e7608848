package suas.test

import suas.Driver
import java.io.ByteArrayOutputStream
import java.io.PrintStream
import java.io.StringReader
import kotlin.test.Test
import kotlin.test.assertEquals

public class DriverTests {
    private val begin = "{\"begin\":{\"clock\":\"2000-01-01T00:00:00Z\",\"seed\":0,\"state\":{\"Todos\":{}}}}"

    private fun answers(vararg requests: String): List<String> {
        val output = ByteArrayOutputStream()
        Driver(TodoSpec()).run(StringReader(requests.joinToString("\n")).buffered(), PrintStream(output))
        return output.toString("UTF-8").trimEnd('\n').split("\n")
    }

    @Test
    public fun `It says which program it is`() {
        assertEquals("{\"suas-driver\":1,\"spec\":\"digest\",\"language\":\"kotlin\"}", answers("{\"suas-driver\":1,\"spec\":\"digest\"}")[0])
    }

    @Test
    public fun `It answers each request with what happened`() {
        val (begun, added) = answers(begin, "{\"dispatch\":\"AddTodo\",\"with\":{\"text\":\"a\"},\"times\":1}")
        val empty = "{\"texts\":[],\"color\":\"red\",\"load\":\"idle\",\"note\":null}"
        val nothing = "\"errors\":[],\"notified\":[],\"actions\":[],\"effects\":[],\"requests\":[],\"failures\":[]}"
        assertEquals("{\"state\":{\"Todos\":$empty},\"handled\":false,$nothing", begun)
        val full = "{\"texts\":[\"a\"],\"color\":\"red\",\"load\":\"idle\",\"note\":null}"
        val action = "{\"text\":\"a\",\"at\":\"2000-01-01T00:00:00Z\",\"id\":\"e220a839-7b1d-4daf-ae78-9e6aa1b965f4\"}"
        val expected = "{\"state\":{\"Todos\":$full},\"handled\":true,\"errors\":[]," +
            "\"notified\":[{\"name\":\"all\",\"value\":{\"Todos\":$full}},{\"name\":\"todos\",\"value\":$full}]," +
            "\"actions\":[{\"name\":\"AddTodo\",\"value\":$action}],\"effects\":[],\"requests\":[],\"failures\":[]}"
        assertEquals(expected, added)
    }

    @Test
    public fun `A refused action and a pending effect are shown`() {
        val answers = answers(
            begin,
            "{\"dispatch\":\"AddTodo\",\"with\":{\"text\":\"\"}}",
            "{\"dispatch\":\"Fetch\",\"with\":{\"query\":\"a\"}}",
            "{\"advance\":\"300ms\"}",
            "{\"respond\":\"Fetch\",\"which\":1,\"answer\":{\"failure\":\"gone\"}}",
            "{\"respond\":\"Fetch\",\"answer\":{\"status\":404,\"headers\":[],\"body\":\"no\"}}",
            "{\"cancel\":\"Fetch\"}",
        )
        val refusal = "{\"code\":\"constraint-violated\",\"message\":\"'action AddTodo.text' breaks its constraint: self != ''\",\"at\":\"todo.yaml:5:9\"}"
        assertEquals(true, "\"errors\":[$refusal]" in answers[1])
        assertEquals(true, "\"effects\":[]" in answers[2])
        val run = "{\"http\":{\"method\":\"GET\",\"url\":\"https://example.org/a\",\"headers\":[],\"body\":null}}"
        assertEquals(true, "\"effects\":[{\"name\":\"Fetch\",\"value\":{\"query\":\"a\"},\"run\":$run}]" in answers[3])
        assertEquals(true, "\"requests\":[{\"name\":\"Fetch\",\"run\":$run}]" in answers[3])
        assertEquals(true, "\"hindrance\":\"no effect 'Fetch' of this number is pending: there are 1, counted from 0\"}" in answers[4])
        assertEquals(true, "\"failures\":[{\"effect\":\"Fetch\",\"code\":\"status\",\"message\":\"the status is 404\",\"at\":null}]" in answers[5])
        assertEquals(true, "\"hindrance\":\"no effect 'Fetch' is under way that could be cancelled\"}" in answers[6])
    }
}
