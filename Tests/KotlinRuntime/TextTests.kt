package suas.test

import suas.bytes
import suas.characterAt
import suas.codePoints
import suas.compareTexts
import suas.decodeBase64
import suas.encodeBase64
import suas.format
import suas.indexOf
import suas.interpolated
import suas.lastIndexOf
import suas.quote
import suas.replace
import suas.reversed
import suas.split
import suas.substring
import suas.text
import suas.trimmed
import suas.upperAscii
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue

public class TextTests {
    private val smile = "\ud83d\ude00"

    @Test
    public fun `Indices and sizes count code points`() {
        assertEquals(3L, codePoints("a${smile}b"))
        assertEquals(2L, codePoints("e\u0301"))
        assertEquals(smile, characterAt("a${smile}b", 1))
        assertEquals("", characterAt("a", 1))
        assertFailure("index-out-of-range", "there is no index 2 in the text") { characterAt("a", 2) }
        assertEquals(2L, indexOf("a${smile}b", "b"))
        assertEquals(-1L, indexOf("abc", "x"))
        assertEquals(1L, indexOf("abc", "", 1))
        assertEquals(3L, lastIndexOf("abc", ""))
        assertEquals(3L, lastIndexOf("abab${smile}b", "b", 4))
        assertEquals("${smile}b", substring("a${smile}b", 1))
        assertEquals(smile, substring("a${smile}b", 1, 2))
        assertFailure("index-out-of-range") { substring("a", 3) }
        assertFailure("invalid-argument", "the text has no part from 2 to 1") { substring("abc", 2, 1) }
        assertEquals("b${smile}a", reversed("a${smile}b"))
    }

    @Test
    public fun `Texts are ordered by code points`() {
        assertTrue(compareTexts("\uff5e", smile) < 0)
        assertTrue(compareTexts("a", "b") < 0)
        assertTrue(compareTexts("", "a") < 0)
        assertEquals(0, compareTexts("a", "a"))
    }

    @Test
    public fun `Texts are split and replaced as in Go`() {
        assertEquals(listOf("a", "b", ""), split("a,b,", ","))
        assertEquals(listOf("a", "b,"), split("a,b,", ",", 2))
        assertEquals(listOf("a", smile), split("a$smile", ""))
        assertEquals(listOf<String>(), split("a", ",", 0))
        assertEquals("-a-b-", replace("ab", "", "-"))
        assertEquals("xxa", replace("aaa", "a", "x", 2))
        assertEquals("z\u0301y", replace("x\u0301y", "x", "z"))
        assertEquals("a b", trimmed("\u2003 a b\n"))
        assertEquals("\u00e9AZ", upperAscii("\u00e9az"))
        assertEquals("\"a\\n\\\"\"", quote("a\n\""))
    }

    @Test
    public fun `Formats are those of the extension`() {
        assertEquals("a 1 1.50 ff", format("%s %d %.2f %x", listOf("a", 1L, 1.5, 255L)))
        assertEquals("100% 1.500000e+00", format("100%% %e", listOf(1.5)))
        assertEquals("{a: 1, b: [true, null]}", format("%s", listOf(mapOf("b" to listOf(true, null), "a" to 1L))))
        assertEquals("101 7 -1a 6869", format("%b %o %x %x", listOf(5L, 7L, -26L, "hi")))
        assertEquals("2 0 1e+00", format("%.0f %.0f %.0e", listOf(2.5, 0.5, 1.0)))
        assertFailure("invalid-argument", "'%d' takes no string") { format("%d", listOf("a")) }
        assertFailure("index-out-of-range") { format("%s %s", listOf(1L)) }
        assertFailure("invalid-argument") { format("%z", listOf(1L)) }
    }

    @Test
    public fun `Bytes are encoded in base 64 and UTF-8`() {
        assertEquals("aGVsbG8=", encodeBase64(bytes("hello")))
        assertEquals("hello", text(decodeBase64("aGVsbG8")))
        assertFailure("invalid-argument") { decodeBase64("a") }
        assertFailure("invalid-argument", "the bytes are no UTF-8") { text(decodeBase64("/w==")) }
    }

    @Test
    public fun `Values inside of texts are written as string() gives them`() {
        assertEquals("1", interpolated(1.0))
        assertEquals("[1, 1.5, \"a\"]", interpolated(listOf(1L, 1.5, "a")))
        assertEquals("null", interpolated(null))
    }
}
