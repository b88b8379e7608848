import CEL
import Suas
import YAML

/// Who wrote what is not as expected.
extension ScenarioRun {
  /// The step that last changed what stands at a path; nil where the scenario began with it.
  func lastWriter(of path: Path) -> SourceRange? {
    var after = Value.record(state)
    for (step, before) in history.reversed() {
      let before = Value.record(before)
      if before.value(at: path.components) != after.value(at: path.components) {
        return step.place
      }
      after = before
    }
    return nil
  }
}
