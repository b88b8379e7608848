import CEL
import Suas
import SuasProgram
import YAML

/// A rule that is ready to run.
final class RulePlan: Sendable {
  private let place: SourceRange
  private let condition: ExpressionPlan?
  /// True if the rule runs when the condition is false: `unless`.
  private let isNegated: Bool
  private let step: OperationPlan.Body
  /// The fast form of the rule, for an action that has no other rule.
  let shortcut: Shortcut?

  fileprivate init(
    at place: SourceRange, condition: ExpressionPlan? = nil, isNegated: Bool = false,
    shortcut: Shortcut? = nil, step: @escaping OperationPlan.Body
  ) {
    self.place = place
    self.condition = condition
    self.isNegated = isNegated
    self.shortcut = shortcut
    self.step = step
  }

  /// Runs the rule; returns the error that it met.
  // It neither throws nor is inlined: otherwise the caller would retain the rule during the call,
  // at the cost of reference counting.
  @inline(never)
  func run(_ execution: Execution) -> EvaluationError? {
    do throws(EvaluationError) {
      try execution.spend(1)
      if let condition, try condition.evaluateBool(&execution.frame) == isNegated { return nil }
      if try step(execution) { execution.handled = true }
      return nil
    } catch {
      if execution.failed == nil { execution.failed = place }
      return error
    }
  }
}

/// Plans rules: for stores without an observer, or with steps that report to the execution's probe.
struct RulePlanner {
  let isObserved: Bool
  /// The plans of the shared rules that rules can use.
  private(set) var sharedRules: [SharedRulePlan] = []
  /// The slots of sensitive indices and keys, which the rules around have kept.
  private var hiddenSlots: Set<Int> = []

  init(isObserved: Bool, _ sharedRules: [SharedRule] = []) {
    self.isObserved = isObserved
    // Each rule follows those that it uses.
    for rule in sharedRules {
      self.sharedRules.append(SharedRulePlan(name: rule.name, rules: plan(rule.rules)))
    }
  }

  func plan(_ rules: [CheckedRule]) -> [RulePlan] { rules.map(plan) }

  func plan(_ rule: CheckedRule) -> RulePlan {
    let isHiding = rule.operation.quotesSensitiveValues(hiddenSlots)
    var inner = self
    if isHiding { inner.hiddenSlots.formUnion(rule.operation.pathSlots) }
    let planned = rule.operation.planned(by: inner)
    let operation = isHiding ? planned.hidingValues : planned
    let guarding = rule.condition?.planned()
    if isObserved {
      let step = observed(operation.run, of: rule, guarding)
      return RulePlan(at: rule.place, step: step)
    }
    return RulePlan(
      at: rule.place, condition: guarding?.test.expression,
      isNegated: guarding?.isNegated ?? false,
      shortcut: guarding == nil ? operation.shortcut : nil, step: operation.run)
  }

  /// The test of a branch, which reports its outcome to the probe if there is one.
  func test(_ test: CheckedTest) -> @Sendable (Execution) throws(EvaluationError) -> Bool {
    let test = test.planned()
    if isObserved {
      return { execution throws(EvaluationError) in
        try test.isTrue(&execution.frame, execution.probe)
      }
    }
    return { execution throws(EvaluationError) in
      try test.expression.evaluateBool(&execution.frame)
    }
  }

  /// The guard and the step of a rule, with everything that a probe needs to know about them.
  private func observed(
    _ step: @escaping OperationPlan.Body, of rule: CheckedRule, _ guarding: PlannedGuard?
  ) -> OperationPlan.Body {
    let (point, place) = (rule.point, rule.place)
    return { execution throws(EvaluationError) in
      let probe = execution.probe
      probe?.tries(point)
      defer { probe?.trace?.leave() }
      guard try guarding.holds(&execution.frame, probe) else { return false }
      probe.note(point)
      let before = probe?.trace == nil ? nil : execution.state
      guard try step(execution) else { return false }
      if before != nil || execution.onRule != nil {
        let after = execution.state
        if let before { probe?.trace?.note(.wrote(before: before, after: after)) }
        execution.onRule?(place, after)
      }
      return true
    }
  }
}

/// A shared rule that is ready to run.
final class SharedRulePlan: Sendable {
  let name: String
  let rules: [RulePlan]

  init(name: String, rules: [RulePlan]) {
    self.name = name
    self.rules = rules
  }
}

extension Execution {
  func run(_ rules: [RulePlan]) throws(EvaluationError) {
    for index in rules.indices {
      if let error = rules[index].run(self) { throw error }
    }
  }

  /// Runs a shared rule on a record, in a frame of its own.
  ///
  /// - Parameter slots: The slots of the frame, without the record.
  /// - Returns: The record as the rules left it, and the error that they met.
  func call(
    _ rule: SharedRulePlan, used place: SourceRange, on record: consuming Value,
    _ slots: ContiguousArray<Value>
  ) -> (record: Value, error: EvaluationError?) {
    var inner = Frame(slots: slots, budget: frame.budget)
    inner.limit = frame.limit
    inner.host = frame.host
    inner.changingPlace(Self.stateSlot).put(record)
    swap(&frame, &inner)
    var failure: EvaluationError?
    do throws(EvaluationError) {
      try run(rule.rules)
    } catch {
      failure = error
      note(errorIn: rule.name, used: place)
    }
    swap(&frame, &inner)
    frame.budget = inner.budget
    let state = inner.changingPlace(Self.stateSlot)
    let result = state.take()
    state.put(.null)
    return (result, failure)
  }
}
