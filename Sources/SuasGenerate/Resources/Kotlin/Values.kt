package suas

import java.time.Duration
import java.time.Instant

/**
 * A JSON-like value: null, a Boolean, Long, Double, String, Instant, Duration, [Record], a list of such values, or a map
 * from texts to them.
 */
public typealias JsonValue = Any?

/** A value of an enum of the spec; expressions see its text. */
public interface SpecEnum {
    /** The case as the spec writes it. */
    public val text: String
}

/** A sequence of bytes with equality by content. */
public class Bytes(internal val content: ByteArray) : Comparable<Bytes> {
    /** The number of bytes. */
    public val size: Int get() = content.size

    /** A copy of the bytes. */
    public fun toByteArray(): ByteArray = content.copyOf()

    override fun compareTo(other: Bytes): Int {
        for (index in 0 until minOf(size, other.size)) {
            val difference = (content[index].toInt() and 0xff) - (other.content[index].toInt() and 0xff)
            if (difference != 0) return difference
        }
        return size - other.size
    }

    override fun equals(other: Any?): Boolean = other is Bytes && content.contentEquals(other.content)

    override fun hashCode(): Int = content.contentHashCode()

    override fun toString(): String = quotedBytes(content)
}

/** A value that may be absent: `optional.of(1)`, or `optional.none()`. */
public class Optional<out T> private constructor(
    /** True if there is a value. */
    public val hasValue: Boolean,
    private val content: T?,
) {
    /** The value; an error if there is none. */
    public val value: T
        get() {
            if (!hasValue) throw invalidArgument("the optional has no value")
            @Suppress("UNCHECKED_CAST")
            return content as T
        }

    override fun equals(other: Any?): Boolean =
        other is Optional<*> && hasValue == other.hasValue && (!hasValue || areEqual(content, other.content))

    override fun hashCode(): Int = if (hasValue) 31 + valueHash(content) else 0

    override fun toString(): String = describe(this)

    public companion object {
        private val NONE: Optional<Nothing> = Optional(false, null)

        /** The optional with a value. */
        public fun <T> of(value: T): Optional<T> = Optional(true, value)

        /** The optional without a value. */
        public fun <T> none(): Optional<T> = NONE

        /** The optional with a value, or without it if the value is zero, empty, false or null. */
        public fun <T> ofNonZero(value: T): Optional<T> = if (isZero(value)) none() else of(value)
    }
}

// if Optional

/** Applies a function to the value, if there is one. */
public inline fun <T, R> Optional<T>.map(transform: (T) -> R): Optional<R> =
    if (hasValue) Optional.of(transform(value)) else Optional.none()

/** Applies a function that gives an optional to the value, if there is one. */
public inline fun <T, R> Optional<T>.flatMap(transform: (T) -> Optional<R>): Optional<R> =
    if (hasValue) transform(value) else Optional.none()

/** The optional itself if it has a value, else another one. */
public inline fun <T> Optional<T>.or(other: () -> Optional<T>): Optional<T> = if (hasValue) this else other()

/** The value, or another one if there is none. */
public inline fun <T> Optional<T>.orValue(other: () -> T): T = if (hasValue) value else other()

/** The optional with a value, or without it if the value is null. */
public fun <T : Any> optionalOf(value: T?): Optional<T> = if (value == null) Optional.none() else Optional.of(value)

/** The value of an optional, or one that is not null, or else another one. */
public inline fun otherwise(value: Any?, other: () -> Any?): Any? {
    val isMissing = if (value is Optional<*>) !value.hasValue else value == null
    if (isMissing) return other()
    return if (value is Optional<*>) value.value else value
}

// end

/** The type of a value as a value: the result of `type(x)`. */
public class TypeValue(
    /** The name of the type, such as `int`. */
    public val name: String,
) {
    override fun equals(other: Any?): Boolean = other is TypeValue && name == other.name

    override fun hashCode(): Int = name.hashCode()

    override fun toString(): String = name
}

/** Returns a value as expressions see it: the text of an enum's case, also as the key of a map. */
public fun plain(value: Any?): Any? =
    when {
        value is SpecEnum -> value.text
        value is Map<*, *> && value.keys.firstOrNull() is SpecEnum -> value.mapKeys { (key, _) -> plain(key) } // if MapOf
        else -> value
    }

/** The value as one that may be null, although a test around it may have shown that it is not. */
public fun <T> nullable(value: T): T? = value

/** The value, or another one in the place of null. */
public inline fun <T> T?.orElse(other: () -> T): T = this ?: other()

/** The name of a value's type, as `type(x)` gives it. */
internal fun typeName(value: Any?): String =
    when (val it = plain(value)) {
        null -> "null_type"
        is Boolean -> "bool"
        is Long -> "int"
        is ULong -> "uint" // if ULong, UL, toULong
        is Double -> "double"
        is String -> "string"
        is Bytes -> "bytes" // if Bytes
        is Instant -> "google.protobuf.Timestamp" // if Instant, Types.any
        is Duration -> "google.protobuf.Duration" // if Duration, Types.any
        is List<*> -> "list"
        is Map<*, *> -> "map"
        is Record -> it.type.name
        is TypeValue -> "type" // if TypeValue
        is Optional<*> -> "optional_type" // if Optional
        is Opaque -> it.typeName // if Opaque
        else -> it::class.java.simpleName
    }

/** A value of a type that the language itself does not know, such as an internet address. */
public interface Opaque {
    /** The name of the type. */
    public val typeName: String
}

/** The kind of a value with its article, for messages. */
internal fun kindName(value: Any?): String =
    when (val it = plain(value)) {
        null -> "null"
        is Long -> "an int"
        is Optional<*> -> "an optional" // if Optional
        is Instant -> "a timestamp" // if Instant, Types.any
        is Duration -> "a duration" // if Duration, Types.any
        is Bytes -> "bytes" // if Bytes
        else -> "a ${typeName(it)}"
    }

/** True if a value is the zero of its type. */
internal fun isZero(value: Any?): Boolean =
    when (val it = plain(value)) {
        null -> true
        is Boolean -> !it
        is Long -> it == 0L
        is ULong -> it == 0UL
        is Double -> it == 0.0
        is String -> it.isEmpty()
        is Bytes -> it.size == 0
        is Instant -> it == Instant.EPOCH
        is Duration -> it.isZero
        is List<*> -> it.isEmpty()
        is Map<*, *> -> it.isEmpty()
        is Record -> it.fieldValues().all { field -> isZero(field) }
        is Optional<*> -> !it.hasValue
        else -> false
    }
