package suas

/** An action or effect type of a spec. */
public class ActionType(
    /** The name in the spec. */
    public val name: String,
    internal val payload: RecordType,
)

/** An action or effect of a spec, whose payload is a record. */
public interface SpecAction : Action, Record {
    /** The name of the action in the spec. */
    override val actionName: String

    // if Constraint
    /** The error for a constraint that the payload breaks. */
    override fun refusal(): ActionError? = type.violation(this, null)?.let { ActionError("constraint-violated", it.message, it.place) }
    // end
}
