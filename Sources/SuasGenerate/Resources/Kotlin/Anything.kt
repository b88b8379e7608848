package suas

import java.time.Duration

// Operations of rules on values whose types are known only at run time.

/** The element or entry at a place on the way to the place of a rule. */
public fun placeOf(value: Any?, key: Any?): Any? =
    when (val it = plain(value)) {
        is List<*> -> it[indexIn(it, key)]
        is Map<*, *> -> if (it.containsKey(textIn(key))) it[plain(key)] else throw keyIsAbsent(key)
        else -> throw typeMismatch(it, "a list or a map")
    }

/** The field of a record, or the entry of a map, at a place on the way to the place of a rule. */
public fun memberOf(value: Any?, name: String): Any? =
    if (value is Record) value.fieldValues()[slotOf(value, name)] else placeOf(value, name)

/** The entry at the place of a rule, or a default if there is none yet. */
public inline fun placeOf(value: Any?, key: Any?, default: () -> Any?): Any? =
    if (value is Map<*, *> && !value.containsKey(plain(key))) default() else placeOf(value, key)

/** The field or entry at the place of a rule, or a default if there is none yet. */
public inline fun memberOf(value: Any?, name: String, default: () -> Any?): Any? =
    if (value is Map<*, *> && !value.containsKey(name)) default() else memberOf(value, name)

/** The value with another element or entry; a missing key of a map is added. */
public fun withPlace(value: Any?, key: Any?, new: Any?): Any? =
    when (val it = plain(value)) {
        is List<*> -> it.with(indexIn(it, key).toLong(), new)
        is Map<*, *> -> it.withAny(textIn(key), new)
        else -> throw typeMismatch(it, "a list or a map")
    }

/** The value with another field or entry; a missing key of a map is added. */
public fun withMember(value: Any?, name: String, new: Any?): Any? =
    if (value is Record) withField(value, name, new) else withPlace(value, name, new)

/** The value with an element or entry changed, which has to be there. */
public inline fun changingPlace(value: Any?, key: Any?, change: (Any?) -> Any?): Any? =
    withPlace(value, key, change(placeOf(value, key)))

/** The value with a field or entry changed, which has to be there. */
public inline fun changingMember(value: Any?, name: String, change: (Any?) -> Any?): Any? =
    withMember(value, name, change(memberOf(value, name)))

private fun Map<*, *>.withAny(key: Any?, value: Any?): Map<*, *> = known<Map<Any?, Any?>>(this).with(key, value)

private fun textIn(key: Any?): String = plain(key) as? String ?: throw typeMismatch(key, "the key of a map")

private fun keyIsAbsent(key: Any?): Failure = Failure("no-such-key", "the map has no key ${describe(key)}")

private fun indexIn(list: List<*>, key: Any?): Int =
    list.place(plain(key) as? Long ?: throw typeMismatch(key, "an int"))

private fun slotOf(record: Record, name: String): Int {
    val slot = record.type.indexOf(name)
    if (slot < 0) throw Failure("no-such-field", "${record.type.name} has no field ${describe(name)}")
    if (record.type is VariantType && record.fieldValues()[slot] == null) {
        throw Failure("no-such-case", "the ${record.type.name} is not '$name' now")
    }
    return slot
}

private fun withField(record: Record, name: String, value: Any?): Record {
    val slot = slotOf(record, name)
    return LooseRecord(record.type, record.fieldValues().mapIndexed { index, old -> if (index == slot) value else old })
}

// MARK: Verbs

/** The opposite of a truth value. */
public fun toggled(value: Any?): Boolean = !(value as? Boolean ?: throw typeMismatch(value, "a bool"))

/** The sum of a number or duration and an amount. */
public fun increased(value: Any?, amount: Any?, verb: String): Any =
    when {
        value is Long && amount is Long ->
            if (verb == "increment") incremented(value, amount, verb) else decremented(value, amount, verb)
        value is Duration && amount is Duration ->
            if (verb == "increment") incremented(value, amount, verb) else decremented(value, amount, verb)
        value is Double && amount is Double -> if (verb == "increment") value + amount else value - amount
        value is Double && amount is Long -> if (verb == "increment") value + amount else value - amount
        else -> throw typeMismatch(value, "a number or duration")
    }

/** The empty value of a list's, map's or text's kind. */
public fun emptied(value: Any?): Any =
    when (plain(value)) {
        is List<*> -> persistentListOf<Any?>()
        is Map<*, *> -> persistentMapOf<Any?, Any?>()
        is String -> ""
        else -> throw typeMismatch(value, "a list, a map or a string")
    }

/** The list at the place of a rule. */
public fun listAt(value: Any?): List<Any?> = value as? List<Any?> ?: throw typeMismatch(value, "a list")

/** The entries of a list or map with their indices or keys. */
public fun entriesOf(value: Any?): List<Pair<Any?, Any?>> =
    when (value) {
        is List<*> -> value.mapIndexed { index, item -> Pair(index.toLong(), item) }
        is Map<*, *> -> value.map { (key, item) -> Pair(key, item) }
        else -> throw typeMismatch(value, "a list or a map")
    }

/** The indices of a list or the keys of a map. */
public fun placesOf(value: Any?): List<Any?> = entriesOf(value).map { it.first }

/** The number of elements or entries. */
public fun countOf(value: Any?): Int = if (value is Map<*, *>) value.size else (value as? List<*>)?.size ?: 0

/** The list or map without the elements for which a test holds. */
public inline fun removingWhereOf(value: Any?, test: (Any?, Any?) -> Boolean): Any? {
    val rest = entriesOf(value).filter { (key, item) -> !test(item, key) }
    return when {
        rest.size == countOf(value) -> value
        value is List<*> -> persistentList(rest.map { it.second })
        else -> rest.fold(persistentMapOf<Any?, Any?>() as Map<Any?, Any?>) { map, (key, item) -> map.with(key, item) }
    }
}

/** True if a map has a key; fails for anything but a map. */
public fun hasKey(value: Any?, key: Any?): Boolean = mapAt(value).containsKey(plain(key))

/** True if a place has to be made: a map lacks the key; an index of a list has to be there. */
public fun lacksKey(value: Any?, key: Any?): Boolean =
    when (val it = plain(value)) {
        is List<*> -> indexIn(it, key) < 0
        is Map<*, *> -> !it.containsKey(plain(key))
        else -> throw typeMismatch(it, "a list or a map")
    }

/** The map without a key. */
public fun withoutKey(value: Any?, key: Any?): Map<Any?, Any?> = mapAt(value).removing(plain(key))

private fun mapAt(value: Any?): Map<Any?, Any?> =
    if (value is Map<*, *>) known(value) else throw typeMismatch(value, "a map")

/** The record or map with the fields or entries of another one laid over it. */
public fun merged(value: Any?, other: Any?): Any? {
    val parts = namedParts(other) ?: throw typeMismatch(other, "a map")
    return when {
        value is Record && other is Record && value.type === other.type -> other
        value is Record -> parts.fold(value) { record, (key, item) -> withField(record, interpolated(key), item) }
        value is Map<*, *> -> parts.fold(known<Map<Any?, Any?>>(value)) { map, (key, item) -> map.with(key, item) }
        else -> throw typeMismatch(value, "a record or a map")
    }
}

private fun namedParts(value: Any?): List<Pair<Any?, Any?>>? =
    when (value) {
        is Map<*, *> -> value.map { (key, item) -> Pair(key, item) }
        is Variant -> null
        is Record -> value.type.fields.map { it.name as Any? }.zip(value.fieldValues())
        else -> null
    }

/** The named parts of a value, itself a record or a map, as values of fields of a type. */
public fun fieldsOf(value: Any?, type: RecordType): Map<String, Any?> {
    checkDepth(value)
    val parts = namedParts(value) ?: throw RecordOf { type }.misfit(value)
    return type.fieldsFrom(parts)
}

/** The record with other values of some fields, which are of their types. */
public fun <T : Record> withFields(record: T, fields: Map<String, Any?>): T {
    val values = record.type.fields.zip(record.fieldValues()) { field, old ->
        if (fields.containsKey(field.name)) fields[field.name] else old
    }
    return known(record.type.make(values))
}
