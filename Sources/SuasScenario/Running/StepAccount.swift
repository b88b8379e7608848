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
  /// What the step does, in one line.
  func title(of spec: CompiledSpec) -> String {
    guard let act, let recorded = RecordedStep.Act(act, of: spec) else { return kind }
    if case .dispatch = act { return "dispatch \(recorded.line)" }
    return recorded.line
  }
}
