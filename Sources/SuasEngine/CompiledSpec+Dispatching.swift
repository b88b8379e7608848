import CEL
import Suas
import SuasProgram
import YAML

extension CompiledSpec {
  /// The action that a step dispatches; nil if its guard is false.
  package func action(
    of step: PlannedDispatch, _ frame: inout Frame
  ) throws(ActionError) -> SpecAction? {
    do throws(EvaluationError) {
      probe?.tries(step.point)
      defer { probe?.trace?.leave() }
      guard try step.condition.holds(&frame, probe) else { return nil }
      probe.note(step.point)
      guard case .record(let payload) = try step.payload.evaluate(&frame) else { return nil }
      return action(of: actionTypes[step.action], payload, named: step.named)
    } catch {
      throw ActionError(error, at: step.place)
    }
  }

  /// The actions that a list of steps dispatches, all evaluated before the first is dispatched.
  package func actions(
    of steps: [PlannedDispatch], _ frame: inout Frame
  ) throws(ActionError) -> [SpecAction] {
    var actions: [SpecAction] = []
    for step in steps {
      if let action = try action(of: step, &frame) { actions.append(action) }
    }
    return actions
  }
}

extension ActionError {
  /// - Parameter error: An error met within the limits of a spec.
  package init(_ error: EvaluationError, at place: SourceRange) {
    self.init(code: error.code, message: error.messageWithinLimits, place: Place(place))
  }
}
