package suas

/**
 * A map that is never changed, and keeps the order in which its keys came. Its changed copies share most of it, so each
 * costs time in the logarithm of the size.
 *
 * A trie of hashes knows the place of each key in a list of entries. A removed entry leaves a gap there; the gaps are
 * closed when they are more than the entries.
 */
public class PersistentMap<K, out V> private constructor(
    private val places: HashTrie?,
    private val slots: PersistentList<MapEntry?>,
    override val size: Int,
) : AbstractMap<K, V>() {
    internal class MapEntry(override val key: Any?, override val value: Any?) : Map.Entry<Any?, Any?> {
        override fun equals(other: Any?): Boolean =
            other is Map.Entry<*, *> && areKeysEqual(key, other.key) && value == other.value

        override fun hashCode(): Int = keyHash(key) xor value.hashCode()

        override fun toString(): String = "$key=$value"
    }

    override val entries: Set<Map.Entry<K, V>> = object : AbstractSet<Map.Entry<K, V>>() {
        override val size: Int get() = this@PersistentMap.size

        override fun iterator(): Iterator<Map.Entry<K, V>> = EntryIterator(slots.iterator())
    }

    private class EntryIterator<K, V>(private val slots: Iterator<MapEntry?>) : Iterator<Map.Entry<K, V>> {
        private var upcoming: MapEntry? = null

        init {
            goOn()
        }

        private fun goOn() {
            upcoming = null
            while (upcoming == null && slots.hasNext()) upcoming = slots.next()
        }

        override fun hasNext(): Boolean = upcoming != null

        override fun next(): Map.Entry<K, V> {
            val entry = upcoming ?: throw NoSuchElementException()
            goOn()
            @Suppress("UNCHECKED_CAST")
            return entry as Map.Entry<K, V>
        }
    }

    private fun place(key: Any?): Int = places?.find(keyHash(key), key, 0) ?: -1

    override fun containsKey(key: K): Boolean = place(key) >= 0

    override fun get(key: K): V? {
        val place = place(key)
        if (place < 0) return null
        @Suppress("UNCHECKED_CAST")
        return slots[place]?.value as V?
    }

    internal fun put(key: Any?, value: Any?): PersistentMap<K, V> {
        val place = place(key)
        if (place >= 0) {
            return PersistentMap(places, slots.set(place, MapEntry(slots[place]?.key, value)), size)
        }
        val leaf = HashTrie.Leaf(keyHash(key), key, slots.size)
        return PersistentMap(
            places?.insert(leaf, 0) ?: leaf,
            slots.insert(slots.size, MapEntry(key, value)),
            size + 1,
        )
    }

    internal fun remove(key: Any?): PersistentMap<K, V> {
        val place = place(key)
        if (place < 0) return this
        val rest = places?.remove(keyHash(key), key, 0)
        val emptied = slots.set(place, null)
        val gaps = emptied.size - (size - 1)
        return if (gaps > size + FEW_GAPS) rebuilt(emptied) else PersistentMap(rest, emptied, size - 1)
    }

    private fun rebuilt(slots: List<MapEntry?>): PersistentMap<K, V> {
        var result = empty<K, V>()
        for (entry in slots) {
            if (entry != null) result = result.put(entry.key, entry.value)
        }
        return result
    }

    override fun equals(other: Any?): Boolean = this === other || super.equals(other)

    override fun hashCode(): Int = super.hashCode()

    internal companion object {
        const val FEW_GAPS: Int = 32

        private val EMPTY: PersistentMap<Nothing, Nothing> = PersistentMap(null, persistentListOf(), 0)

        fun <K, V> empty(): PersistentMap<K, V> {
            @Suppress("UNCHECKED_CAST")
            return EMPTY as PersistentMap<K, V>
        }
    }
}

/** Compares keys: numbers of different types that are equal are the same key. */
internal fun areKeysEqual(left: Any?, right: Any?): Boolean =
    if (left is Number && right is Number || left is ULong || right is ULong) {
        compareNumbers(left, right) == 0
    } else {
        plain(left) == plain(right)
    }

internal fun keyHash(key: Any?): Int {
    val hash = valueHash(key)
    return hash xor (hash ushr 16)
}

/** A trie that finds the place of a key by its hash, five bits at a time. */
internal sealed class HashTrie {
    abstract fun find(hash: Int, key: Any?, shift: Int): Int

    abstract fun insert(leaf: Leaf, shift: Int): HashTrie

    abstract fun remove(hash: Int, key: Any?, shift: Int): HashTrie?

    class Leaf(val hash: Int, val key: Any?, val place: Int) : HashTrie() {
        override fun find(hash: Int, key: Any?, shift: Int): Int =
            if (hash == this.hash && areKeysEqual(key, this.key)) place else -1

        override fun insert(leaf: Leaf, shift: Int): HashTrie = pair(this, leaf, shift)

        override fun remove(hash: Int, key: Any?, shift: Int): HashTrie? =
            if (find(hash, key, shift) >= 0) null else this
    }

    /** Keys with one hash. */
    class Collision(private val leaves: List<Leaf>) : HashTrie() {
        override fun find(hash: Int, key: Any?, shift: Int): Int =
            leaves.firstOrNull { it.find(hash, key, shift) >= 0 }?.place ?: -1

        override fun insert(leaf: Leaf, shift: Int): HashTrie =
            if (leaf.hash == leaves[0].hash) Collision(leaves + leaf) else pair(this, leaf, shift)

        override fun remove(hash: Int, key: Any?, shift: Int): HashTrie {
            val rest = leaves.filter { it.find(hash, key, shift) < 0 }
            return if (rest.size == 1) rest[0] else Collision(rest)
        }

        val hash: Int get() = leaves[0].hash
    }

    class Branch(private val bits: Int, private val children: Array<HashTrie>) : HashTrie() {
        override fun find(hash: Int, key: Any?, shift: Int): Int {
            val bit = bit(hash, shift)
            if (bits and bit == 0) return -1
            return children[index(bit)].find(hash, key, shift + BITS)
        }

        override fun insert(leaf: Leaf, shift: Int): HashTrie {
            val bit = bit(leaf.hash, shift)
            val index = index(bit)
            if (bits and bit == 0) {
                val more = children.toMutableList()
                more.add(index, leaf)
                return Branch(bits or bit, more.toTypedArray())
            }
            val copy = children.copyOf()
            copy[index] = copy[index].insert(leaf, shift + BITS)
            return Branch(bits, copy)
        }

        override fun remove(hash: Int, key: Any?, shift: Int): HashTrie? {
            val bit = bit(hash, shift)
            if (bits and bit == 0) return this
            val index = index(bit)
            val child = children[index].remove(hash, key, shift + BITS)
            if (child === children[index]) return this
            if (child != null) {
                if (children.size == 1 && child !is Branch) return child
                val copy = children.copyOf()
                copy[index] = child
                return Branch(bits, copy)
            }
            val rest = children.toMutableList()
            rest.removeAt(index)
            if (rest.isEmpty()) return null
            val only = rest.singleOrNull()
            return if (only != null && only !is Branch) only else Branch(bits xor bit, rest.toTypedArray())
        }

        private fun index(bit: Int): Int = Integer.bitCount(bits and (bit - 1))
    }

    companion object {
        const val BITS: Int = 5
        const val WIDTH: Int = 32

        fun bit(hash: Int, shift: Int): Int = 1 shl ((hash ushr shift) and (WIDTH - 1))

        fun pair(old: HashTrie, leaf: Leaf, shift: Int): HashTrie {
            val hash = if (old is Leaf) old.hash else (old as Collision).hash
            if (hash == leaf.hash) return Collision(listOf(old as Leaf, leaf))
            val bit = bit(hash, shift)
            val other = bit(leaf.hash, shift)
            if (bit == other) return Branch(bit, arrayOf(pair(old, leaf, shift + BITS)))
            // The order of bits is that of unsigned numbers.
            val children = if (Integer.compareUnsigned(bit, other) < 0) arrayOf(old, leaf) else arrayOf(leaf, old)
            return Branch(bit or other, children)
        }
    }
}

/** The map without entries. */
public fun <K, V> persistentMapOf(): PersistentMap<K, V> = PersistentMap.empty()

/** A map of the given entries, in their order. */
public fun <K, V> persistentMapOf(vararg entries: Pair<K, V>): PersistentMap<K, V> {
    var result = PersistentMap.empty<K, V>()
    for ((key, value) in entries) result = result.put(key, value)
    return result
}

/** The entries as a map whose changed copies share most of it; the map itself if it is one already. */
public fun <K, V> persistentMap(entries: Map<K, V>): PersistentMap<K, V> {
    if (entries is PersistentMap<K, V>) return entries
    var result = PersistentMap.empty<K, V>()
    for ((key, value) in entries) result = result.put(key, value)
    return result
}
