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
    package let display: ValueDisplay
  }
}

extension StepResult {
  /// The outcome of a step.
  public struct PerformedStep: Sendable {
    public typealias Named = (name: String, value: Value)

    /// The whole store before and after; the two share their equal parts. In a live run, `***`
    /// stands for the values of sensitive fields, here and below.
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
    /// The attempts of effects that began, with their requests as drivers write them; `***` for a
    /// sensitive effect.
    public let requests: [Named]
    /// The effects whose outcome was a failure.
    package let failures: [FailedEffect]
    /// The number of further items of these lists, which would have taken too much room.
    public let omitted: Int

    /// The maximum of bytes that the listed values of a scenario take as text.
    package static let textLimit = 64 << 20

    /// The changes, if they can no longer be found from the stores.
    private var knownChanges: [StateChange]?

    init(
      before: Record, after: Record, handled: Bool, errors: [String], notified: [Named],
      actions: [Named], effects: [Named], requests: [Named], failures: [FailedEffect],
      omitted: Int
    ) {
      self.before = before
      self.after = after
      self.handled = handled
      self.errors = errors
      self.notified = notified
      self.actions = actions
      self.effects = effects
      self.requests = requests
      self.failures = failures
      self.omitted = omitted
    }

    /// Creates the outcome that a report has.
    package init(
      before: Record, after: Record, changes: [StateChange], handled: Bool, errors: [String],
      notified: [Named], actions: [Named], effects: [Named], requests: [Named],
      failures: [FailedEffect], omitted: Int
    ) {
      self.init(
        before: before, after: after, handled: handled, errors: errors, notified: notified,
        actions: actions, effects: effects, requests: requests, failures: failures,
        omitted: omitted)
      knownChanges = changes
    }

    /// The leaves that the step changed, and subtrees that it added or removed.
    public var changes: [StateChange] { knownChanges ?? leafChanges.map { StateChange($0) } }

    private var leafChanges: [Change] {
      Change.all(from: .record(before), to: .record(after), at: Path([]))
    }

    /// Returns the outcome as the result of a live run holds it.
    ///
    /// - Parameter listeners: The listeners that are notified of values computed from sensitive
    ///   ones.
    func shown(by display: ValueDisplay, toldTo listeners: Set<String>) -> PerformedStep {
      guard display.hidesSensitiveValues else { return self }
      func hidden(_ items: [Named], _ isHidden: (String) -> Bool = { _ in false }) -> [Named] {
        items.map {
          ($0.name, isHidden($0.name) ? Shape.Field.hiddenValue : $0.value.hidingSensitiveFields)
        }
      }
      var step = PerformedStep(
        before: before.hidingSensitiveFields, after: after.hidingSensitiveFields,
        handled: handled, errors: errors, notified: hidden(notified, listeners.contains),
        actions: hidden(actions), effects: hidden(effects), requests: requests,
        failures: failures.map(display.shown), omitted: omitted)
      step.knownChanges = leafChanges.hidingSensitiveValues.map { StateChange($0) }
      return step
    }
  }
}

/// A leaf that a step changed, or a subtree that it added or removed.
public struct StateChange: Sendable {
  /// The path as an author writes it: `TodoList.todos[0].isCompleted`.
  public let path: String
  /// Nil if there was no value.
  public let old: Value?
  /// Nil if there is no value any more.
  public let new: Value?

  init(_ change: Change) {
    path = change.path.description
    old = change.old
    new = change.new
  }
}

extension ScenarioResult {
  /// Returns the failures of a step, or, for nil, of the scenario as a whole.
  public func failures(of step: Int?) -> [Failure] { failures.filter { $0.step == step } }
}
