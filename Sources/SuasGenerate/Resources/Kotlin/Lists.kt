package suas

import java.time.Duration

// Functions of lists, and macros whose loops are more than a function of Kotlin's own.

/** The numbers from 0 up to, but not including, another. */
public fun range(count: Long): List<Long> {
    if (count > MOST_NUMBERS) throw Failure("cost-exceeded", "a list of $count elements is too long")
    return PersistentList.of(Array(maxOf(0, count).toInt()) { it.toLong() })
}

private const val MOST_NUMBERS = 100_000_000L

/** The elements from one index up to, but not including, another. */
public fun <T> List<T>.part(from: Long, to: Long): List<T> {
    if (from < 0 || to < from || to > size) {
        throw Failure("index-out-of-range", "a list of $size elements has no part from $from to $to")
    }
    return persistentList(this).slice(from.toInt(), to.toInt())
}

/** The elements of the inner lists. */
public fun <T> flattened(list: List<List<T>>): List<T> {
    val result = ArrayList<T>()
    for (inner in list) result.addAll(inner)
    return persistentList(result)
}

/** The elements of the inner lists, flattened by a number of levels. */
public fun flattened(list: List<Any?>, depth: Long): List<Any?> {
    if (depth < 0) throw invalidArgument("there is no level $depth")
    val result = ArrayList<Any?>()
    val pending = ArrayList<Pair<Iterator<Any?>, Long>>()
    pending.add(Pair(list.iterator(), depth))
    while (pending.isNotEmpty()) {
        val (items, level) = pending.last()
        if (!items.hasNext()) {
            pending.removeAt(pending.size - 1)
            continue
        }
        val item = items.next()
        if (item is List<*> && level > 0) pending.add(Pair(item.iterator(), level - 1)) else result.add(item)
    }
    return persistentList(result)
}

/** A set of values by CEL's equality. */
internal class ValueSet(items: Collection<Any?> = emptyList()) {
    private val buckets = HashMap<Int, ArrayList<Any?>>()

    init {
        for (item in items) insert(item)
    }

    fun insert(value: Any?): Boolean {
        val bucket = buckets.getOrPut(valueHash(value)) { ArrayList(1) }
        if (bucket.any { areEqual(it, value) }) return false
        bucket.add(value)
        return true
    }

    operator fun contains(value: Any?): Boolean = buckets[valueHash(value)]?.any { areEqual(it, value) } ?: false
}

/** The elements without duplicates. */
public fun <T> distinct(list: List<T>): List<T> {
    val seen = ValueSet()
    return persistentList(list.filter { seen.insert(it) })
}

/** The sorted elements; equal ones keep their order. */
public fun <T> sorted(list: List<T>): List<T> = sortedByKeys(list, list)

/** The elements sorted by the keys that a function computes; equal ones keep their order. */
public inline fun <T> List<T>.sortedByKey(key: (T) -> Any?): List<T> = sortedByKeysOf(this, map(key))

/** Sorts elements by their keys, as the macro `sortBy` does. */
public fun <T> sortedByKeysOf(elements: List<T>, keys: List<Any?>): List<T> = sortedByKeys(elements, keys)

/** The first element, if there is one. */
public fun <T> firstOf(list: List<T>): Optional<T> = if (list.isEmpty()) Optional.none() else Optional.of(list[0])

/** The last element, if there is one. */
public fun <T> lastOf(list: List<T>): Optional<T> = if (list.isEmpty()) Optional.none() else Optional.of(list.last())

/** True if a list contains a value, by CEL's equality. */
public fun contains(list: List<Any?>, value: Any?): Boolean = list.any { areEqual(it, value) }

/** The index of the first element that is equal, or -1. */
public fun indexOf(list: List<Any?>, value: Any?): Long = list.indexOfFirst { areEqual(it, value) }.toLong()

/** The index of the last element that is equal, or -1. */
public fun lastIndexOf(list: List<Any?>, value: Any?): Long = list.indexOfLast { areEqual(it, value) }.toLong()

/** The sum of ints. */
public fun sum(list: List<Long>): Long = list.fold(0L) { sum, item -> add(sum, item) }

/** The sum of doubles. */
public fun sumOfDoubles(list: List<Double>): Double = list.fold(0.0) { sum, item -> sum + item }

/** The sum of durations. */
public fun sumOfDurations(list: List<Duration>): Duration = list.fold(Duration.ZERO) { sum, item -> add(sum, item) }

/** The sum of unsigned numbers. */
public fun sumOfUnsigned(list: List<ULong>): ULong = list.fold(0UL) { sum, item -> add(sum, item) }

/** The sum of numbers or durations of one type; zero if the list is empty. */
internal fun sumOfAny(list: List<Any?>): Any? {
    if (list.isEmpty()) return 0L
    var sum: Any? = when (plain(list[0])) {
        is Long -> 0L
        is ULong -> 0UL
        is Double -> 0.0
        is Duration -> Duration.ZERO
        else -> list[0]
    }
    for (item in list) sum = plus(sum, item)
    return sum
}

private fun plus(left: Any?, right: Any?): Any =
    when {
        left is Long && right is Long -> add(left, right)
        left is ULong && right is ULong -> add(left, right)
        left is Double && right is Double -> left + right
        left is Duration && right is Duration -> add(left, right)
        else -> throw noMatchingOverload("sum", listOf(left, right))
    }

/** The least element; an error if the list is empty. */
public fun <T> least(list: List<T>): T = extreme(list, "min", -1)

/** The greatest element; an error if the list is empty. */
public fun <T> greatest(list: List<T>): T = extreme(list, "max", 1)

private fun <T> extreme(list: List<T>, name: String, wanted: Int): T {
    if (list.isEmpty()) throw invalidArgument("the list is empty, so it has no '$name'")
    var best = list[0]
    for (item in list) {
        val order = compareValues(item, best) ?: throw noMatchingOverload(name, listOf(item, best))
        if (order != UNORDERED && Integer.signum(order) == wanted) best = item
    }
    return best
}

/** True if no element is less than the one before it. */
public fun isSorted(list: List<Any?>): Boolean {
    for (index in 1 until list.size) {
        val order = compareValues(list[index - 1], list[index])
            ?: throw noMatchingOverload("isSorted", listOf(list[index - 1], list[index]))
        if (order != UNORDERED && order > 0) return false
    }
    return true
}

/** True if a list contains all elements of another. */
public fun containsAll(list: List<Any?>, others: List<Any?>): Boolean {
    val set = ValueSet(list)
    return others.all { it in set }
}

/** True if two lists have an element in common. */
public fun intersects(list: List<Any?>, others: List<Any?>): Boolean {
    val set = ValueSet(list)
    return others.any { it in set }
}

/** The values of the optionals that have one. */
public fun <T> unwrapped(list: List<Optional<T>>): List<T> =
    persistentList(list.filter { it.hasValue }.map { it.value })

/** All values that can be reached from the roots, each once, breadth first. */
public inline fun <T> closure(roots: List<T>, next: (T) -> List<T>): List<T> {
    val found = Reached<T>()
    found.addAll(roots)
    var index = 0
    while (index < found.values.size) {
        found.addAll(next(found.values[index]))
        index += 1
    }
    return persistentList(found.values)
}

/** The values that a closure has reached so far. */
public class Reached<T> {
    private val seen = ValueSet()

    /** The values in the order in which they were reached. */
    public val values: ArrayList<T> = ArrayList()

    /** Adds those values that were not reached before. */
    public fun addAll(more: List<T>) {
        for (value in more) {
            if (seen.insert(value)) values.add(value)
        }
    }
}

/**
 * The first error that the elements of a list meet in `all` or `exists`; an element that decides the result absorbs it.
 */
public inline fun <T> Iterable<T>.decides(deciding: Boolean, test: (T) -> Boolean): Boolean {
    var first: Failure? = null
    for (element in this) {
        try {
            if (test(element) == deciding) return deciding
        } catch (failure: Failure) {
            if (first == null) first = failure
        }
    }
    if (first != null) throw first
    return !deciding
}

/** `&&` and `||`: a side that decides the result absorbs an error of the other. */
public inline fun either(deciding: Boolean, left: () -> Boolean, right: () -> Boolean): Boolean {
    val failure = try {
        if (left() == deciding) return deciding
        null
    } catch (failure: Failure) {
        failure
    }
    // Each side stands here once: the function is inlined, and so are those that its sides call.
    if (right() == deciding) return deciding
    if (failure != null) throw failure
    return !deciding
}

/** True if both hold; a side that does not absorbs an error of the other. */
public inline fun both(left: () -> Boolean, right: () -> Boolean): Boolean = either(false, left, right)

/** True if any of two holds; a side that does absorbs an error of the other. */
public inline fun any(left: () -> Boolean, right: () -> Boolean): Boolean = either(true, left, right)

/** Adds an entry to a map under construction; a repeated key is an error. */
public fun <K, V> insertNew(map: Map<K, V>, key: K, value: V): Map<K, V> {
    if (!canBeKey(key)) throw invalidArgument("${typeName(key)} can be no key of a map")
    if (map.containsKey(key)) throw invalidArgument("the key ${brief(key)} is given twice")
    return map.with(key, value)
}

/** Adds an entry to a map under construction, if its value is there. */
public fun <K, V> insertIfAny(map: Map<K, V>, key: K, value: Optional<V>): Map<K, V> =
    if (value.hasValue) insertNew(map, key, value.value) else map

/** A map with a value for each index or key. */
public inline fun <K, T, R> Iterable<Pair<K, T>>.transforming(value: (Pair<K, T>) -> R): Map<K, R> {
    var result: Map<K, R> = persistentMapOf()
    for (entry in this) result = result.with(entry.first, value(entry))
    return result
}

/** A map with a value for each key. */
@JvmName("transformingEntries")
public inline fun <K, V, R> Iterable<Map.Entry<K, V>>.transforming(value: (Map.Entry<K, V>) -> R): Map<K, R> {
    var result: Map<K, R> = persistentMapOf()
    for (entry in this) result = result.with(entry.key, value(entry))
    return result
}

/** A map with the entries of one map for each element; a repeated key is an error. */
public inline fun <E, K, V> Iterable<E>.joining(entries: (E) -> Map<K, V>): Map<K, V> {
    var result: Map<K, V> = persistentMapOf()
    for (element in this) {
        for ((key, value) in entries(element)) result = insertNew(result, key, value)
    }
    return result
}

/** A map with every key and value converted. */
public inline fun <K, V, L, W> Map<K, V>.converting(entry: (Map.Entry<K, V>) -> Pair<L, W>): Map<L, W> {
    var result: Map<L, W> = persistentMapOf()
    for (old in this) result = entry(old).let { (key, value) -> result.with(key, value) }
    return result
}

private fun canBeKey(key: Any?): Boolean =
    when (plain(key)) {
        is Boolean, is Long, is ULong, is String -> true
        else -> false
    }

/** A variable of `cel.bind`, which is evaluated at its first use, and once. */
public class Bound<out T>(private val make: () -> T) {
    private var isMade = false
    private var content: T? = null
    private var failure: Failure? = null

    /** The value of the variable. */
    public val value: T
        get() {
            failure?.let { throw it }
            if (!isMade) {
                try {
                    content = make()
                } catch (failure: Failure) {
                    this.failure = failure
                    throw failure
                }
                isMade = true
            }
            @Suppress("UNCHECKED_CAST")
            return content as T
        }
}

/** The elements of lists that are made one after the other. */
public fun <T> joinedLists(vararg parts: () -> List<T>): List<T> {
    val elements = ArrayList<T>()
    for (part in parts) elements.addAll(part())
    return persistentList(elements)
}

/** The entries of maps that are made one after the other. */
public fun <K, V> joinedMaps(vararg parts: () -> Map<K, V>): Map<K, V> =
    parts.fold(persistentMapOf<K, V>() as Map<K, V>) { map, part -> map.merging(part()) }

/** True if all conditions hold; the first that does not is the last that is evaluated. */
public fun allOf(vararg conditions: () -> Boolean): Boolean = conditions.all { it() }

/** True if any condition holds; the first that does is the last that is evaluated. */
public fun anyOf(vararg conditions: () -> Boolean): Boolean = conditions.any { it() }

/** True if both hold, as [both], for sides that are long. */
public fun bothApart(left: () -> Boolean, right: () -> Boolean): Boolean = both(left, right)

/** True if any of two holds, as [any], for sides that are long. */
public fun anyApart(left: () -> Boolean, right: () -> Boolean): Boolean = any(left, right)
