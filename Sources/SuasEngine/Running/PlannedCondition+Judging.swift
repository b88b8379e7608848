import CEL
import Suas
import SuasProgram
import YAML

extension PlannedCondition {
  /// Refuses an action where the condition does not hold.
  func judge(_ slots: ContiguousArray<Value>, within limits: Limits, _ probe: Probe?)
    throws(ActionError)
  {
    guard let message = violation(on: slots, within: limits.cost, observer: probe) else { return }
    throw ActionError(
      code: isTransition ? "transition-violated" : "invariant-violated", message: message,
      place: ActionError.Place(place))
  }
}
