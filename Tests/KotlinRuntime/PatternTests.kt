package suas.test

import suas.extract
import suas.extractAll
import suas.matches
import suas.pattern
import suas.replace
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertTrue

public class PatternTests {
    private val table: List<Triple<String, List<String>, List<String>>> = listOf(
        Triple("a.c", listOf("abc", "xabcx", "a\u00e9c"), listOf("ac", "a\nc")),
        Triple("^abc\$", listOf("abc"), listOf("xabc", "abcx", "abc\n")),
        Triple("(?m)^b\$", listOf("a\nb\nc"), listOf("ab")),
        Triple("(?s)a.c", listOf("a\nc"), listOf("ac")),
        Triple("(?i)stra(SS)e", listOf("STRASSE", "strasse"), listOf("straße")),
        Triple("(?i)[k]", listOf("K", "\u212a"), listOf("x")),
        Triple("(?i:a)b", listOf("Ab", "ab"), listOf("AB")),
        Triple("a|b|", listOf("", "x"), listOf<String>()),
        Triple("^(a|bc)+\$", listOf("abca", "bc"), listOf("ab", "")),
        Triple("^a{2,3}\$", listOf("aa", "aaa"), listOf("a", "aaaa")),
        Triple("^a{2}\$", listOf("aa"), listOf("aaa")),
        Triple("^a{2,}\$", listOf("aaaa"), listOf("a")),
        Triple("a{,2}", listOf("a{,2}"), listOf("aa")),
        Triple("^[a-c\\d_-]+\$", listOf("ab1_-"), listOf("d")),
        Triple("^[^a-c]\$", listOf("d", "\ud83d\ude00"), listOf("b")),
        Triple("^[]a]\$", listOf("]", "a"), listOf("b")),
        Triple("^[[:alpha:][:^word:]]+\$", listOf("ab !"), listOf("1")),
        Triple("\\bfoo\\b", listOf("a foo b", "foo"), listOf("food")),
        Triple("\\Boo", listOf("foo"), listOf("oo")),
        Triple("^\\x41\\x{1F600}\\101\\n\$", listOf("A\ud83d\ude00A\n"), listOf<String>()),
        Triple("^\\p{Lu}\\pN\\P{L}\$", listOf("A1!", "\u00c9\u0663 "), listOf("a1!")),
        Triple("^\\p{Greek}+\$", listOf("αβγ"), listOf("abc")),
        Triple("^[\\p{Cyrillic}a]+\$", listOf("жa"), listOf("b")),
        Triple("^\\p{^Latin}\$", listOf("ж"), listOf("a")),
        Triple("^\\Qa.b*\\E+\$", listOf("a.b***"), listOf("aab")),
        Triple("^(?P<x>a)(?<y>b)(?:c)\$", listOf("abc"), listOf("ab")),
        Triple("^(?U)a+?\$", listOf("aa"), listOf<String>()),
        Triple("^.\$", listOf("\ud83d\ude00", "\u00e9"), listOf("e\u0301", "")),
        Triple("(|a)*b", listOf("aab", "b"), listOf("a")),
        Triple("^(?:(?:a*)*)*\$", listOf("", "aaa"), listOf("b")),
        Triple("\\z", listOf("", "a"), listOf<String>()),
        Triple("^\\S\\s\\w\\W\\D\$", listOf("a b!c"), listOf<String>()),
    )

    private val wrong: List<String> = listOf(
        "(a", "a)", "[a", "a**", "*a", "a{3,2}", "a{1001}", "(?=a)", "(?!a)", "(?<=a)", "(?<!a)", "\\1",
        "(a)\\1", "\\", "\\q", "[b-a]", "[[:foo:]]", "\\p{Foo}", "(?z)", "(?P<a>x)(?P<a>y)", "\\Z", "\\C",
        "(?P<>a)", "\\x{110000}", "((a{100}){100}){100}", "x{2}{3}", "(?i", "\\pX",
    )

    @Test
    public fun `Patterns match as RE2 says`() {
        for ((pattern, holds, fails) in table) {
            for (text in holds) assertTrue(matches(text, pattern), "$pattern on $text")
            for (text in fails) assertFalse(matches(text, pattern), "$pattern on $text")
        }
    }

    @Test
    public fun `What is not RE2 is refused`() {
        for (text in wrong) assertFailure("invalid-argument") { pattern(text) }
    }

    @Test
    public fun `Matches are replaced, with their groups`() {
        assertEquals("hi world hi", pattern("hello").replace("hello world hello", "hi"))
        assertEquals("banana", pattern("a").replace("banana", "x", 0))
        assertEquals("bxnana", pattern("a").replace("banana", "x", 1))
        assertEquals("bxnxnx", pattern("a").replace("banana", "x", -12))
        assertEquals("ba fo foo bar", pattern("(fo)o (ba)r").replace("foo bar", "\\2 \\1 \\0"))
        assertEquals("a\\b", pattern("\\.").replace("a.b", "\\\\"))
        assertEquals("a[]", pattern("(x)?b").replace("ab", "[\\1]"))
        assertEquals("-a-b-", pattern("").replace("ab", "-"))
        assertEquals("x", pattern("a*").replace("aaa", "x"))
        assertEquals("<\u00e9><x>", pattern(".").replace("\u00e9x", "<\\0>"))
        assertFailure("invalid-argument") { pattern("(.)").replace("test", "\\2") }
        assertFailure("invalid-argument") { pattern("t").replace("test", "\\x") }
    }

    @Test
    public fun `The leftmost preferred match is extracted`() {
        assertEquals("A", pattern("item-(\\w+)").extract("item-A, item-B").value)
        assertFalse(pattern("hello").extract("HELLO").hasValue)
        assertFalse(pattern("(a)?b").extract("b").hasValue)
        assertEquals(listOf("id:123", "id:456"), pattern("id:\\d+").extractAll("id:123, id:456"))
        assertEquals(listOf("123", "456"), pattern("id:(\\d+)").extractAll("id:123, id:456"))
        assertEquals(listOf("a"), pattern("(a)?b").extractAll("ab b"))
        assertEquals(listOf("a"), pattern("a|ab").extractAll("ab"))
        assertEquals(listOf("ab"), pattern("ab|a").extractAll("ab"))
        assertEquals(listOf("xxx", "xx"), pattern("x{2,3}").extractAll("xxxxx"))
        assertEquals(listOf("xx", "xx"), pattern("x{2,3}?").extractAll("xxxxx"))
        assertEquals(listOf("", "aa", ""), pattern("a*").extractAll("baac"))
        assertFailure("invalid-argument") { pattern("(.)@(.)").extract("a@b") }
    }

    @Test
    public fun `Matching and searching take linear time`() {
        val text = "a".repeat(20_000)
        val start = System.nanoTime()
        assertFalse(matches(text, "^(a|a)*(a*)*b\$"))
        assertFalse(matches("x".repeat(20_000), "(x+x+)+y"))
        assertTrue(matches(text, "(?i)A{1000}"))
        assertEquals(1, pattern("(a?)(?:a+)+\$").extractAll(text).size)
        assertTrue(System.nanoTime() - start < 20_000_000_000)
    }
}
