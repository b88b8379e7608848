package suas

/** The type of a value that a version saved. */
public sealed class SavedType(private val text: String) {
    override fun toString(): String = text

    public object Bool : SavedType("bool")

    public object Int : SavedType("int")

    public object Double : SavedType("double")

    public object Text : SavedType("string")

    public object Timestamp : SavedType("timestamp")

    public object Duration : SavedType("duration")

    public object Any : SavedType("any")

    public class Enumeration(internal val name: String) : SavedType(name)

    /** A record or a variant. */
    public class Record(internal val name: String) : SavedType(name)

    public class List(internal val element: SavedType) : SavedType("list($element)")

    public class Map(internal val key: SavedType, internal val value: SavedType) :
        SavedType(if (key === Text) "map($value)" else "map($key, $value)")

    public class Optional(internal val wrapped: SavedType) : SavedType("$wrapped?")
}

/** A field of a record that a version saved. */
public class SavedField(
    internal val name: String,
    internal val type: SavedType,
    /** The value of a field that is missing, as JSON; null if it must be there. */
    internal val standard: String? = null,
)

/** A record or a variant that a version saved. */
public class SavedShape(
    internal val name: String,
    internal val fields: List<SavedField>,
    internal val isVariant: Boolean = false,
) {
    internal val names: List<String> = fields.map { it.name }
}

/** The store of a version, and its initial sub-states as JSON. */
public class SavedStore(internal val shape: String, internal val initial: String)

/** A record or a variant of a version: the contents of the present case, and null for each other case. */
internal class SavedRecord(val names: List<String>, val isVariant: Boolean, val values: List<Any?>) {
    constructor(shape: SavedShape, values: List<Any?>) : this(shape.names, shape.isVariant, values)
}

/** The values of a record of a version, or of one that a migration made. */
internal fun valuesOf(record: Any?): List<Any?> = (record as? SavedRecord)?.values ?: (record as Record).fieldValues()

/** The types of all versions, which have names of their own. */
internal class SavedTypes(private val enums: Map<String, List<String>>, shapes: List<SavedShape>) {
    private val shapes = shapes.associateBy { it.name }

    /** The defaults of fields, each read when it is first needed. */
    private val standards: Map<SavedField, Lazy<Any?>> = HashMap<SavedField, Lazy<Any?>>().apply {
        for (field in shapes.flatMap { it.fields }) field.standard?.let { put(field, lazy { value(it, field.type) }) }
    }

    fun shape(name: String): SavedShape = shapes[name] ?: throw Misfit("there is no such type")

    /** A value that a record lacks, which the program has written as JSON. */
    fun value(text: String, type: SavedType): Any? = read(SavedReader(text.toByteArray()), type, 0)

    /** Reads a value inside of some lists and objects. What is not known is passed over, what is missing has its default. */
    fun read(reader: SavedReader, type: SavedType, depth: Int): Any? {
        reader.skipBlanks()
        return when (type) {
            is SavedType.Any -> reader.whole()
            is SavedType.Optional -> if (reader.next == 'n') reader.whole() else read(reader, type.wrapped, depth)
            is SavedType.List -> list(reader, type, depth + 1)
            is SavedType.Map -> map(reader, type, depth + 1)
            is SavedType.Record -> {
                val shape = shape(type.name)
                if (shape.isVariant) variant(reader, shape, depth + 1) else record(reader, shape, null, depth + 1)
            }
            else -> {
                if (reader.next == '{' || reader.next == '[') throw Misfit("it is a list or an object")
                part(reader.whole(), type) ?: throw Misfit("it is no $type")
            }
        }
    }

    /** Reads a record; fields that are missing have initial values, or their defaults. */
    fun record(reader: SavedReader, shape: SavedShape, initial: List<Any?>?, depth: Int): SavedRecord {
        val values = arrayOfNulls<Any?>(shape.fields.size)
        val isThere = BooleanArray(values.size)
        var expected = 0
        reader.members(depth) { name ->
            // They mostly come in the order of their declaration.
            val slot = if (shape.names.getOrNull(expected) == name) expected else shape.names.indexOf(name)
            if (slot < 0) {
                reader.whole()
            } else {
                expected = slot + 1
                values[slot] = below({ ".$name" }) { read(reader, shape.fields[slot].type, depth) }
                isThere[slot] = true
            }
        }
        for ((slot, field) in shape.fields.withIndex()) {
            if (isThere[slot]) continue
            values[slot] = if (initial != null) initial[slot] else standard(field)
        }
        return SavedRecord(shape, values.asList())
    }

    fun standard(field: SavedField): Any? =
        (standards[field] ?: throw Misfit("'${field.name}' is missing")).value

    private inline fun <T> below(path: () -> String, body: () -> T): T =
        try {
            body()
        } catch (misfit: Misfit) {
            throw misfit.below(path())
        }

    private fun list(reader: SavedReader, type: SavedType.List, depth: Int): Any {
        if (reader.next != '[') throw Misfit("it is no list")
        reader.check(depth)
        val list = ArrayList<Any?>()
        reader.elements { index -> list.add(below({ "[$index]" }) { read(reader, type.element, depth) }) }
        return persistentList(list)
    }

    private fun map(reader: SavedReader, type: SavedType.Map, depth: Int): Any {
        var map = persistentMapOf<Any, Any?>()
        reader.members(depth) { text ->
            val key = key(text, type.key) ?: throw Misfit("'$text' is no key of ${type.key}")
            map = map.put(key, below({ "[$text]" }) { read(reader, type.value, depth) })
        }
        return map
    }

    private fun key(text: String, type: SavedType): Any? =
        when (type) {
            is SavedType.Int -> parseInt(text)
            is SavedType.Bool -> text.toBooleanStrictOrNull()
            is SavedType.Enumeration -> text.takeIf { has(it, type) }
            else -> text
        }

    /** Reads a variant: the name of a case, alone or with its contents. */
    private fun variant(reader: SavedReader, shape: SavedShape, depth: Int): SavedRecord {
        var present = -1
        var contents: Any? = null
        if (reader.next == '"') {
            present = slot(reader.whole() as String, shape)
            contents = value("{}", shape.fields[present].type)
        } else {
            reader.members(depth) { name ->
                val slot = slot(name, shape)
                if (present >= 0 && present != slot) throw Misfit("it has two cases")
                contents = below({ ".$name" }) { read(reader, shape.fields[slot].type, depth) }
                present = slot
            }
        }
        if (present < 0) throw Misfit("it has no case")
        return SavedRecord(shape, shape.fields.indices.map { if (it == present) contents else null })
    }

    private fun slot(name: String, shape: SavedShape): Int {
        val slot = shape.names.indexOf(name)
        return if (slot < 0) throw Misfit("${shape.name} has no case '$name'") else slot
    }

    private fun has(text: String, type: SavedType.Enumeration): Boolean = text in enums[type.name].orEmpty()

    /** A value as one of a type without parts; null if it is of another type. */
    private fun part(value: Any?, type: SavedType): Any? =
        when (type) {
            is SavedType.Bool -> value as? Boolean
            is SavedType.Int -> value as? Long
            is SavedType.Double -> number(value)
            is SavedType.Timestamp -> (value as? String)?.let { parseTimestamp(it) }
            is SavedType.Duration -> (value as? String)?.let { parseDuration(it) }
            is SavedType.Enumeration -> (value as? String)?.takeIf { has(it, type) }
            else -> value as? String
        }

    private fun number(value: Any?): Double? =
        when (value) {
            is Double -> value.takeIf { it.isFinite() }
            is Long -> value.toDouble()
            "NaN" -> Double.NaN
            "Infinity" -> Double.POSITIVE_INFINITY
            "-Infinity" -> Double.NEGATIVE_INFINITY
            else -> null
        }
}
