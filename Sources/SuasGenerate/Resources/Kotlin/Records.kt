package suas

/** A record of the spec: named fields with their values. */
public interface Record {
    /** The type, with the names of the fields. */
    public val type: RecordType

    /** The values of the fields, in declared order. */
    public fun fieldValues(): List<Any?>
}

/** A value that is exactly one of several records. */
public interface Variant : Record {
    override val type: VariantType

    /** The name of the present case. */
    public val caseName: String get() = type.caseOf(this).name

    /** The values of the case's fields, in declared order. */
    public fun caseValues(): List<Any?> = type.caseOf(this).contents.valuesOf(this)

    /** The contents of the present case, and null for each other case. */
    override fun fieldValues(): List<Any?> =
        type.fields.map { if (it.name == caseName) CaseContents(this) else null }
}

/** The contents of a variant's case as a record of its own. */
public class CaseContents(
    /** The variant. */
    public val variant: Variant,
) : Record {
    override val type: RecordType get() = variant.type.case(variant.caseName).contents

    override fun fieldValues(): List<Any?> = variant.caseValues()

    override fun equals(other: Any?): Boolean = other is CaseContents && areEqual(this, other)

    override fun hashCode(): Int = valueHash(this)
}

/** A record in an `any`, whose fields may have been set to anything. */
internal class LooseRecord(override val type: RecordType, private val values: List<Any?>) : Record {
    override fun fieldValues(): List<Any?> = values

    override fun equals(other: Any?): Boolean = other is Record && areEqual(this, other)

    override fun hashCode(): Int = valueHash(this)
}

/** A default that is read anew for each action, when it is dispatched. */
public enum class LateDefault {
    NOW,
    UUID,
    ;

    public companion object {
        /** Stands for the time of the dispatch. */
        public val now: java.time.Instant = java.time.Instant.MIN

        /** Stands for a new random id; it is known by its identity. */
        public val uuid: String = StringBuilder("a new id").toString()
    }
}

/** A condition on the values of a field. */
public class Constraint(
    internal val text: String,
    internal val place: String,
    internal val holds: (Any?) -> Boolean,
)

/** A field of a record type. */
public class Field(
    /** The name of the field as the spec writes it. */
    public val name: String,
    internal val type: FieldType,
    internal val default: Default? = null,
    internal val constraint: Constraint? = null, // if Constraint
    internal val isSensitive: Boolean = false, // if isSensitive
)

/** The value of a field that is not written. */
public class Default(
    internal val value: Any?,
    internal val late: LateDefault? = null, // if LateDefault
)

/** A type of records. */
public abstract class RecordType(
    /** The name of the type as the spec writes it. */
    public val name: String,
) {
    internal val fields: List<Field> by lazy { makeFields() }

    /** The fields, in declared order. */
    protected abstract fun makeFields(): List<Field>

    /** The record of values for the fields. */
    public abstract fun make(values: List<Any?>): Any

    /** The values of a record's fields, in declared order. */
    public open fun valuesOf(record: Record): List<Any?> = record.fieldValues()

    // if Constraint
    internal val hasConstraints: Boolean by lazy { findsConstraint(HashSet()) }
    // end

    internal fun indexOf(field: String): Int = fields.indexOfFirst { it.name == field }

    // if Constraint
    internal fun findsConstraint(seen: HashSet<RecordType>): Boolean =
        seen.add(this) && fields.any { it.constraint != null || it.type.findsConstraint(seen) }
    // end
}

/** The schema of a class of records: its fields, their values in a record, and the record that is made of values. */
public abstract class RecordSchema<T : Record>(name: String, internal val recordClass: Class<T>) : RecordType(name) {
    /** The values of a record's fields, in declared order. */
    protected abstract fun values(record: T): List<Any?>

    override fun valuesOf(record: Record): List<Any?> = values(known(record))
}

/** Schemas by the classes of their records. */
public class SchemaTable(schemas: List<RecordSchema<*>>) {
    private val byClass = HashMap<Class<*>, RecordType>()

    init {
        for (schema in schemas) byClass[schema.recordClass] = schema
    }

    /** The schema of a record's class. */
    public fun of(record: Record): RecordType = byClass.getValue(record.javaClass)
}

/**
 * Makes a record from the values of another one, or the defaults, and other values of some fields. Fails if a name
 * belongs to no field, or if a field has no value.
 */
public fun <T : Any> RecordType.record(values: List<Any?>?, fields: Array<out Pair<String, Any?>>): T {
    val given = HashMap<String, Any?>()
    for ((name, value) in fields) {
        require(indexOf(name) >= 0) { "${this.name} has no field '$name'" }
        given[name] = value
    }
    val all = this.fields.mapIndexed { index, field ->
        when {
            given.containsKey(field.name) -> given[field.name]
            values != null -> values[index]
            else -> requireNotNull(field.default) { "the field '${field.name}' of ${this.name} has no value" }.value
        }
    }
    return known(make(all))
}

/** A type of variants. */
public open class VariantType(name: String, makeCases: () -> List<VariantCase>) : RecordType(name) {
    private val cases: List<VariantCase> by lazy(makeCases)
    private val casesByClass: Map<Class<*>?, VariantCase> by lazy {
        cases.associateBy { (it.contents as? RecordSchema<*>)?.recordClass }
    }

    override fun makeFields(): List<Field> = cases.map { Field(it.name, RecordOf { it.contents }) }

    override fun make(values: List<Any?>): Any = throw IllegalStateException("a variant is made from one of its cases")

    internal fun case(name: String): VariantCase = cases.first { it.name == name }

    internal fun caseOf(variant: Variant): VariantCase = casesByClass.getValue(variant.javaClass)

    internal fun find(name: String): VariantCase? = cases.firstOrNull { it.name == name }
}

/** A case of a variant: its name, and the type of its contents, which makes the variant. */
public class VariantCase(internal val name: String, internal val contents: RecordType)

/** The cases of an enum, in declared order. */
public open class EnumType(
    /** The name of the type as the spec writes it. */
    public val name: String,
    internal val cases: List<SpecEnum>,
) {
    // if fit, adapt, read, case
    private val byText: Map<String, SpecEnum> by lazy { cases.associateBy { it.text } }

    internal fun find(text: String): SpecEnum? = byText[text]
    // end
}

/** Returns the case of an enum for a text; fails with `no-such-case`. */
public fun <E : SpecEnum> EnumType.case(text: String): E {
    @Suppress("UNCHECKED_CAST")
    return (find(text) ?: throw Failure("no-such-case", "$name has no case '$text'")) as E
}

/** The case of a variant that is present, if it is the one of a type; fails with `no-such-case`. */
public inline fun <reified C : Variant> caseOf(variant: Variant, name: String): C =
    variant as? C ?: noSuchCase(name, variant.type.name)

/** The value of a field of a part of a record; an error if the part does not have it. */
public fun <T> part(fields: Map<String, Any?>, name: String, record: String): T {
    if (!fields.containsKey(name)) throw fieldNotThere(name, record)
    return known(fields[name])
}

/** The value of a field of a value whose type is known only now; null if it is absent. */
private fun fieldOrNull(value: Any?, name: String): Any? =
    when (val it = plain(value)) {
        is Map<*, *> -> it[name]
        is Record -> {
            val index = it.type.indexOf(name)
            if (index < 0) throw noSuchField(name, it.type.name)
            it.fieldValues()[index]
        }
        null -> nullValue()
        else -> throw Failure("no-matching-overload", "${typeName(it)} has no fields, so no '$name'")
    }

private fun isPresent(value: Any?, name: String): Boolean {
    val it = plain(value)
    return if (it is Map<*, *>) it.containsKey(name) else fieldOrNull(it, name) != null
}

/** The value of a field or key of a value whose type is known only now. */
public fun select(value: Any?, name: String): Any? {
    if (value is Optional<*>) return if (value.hasValue) selectOptional(value.value, name) else value
    if (isPresent(value, name)) return fieldOrNull(value, name)
    return when (value) {
        is Record -> if (value.type is VariantType) noSuchCase(name, value.type.name) else null
        else -> throw noSuchKey(name)
    }
}

/** The value of a field or key, if it is there. */
public fun selectOptional(value: Any?, name: String): Optional<Any?> {
    if (value is Optional<*>) return if (value.hasValue) selectOptional(value.value, name) else Optional.none()
    return if (isPresent(value, name)) Optional.of(fieldOrNull(value, name)) else Optional.none()
}

/** True if a field or key is there. */
public fun has(value: Any?, name: String): Boolean =
    if (value is Optional<*>) value.hasValue && isPresent(value.value, name) else isPresent(value, name)

/** The element at an index or for a key of a value whose type is known only now. */
public fun element(value: Any?, index: Any?): Any? {
    if (value is Optional<*>) return if (value.hasValue) elementIfAny(value.value, index) else value
    return elementAt(plain(value), plain(index))
}

/** The element at an index or for a key, if it is there. */
public fun elementIfAny(value: Any?, index: Any?): Optional<Any?> {
    if (value is Optional<*>) return if (value.hasValue) elementIfAny(value.value, index) else Optional.none()
    return try {
        Optional.of(elementAt(plain(value), plain(index)))
    } catch (failure: Failure) {
        if (failure.code != "index-out-of-range" && failure.code != "no-such-key") throw failure
        Optional.none()
    }
}

private fun elementAt(value: Any?, index: Any?): Any? =
    when (value) {
        is List<*> -> value[position(value, index)]
        is Map<*, *> -> {
            if (!value.containsKey(index)) throw noSuchKey(index)
            value[index]
        }
        else -> throw noMatchingOverload("_[_]", listOf(value, index))
    }

private fun position(list: List<*>, index: Any?): Int {
    val place = when (index) {
        is Long -> index
        is ULong -> if (index > Int.MAX_VALUE.toULong()) Long.MAX_VALUE else index.toLong()
        is Double -> {
            if (index != Math.rint(index) || Math.abs(index) >= 9.2e18) {
                throw invalidArgument("${describe(index)} is no index")
            }
            index.toLong()
        }
        else -> throw noMatchingOverload("_[_]", listOf(list, index))
    }
    if (place < 0 || place >= list.size) throw indexOutOfRange(index, list.size)
    return place.toInt()
}

/** The elements of a list or the keys of a map, where the type is known only now. */
public fun elements(value: Any?): List<Any?> =
    when (val it = plain(value)) {
        is List<*> -> it
        is Map<*, *> -> persistentList(it.keys)
        else -> throw unexpected(it, "a list or a map")
    }
