package suas

import java.time.Instant

/** The number of the format of saved texts. */
internal const val SAVED_FORMAT: Long = 1

/** Writes what is saved: the same text for the same state. */
internal class SavedWriter(private val versions: SavedVersions) {
    private val json = JsonWriter()

    /** Returns the text of sub-states, with a time unless it is null. */
    fun text(subStates: List<Any?>, time: Instant?): String {
        json.raw("{").key("suas-saved").write(SAVED_FORMAT)
        json.raw(",").key("name").write(versions.name)
        json.raw(",").key("version").write(versions.version)
        if (time != null) json.raw(",").key("at").write(time)
        json.raw(",").key("state")
        val places = SavedPlaces(versions.except)
        all(versions.stateKeys.indices, "{", "}") { slot ->
            val key = versions.stateKeys[slot]
            json.key(key)
            write(subStates[slot], places.fields[key])
        }
        return json.raw("}").toString()
    }

    /** Writes a value without some places, and without sensitive fields. */
    private fun write(value: Any?, places: SavedPlaces?) {
        when (val it = plain(value)) {
            is String -> json.string(it)
            is Boolean, is Long -> json.raw(it.toString())
            is List<*> -> all(it, "[", "]") { item -> write(item, places?.elements) }
            // if MapOf
            is Map<*, *> -> all(it.entries, "{", "}") { (key, item) ->
                json.key(interpolated(key))
                write(item, places?.elements)
            }
            // end
            is Variant -> writeCase(it) // if Variant
            is Record -> members(it.type.fields, it.fieldValues(), places)
            else -> json.write(it)
        }
    }

    private fun members(fields: List<Field>, values: List<Any?>, places: SavedPlaces?) {
        json.raw("{")
        var isFirst = true
        for ((slot, field) in fields.withIndex()) {
            if (field.isSensitive) continue // if isSensitive
            val below = places?.fields?.get(field.name)
            if (below?.isMarked == true) continue
            if (!isFirst) json.raw(",")
            isFirst = false
            json.key(field.name)
            write(values[slot], below)
        }
        json.raw("}")
    }

    // if Variant
    private fun writeCase(variant: Variant) {
        val fields = variant.type.case(variant.caseName).contents.fields
        var isAlone = fields.isEmpty()
        isAlone = fields.all { it.isSensitive } // if isSensitive
        if (isAlone) {
            json.string(variant.caseName)
        } else {
            json.raw("{").key(variant.caseName)
            members(fields, variant.caseValues(), null)
            json.raw("}")
        }
    }
    // end

    private inline fun <T> all(items: Iterable<T>, start: String, end: String, write: (T) -> Unit) {
        json.raw(start)
        var isFirst = true
        for (item in items) {
            if (!isFirst) json.raw(",")
            isFirst = false
            write(item)
        }
        json.raw(end)
    }
}

/** Places that are not saved: a tree of fields, and of the elements of lists and maps. */
internal class SavedPlaces(paths: List<List<String>>) {
    val isMarked: Boolean = paths.any { it.isEmpty() }
    val fields: Map<String, SavedPlaces> =
        paths.filter { it.isNotEmpty() }.groupBy({ it.first() }, { it.drop(1) }).mapValues { (_, rest) -> SavedPlaces(rest) }

    /** The places below every element or entry. */
    val elements: SavedPlaces? get() = fields["[]"]
}
