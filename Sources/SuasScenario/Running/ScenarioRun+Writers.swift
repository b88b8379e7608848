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
    for deed in history.reversed() {
      let value = Value.record(deed.before)
      if value.value(at: path.components) != after.value(at: path.components) {
        return lastRule(of: deed, writing: path) ?? deed.step.place
      }
      after = value
    }
    return nil
  }

  /// How many of a step's actions are replayed at the most.
  private static let maximumReplays = 1000

  /// The last rule that changed what stands at a path, found by running the rules of a step's
  /// actions again.
  private func lastRule(of deed: Deed, writing path: Path) -> SourceRange? {
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
