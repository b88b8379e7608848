package suas

import java.time.Duration
import java.time.Instant

/**
 * Compares two values as CEL does: numbers of different types are equal if they are the same number, doubles are
 * compared by IEEE 754, maps whatever their order, and values of other different types are never equal.
 */
public fun areEqual(left: Any?, right: Any?): Boolean = areEqual(left, right, MOST_LEVELS)

/** Compares two values down to a number of levels with calls for the inner ones. */
private fun areEqual(left: Any?, right: Any?, levels: Int): Boolean {
    if (levels == 0) return areDeepEqual(left, right)
    return comparePlain(plain(left), plain(right)) { a, b -> areEqual(a, b, levels - 1) }
}

/** Compares two values that may be nested too deep for calls of functions. */
private fun areDeepEqual(left: Any?, right: Any?): Boolean {
    val rest = ArrayList<Pair<Any?, Any?>>()
    rest.add(Pair(left, right))
    while (rest.isNotEmpty()) {
        val (a, b) = rest.removeAt(rest.size - 1)
        if (!comparePlain(plain(a), plain(b)) { one, other -> rest.add(Pair(one, other)) }) return false
    }
    return true
}

/** Compares two values; a function compares the values inside of them. */
private inline fun comparePlain(a: Any?, b: Any?, areInnerEqual: (Any?, Any?) -> Boolean): Boolean =
    when (a) {
        null -> b == null
        is Long -> if (b is Long) a == b else compareNumbers(a, b) == 0
        is Double -> compareNumbers(a, b) == 0 // if Double, toDouble, Types.any
        is ULong -> compareNumbers(a, b) == 0 // if ULong, UL, toULong
        is List<*> -> b is List<*> && a.size == b.size && areAllEqual(a, b, areInnerEqual)
        // if MapOf, PartOf, PersistentMap, Types.any
        is Map<*, *> ->
            b is Map<*, *> && a.size == b.size &&
                a.all { (key, item) -> (b[key] != null || b.containsKey(key)) && areInnerEqual(item, b[key]) }
        // end
        is Record ->
            b is Record && a.type.name == b.type.name && areAllEqual(a.fieldValues(), b.fieldValues(), areInnerEqual)
        else -> a == b
    }

private inline fun areAllEqual(left: List<*>, right: List<*>, areInnerEqual: (Any?, Any?) -> Boolean): Boolean {
    if (left.size != right.size) return false
    val others = right.iterator()
    for (item in left) {
        if (!areInnerEqual(item, others.next())) return false
    }
    return true
}

/**
 * Compares two states to tell whether something changed: as [areEqual], but NaN equals itself,
 * and parts that both share are not looked at.
 */
public fun areSame(left: Any?, right: Any?): Boolean = areSame(left, right, MOST_LEVELS)

/** Compares two states; parts that are nested deeper than states are the same only if both share them. */
internal fun areSame(left: Any?, right: Any?, levels: Int): Boolean {
    if (left === right) return true
    if (levels == 0) return false
    return when (left) {
        is Double -> right is Double && (left == right || left.isNaN() && right.isNaN()) // if Double, toDouble, Types.any
        is List<*> ->
            if (left is PersistentList<*> && right is PersistentList<*>) {
                left.isSame(right, levels - 1)
            } else {
                right is List<*> && areAllSame(left, right, levels - 1)
            }
        // if MapOf, PartOf, PersistentMap, Types.any
        is Map<*, *> ->
            right is Map<*, *> && left.size == right.size &&
                left.all { (key, value) -> right.containsKey(key) && areSame(value, right[key], levels - 1) }
        // end
        is Record ->
            right is Record && left.type.name == right.type.name &&
                areAllSame(left.fieldValues(), right.fieldValues(), levels - 1)
        else -> left == right
    }
}

private fun areAllSame(left: List<Any?>, right: List<Any?>, levels: Int): Boolean =
    left.size == right.size && left.indices.all { areSame(left[it], right[it], levels) }

/** A hash that agrees with [areEqual]; parts that are nested deeper than states do not count. */
public fun valueHash(value: Any?): Int = hash(value, MOST_LEVELS)

private fun hash(value: Any?, levels: Int): Int =
    if (levels == 0) 0 else when (val it = plain(value)) {
        null -> 0
        is Long -> it.hashCode()
        is ULong -> it.toLong().hashCode() // if ULong, UL, toULong
        is Double -> if (it == Math.rint(it) && Math.abs(it) < 9e18) it.toLong().hashCode() else it.hashCode() // if Double, toDouble, Types.any
        is List<*> -> it.fold(1) { hash, item -> 31 * hash + hash(item, levels - 1) }
        is Map<*, *> -> it.entries.sumOf { (key, item) -> hash(key, levels - 1) xor hash(item, levels - 1) } // if MapOf, PartOf, PersistentMap, Types.any
        is Record -> it.fieldValues().fold(it.type.name.hashCode()) { hash, item -> 31 * hash + hash(item, levels - 1) }
        else -> it.hashCode()
    }

/** The order of two numbers of any types; null if one is no number, and [UNORDERED] if one is NaN. */
internal fun compareNumbers(left: Any?, right: Any?): Int? =
    when (left) {
        is Long ->
            when (right) {
                is Long -> left.compareTo(right)
                is ULong -> if (left < 0) -1 else left.toULong().compareTo(right) // if ULong, UL, toULong
                is Double -> compareLong(left, right) // if Double, toDouble, Types.any
                else -> null
            }
        // if ULong, UL, toULong
        is ULong ->
            when (right) {
                is Long -> if (right < 0) 1 else left.compareTo(right.toULong())
                is ULong -> left.compareTo(right)
                is Double -> compareUnsigned(left, right) // if Double, toDouble, Types.any
                else -> null
            }
        // end
        // if Double, toDouble, Types.any
        is Double ->
            when (right) {
                is Long -> reversed(compareLong(right, left))
                is ULong -> reversed(compareUnsigned(right, left)) // if ULong, UL, toULong
                is Double -> compareDoubles(left, right)
                else -> null
            }
        // end
        else -> null
    }

/** The result of a comparison with NaN; no two values with an order give it. */
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

// if ULong, UL, toULong

private fun compareUnsigned(left: ULong, right: Double): Int =
    when {
        right.isNaN() -> UNORDERED
        right < 0 -> 1
        else -> compareDoubles(left.toDouble(), right)
    }

// end

/** The order of two values; null if they have none. */
internal fun compareValues(left: Any?, right: Any?): Int? {
    val a = plain(left)
    val b = plain(right)
    return when {
        a is String && b is String -> compareTexts(a, b)
        a is Boolean && b is Boolean -> a.compareTo(b)
        a is Bytes && b is Bytes -> a.compareTo(b) // if Bytes
        a is Instant && b is Instant -> a.compareTo(b) // if Instant, Types.any
        a is Duration && b is Duration -> a.compareTo(b) // if Duration, Types.any
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

/** Sorts values by their keys; the sort is stable, and NaN comes last. */
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
