package suas

/** The schema of a class of actions or effects. */
public abstract class ActionSchema<T : SpecAction>(
    /** The name in the spec. */
    public val actionName: String,
    name: String,
    recordClass: Class<T>,
) : RecordSchema<T>(name, recordClass)

/** An action or effect of a spec, whose payload is a record. */
public interface SpecAction : Action, Record {
    /** The name of the action in the spec. */
    override val actionName: String get() = (type as ActionSchema<*>).actionName

    // if Constraint
    /** The error for a constraint that the payload breaks. */
    override fun refusal(): ActionError? = type.violation(this, null)?.let { ActionError("constraint-violated", it.message, it.place) }
    // end
}
