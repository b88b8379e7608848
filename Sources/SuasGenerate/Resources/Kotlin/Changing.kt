package suas

// Functions that give a changed copy of a list or a map; the copy shares most of it with the original.

private fun placeError(index: Long, count: Int): Failure =
    Failure("index-out-of-range", "there is no index $index in a list of $count element${if (count == 1) "" else "s"}")

/** Returns an index of a list as a number that fits, or fails with `index-out-of-range`. */
public fun <T> List<T>.place(index: Long): Int {
    if (index < 0 || index >= size) throw placeError(index, size)
    return index.toInt()
}

/** The element at an index. */
public fun <T> List<T>.at(index: Long): T {
    if (index < 0 || index >= size) throw indexOutOfRange(index, size)
    return get(index.toInt())
}

/** The list with another element at an index. */
public fun <T> List<T>.with(index: Long, element: T): List<T> = persistentList(this).set(place(index), element)

/** The list with the element at an index changed. */
public inline fun <T> List<T>.changing(index: Long, change: (T) -> T): List<T> {
    val place = place(index)
    return with(index, change(get(place)))
}

/** The list with one more element at its end. */
public fun <T> List<T>.appending(element: T): List<T> = persistentList(this).insert(size, element)

/** The list with more elements at its end. */
public fun <T> List<T>.appendingAll(elements: List<T>): List<T> =
    persistentList(this).concat(persistentList(elements))

/** The list with one more element at its start. */
public fun <T> List<T>.prepending(element: T): List<T> = persistentList(this).insert(0, element)

/** The list with more elements at its start. */
public fun <T> List<T>.prependingAll(elements: List<T>): List<T> =
    persistentList(elements).concat(persistentList(this))

/** The list with one more element at an index, which may be the end. */
public fun <T> List<T>.inserting(index: Long, element: T): List<T> {
    if (index < 0 || index > size) throw placeError(index, size)
    return persistentList(this).insert(index.toInt(), element)
}

/** The list with more elements at an index, which may be the end. */
public fun <T> List<T>.insertingAll(index: Long, elements: List<T>): List<T> {
    if (index < 0 || index > size) throw placeError(index, size)
    val all = persistentList(this)
    return all.slice(0, index.toInt()).concat(persistentList(elements)).concat(all.slice(index.toInt(), size))
}

/** The list without the element at an index. */
public fun <T> List<T>.removing(index: Long): List<T> = persistentList(this).remove(place(index))

/** The list with the element at one index moved to another, which is an index of the list without it. */
public fun <T> List<T>.moving(from: Long, to: Long): List<T> {
    val start = place(from)
    val end = place(to)
    if (start == end) return this
    return persistentList(this).move(start, end)
}

/** The list with two elements exchanged. */
public fun <T> List<T>.swapping(from: Long, to: Long): List<T> {
    val first = place(from)
    val second = place(to)
    if (first == second) return this
    return persistentList(this).set(first, get(second)).set(second, get(first))
}

/** The list in the opposite order. */
public fun <T> List<T>.inReverse(): List<T> = persistentList(asReversed())

/** The list without the elements for which a test holds; the list itself if there are none. */
public inline fun <T> List<T>.removingWhere(test: (T, Long) -> Boolean): List<T> {
    var index = 0L
    val rest = ArrayList<T>(size)
    for (element in this) {
        if (!test(element, index)) rest.add(element)
        index += 1
    }
    return if (rest.size == size) this else persistentList(rest)
}

/** The list with every element changed for which a test holds; all are tested before the first is changed. */
public inline fun <T> List<T>.changingWhere(test: (T, Long) -> Boolean, change: (T, Long) -> T): List<T> {
    val places = ArrayList<Long>()
    var index = 0L
    for (element in this) {
        if (test(element, index)) places.add(index)
        index += 1
    }
    var result = this
    for (place in places) result = result.with(place, change(result[place.toInt()], place))
    return result
}

/** The list sorted by the keys that a function computes for the elements; the sort is stable. */
public inline fun <T> List<T>.sortedInOrder(descending: Boolean, key: (T, Long) -> Any?): List<T> {
    var index = 0L
    val keys = ArrayList<Any?>(size)
    for (element in this) {
        keys.add(key(element, index))
        index += 1
    }
    return sortedBy(this, keys, descending)
}

/** Sorts elements by their keys, as the verb `sort` does. */
public fun <T> sortedBy(elements: List<T>, keys: List<Any?>, descending: Boolean): List<T> {
    // Either all values of a type have an order or none has, so comparing neighbours is enough.
    for (index in 1 until keys.size) {
        val order = compareValues(keys[index - 1], keys[index])
        if (order == null || order == UNORDERED) throw unordered(keys[index - 1], keys[index])
    }
    val order = elements.indices.sortedWith { left, right ->
        val (a, b) = if (descending) Pair(right, left) else Pair(left, right)
        compareValues(keys[a], keys[b]) ?: 0
    }
    return persistentList(order.map { elements[it] })
}

private fun unordered(left: Any?, right: Any?): Failure =
    Failure("no-matching-overload", "${kindName(left)} and ${kindName(right)} cannot be compared")

/** The list with an element in place of the first that has an equal key, or at the end. */
public inline fun <T> List<T>.upserting(element: T, key: (T) -> Any?): List<T> =
    upserting(element, key(element), key)

/** The list with an element in place of the first one with its key, which is known, or at its end. */
public inline fun <T> List<T>.upserting(element: T, wanted: Any?, key: (T) -> Any?): List<T> {
    val place = indexOfFirst { areEqual(key(it), wanted) }
    return if (place < 0) appending(element) else with(place.toLong(), element)
}

// if MapOf, PartOf, PersistentMap, Types.any

/** The value for a key, which has to be there. */
public fun <K, V> Map<K, V>.at(key: K): V {
    val value = get(key)
    if (value == null && !containsKey(key)) throw noSuchKey(key)
    @Suppress("UNCHECKED_CAST")
    return value as V
}

/** The map with a value for a key. */
public fun <K, V> Map<K, V>.with(key: K, value: V): Map<K, V> = persistentMap(this).put(key, value)

/** The map with the value for a key changed, which has to be there. */
public inline fun <K, V> Map<K, V>.changing(key: K, change: (V) -> V): Map<K, V> = with(key, change(entry(key)))

/** The value for a key that a rule changes. */
public fun <K, V> Map<K, V>.entry(key: K): V {
    val value = get(key)
    if (value == null && !containsKey(key)) throw Failure("no-such-key", "the map has no key ${describe(key)}")
    @Suppress("UNCHECKED_CAST")
    return value as V
}

/** The value for a key that a rule changes, or a default if there is none yet. */
public inline fun <K, V> Map<K, V>.entry(key: K, default: () -> V): V = if (containsKey(key)) entry(key) else default()

/** The map without a key. */
public fun <K, V> Map<K, V>.removing(key: K): Map<K, V> = persistentMap(this).remove(key)

/** The map with all entries of another one laid over it. */
public fun <K, V> Map<K, V>.merging(other: Map<K, V>): Map<K, V> {
    var result: Map<K, V> = this
    for ((key, value) in other) result = result.with(key, value)
    return result
}

/** The map without the entries for which a test holds; the map itself if there are none. */
public inline fun <K, V> Map<K, V>.removingWhere(test: (V, K) -> Boolean): Map<K, V> {
    val keys = ArrayList<K>()
    for ((key, value) in this) {
        if (test(value, key)) keys.add(key)
    }
    var result = this
    for (key in keys) result = result.removing(key)
    return result
}

/** The map with every value changed for which a test holds; all are tested before the first is changed. */
public inline fun <K, V> Map<K, V>.changingWhere(test: (V, K) -> Boolean, change: (V, K) -> V): Map<K, V> {
    val keys = ArrayList<K>()
    for ((key, value) in this) {
        if (test(value, key)) keys.add(key)
    }
    var result = this
    for (key in keys) result = result.with(key, change(result.entry(key), key))
    return result
}

// end
