package suas

import java.time.Duration

// Functions that the rules of generated reducers call.

/** Runs the rules for an action. Null says that none of them counted; a failure refuses the action. */
public inline fun <S : Record> reducing(old: S, rules: () -> S?): Outcome<S> =
    try {
        rules()?.let { judged(old, it) } ?: Outcome.Unchanged
    } catch (failure: Failure) {
        Outcome.Refused(failure.toActionError())
    }

/** Judges the constraints of the parts that the rules have changed. */
public fun <S : Record> judged(old: S, new: S): Outcome<S> {
    // if Constraint
    new.type.violation(new, old)?.let {
        return Outcome.Refused(ActionError("constraint-violated", it.message, it.place))
    }
    // end
    return Outcome.Changed(new)
}

/** The value at a place on the way to the place of a rule; it must not be null. */
public fun <T : Any> there(value: T?): T = value ?: throw typeMismatch(null, "a record")

/** The list at a place, which must not be null. */
public fun <T : Any> listThere(value: T?): T = value ?: throw typeMismatch(null, "a list")

/** The list or map at a place, which must not be null. */
public fun <T : Any> collectionThere(value: T?): T = value ?: throw typeMismatch(null, "a list or a map")

/** The record or map at the place of a merge, which must not be null. */
public fun <T : Any> mergedThere(value: T?): T = value ?: throw typeMismatch(null, "a record or a map")

/** The record at the place of a shared rule, which must not be null. */
public fun <T : Any> recordThere(value: T?, rule: String): T =
    value ?: throw typeMismatch(null, "the record of '$rule'")

/** The value of a `T?`, where null is an error. */
public fun <T : Any> unwrap(value: T?): T = value ?: nullValue()

/** The case of a variant at the place of a rule, if it is the present one; fails with `no-such-case`. */
public inline fun <reified C : Variant> presentCase(variant: Variant, name: String): C =
    variant as? C ?: caseIsAbsent(name, variant)

/** The error for a case that is not present at the place of a rule. */
public fun caseIsAbsent(name: String, variant: Variant): Nothing =
    throw Failure("no-such-case", "the ${variant.type.name} is not '$name' now")

/** The error for a value that `match` has no case for. */
public fun noCase(value: Any?): Nothing = throw typeMismatch(value, "a value that 'match' has a case for")

/** A number or duration that may be null and is increased. */
public fun <T : Any> amount(value: T?): T = value ?: throw typeMismatch(null, "a number or duration")

/** Runs code whose error may quote a sensitive value, and hides the value unless an inner rule met the error. */
public inline fun <T> hidingValues(body: () -> T): T =
    try {
        body()
    } catch (failure: Failure) {
        throw if (failure.place == null) failure.withoutValues() else failure
    }

/** The elements of a list with their indices. */
public fun <T> List<T>.numbered(): List<Pair<Long, T>> = mapIndexed { index, element -> Pair(index.toLong(), element) }

/** The text of a whole number, a text or a truth value inside of a longer text. */
public fun interpolated(duration: Duration): String = durationText(duration)

/** Checks that a condition on the store holds after an action. */
public inline fun condition(name: String, kind: String, place: String, holds: () -> Boolean): ActionError? {
    val reason = try {
        if (holds()) return null
        "does not hold"
    } catch (failure: Failure) {
        "meets the error ${failure.code}: ${failure.message}"
    }
    return ActionError("$kind-violated", "$kind '$name' $reason", place)
}

/** Checks that a promise at rest is kept. */
public inline fun promiseAtRest(name: String, place: String, holds: () -> Boolean): ActionError? =
    condition(name, "promise at rest", place, holds)?.let { ActionError("at-rest-violated", it.message, place) }

/** A value whose class generated code knows although the compiler does not. */
public fun <T> known(value: Any?): T {
    @Suppress("UNCHECKED_CAST")
    return value as T
}
