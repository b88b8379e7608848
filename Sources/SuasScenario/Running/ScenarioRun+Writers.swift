import CEL
import Suas
import SuasSpec
import YAML

/// Who wrote what is not as expected.
extension ScenarioRun {
  /// The rule that last changed what stands at a path, or else the step that did; nil where the
  /// scenario began with it.
  func lastWriter(of path: Path) -> SourceRange? {
    var after = Value.record(state)
    for (step, before) in history.reversed() {
      let value = Value.record(before)
      if value.value(at: path.components) != after.value(at: path.components) {
        return lastRule(of: step, on: before, writing: path) ?? step.place
      }
      after = value
    }
    return nil
  }

  /// How often a step's action is replayed at the most.
  private static let maximumReplays = 1000

  /// The last rule of a step's action that changed what stands at a path, found by running its
  /// rules again.
  private func lastRule(
    of step: CheckedStep, on before: Record, writing path: Path
  ) -> SourceRange? {
    guard case .dispatch(let action, let times) = step.act else { return nil }
    var store = before
    var writer: SourceRange?
    for _ in 0..<min(times, Self.maximumReplays) {
      for (place, stateKey, after) in file.spec.rules(of: action, on: store) {
        var next = store
        next[stateKey] = after
        if Value.record(next).value(at: path.components)
          != Value.record(store).value(at: path.components)
        {
          writer = place
        }
        store = next
      }
    }
    return writer
  }
}
