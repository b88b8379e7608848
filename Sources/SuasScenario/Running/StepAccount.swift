import SuasSpec
import YAML

/// What one step did, as those see it who look on.
struct StepAccount: Sendable {
  let title: String
  let place: SourceRange
  let events: [TracedEvent]
  /// How many more events there were.
  let omitted: Int
}

extension CheckedStep {
  /// What the step does, in one line, shortened where it is long.
  func title(of spec: CompiledSpec) -> String {
    if case .golden(let name, let subject) = act {
      return subject == .state ? "golden \(name)" : "golden \(name) of \(subject.rawValue)"
    }
    guard let act, let recorded = RecordedStep.Act(act, of: spec) else { return kind }
    if case .dispatch = act { return "dispatch \(recorded.line)" }
    return recorded.line
  }
}
