public import CEL
import Suas
import SuasSpec
public import YAML

/// One step of a scenario as it was run.
public struct StepResult: Sendable {
  /// Counted from 1 over all that was run, steps before and fragments included.
  public let number: Int
  /// The step's key.
  public let kind: String
  /// The step in one line: `dispatch AddTodo {text: Buy milk}`, `advance 1s`.
  public let label: String
  /// Where the step stands.
  public let place: SourceRange
  /// What it did; nil where that was not to be recorded.
  public internal(set) var deed: Deed?
  /// What rules, guards and listeners did in a step that acts; nil where nobody looked on.
  var trace: Trace?

  struct Trace: Sendable {
    let events: [TracedEvent]
    /// How many more events there were.
    let omitted: Int
  }
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

extension StepResult {
  /// What a step did to the store and around it.
  public struct Deed: Sendable {
    public typealias Named = (name: String, value: Value)

    /// The whole store before and after, which share what is the same in both.
    public let before: Record
    public let after: Record
    /// Whether some reducer handled the step's own action, or one that took its place.
    public let handled: Bool
    /// The codes of the errors that the step met.
    public let errors: [String]
    /// The listeners that were told, and of what.
    public let notified: [Named]
    /// The actions that reached the reducers, and their payloads.
    public let actions: [Named]
    /// The effects that are pending afterwards, and their payloads.
    public let effects: [Named]
    /// The effects whose outcome was a failure.
    package let failures: [FailedEffect]

    /// The leaves that the step changed, and subtrees that it added or removed.
    public var changes: [StateChange] {
      Change.all(from: .record(before), to: .record(after), at: Path([])).map {
        StateChange(path: $0.path.description, old: $0.old, new: $0.new)
      }
    }
  }
}

/// A leaf that a step changed, or a subtree that it added or removed.
public struct StateChange: Sendable {
  /// As an author writes it: `TodoList.todos[0].isCompleted`.
  public let path: String
  /// Nil where there was nothing.
  public let old: Value?
  /// Nil where there is nothing any more.
  public let new: Value?
}

extension ScenarioResult {
  /// What there is to be told of a step, or, for nil, of the scenario as a whole.
  public func failures(of step: Int?) -> [Failure] { failures.filter { $0.step == step } }
}
