package suas

import java.util.IdentityHashMap

/** The greatest depth to which the values of a state are nested. */
internal const val MOST_LEVELS: Int = 200

/** Returns a value for a state, or fails with `state-too-large` if it is nested too deep. */
public fun <T> limited(value: T): T {
    checkDepth(value)
    return value
}

/** Fails if a value is nested too deep. */
internal fun checkDepth(value: Any?) {
    DepthCheck().visit(value, MOST_LEVELS)
}

/** A walk through a value, which passes over the parts that it has seen so deep. */
private class DepthCheck {
    private val seen = IdentityHashMap<Any, Int>()

    fun visit(value: Any?, left: Int) {
        val items = itemsOf(value) ?: return
        if (left <= 0) throw Failure("state-too-large", "the value is nested more than $MOST_LEVELS levels deep")
        if (value != null && items.isNotEmpty()) {
            if ((seen[value] ?: Int.MAX_VALUE) <= left) return
            seen[value] = left
        }
        for (item in items) visit(item, left - 1)
    }
}

/** The values directly inside of a value, besides the keys of a map; null for one that holds none. */
internal fun itemsOf(value: Any?): Collection<Any?>? =
    when (value) {
        is List<*> -> value
        is Map<*, *> -> value.values // if MapOf, PartOf, PersistentMap, Types.any
        is Record -> value.fieldValues()
        else -> null
    }
