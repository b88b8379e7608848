public import CEL
import Suas
import SuasSpec
public import YAML

/// The result of one step of a scenario.
public struct StepResult: Sendable {
  /// Counted from 1 over all steps that were run, those of `before` and of fragments included.
  public let number: Int
  /// The step's key.
  public let kind: String
  /// The step in one line: `dispatch AddTodo {text: Buy milk}`, `advance 1s`.
  public let label: String
  /// The range of the step.
  public let place: SourceRange
  /// The outcome of the step; nil if it is not recorded.
  public internal(set) var deed: PerformedStep?
  /// The trace of rules, guards and listeners in a step that acts; nil if it is not recorded.
  package var trace: Trace?

  package struct Trace: Sendable {
    package let events: [TracedEvent]
    /// The number of further events that were left out.
    package let omitted: Int
  }
}

extension StepResult {
  /// The outcome of a step.
  public struct PerformedStep: Sendable {
    public typealias Named = (name: String, value: Value)

    /// The whole store before and after; the two share their equal parts.
    public let before: Record
    public let after: Record
    /// True if some reducer handled the step's own action, or one that replaced it.
    public let handled: Bool
    /// The codes of the step's errors.
    public let errors: [String]
    /// The listeners that were notified, and the values that they received.
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
  /// Nil if there was no value.
  public let old: Value?
  /// Nil if there is no value any more.
  public let new: Value?
}

extension ScenarioResult {
  /// Returns the failures of a step, or, for nil, of the scenario as a whole.
  public func failures(of step: Int?) -> [Failure] { failures.filter { $0.step == step } }
}
