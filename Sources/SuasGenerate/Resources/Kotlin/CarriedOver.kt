package suas

/** A plan of the values that are carried over from the store of one version to that of another. */
public class CarriedOver(
    private val places: List<Place>,
    private val records: List<Converted> = emptyList(),
) {
    /** A place of the new store, which is reached through records alone. */
    public sealed interface Place

    /** A place with the converted value of a slot of the old record. */
    public class Kept(internal val from: Int, internal val conversion: Conversion) : Place

    /** A record whose fields are looked at one by one. */
    public class Fields(internal val from: Int, internal val places: List<Place>) : Place

    public object Anew : Place

    /** The conversion of a value, which never fails for a value of the old type. */
    public sealed interface Conversion

    public object Same : Conversion

    public object ToDouble : Conversion

    public object ToAny : Conversion

    /** The conversion of the elements of a list or map. */
    public class Elements(internal val conversion: Conversion) : Conversion

    /** Null stays null. */
    public class Optional(internal val conversion: Conversion) : Conversion

    /** The conversion of a record or variant, by its number. */
    public class Numbered(internal val number: Int) : Conversion

    /**
     * The conversion of a record or a variant: for each field of the new record where it comes from, for each case of an
     * old variant where it goes; null for a default.
     */
    public class Converted(internal val shape: String, internal val parts: List<Kept?>)

    /** Returns the new store: what is carried over, laid over an initial one. */
    internal fun carry(old: Any?, initial: Any?, types: SavedTypes): Any? = carry(old, initial, places, types)

    private fun carry(old: Any?, initial: Any?, places: List<Place>, types: SavedTypes): Any? {
        val former = valuesOf(old)
        val own = valuesOf(initial)
        val names = (initial as? SavedRecord)?.names ?: (initial as Record).type.fields.map { it.name }
        val values = places.mapIndexed { slot, place ->
            when (place) {
                is Kept -> convert(former[place.from], place.conversion, types)
                is Fields -> carry(former[place.from], own[slot], place.places, types)
                is Anew -> own[slot]
            }
        }
        return SavedRecord(names, isVariant = false, values)
    }

    private fun convert(value: Any?, conversion: Conversion, types: SavedTypes): Any? =
        when (conversion) {
            is Same -> value
            is ToDouble -> (value as? Long)?.toDouble() ?: value
            is ToAny -> Types.any.fit(value)
            is Optional -> if (value == null) null else convert(value, conversion.conversion, types)
            is Elements -> elements(value, conversion.conversion, types)
            is Numbered -> convert(value, records[conversion.number], types)
        }

    private fun elements(value: Any?, conversion: Conversion, types: SavedTypes): Any? {
        if (value is List<*>) return persistentList(value.map { convert(it, conversion, types) })
        var map = persistentMapOf<Any?, Any?>()
        for ((key, element) in value as Map<*, *>) map = map.put(key, convert(element, conversion, types))
        return map
    }

    private fun convert(record: Any?, conversion: Converted, types: SavedTypes): Any? {
        val former = valuesOf(record)
        val shape = types.shape(conversion.shape)
        if (!shape.isVariant) {
            val values = shape.fields.zip(conversion.parts) { field, part ->
                if (part == null) types.standard(field) else convert(former[part.from], part.conversion, types)
            }
            return SavedRecord(shape, values)
        }
        val present = former.indexOfFirst { it != null }
        val goal = conversion.parts[present] ?: return record
        val contents = convert(former[present], goal.conversion, types)
        return SavedRecord(shape, shape.fields.indices.map { if (it == goal.from) contents else null })
    }
}
