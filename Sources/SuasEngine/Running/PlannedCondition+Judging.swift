import CEL
import Suas
import SuasProgram
import YAML

extension PlannedCondition {
  /// Refuses an action where the condition does not hold.
  func judge(_ slots: ContiguousArray<Value>, within limits: Limits, _ probe: Probe?)
    throws(ActionError)
  {
    if let error = error(slots, within: limits, probe) { throw error }
  }

  /// Returns the error where the condition does not hold; nil where it does, and for a goal.
  func error(_ slots: ContiguousArray<Value>, within limits: Limits, _ probe: Probe?)
    -> ActionError?
  {
    guard let code = kind.code,
      let message = violation(on: slots, within: limits.cost, observer: probe)
    else { return nil }
    return ActionError(code: code, message: message, place: ActionError.Place(place))
  }
}
