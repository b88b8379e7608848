import CEL
import Suas
import SuasSpec
import YAML

/// The writers of values that are not as expected.
extension ScenarioRun {
  /// Returns the rule that last changed the value at a path, or else the step that did; nil if it
  /// is the initial value.
  func lastWriter(of path: Path) -> SourceRange? {
    var after = Value.record(state)
    for deed in history.reversed() {
      let value = Value.record(deed.before)
      if value.value(at: path.components) != after.value(at: path.components) {
        return lastRule(of: deed, writing: path) ?? deed.step.place
      }
      after = value
    }
    return nil
  }

  /// The maximum of actions replayed for one step.
  private static let maximumReplays = 1000

  /// Returns the last rule that changed the value at a path; it is found by running the rules again
  /// for the step's actions.
  private func lastRule(of deed: PerformedStep, writing path: Path) -> SourceRange? {
    var store = deed.before
    var writer: SourceRange?
    for action in deed.actions.prefix(Self.maximumReplays) {
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
