package suas

/** The states before and after the state of a reducer, to which undo and redo go; the nearest is last. */
public data class History<S : Record>(
    public val past: List<S> = persistentListOf(),
    public val future: List<S> = persistentListOf(),
    /** The group of the last entry. */
    public val group: JsonValue = null,
    override val type: RecordType,
) : Record {
    override fun fieldValues(): List<Any?> = listOf(past, future, group)

    override fun equals(other: Any?): Boolean = other is Record && areSame(this, other)

    override fun hashCode(): Int = valueHash(this)

    /** Moves by a number of states, at most to the end; back if it is negative; null if there is nothing to go to. */
    internal fun move(distance: Long, present: S): Pair<History<S>, S>? {
        var ahead = if (distance < 0) past else future
        var behind = if (distance < 0) future else past
        var state: S? = null
        var left = if (distance == Long.MIN_VALUE) Long.MAX_VALUE else Math.abs(distance)
        while (left > 0 && ahead.isNotEmpty()) {
            behind = behind.appending(state ?: present)
            state = ahead.last()
            ahead = ahead.removing(ahead.size - 1L)
            left -= 1
        }
        val reached = state ?: return null
        val moved = if (distance < 0) copy(past = ahead, future = behind, group = null) else copy(past = behind, future = ahead, group = null)
        return Pair(moved, reached)
    }

    /** The history with an entry for a state; null if it stays as it is. */
    internal fun entering(state: S, group: JsonValue, limit: Int): History<S>? {
        if (group != null && past.isNotEmpty() && areSame(this.group, group)) {
            return if (future.isEmpty()) null else copy(future = persistentListOf(), group = group)
        }
        var entries = past.appending(state)
        if (entries.size > limit) entries = entries.part((entries.size - limit).toLong(), entries.size.toLong())
        return copy(past = entries, future = persistentListOf(), group = group)
    }

    public companion object {
        /** The type of the histories of a state, whose groups may be made from sensitive values. */
        public fun type(
            state: RecordType,
            isSensitive: Boolean = false, // if isSensitive
        ): RecordType = HistoryType(
            state,
            isSensitive, // if isSensitive
        )
    }
}

private class HistoryType(
    private val state: RecordType,
    private val isSensitive: Boolean, // if isSensitive
) : RecordType("the history of ${state.name}") {
    override fun makeFields(): List<Field> {
        val states = ListOf(RecordOf { state })
        return listOf(
            Field("past", states, Default(persistentListOf<Any>())),
            Field("future", states, Default(persistentListOf<Any>())),
            Field(
                "group", Types.any, Default(null),
                isSensitive = isSensitive, // if isSensitive
            ),
        )
    }

    override fun make(values: List<Any?>): Any = History<Record>(known(values[0]), known(values[1]), values[2], this)
}

/** The effect of an action on a history. */
public sealed interface HistoryRole {
    /** Moves by a number of states; back if it is negative. */
    public class Move(internal val distance: Long) : HistoryRole

    /** Empties both lists. */
    public object Clear : HistoryRole

    /** Makes an entry if the action leaves another state. */
    public class Enter(internal val place: String = "", internal val group: () -> JsonValue = { null }) : HistoryRole

    /** Leaves the history alone. */
    public object Ignore : HistoryRole
}

/** The reducer of a history, which follows the one whose states it keeps. */
public class HistoryReducer<S : Record>(
    private val trackedKey: String,
    private val key: String,
    private val limit: Int,
    private val initial: History<S>,
    private val role: (Action) -> HistoryRole,
) : FollowingReducer<History<S>>() {
    override fun getInitialState(): History<S> = initial

    override fun getStateKey(): String = key

    override fun follow(state: History<S>, before: State, after: State, action: Action): Outcome<History<S>> {
        val old: S = known(before[trackedKey])
        val new: S = known(after[trackedKey])
        val changed = when (val role = role(action)) {
            is HistoryRole.Move -> state.move(role.distance, old)?.first
            is HistoryRole.Clear ->
                if (state.past.isEmpty() && state.future.isEmpty()) null else state.copy(past = persistentListOf(), future = persistentListOf(), group = null)
            is HistoryRole.Enter -> {
                if (areSame(old, new)) return Outcome.Unchanged
                val group = try {
                    rule(role.place, role.group)
                } catch (failure: Failure) {
                    return Outcome.Refused(failure.toActionError())
                }
                state.entering(old, group, limit)
            }
            is HistoryRole.Ignore -> null
        }
        return if (changed == null) Outcome.Unchanged else Outcome.Changed(changed)
    }
}

/** The state that an action moves to; null if it moves nowhere. */
public fun <S : Record> movedState(store: State, key: String, distance: Long, present: S): S? {
    val history: History<S> = known(store[key])
    return history.move(distance, present)?.second
}
