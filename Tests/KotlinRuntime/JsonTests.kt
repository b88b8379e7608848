package suas.test

import suas.JsonError
import suas.parseJson
import suas.persistentMapOf
import suas.timestamp
import suas.toJson
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith

public class JsonTests {
    @Test
    public fun `Values are written on one line`() {
        assertEquals("{\"b\":[1,1.0,null],\"a\":\"x\"}", toJson(persistentMapOf("b" to listOf(1L, 1.0, null), "a" to "x")))
        assertEquals("[\"NaN\",\"-Infinity\",1e-05]", toJson(listOf(Double.NaN, Double.NEGATIVE_INFINITY, 1e-5)))
        assertEquals("\"2000-01-01T00:00:00Z\"", toJson(timestamp("2000-01-01T00:00:00Z")))
        assertEquals("{\"1\":true}", toJson(persistentMapOf(1L to true)))
        assertEquals("\"\\\"\\\\\\n\\u0001\\u200b\\u2028\\ufeff\u00e9\ud83d\ude00\"", toJson("\"\\\n\u0001\u200b\u2028\ufeff\u00e9\ud83d\ude00"))
    }

    @Test
    public fun `What is written reads back`() {
        val texts = listOf("{\"a\":[1,-2.5,true,false,null,\"\\u00e9\"],\"b\":{}}", "[]", "\"\"", "0", "1e+17", "9223372036854775807")
        for (text in texts) assertEquals(text.replace("\\u00e9", "\u00e9"), toJson(parseJson(text)))
        assertEquals(1.0, parseJson(" 1.0 "))
        assertEquals("\uFFFD \uFFFD\ud83d\ude00", parseJson("\"\\ud83d \\ude00\\ud83d\\ude00\""))
        assertEquals(9.223372036854775808e18, parseJson("9223372036854775808.0"))
    }

    @Test
    public fun `What is no JSON is refused`() {
        for (text in listOf("9223372036854775808", "[-9223372036854775809]", "1e999", "", "{", "[1,]", "{\"a\"}", "01", "1 2", "\"", "\"\n\"", "nul", "[".repeat(100_000), "+1", "\"\\x\"", "\"\\u+12a\"")) {
            assertFailsWith<JsonError>(text.take(9)) { parseJson(text) }
        }
    }
}
