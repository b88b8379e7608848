package suas

import java.time.Duration
import java.time.Instant

/** A type of the spec, by which values from outside, and values from an `any`, are read and judged. */
public sealed class FieldType {
    // if fit, adapt, read
    internal abstract val name: String

    /** Returns a value as one of the type, converted where the language allows it; fails otherwise. */
    internal abstract fun fit(value: Any?): Any?

    /**
     * Returns a value from outside with its texts and keys read as the type needs them. A trace driver is also sent texts
     * for doubles that JSON has no number for.
     */
    internal open fun adapt(value: Any?, isSent: Boolean = false): Any? = value
    // end

    // if Constraint
    /** The first constraint that is broken in a value of the type. Parts that an old value shares are passed over. */
    internal open fun violation(value: Any?, old: Any?): Violation? = null

    internal open fun findsConstraint(seen: HashSet<RecordType>): Boolean = false
    // end

    // if SessionRecorder
    /** The types of the records in values of the type. */
    internal open val records: List<RecordType> get() = emptyList()

    /** The value with sensitive fields hidden in maps with some fields of a record, which do not know them. */
    internal open fun hiding(value: Any?, hidden: (Any?) -> Any?): Any? = value
    // end

    // if fit, adapt, read
    internal fun misfit(value: Any?): Failure = typeMismatch(value, withArticle(name))

    /** Reads a value from outside, which has to fit the type and break no constraint; defaults fill in. */
    internal fun read(value: Any?, isSent: Boolean = false): Any? {
        // A value in an 'any' is judged when it is put there.
        if (this === Types.any) return fit(value)
        try {
            checkDepth(value)
        } catch (_: Failure) {
            throw Failure("type-mismatch", "it is nested too deep, or too large")
        }
        val fitted = fit(adapt(value, isSent))
        // if Constraint
        if (!findsConstraint(HashSet())) return fitted
        violation(fitted, null)?.let { throw Failure("constraint-violated", it.message) }
        // end
        return fitted
    }
    // end
}

/** A constraint that a value breaks. */
internal class Violation(val message: String, val place: String)

private fun withArticle(name: String): String = (if (name.first() in "aeioAEIO") "an " else "a ") + name

/** The error for a value of a wrong type. */
internal fun typeMismatch(value: Any?, expected: String): Failure =
    if (plain(value) == null) {
        Failure("null-value", "null stands where $expected is needed")
    } else {
        Failure("type-mismatch", "${kindName(value)} stands where $expected is needed")
    }

/** A type whose values are of one class. */
private class Plain(private val typeName: String, private val isOne: (Any?) -> Boolean) : FieldType() {
    // if fit, adapt, read
    override val name: String get() = typeName

    override fun fit(value: Any?): Any? = if (isOne(value)) value else throw misfit(value)
    // end
}

private object DoubleType : FieldType() {
    // if fit, adapt, read
    override val name: String get() = "double"

    override fun fit(value: Any?): Any? = if (value is Long) value.toDouble() else value as? Double ?: throw misfit(value)

    override fun adapt(value: Any?, isSent: Boolean): Any? =
        when {
            !isSent -> value
            value == "NaN" -> Double.NaN
            value == numberText(Double.POSITIVE_INFINITY) -> Double.POSITIVE_INFINITY
            value == numberText(Double.NEGATIVE_INFINITY) -> Double.NEGATIVE_INFINITY
            else -> value
        }
    // end
}

private object StringType : FieldType() {
    // if fit, adapt, read
    override val name: String get() = "string"

    override fun fit(value: Any?): Any? = plain(value) as? String ?: throw misfit(value)
    // end
}

private class TimeType(
    private val typeName: String,
    private val isOne: (Any?) -> Boolean,
    private val parse: (String) -> Any?,
) : FieldType() {
    // if fit, adapt, read
    override val name: String get() = typeName

    override fun fit(value: Any?): Any? = if (isOne(value)) value else (value as? String)?.let(parse) ?: throw misfit(value)
    // end
}

private object AnyType : FieldType() {
    // if fit, adapt, read
    override val name: String get() = "any"

    override fun fit(value: Any?): Any? = if (isLikeJson(value)) value else likeJson(value)

    private fun isLikeJson(value: Any?): Boolean =
        when (value) {
            null, is Boolean, is Long, is Double, is String -> true
            is List<*> -> value.all { isLikeJson(it) }
            is Map<*, *> -> value.all { (key, item) -> key is String && isLikeJson(item) }
            else -> false
        }

    /** A record as a map, a variant as it is written, and an enum, timestamp or duration as its text. */
    private fun likeJson(value: Any?): Any? =
        when (val it = plain(value)) {
            null, is Boolean, is Long, is Double, is String -> it
            is Instant, is Duration -> interpolated(it)
            is List<*> -> persistentList(it.map { item -> likeJson(item) })
            is Map<*, *> -> mapLikeJson(it.map { (key, item) -> Pair(textKey(plain(key)), item) })
            is SavedRecord -> likeJson(it) // if SavedRecord
            is Variant -> if (it.caseValues().isEmpty()) it.caseName else mapLikeJson(listOf(Pair(it.caseName, CaseContents(it)))) // if Variant
            is Record -> mapLikeJson(it.type.fields.zip(it.fieldValues()) { field, item -> Pair(field.name, item) })
            else -> throw misfit(it)
        }

    // if SavedRecord
    private fun likeJson(record: SavedRecord): Any? {
        val parts = record.names.zip(record.values)
        if (!record.isVariant) return mapLikeJson(parts)
        val (name, contents) = parts.first { (_, value) -> value != null }
        return if (valuesOf(contents).isEmpty()) name else mapLikeJson(listOf(Pair(name, contents)))
    }
    // end

    private fun mapLikeJson(entries: List<Pair<String, Any?>>): Any? =
        persistentMapOf(*entries.map { (key, item) -> Pair(key, likeJson(item)) }.toTypedArray())

    private fun textKey(key: Any?): String =
        key as? String
            ?: throw Failure("type-mismatch", "${kindName(key)} stands as a key where an any is needed, whose maps have string keys")
    // end
}

/** The types that have no parts. */
public object Types {
    public val bool: FieldType = Plain("bool") { it is Boolean }
    public val int: FieldType = Plain("int") { it is Long }
    public val double: FieldType = DoubleType // if Types.double
    public val string: FieldType = StringType
    public val timestamp: FieldType = TimeType("timestamp", { it is Instant }, { parseTimestamp(it) }) // if Types.timestamp
    public val duration: FieldType = TimeType("duration", { it is Duration }, { parseDuration(it) }) // if Types.duration
    public val any: FieldType = AnyType // if Types.any
}

/** The type of lists. */
public class ListOf(private val element: FieldType) : FieldType() {
    // if SessionRecorder
    override val records: List<RecordType> get() = element.records

    override fun hiding(value: Any?, hidden: (Any?) -> Any?): Any? = (value as List<*>).map { element.hiding(it, hidden) }
    // end

    // if fit, adapt, read
    override val name: String get() = "list(${element.name})"

    override fun fit(value: Any?): Any? {
        if (value !is List<*>) throw misfit(value)
        return persistentList(value.map { element.fit(it) })
    }

    override fun adapt(value: Any?, isSent: Boolean): Any? = if (value is List<*>) value.map { element.adapt(it, isSent) } else value
    // end

    // if Constraint
    override fun violation(value: Any?, old: Any?): Violation? {
        if (value === old || value !is List<*> || !findsConstraint(HashSet())) return null
        val former = old as? List<*>
        for ((index, item) in value.withIndex()) {
            if (former != null && former.getOrNull(index) === item) continue
            element.violation(item, null)?.let { return it }
        }
        return null
    }

    override fun findsConstraint(seen: HashSet<RecordType>): Boolean = element.findsConstraint(seen)
    // end
}

/** The type of maps. */
public class MapOf(private val key: FieldType, private val value: FieldType) : FieldType() {
    // if SessionRecorder
    override val records: List<RecordType> get() = value.records

    override fun hiding(value: Any?, hidden: (Any?) -> Any?): Any? =
        (value as Map<*, *>).mapValues { (_, item) -> this.value.hiding(item, hidden) }
    // end

    // if fit, adapt, read
    override val name: String
        get() = if (key === Types.string) "map(${value.name})" else "map(${key.name}, ${value.name})"

    override fun fit(value: Any?): Any? {
        if (value !is Map<*, *>) throw misfit(value)
        var result = persistentMapOf<Any?, Any?>()
        for ((key, item) in value) result = result.put(this.key.fit(key), this.value.fit(item))
        return result
    }

    override fun adapt(value: Any?, isSent: Boolean): Any? {
        if (value !is Map<*, *>) return value
        val result = LinkedHashMap<Any?, Any?>()
        for ((key, item) in value) result[adaptKey(key)] = this.value.adapt(item, isSent)
        return result
    }

    private fun adaptKey(key: Any?): Any? =
        when {
            key !is String -> key
            this.key === Types.int -> parseInt(key) ?: key
            this.key === Types.bool -> key.toBooleanStrictOrNull() ?: key
            else -> key
        }
    // end

    // if Constraint
    override fun violation(value: Any?, old: Any?): Violation? {
        if (value === old || value !is Map<*, *> || !findsConstraint(HashSet())) return null
        val former = old as? Map<*, *>
        for ((key, item) in value) {
            if (former != null && former[key] === item) continue
            this.value.violation(item, null)?.let { return it }
        }
        return null
    }

    override fun findsConstraint(seen: HashSet<RecordType>): Boolean = value.findsConstraint(seen)
    // end
}

/** The type of values that may be null. */
public class OptionalOf(private val wrapped: FieldType) : FieldType() {
    // if SessionRecorder
    override val records: List<RecordType> get() = wrapped.records

    override fun hiding(value: Any?, hidden: (Any?) -> Any?): Any? = if (value == null) null else wrapped.hiding(value, hidden)
    // end

    // if fit, adapt, read
    override val name: String get() = "${wrapped.name}?"

    override fun fit(value: Any?): Any? = if (value == null) null else wrapped.fit(value)

    override fun adapt(value: Any?, isSent: Boolean): Any? = wrapped.adapt(value, isSent)
    // end

    // if Constraint
    override fun violation(value: Any?, old: Any?): Violation? =
        if (value == null) null else wrapped.violation(value, old)

    override fun findsConstraint(seen: HashSet<RecordType>): Boolean = wrapped.findsConstraint(seen)
    // end
}

/** The type of an enum's values. */
public class EnumOf(private val type: EnumType) : FieldType() {
    // if fit, adapt, read
    override val name: String get() = type.name

    override fun fit(value: Any?): Any? {
        if (value in type.cases) return value
        val text = plain(value) as? String ?: throw misfit(value)
        return type.case<SpecEnum>(text)
    }
    // end
}

/** The type of records or variants. */
public class RecordOf(private val type: () -> RecordType) : FieldType() {
    // if SessionRecorder
    override val records: List<RecordType> get() = listOf(type())
    // end

    // if fit, adapt, read
    override val name: String get() = type().name

    override fun fit(value: Any?): Any? = type().fitted(value)

    override fun adapt(value: Any?, isSent: Boolean): Any? = if (value is Map<*, *>) type().adapted(value, isSent) else value
    // end

    // if Constraint
    override fun violation(value: Any?, old: Any?): Violation? =
        if (value is Record) type().violation(value, old) else null

    override fun findsConstraint(seen: HashSet<RecordType>): Boolean = type().findsConstraint(seen)
    // end
}

/** The type of some of the fields of a record, as a map. */
public class PartOf(private val type: () -> RecordType) : FieldType() {
    // if SessionRecorder
    override val records: List<RecordType> get() = listOf(type())

    override fun hiding(value: Any?, hidden: (Any?) -> Any?): Any? {
        val fields = type().fields.filter { (value as Map<*, *>).containsKey(it.name) }
        return fields.associate { field ->
            val item = (value as Map<*, *>)[field.name]
            Pair(field.name, if (field.isSensitive) hidden(item) else item)
        }
    }
    // end

    // if fit, adapt, read
    override val name: String get() = "partial(${type().name})"

    override fun fit(value: Any?): Any? {
        if (value is Record && value.type === type()) return partFrom(value)
        if (value !is Map<*, *>) throw misfit(value)
        return type().fittedPart(value)
    }

    private fun partFrom(record: Record): Any {
        var fields = persistentMapOf<Any?, Any?>()
        for ((field, item) in record.type.fields.zip(record.fieldValues())) fields = fields.put(field.name, item)
        return fields
    }

    override fun adapt(value: Any?, isSent: Boolean): Any? = if (value is Map<*, *>) type().adapted(value, isSent) else value
    // end

    // if Constraint
    override fun violation(value: Any?, old: Any?): Violation? {
        if (value !is Map<*, *>) return null
        for (field in type().fields) {
            if (!value.containsKey(field.name)) continue
            type().violation(field, value[field.name], null)?.let { return it }
        }
        return null
    }

    override fun findsConstraint(seen: HashSet<RecordType>): Boolean = type().findsConstraint(seen)
    // end
}

private fun RecordType.adapted(map: Map<*, *>, isSent: Boolean): Map<Any?, Any?> {
    val result = LinkedHashMap<Any?, Any?>()
    for ((key, item) in map) {
        val field = fields.firstOrNull { it.name == key } ?: continue
        result[key] = field.type.adapt(item, isSent)
    }
    return result
}

private fun Field.fit(value: Any?): Any? =
    try {
        type.fit(value)
    } catch (failure: Failure) {
        if (isSensitive) throw failure.withoutValues() // if isSensitive
        throw failure
    }

private fun RecordType.fitted(value: Any?): Any {
    if (this is VariantType) return fittedCase(value) // if Variant
    return when (value) {
        is Map<*, *> -> made(value)
        is SavedRecord -> carried(value) // if SavedRecord
        is LooseRecord -> if (value.type === this) refitted(value) else throw typeMismatch(value, withArticle(name)) // if LooseRecord
        is Record -> if (value.type === this) value else throw typeMismatch(value, withArticle(name))
        else -> throw typeMismatch(value, withArticle(name))
    }
}

/** The record with each of its fields judged anew. */
private fun RecordType.refitted(record: Record): Any =
    make(fields.zip(record.fieldValues()) { field, value -> field.fit(value) })

// if SavedRecord

/** The record of the values that a version saved; fields that it did not save have their defaults. */
private fun RecordType.carried(record: SavedRecord): Any =
    make(
        fields.mapIndexed { index, field ->
            val slot = if (record.names.getOrNull(index) == field.name) index else record.names.indexOf(field.name)
            if (slot >= 0) field.fit(record.values[slot]) else field.default?.value
        },
    )

// end

internal fun RecordType.fieldsFrom(parts: List<Pair<Any?, Any?>>): Map<String, Any?> {
    var result: Map<String, Any?> = persistentMapOf()
    for ((key, item) in parts) {
        val field = fields.firstOrNull { it.name == plain(key) }
            ?: throw Failure("no-such-field", "$name has no field ${describe(key)}")
        result = result.with(field.name, field.fit(item))
    }
    return result
}

/** Makes a record from named values; fields that are left out take their defaults. */
internal fun RecordType.made(map: Map<*, *>): Any {
    for (key in map.keys) {
        if (key !is String || indexOf(key) < 0) throw Failure("no-such-field", "$name has no field ${describe(key)}")
    }
    return make(
        fields.map { field ->
            if (map.containsKey(field.name)) {
                field.fit(map[field.name])
            } else {
                (field.default ?: throw Failure("type-mismatch", "$name needs its field '${field.name}'")).value
            }
        },
    )
}

private fun RecordType.fittedPart(map: Map<*, *>): Any {
    var result = persistentMapOf<Any?, Any?>()
    for ((key, item) in map) {
        val field = fields.firstOrNull { it.name == key }
            ?: throw Failure("no-such-field", "$name has no field ${describe(key)}")
        result = result.put(key, field.fit(item))
    }
    return result
}

private fun VariantType.fittedCase(value: Any?): Any {
    if (value is Variant && value.type === this) return value
    val (name, contents) = when {
        // if SavedRecord
        value is SavedRecord -> value.names.zip(value.values).first { (_, contents) -> contents != null }
        // end
        value is String -> Pair(value, emptyMap<Any?, Any?>())
        value is LooseRecord && value.type === this -> {
            val slot = value.fieldValues().indexOfFirst { it != null }
            Pair(fields[maxOf(slot, 0)].name, value.fieldValues()[maxOf(slot, 0)])
        }
        value is Map<*, *> && value.size == 1 -> {
            val (key, item) = value.entries.first()
            Pair(key, item ?: emptyMap<Any?, Any?>())
        }
        else -> throw typeMismatch(value, withArticle(name))
    }
    val case = (name as? String)?.let { find(it) }
        ?: throw Failure("no-such-case", "${this.name} has no case '${interpolated(name)}'")
    return when (contents) {
        is CaseContents -> contents.variant
        is LooseRecord -> if (contents.type === case.contents) case.contents.refitted(contents) else throw typeMismatch(contents, withArticle(case.contents.name))
        else -> case.contents.fitted(contents)
    }
}

/** The first constraint that a record breaks. Parts that an old record shares are passed over. */
internal fun RecordType.violation(record: Record, old: Any?): Violation? {
    if (record === old || !hasConstraints) return null
    val former = (old as? Record)?.takeIf { it.type === record.type }?.fieldValues()
    val values = record.fieldValues()
    for ((index, field) in fields.withIndex()) {
        if (this is VariantType && values[index] == null) continue
        if (former != null && former[index] === values[index]) continue
        violation(field, values[index], former?.get(index))?.let { return it }
    }
    return null
}

internal fun RecordType.violation(field: Field, value: Any?, old: Any?): Violation? {
    val constraint = field.constraint
    if (constraint != null) {
        val subject = if (name.isEmpty()) field.name else "$name.${field.name}"
        try {
            if (!constraint.holds(value)) {
                return Violation("'$subject' breaks its constraint: ${constraint.text}", constraint.place)
            }
        } catch (failure: Failure) {
            val error = if (field.isSensitive) failure.withoutValues() else failure
            val message = "the constraint of '$subject' meets the error ${error.code}: ${error.message}"
            return Violation(message, constraint.place)
        }
    }
    return field.type.violation(value, old)
}

/** Returns a value from an `any`, or of a type known only now, as one of a type. */
public fun <T> fit(value: Any?, type: FieldType): T {
    checkDepth(value)
    @Suppress("UNCHECKED_CAST")
    return type.fit(value) as T
}

/** Returns a value as one of a type, for a field of a record; its depth is checked where the record is kept. */
@Suppress("UNCHECKED_CAST")
public fun <T> fitMember(value: Any?, type: FieldType): T = type.fit(value) as T

/** Returns a value as one of a type, for the payload of an action; a misfit is `invalid-payload`. */
public fun <T> fitPayload(value: Any?, type: FieldType, action: String): T {
    checkDepth(value)
    try {
        @Suppress("UNCHECKED_CAST")
        return type.fit(value) as T
    } catch (failure: Failure) {
        throw Failure("invalid-payload", "action '$action' is not made so: ${failure.message}")
    }
}

/** Returns a value as one of a type, for the parameter of a function of the spec. */
public fun <T> fitArgument(value: Any?, type: FieldType, subject: String): T =
    try {
        fitResult(value, type)
    } catch (failure: Failure) {
        throw failure.about(subject)
    }

/** Returns a value as one of a type, for the result of a function of the spec. */
public fun <T> fitResult(value: Any?, type: FieldType): T =
    try {
        fit(value, type)
    } catch (failure: Failure) {
        // A key that a record lacks makes the value one of another type.
        throw if (failure.code == "no-such-field") Failure("type-mismatch", failure.message) else failure
    }

/** Returns a value from outside as one of a type. */
public fun <T> read(value: Any?, type: FieldType): T {
    @Suppress("UNCHECKED_CAST")
    return type.read(value) as T
}

