import CEL
import SuasEngine
import SuasScenario
import SuasSpec
import YAML

extension Replay {
  /// A condition on the store, which it calls `store`.
  package struct Goal: Sendable {
    let text: String
    let condition: ExpressionPlan
    private let expression: CheckedExpression
    private let readsSensitiveValues: Bool

    /// Reads a condition.
    ///
    /// - Throws: the mistakes in it.
    package init(_ text: String, on spec: CompiledSpec) throws(Diagnostics) {
      self.text = text
      expression = try spec.condition(text)
      condition = expression.planned()
      readsSensitiveValues = expression.tree.readsSensitiveValues
    }
  }
}

extension Replay.Goal {
  /// Returns true if the condition reads a sensitive value on a store.
  fileprivate func readsSensitiveValues(on store: Record) -> Bool {
    guard readsSensitiveValues else { return false }
    let parts = ConditionReading.Part.all(of: expression, ExpressionPlan.frame(on: store))
    return parts.isEmpty || parts.contains(where: \.hasReadSensitiveValues)
  }

  /// The judgements of the condition during a pass.
  struct Watch {
    let goal: Replay.Goal
    /// The line of the input after which the condition came true.
    private(set) var line: Int?
    /// The line of the first input after which a sensitive value decides.
    private(set) var undecidedLine: Int?
    /// The first error of the condition.
    private(set) var failure: ConditionFailure?

    init(_ goal: Replay.Goal) { self.goal = goal }

    /// Returns true if the condition has come true after the input in a line.
    ///
    /// - Parameter hasStandIns: True if other values may stand in place of sensitive ones.
    mutating func isReached(on store: Record, after line: Int, hasStandIns: Bool) -> Bool {
      if hasStandIns, goal.readsSensitiveValues(on: store) {
        undecidedLine = undecidedLine ?? line
        return false
      }
      do throws(EvaluationError) {
        guard try goal.condition.holds(on: store) else { return false }
        self.line = line
        return true
      } catch {
        if failure == nil { failure = ConditionFailure(line: line, message: error.message) }
        failure?.count += 1
        return false
      }
    }
  }
}

/// The errors of a condition during a replay.
package struct ConditionFailure: Sendable, Equatable {
  /// The line of the input after which the condition failed first.
  package let line: Int
  /// The message of the first error.
  package let message: String
  /// The number of inputs after which it failed.
  package internal(set) var count = 0
}
