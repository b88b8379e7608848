import CEL
import SuasSpec

extension Stage {
  /// Begins and performs a step.
  ///
  /// - Returns: its outcome.
  /// - Throws: the reason why it cannot be performed.
  func take(_ act: CheckedStep.Act) throws(StepFailure) -> RecordedStep.Outcome {
    let before = state
    eventLog.beginStep(on: before)
    if let reason = perform(act) { throw StepFailure(reason: reason) }
    return outcome(since: before)
  }

  /// The reason why a step cannot be performed.
  struct StepFailure: Error {
    let reason: String
  }

  /// Returns the outcome of the present step.
  private func outcome(since before: Record) -> RecordedStep.Outcome {
    let happened = eventLog.step
    var outcome = RecordedStep.Outcome(before: before, after: state)
    outcome.handled = happened.handled
    outcome.errors = happened.errors.map(\.error)
    outcome.actions = happened.actions.map { ($0.name, .record($0.payload)) }
    outcome.notified = happened.notified
    outcome.effects = pendingEffects
    outcome.requests = happened.requests
    outcome.unrest = happened.unrest
    outcome.failures = happened.failures
    return outcome
  }
}
