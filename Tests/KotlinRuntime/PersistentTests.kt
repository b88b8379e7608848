package suas.test

import suas.appending
import suas.areEqual
import suas.areSame
import suas.changing
import suas.inserting
import suas.merging
import suas.moving
import suas.persistentList
import suas.persistentListOf
import suas.persistentMapOf
import suas.prepending
import suas.removing
import suas.removingWhere
import suas.swapping
import suas.with
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue

public class PersistentTests {
    @Test
    public fun `Random changes of a list are those of a plain list`() {
        val random = Random(1)
        var list: List<Long> = persistentListOf()
        val plain = ArrayList<Long>()
        repeat(20_000) { round ->
            val value = round.toLong()
            val index = if (plain.isEmpty()) 0L else random.nextInt(plain.size).toLong()
            when (if (plain.isEmpty()) 0 else random.nextInt(if (plain.size > 3000) 9 else 7)) {
                0 -> {
                    list = list.appending(value)
                    plain.add(value)
                }
                1 -> {
                    list = list.prepending(value)
                    plain.add(0, value)
                }
                2, 3 -> {
                    list = list.inserting(index, value)
                    plain.add(index.toInt(), value)
                }
                4 -> {
                    list = list.with(index, value)
                    plain[index.toInt()] = value
                }
                5 -> {
                    val other = random.nextInt(plain.size).toLong()
                    list = list.moving(index, other)
                    plain.add(other.toInt(), plain.removeAt(index.toInt()))
                }
                6 -> {
                    val other = random.nextInt(plain.size).toLong()
                    list = list.swapping(index, other)
                    plain[index.toInt()] = plain.set(other.toInt(), plain[index.toInt()])
                }
                else -> {
                    list = list.removing(index)
                    plain.removeAt(index.toInt())
                }
            }
            assertEquals(plain.size, list.size)
            if (round % 500 == 0) assertEquals(plain, list)
        }
        assertEquals(plain, list)
        assertEquals(plain, list.iterator().asSequence().toList())
    }

    @Test
    public fun `Random changes of a map are those of a plain map, in its order`() {
        val random = Random(2)
        var map: Map<String, Long> = persistentMapOf()
        val plain = LinkedHashMap<String, Long>()
        repeat(20_000) { round ->
            val key = "k${random.nextInt(400)}"
            if (random.nextInt(3) == 0) {
                map = map.removing(key)
                plain.remove(key)
            } else {
                map = map.with(key, round.toLong())
                plain[key] = round.toLong()
            }
            if (round % 500 == 0) assertEquals(plain.toList(), map.toList())
        }
        assertEquals(plain.toList(), map.toList())
        for (key in plain.keys) assertEquals(plain[key], map[key])
    }

    @Test
    public fun `Keys with one hash are told apart`() {
        // "Aa" and "BB" have one hash, and so have all words of them.
        val keys = (0 until 64).map { number -> (0 until 6).joinToString("") { if (number shr it and 1 == 0) "Aa" else "BB" } }
        var map: Map<String, Int> = persistentMapOf()
        for ((index, key) in keys.withIndex()) map = map.with(key, index)
        assertEquals(keys, map.keys.toList())
        for (key in keys.drop(1)) map = map.removing(key)
        assertEquals(mapOf(keys[0] to 0), map)
    }

    @Test
    public fun `Keys of numbers are equal by value`() {
        val map = persistentMapOf<Any, String>(1L to "one")
        assertEquals("one", map[1UL])
        assertEquals("one", map[1.0])
        assertTrue(areEqual(persistentMapOf<Any, Any>(1L to 1L), persistentMapOf<Any, Any>(1UL to 1.0)))
    }

    @Test
    public fun `The original is left as it is`() {
        val list = persistentListOf(1L, 2L, 3L)
        list.appending(4).removing(0)
        assertEquals(listOf(1L, 2L, 3L), list)
        val map = persistentMapOf("a" to 1L)
        map.with("b", 2L).merging(mapOf("a" to 5L))
        assertEquals(mapOf("a" to 1L), map)
    }

    @Test
    public fun `An action's cost does not grow with the state`() {
        var list: List<Long> = persistentList((0L until 1_000_000L).toList())
        val before = list
        val start = System.nanoTime()
        repeat(20_000) { round -> list = list.changing((round * 37L) % list.size) { it + 1 }.inserting(500_000, 0) }
        assertTrue(System.nanoTime() - start < 5_000_000_000, "40,000 changes of a million elements")
        assertEquals(1_000_000, before.size)
        assertTrue(areSame(before, before.with(3, before[3])))
    }

    @Test
    public fun `What loses nothing stays the same object`() {
        val list = persistentListOf("a", "b")
        assertTrue(list.removingWhere { text, _ -> text == "c" } === list)
    }
}
