import CEL
import Suas
import SuasSpec

/// The values that a live session keeps to itself: those of sensitive fields, and the answers to
/// sensitive effects.
extension Session {
  var display: ValueDisplay { ValueDisplay(hidesSensitiveValues: live != nil) }

  /// Returns a step in one line.
  func line(of step: Step) -> String { display.line(of: step.recorded.act, spec) }

  /// The first of the steps that a scenario would have with a value that is not shown, in one line;
  /// nil if there is none.
  var hiddenStep: String? {
    guard display.hidesSensitiveValues else { return nil }
    let listeners = spec.checked.sensitiveListeners
    let step = steps[..<position].first { step in
      line(of: step) != step.recorded.act.line
        || step.recorded.outcome.hasSensitiveValues(toldTo: listeners)
    }
    return step.map(line(of:))
  }
}

extension RecordedStep.Outcome {
  /// True if a result of the step is sensitive.
  ///
  /// - Parameter listeners: The listeners that are notified of values computed from sensitive ones.
  fileprivate func hasSensitiveValues(toldTo listeners: Set<String>) -> Bool {
    func isSensitive(_ value: Value) -> Bool { value.hidingSensitiveFields != value }
    return errors.contains(where: \.isSensitive)
      || changes.contains { change in
        change.isSensitive
          || [change.old, change.new].compactMap(\.self).contains(where: isSensitive)
      }
      || (actions + effects + notified).contains { isSensitive($0.value) }
      || notified.contains { listeners.contains($0.name) }
  }
}
