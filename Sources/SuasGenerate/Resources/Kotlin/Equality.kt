package suas

import java.time.Duration
import java.time.Instant

/**
 * Compares two values as CEL does: numbers of different types are equal if they are the same number, doubles are
 * compared by IEEE 754, maps whatever their order, and values of other different types are never equal.
 */
public fun areEqual(left: Any?, right: Any?): Boolean {
    val a = plain(left)
    val b = plain(right)
    return when (a) {
        null -> b == null
        is Long -> if (b is Long) a == b else compareNumbers(a, b) == 0
        is Double, is ULong -> compareNumbers(a, b) == 0
        is List<*> -> b is List<*> && areListsEqual(a, b)
        is Map<*, *> -> b is Map<*, *> && areMapsEqual(a, b)
        is Record -> b is Record && areRecordsEqual(a, b)
        else -> a == b
    }
}

private fun areListsEqual(left: List<*>, right: List<*>): Boolean {
    if (left.size != right.size) return false
    val others = right.iterator()
    for (item in left) {
        if (!areEqual(item, others.next())) return false
    }
    return true
}

private fun areMapsEqual(left: Map<*, *>, right: Map<*, *>): Boolean {
    if (left.size != right.size) return false
    for ((key, value) in left) {
        val other = right[key]
        if (other == null && !right.containsKey(key)) return false
        if (!areEqual(value, other)) return false
    }
    return true
}

private fun areRecordsEqual(left: Record, right: Record): Boolean {
    if (left.type.name != right.type.name) return false
    val values = left.fieldValues()
    val others = right.fieldValues()
    return values.size == others.size && values.indices.all { areEqual(values[it], others[it]) }
}

/**
 * Compares two states to tell whether something changed: as [areEqual], but a value that is not a number equals itself,
 * and parts that both share are not looked at.
 */
public fun areSame(left: Any?, right: Any?): Boolean {
    if (left === right) return true
    return when (left) {
        is Double -> right is Double && (left == right || left.isNaN() && right.isNaN())
        is List<*> ->
            if (left is PersistentList<*> && right is PersistentList<*>) {
                left.isSame(right)
            } else {
                right is List<*> && left.size == right.size && left.indices.all { areSame(left[it], right[it]) }
            }
        is Map<*, *> ->
            right is Map<*, *> && left.size == right.size &&
                left.all { (key, value) -> right.containsKey(key) && areSame(value, right[key]) }
        is Record ->
            right is Record && left.type.name == right.type.name &&
                areAllSame(left.fieldValues(), right.fieldValues())
        else -> left == right
    }
}

private fun areAllSame(left: List<Any?>, right: List<Any?>): Boolean =
    left.size == right.size && left.indices.all { areSame(left[it], right[it]) }

/** A hash that agrees with [areEqual]. */
public fun valueHash(value: Any?): Int =
    when (val it = plain(value)) {
        null -> 0
        is Long -> it.hashCode()
        is ULong -> it.toLong().hashCode()
        is Double -> if (it == Math.rint(it) && Math.abs(it) < 9e18) it.toLong().hashCode() else it.hashCode()
        is List<*> -> it.fold(1) { hash, item -> 31 * hash + valueHash(item) }
        is Map<*, *> -> it.entries.sumOf { (key, item) -> valueHash(key) xor valueHash(item) }
        is Record -> it.fieldValues().fold(it.type.name.hashCode()) { hash, item -> 31 * hash + valueHash(item) }
        else -> it.hashCode()
    }

/** The order of two numbers of any types; null if one is no number, and [UNORDERED] if one is not a number. */
internal fun compareNumbers(left: Any?, right: Any?): Int? =
    when (left) {
        is Long ->
            when (right) {
                is Long -> left.compareTo(right)
                is ULong -> if (left < 0) -1 else left.toULong().compareTo(right)
                is Double -> compareLong(left, right)
                else -> null
            }
        is ULong ->
            when (right) {
                is Long -> if (right < 0) 1 else left.compareTo(right.toULong())
                is ULong -> left.compareTo(right)
                is Double -> compareUnsigned(left, right)
                else -> null
            }
        is Double ->
            when (right) {
                is Long -> reversed(compareLong(right, left))
                is ULong -> reversed(compareUnsigned(right, left))
                is Double -> compareDoubles(left, right)
                else -> null
            }
        else -> null
    }

/** The result of a comparison with a value that is not a number; no two values that have an order give it. */
internal const val UNORDERED: Int = Int.MIN_VALUE

private fun reversed(order: Int): Int = if (order == UNORDERED) order else -order

private fun compareDoubles(left: Double, right: Double): Int =
    when {
        left < right -> -1
        left > right -> 1
        left == right -> 0
        else -> UNORDERED
    }

private fun compareLong(left: Long, right: Double): Int =
    when {
        right.isNaN() -> UNORDERED
        right < -9.223372036854775808e18 -> 1
        right >= 9.223372036854775808e18 -> if (left.toDouble() < right) -1 else 0
        else -> compareDoubles(left.toDouble(), right)
    }

private fun compareUnsigned(left: ULong, right: Double): Int =
    when {
        right.isNaN() -> UNORDERED
        right < 0 -> 1
        else -> compareDoubles(left.toDouble(), right)
    }

/** The order of two values; null if they have none. */
internal fun compareValues(left: Any?, right: Any?): Int? {
    val a = plain(left)
    val b = plain(right)
    return when {
        a is String && b is String -> compareTexts(a, b)
        a is Boolean && b is Boolean -> a.compareTo(b)
        a is Bytes && b is Bytes -> a.compareTo(b)
        a is Instant && b is Instant -> a.compareTo(b)
        a is Duration && b is Duration -> a.compareTo(b)
        else -> compareNumbers(a, b)
    }
}

/** Compares two texts by their code points. */
public fun compareTexts(left: String, right: String): Int {
    val count = minOf(left.length, right.length)
    for (index in 0 until count) {
        val a = left[index]
        val b = right[index]
        if (a == b) continue
        // A surrogate stands for a code point above all others.
        if (a.isSurrogate() != b.isSurrogate()) return if (a.isSurrogate()) 1 else -1
        return a.compareTo(b)
    }
    return left.length - right.length
}

/** Compares texts by their code points, with operators. */
public fun isLess(left: String, right: String): Boolean = compareTexts(left, right) < 0

/** Sorts values by their keys; the sort is stable, and a key that is not a number comes last. */
internal fun <T> sortedByKeys(items: List<T>, keys: List<Any?>): List<T> {
    if (items.isEmpty()) return emptyList()
    val first = plain(keys[0])
    for (key in keys) {
        if (compareValues(key, first) == null || typeName(key) != typeName(first)) {
            throw noMatchingOverload("sort", listOf(first, key))
        }
    }
    val order = items.indices.sortedWith { left, right ->
        when (val order = compareValues(keys[left], keys[right])) {
            UNORDERED -> notNumber(keys[left]).compareTo(notNumber(keys[right]))
            else -> order ?: 0
        }
    }
    return persistentList(order.map { items[it] })
}

private fun notNumber(value: Any?): Int = if (value is Double && value.isNaN()) 1 else 0
