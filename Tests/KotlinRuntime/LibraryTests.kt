package suas.test

import suas.Bound
import suas.Cidr
import suas.Failure
import suas.IPAddress
import suas.Optional
import suas.any
import suas.at
import suas.both
import suas.closure
import suas.containsAll
import suas.decides
import suas.distinct
import suas.element
import suas.flattened
import suas.greatest
import suas.has
import suas.insertNew
import suas.intersects
import suas.isSorted
import suas.least
import suas.orValue
import suas.part
import suas.persistentMapOf
import suas.range
import suas.select
import suas.sorted
import suas.sortedByKey
import suas.sum
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertTrue

public class LibraryTests {
    private fun failing(): Boolean = throw Failure("division-by-zero", "division by zero")

    @Test
    public fun `A side that decides absorbs an error of the other`() {
        assertFalse(both({ failing() }, { false }))
        assertFalse(both({ false }, { failing() }))
        assertTrue(any({ failing() }, { true }))
        assertFailure("division-by-zero") { both({ failing() }, { true }) }
        assertFailure("division-by-zero") { any({ false }, { failing() }) }
        assertTrue(listOf(0L, 1L).decides(true) { if (it == 0L) failing() else true })
        assertFailure("division-by-zero") { listOf(0L, 1L).decides(true) { if (it == 0L) failing() else false } }
        assertTrue(listOf(1L, 2L).decides(false) { it > 0 })
    }

    @Test
    public fun `Lists have their functions`() {
        assertEquals(listOf(0L, 1L, 2L), range(3))
        assertEquals(listOf<Long>(), range(-1))
        assertEquals(listOf(2L, 3L), listOf(1L, 2L, 3L).part(1, 3))
        assertFailure("index-out-of-range", "a list of 1 elements has no part from 0 to 2") { listOf(1L).part(0, 2) }
        assertEquals(listOf(1L, 2L, 3L), flattened(listOf(listOf(1L), listOf(2L, 3L))))
        assertEquals(listOf<Any>(1L, 2L, listOf(3L)), flattened(listOf(1L, listOf(2L, listOf(3L))), 1))
        assertEquals(listOf<Any>(1L, "a"), distinct(listOf<Any>(1L, 1.0, "a", "a")))
        assertEquals(listOf("a", "b", "\uff5e", "\ud83d\ude00"), sorted(listOf("b", "\ud83d\ude00", "\uff5e", "a")))
        assertEquals(listOf("bb", "a", "c"), listOf("a", "bb", "c").sortedByKey { -it.length.toLong() })
        assertEquals(6L, sum(listOf(1L, 2L, 3L)))
        assertEquals(1L, least(listOf(3L, 1L, 2L)))
        assertEquals("b", greatest(listOf("a", "b")))
        assertFailure("invalid-argument", "the list is empty, so it has no 'min'") { least(listOf<Long>()) }
        assertFailure("no-matching-overload") { sorted(listOf<Any>(1L, "a")) }
        assertTrue(isSorted(listOf(1L, 1L, 2L)))
        assertFalse(isSorted(listOf(2L, 1L)))
        assertTrue(containsAll(listOf<Any>(1L, 2L), listOf<Any>(2.0)))
        assertFalse(intersects(listOf<Any>(1L), listOf<Any>("1")))
        assertFailure("index-out-of-range", "there is no index 3 in a list of 1 element") { listOf(1L).at(3) }
        assertFailure("no-such-key", "the map has no key \"b\"") { mapOf("a" to 1L).at("b") }
    }

    @Test
    public fun `A closure gives each element once, breadth first`() {
        val children = mapOf(1L to listOf(2L, 3L), 2L to listOf(4L), 3L to listOf(4L, 1L), 4L to listOf())
        assertEquals(listOf(1L, 2L, 3L, 4L), closure(listOf(1L)) { children.getValue(it) })
        assertEquals(100_001, closure(listOf(0L)) { if (it < 100_000) listOf(it + 1) else listOf() }.size)
    }

    @Test
    public fun `What has no type before it runs is selected by name`() {
        val value = mapOf("a" to listOf(mapOf("b" to 1L)))
        assertEquals(1L, select(element(select(value, "a"), 0L), "b"))
        assertTrue(has(value, "a"))
        assertFalse(has(value, "c"))
        assertFailure("no-such-key", "the map has no key \"c\"") { select(value, "c") }
        assertFailure("no-matching-overload", "int has no fields, so no 'x'") { select(1L, "x") }
        assertFailure("null-value", "the value is null") { select(null, "x") }
        assertFailure("invalid-argument", "1.5 is no index") { element(listOf(1L), 1.5) }
        assertEquals(Optional.none<Any>(), select(Optional.none<Any>(), "x"))
    }

    @Test
    public fun `Optionals, maps and bound names are as in the language`() {
        assertEquals(2L, Optional.none<Long>().orValue { 2L })
        assertFailure("invalid-argument", "the optional has no value") { Optional.none<Long>().value }
        assertFalse(Optional.ofNonZero("").hasValue)
        assertFailure("invalid-argument", "the key 1 is given twice") { insertNew(persistentMapOf(1L to 1L), 1L, 2L) }
        var count = 0
        val bound = Bound {
            count += 1
            count
        }
        assertEquals(2, bound.value + bound.value)
    }

    @Test
    public fun `Internet addresses have their text and kinds`() {
        val table = mapOf(
            "127.0.0.1" to "127.0.0.1", "::1" to "::1", "2001:DB8::0:1" to "2001:db8::1", "::ffff:c0a8:1" to "192.168.0.1",
            "1:0:0:2:0:0:0:3" to "1:0:0:2::3", "0:0:0:0:0:0:0:0" to "::",
        )
        for ((written, text) in table) assertEquals(text, IPAddress.parse(written).toString())
        for (text in listOf("1.2.3", "256.0.0.1", "01.2.3.4", "::ffff:1.2.3.4", "fe80::1%eth0", "1::2::3", "12345::")) {
            assertFalse(IPAddress.isAddress(text), text)
        }
        assertTrue(IPAddress.parse("127.3.2.1").isLoopback)
        assertTrue(IPAddress.parse("8.8.8.8").isGlobalUnicast)
        assertTrue(IPAddress.parse("192.168.1.7") in Cidr.parse("192.168.0.0/16"))
        assertFalse(Cidr.parse("10.0.0.0/8") in Cidr.parse("10.1.0.0/16"))
        assertEquals("10.1.0.0/16", Cidr.parse("10.1.2.3/16").masked.toString())
        assertFalse(Cidr.isNetwork("10.0.0.0/33"))
    }
}
