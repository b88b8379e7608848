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

  /// The work of a step; nil if its guard is false.
  package func reaction(
    of step: PlannedReaction, _ frame: inout Frame
  ) throws(ActionError) -> Reaction? {
    switch step {
    case .dispatch(let step): return try action(of: step, &frame).map { .dispatch($0) }
    case .cancel(let step):
      do throws(EvaluationError) {
        probe?.tries(step.point)
        defer { probe?.trace?.leave() }
        guard try step.condition.holds(&frame, probe) else { return nil }
        probe.note(step.point)
        return .cancel(effect: step.effect, key: try step.key?.evaluate(&frame))
      } catch {
        throw ActionError(error, at: step.place)
      }
    }
  }

  /// The work of a list of steps; all steps are evaluated before the first is done.
  package func reactions(
    of steps: [PlannedReaction], _ frame: inout Frame
  ) throws(ActionError) -> [Reaction] {
    var reactions: [Reaction] = []
    for step in steps {
      if let reaction = try reaction(of: step, &frame) { reactions.append(reaction) }
    }
    return reactions
  }
}

/// The work of a step, with every value evaluated.
package enum Reaction: Sendable {
  case dispatch(SpecAction)
  /// Ends the effects with a name, or only those with a key.
  case cancel(effect: String, key: Value?)
}

extension ActionError {
  /// - Parameter error: An error met within the limits of a spec.
  package init(_ error: EvaluationError, at place: SourceRange) {
    self.init(code: error.code, message: error.messageWithinLimits, place: Place(place))
  }
}
