package suas

/**
 * The error of an expression or a rule, which refuses the action. It has a place as soon as the rule that met it is
 * left; the innermost rule counts.
 */
public class Failure(
    /** The stable name of the kind of error, such as `index-out-of-range`. */
    public val code: String,
    message: String,
) : RuntimeException(message, null, false, false) {
    /** The text for people: lower case, without a full stop. */
    override val message: String = abridged(message)

    /** The place of the rule that met the error, as `FILE:LINE:COLUMN`; null if there is none. */
    public var place: String? = null
        private set

    /** The shared rules in which the error was met, with the places of their uses, innermost first. */
    public var uses: List<String> = emptyList()
        private set

    // if SessionRecorder
    /** True if the message is made of sensitive values. */
    internal var isSensitive: Boolean = false
    // end

    /** Returns the failure, placed at a rule unless an inner rule met it. */
    public fun metAt(place: String): Failure {
        if (this.place == null) this.place = place
        return this
    }

    // if inRule
    /** Returns the failure as one that was met in a shared rule. */
    public fun inRule(rule: String, usedAt: String): Failure {
        uses = uses + "in the rule '$rule', used at $usedAt"
        return this
    }
    // end

    // if inFunction, about, withoutValues
    /** Returns the failure as one of the call of a function that the spec defines. */
    public fun inFunction(name: String): Failure = carryingPlace(Failure(code, "$message, in '$name'"))

    /** Returns the failure with a message that begins with what it is about. */
    public fun about(subject: String): Failure = carryingPlace(Failure(code, "$subject: $message"))

    /** Returns the failure with a message that quotes no value. */
    public fun withoutValues(): Failure = carryingPlace(Failure(code, "the value is sensitive, and not shown"))
    // end

    /** The refusal that the failure leads to. */
    public fun toActionError(): ActionError {
        val error = ActionError(code, message, place, uses)
        error.isSensitive = isSensitive // if SessionRecorder
        return error
    }

    // if inFunction, about, withoutValues
    private fun carryingPlace(other: Failure): Failure {
        other.place = place
        other.uses = uses
        return other
    }
    // end

    private companion object {
        fun abridged(message: String): String {
            if (utf8Count(message) <= 400) return message
            val start = message.offsetByCodePoints(0, 120)
            return message.substring(0, start) + "…" + message.substring(message.offsetByCodePoints(message.length, -80))
        }
    }
}

/** Runs a rule; an error that it meets is placed at the rule unless an inner rule met it. */
public inline fun <T> rule(place: String, body: () -> T): T =
    try {
        body()
    } catch (failure: Failure) {
        throw failure.metAt(place)
    }

/** Runs a shared rule where another rule uses it. */
public inline fun <T> use(name: String, place: String, body: () -> T): T =
    try {
        body()
    } catch (failure: Failure) {
        throw failure.inRule(name, place)
    }

/** Runs the body of a function that the spec defines. */
public inline fun <T> inFunction(name: String, body: () -> T): T =
    try {
        body()
    } catch (failure: Failure) {
        throw failure.inFunction(name)
    }

/** Refuses the action. */
public fun refuse(code: String, message: String): Nothing = throw Failure(code, message)

/** Refuses the action with a message that is made of sensitive values. */
public fun refuseHidden(code: String, message: String): Nothing {
    val failure = Failure(code, message)
    failure.isSensitive = true // if SessionRecorder
    throw failure
}

internal fun overflow(type: String): Failure = Failure("overflow", "the result does not fit into $type")

internal fun invalidArgument(message: String): Failure = Failure("invalid-argument", message)

internal fun divisionByZero(): Failure = Failure("division-by-zero", "division by zero")

internal fun indexOutOfRange(index: Any?, count: Int): Failure =
    Failure(
        "index-out-of-range",
        "there is no index ${describe(index)} in a list of $count element${if (count == 1) "" else "s"}",
    )

internal fun noSuchKey(key: Any?): Failure = Failure("no-such-key", "the map has no key ${brief(key)}")

internal fun noSuchField(name: String, type: String): Failure =
    Failure("no-such-field", "$type has no field '$name'")

internal fun fieldNotThere(name: String, type: String): Failure =
    Failure("no-such-field", "the $type has no '$name' now")

/** The error for a case of a variant that is not the present one. */
public fun noSuchCase(name: String, type: String): Nothing =
    throw Failure("no-such-case", "$type is not '$name' now")

/** The error for reading through a null. */
public fun nullValue(): Nothing = throw Failure("null-value", "the value is null")

internal fun noMatchingOverload(name: String, values: List<Any?>): Failure {
    if (values.any { plain(it) == null }) return Failure("null-value", "the value is null")
    val types = values.joinToString(", ") { typeName(it) }
    return Failure("no-matching-overload", "no overload of '${asWritten(name)}' takes ($types)")
}

/** The name of a function as expressions write it: `_+_` is `+`. */
private fun asWritten(name: String): String =
    when {
        name == "@in" -> "in"
        name == "_[_]" -> "[]"
        name == "_?_:_" -> "?:"
        '_' in name && name.none { it.isLetter() } -> name.filter { it != '_' }
        else -> name
    }
