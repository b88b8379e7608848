import CEL
import Suas
import YAML

/// A step that dispatches an action or effect: `dispatch: NAME`.
struct DispatchDefinition<Expression: Sendable>: Sendable {
  let place: SourceRange
  let condition: Guard<Expression>?
  /// The id of the action or effect.
  let action: Int
  let payload: Template<Expression>
  /// The fields that are written, and so do not hold their defaults.
  let named: Set<String>
  /// The number of its outcome.
  let point: Int
}

typealias CheckedDispatch = DispatchDefinition<CheckedExpression>
typealias PlannedDispatch = DispatchDefinition<Program>

extension CheckedDispatch {
  func planned() -> PlannedDispatch {
    PlannedDispatch(
      place: place, condition: condition?.planned(), action: action, payload: payload.planned(),
      named: named, point: point)
  }
}

extension CompiledSpec {
  /// The action that a step dispatches; nil where its guard is false.
  func action(
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

  /// The actions that the steps of a list dispatch, all evaluated before any is.
  func actions(
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
  /// - Parameter error: was met within the limits of a spec.
  init(_ error: EvaluationError, at place: SourceRange) {
    self.init(code: error.code, message: error.messageWithinLimits, place: Place(place))
  }
}
