package suas

/** The restoring of one text. */
internal class Restoring(private val spec: SavedSpec) {
    private val versions = spec.saved
    private val types = SavedTypes(versions.enums, versions.shapes)
    private val lost = LinkedHashMap<String, Restoration.Loss>()
    private var state: SavedRecord? = null

    fun restore(text: String): Restoration {
        val head = SavedHead(versions)
        head.read(text) { readState(it, head.version) }
        head.fault?.let { (code, message) -> return nothing(head.version, ActionError(code, message)) }
        val state = state ?: return nothing(head.version, ActionError("unreadable", "nothing can be read"))
        return try {
            judged(present(state, head.version), head.version)
        } catch (failure: Failure) {
            nothing(head.version, failure.toActionError())
        }
    }

    private fun store(version: Long): SavedStore = versions.stores[(version - versions.oldest).toInt()]

    /** The initial sub-states of a version. */
    private fun initial(version: Long): SavedRecord =
        store(version).let { types.value(it.initial, SavedType.Record(it.shape)) as SavedRecord }

    /** Reads the sub-states of a version; those that do not fit are initial. */
    private fun readState(reader: SavedReader, version: Long) {
        if (reader.next != '{') throw Misfit("'state' is no object")
        val shape = types.shape(store(version).shape)
        val initial = initial(version).values
        val values = ArrayList(initial)
        lost.clear()
        reader.members(0) { key ->
            val slot = shape.names.indexOf(key)
            if (slot < 0) {
                reader.whole()
            } else {
                lost.remove(key)
                values[slot] = initial[slot]
                val start = reader.position
                try {
                    val type = shape.fields[slot].type as SavedType.Record
                    values[slot] = types.record(reader, types.shape(type.name), valuesOf(initial[slot]), 1)
                } catch (misfit: Misfit) {
                    lost[key] = Restoration.Loss(key, "type-mismatch", misfit.reason, key + misfit.path)
                    reader.position = start
                    reader.whole()
                }
            }
        }
        state = SavedRecord(shape, values)
    }

    /** Makes the sub-states of the spec of those that a version saved. */
    private fun present(old: SavedRecord, version: Long): Any? {
        if (version == versions.version) return carriedToPresent(old)
        var state: Any? = old
        for (next in version + 1..versions.version) {
            val former = state
            state = versions.carried[(next - versions.oldest - 1).toInt()].carry(former, initial(next), types)
            if (next == versions.version) state = carriedToPresent(state)
            state = versions.migrations.firstOrNull { it.version == next }?.migrated(state, former) ?: state
        }
        return state
    }

    private fun carriedToPresent(state: Any?): Any? {
        val plan = versions.toPresent ?: return state
        val initial = spec.initialStates()
        val own = SavedRecord(versions.stateKeys, isVariant = false, versions.stateKeys.map { initial.getValue(it) })
        return plan.carry(state, own, types)
    }

    /** Judges the sub-states, and the whole state without those that are lost. */
    private fun judged(state: Any?, version: Long): Restoration {
        val next = LinkedHashMap(spec.initialStates())
        for ((key, value) in versions.stateKeys.zip(valuesOf(state))) {
            if (key !in lost) subState(key, value)?.let { next[key] = it }
        }
        val layout = StateLayout(next.keys.toList())
        val store = State(layout, next.values.toList())
        spec.invariants.firstNotNullOfOrNull { it.validate(store, store, Reset.ToInitialState) }?.let { return nothing(version, it) }
        val keys = layout.keys + lost.keys.filter { it !in next }.sorted()
        return Restoration(version, keys.mapNotNull { lost[it] }, next)
    }

    /** The sub-state of the spec's own type; null if it breaks a condition, and so is lost. */
    private fun subState(key: String, value: Any?): Any? {
        val type = RecordOf { spec.stateTypes.getValue(key) }
        val subState = type.fit(value)
        // if Constraint
        type.violation(subState, null)?.let {
            lost[key] = Restoration.Loss(key, "constraint-violated", it.message, it.place)
            return null
        }
        // end
        return subState
    }

    private fun nothing(version: Long, error: ActionError): Restoration {
        val lost = versions.stateKeys.map { Restoration.Loss(it, error.code, error.message, error.place ?: "") }
        return Restoration(version, lost, spec.initialStates())
    }
}
