package suas

/**
 * A list that is never changed. Its changed copies share most of it, so each costs time in the logarithm of the size,
 * wherever in the list the change is.
 *
 * It is a tree balanced by height, whose leaves hold up to [LEAF] elements.
 */
public class PersistentList<out T> internal constructor(private val root: Node?) : AbstractList<T>(), RandomAccess {
    override val size: Int get() = root?.size ?: 0

    override fun get(index: Int): T {
        val root = root
        if (root == null || index < 0 || index >= root.size) throw IndexOutOfBoundsException("index $index of $size")
        @Suppress("UNCHECKED_CAST")
        return root[index] as T
    }

    override fun iterator(): Iterator<T> = LeafIterator(root)

    internal fun set(index: Int, value: Any?): PersistentList<T> =
        PersistentList(requireNode().set(index, value))

    internal fun insert(index: Int, value: Any?): PersistentList<T> =
        PersistentList(root?.insert(index, value) ?: Leaf(arrayOf(value)))

    internal fun remove(index: Int): PersistentList<T> = PersistentList(requireNode().remove(index)) // if removing, moving

    // if moving
    internal fun move(from: Int, to: Int): PersistentList<T> {
        val node = requireNode()
        if (node !is Leaf) return remove(from).insert(to, get(from))
        val copy = node.items.copyOf()
        if (from < to) node.items.copyInto(copy, from, from + 1, to + 1) else node.items.copyInto(copy, to + 1, to, from)
        copy[to] = node.items[from]
        return PersistentList(Leaf(copy))
    }
    // end

    // if concat
    internal fun concat(other: PersistentList<*>): PersistentList<T> = PersistentList(join(root, other.root))
    // end

    // if slice
    internal fun slice(from: Int, to: Int): PersistentList<T> {
        val (left, _) = split(root, to)
        return PersistentList(split(left, from).second)
    }
    // end

    internal fun isSame(other: PersistentList<*>, levels: Int): Boolean {
        if (size != other.size) return false
        return areNodesSame(root, other.root, levels)
    }

    private fun requireNode(): Node = root ?: throw IndexOutOfBoundsException("the list is empty")

    override fun equals(other: Any?): Boolean =
        this === other || (other is PersistentList<*> && root === other.root) || super.equals(other)

    override fun hashCode(): Int = super.hashCode()

    internal sealed class Node {
        abstract val size: Int
        abstract val height: Int
        abstract operator fun get(index: Int): Any?
        abstract fun set(index: Int, value: Any?): Node
        abstract fun insert(index: Int, value: Any?): Node

        // if removing, moving
        /** The node without an element; null if that was the only one. */
        abstract fun remove(index: Int): Node?
        // end
    }

    internal class Leaf(val items: Array<Any?>) : Node() {
        override val size: Int get() = items.size
        override val height: Int get() = 0

        override fun get(index: Int): Any? = items[index]

        override fun set(index: Int, value: Any?): Node {
            val copy = items.copyOf()
            copy[index] = value
            return Leaf(copy)
        }

        override fun insert(index: Int, value: Any?): Node {
            val copy = arrayOfNulls<Any?>(items.size + 1)
            items.copyInto(copy, 0, 0, index)
            copy[index] = value
            items.copyInto(copy, index + 1, index)
            if (copy.size <= LEAF) return Leaf(copy)
            // A list that grows at its end is filled, not split into halves.
            val middle = if (index == items.size) items.size else copy.size / 2
            return Branch(Leaf(copy.copyOfRange(0, middle)), Leaf(copy.copyOfRange(middle, copy.size)))
        }

        // if removing, moving
        override fun remove(index: Int): Node? {
            if (items.size == 1) return null
            val copy = arrayOfNulls<Any?>(items.size - 1)
            items.copyInto(copy, 0, 0, index)
            items.copyInto(copy, index, index + 1)
            return Leaf(copy)
        }
        // end
    }

    internal class Branch(val left: Node, val right: Node) : Node() {
        override val size: Int = left.size + right.size
        override val height: Int = maxOf(left.height, right.height) + 1

        override fun get(index: Int): Any? {
            var node: Node = this
            var rest = index
            while (node is Branch) {
                if (rest < node.left.size) {
                    node = node.left
                } else {
                    rest -= node.left.size
                    node = node.right
                }
            }
            return node[rest]
        }

        override fun set(index: Int, value: Any?): Node =
            if (index < left.size) {
                Branch(left.set(index, value), right)
            } else {
                Branch(left, right.set(index - left.size, value))
            }

        override fun insert(index: Int, value: Any?): Node =
            if (index < left.size) {
                balanced(left.insert(index, value), right)
            } else {
                balanced(left, right.insert(index - left.size, value))
            }

        // if removing, moving
        override fun remove(index: Int): Node? =
            if (index < left.size) {
                join(left.remove(index), right)
            } else {
                join(left, right.remove(index - left.size))
            }
        // end
    }

    private class LeafIterator<T>(root: Node?) : Iterator<T> {
        private val pending = ArrayList<Node>()
        private var items: Array<Any?> = emptyArray()
        private var next = 0

        init {
            if (root != null) pending.add(root)
            goOn()
        }

        private fun goOn() {
            while (next >= items.size && pending.isNotEmpty()) {
                when (val node = pending.removeAt(pending.size - 1)) {
                    is Leaf -> {
                        items = node.items
                        next = 0
                    }
                    is Branch -> {
                        pending.add(node.right)
                        pending.add(node.left)
                    }
                }
            }
        }

        override fun hasNext(): Boolean = next < items.size

        override fun next(): T {
            if (next >= items.size) throw NoSuchElementException()
            @Suppress("UNCHECKED_CAST")
            val item = items[next] as T
            next += 1
            goOn()
            return item
        }
    }

    internal companion object {
        const val LEAF: Int = 32

        /** Makes a list of the elements of an array, which must not be changed any more. */
        fun <T> of(items: Array<Any?>): PersistentList<T> {
            if (items.isEmpty()) return PersistentList(null)
            var level: List<Node> = (items.indices step LEAF).map { start ->
                Leaf(items.copyOfRange(start, minOf(start + LEAF, items.size)))
            }
            while (level.size > 1) {
                level = level.chunked(2) { pair -> if (pair.size == 2) join(pair[0], pair[1])!! else pair[0] }
            }
            return PersistentList(level[0])
        }

        fun areNodesSame(left: Node?, right: Node?, levels: Int): Boolean {
            if (left === right) return true
            if (left == null || right == null) return false
            if (left is Branch && right is Branch && left.left.size == right.left.size) {
                return areNodesSame(left.left, right.left, levels) && areNodesSame(left.right, right.right, levels)
            }
            return (0 until left.size).all { areSame(left[it], right[it], levels) }
        }

        fun join(left: Node?, right: Node?): Node? {
            if (left == null) return right
            if (right == null) return left
            if (left is Leaf && right is Leaf && left.size + right.size <= LEAF) return Leaf(arrayOf(*left.items, *right.items))
            if (left is Branch && left.height > right.height + 1) return balanced(left.left, join(left.right, right)!!)
            if (right is Branch && right.height > left.height + 1) return balanced(join(left, right.left)!!, right.right)
            return Branch(left, right)
        }

        /** A branch of two nodes whose heights differ by at most two. */
        fun balanced(left: Node, right: Node): Node {
            if (left is Branch && left.height > right.height + 1) {
                val inner = left.right
                if (left.left.height >= inner.height || inner !is Branch) return Branch(left.left, Branch(inner, right))
                return Branch(Branch(left.left, inner.left), Branch(inner.right, right))
            }
            if (right is Branch && right.height > left.height + 1) {
                val inner = right.left
                if (right.right.height >= inner.height || inner !is Branch) return Branch(Branch(left, inner), right.right)
                return Branch(Branch(left, inner.left), Branch(inner.right, right.right))
            }
            return Branch(left, right)
        }

        // if slice
        /** The nodes for the elements before an index, and for those from it on. */
        fun split(node: Node?, index: Int): Pair<Node?, Node?> {
            if (node == null || index <= 0) return Pair(null, node)
            if (index >= node.size) return Pair(node, null)
            return when (node) {
                is Leaf ->
                    Pair(Leaf(node.items.copyOfRange(0, index)), Leaf(node.items.copyOfRange(index, node.size)))
                is Branch ->
                    if (index <= node.left.size) {
                        val (first, second) = split(node.left, index)
                        Pair(first, join(second, node.right))
                    } else {
                        val (first, second) = split(node.right, index - node.left.size)
                        Pair(join(node.left, first), second)
                    }
            }
        }
        // end
    }
}

private val EMPTY_LIST: PersistentList<Nothing> = PersistentList(null)

/** The list without elements. */
public fun <T> persistentListOf(): PersistentList<T> = EMPTY_LIST

/** A list of the given elements. */
public fun <T> persistentListOf(vararg elements: T): PersistentList<T> =
    PersistentList.of(arrayOf<Any?>(*elements))

/** The elements as a list whose changed copies share most of it; the list itself if it is one already. */
public fun <T> persistentList(elements: Collection<T>): PersistentList<T> {
    if (elements is PersistentList<T>) return elements
    if (elements.isEmpty()) return EMPTY_LIST
    val items = arrayOfNulls<Any?>(elements.size)
    var index = 0
    for (element in elements) {
        items[index] = element
        index += 1
    }
    return PersistentList.of(items)
}
