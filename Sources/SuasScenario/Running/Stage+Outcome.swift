import CEL
import SuasSpec

extension Stage {
  /// Performs a step from its beginning.
  ///
  /// - Returns: what it came to.
  /// - Throws: why it could not be done.
  func take(_ act: CheckedStep.Act) throws(Hindrance) -> RecordedStep.Outcome {
    let before = state
    happenings.beginStep(on: before)
    if let reason = perform(act) { throw Hindrance(reason: reason) }
    return outcome(since: before)
  }

  /// Why a step could not be done.
  struct Hindrance: Error {
    let reason: String
  }

  /// What happened in the present step.
  private func outcome(since before: Record) -> RecordedStep.Outcome {
    let happened = happenings.step
    var outcome = RecordedStep.Outcome(before: before, after: state)
    outcome.handled = happened.handled
    outcome.errors = happened.errors.map(\.error)
    outcome.actions = happened.actions.map { ($0.name, .record($0.payload)) }
    outcome.notified = happened.notified
    outcome.effects = pendingEffects
    outcome.failures = happened.failures
    return outcome
  }
}
