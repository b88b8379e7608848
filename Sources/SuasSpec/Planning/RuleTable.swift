import CEL
import Suas

/// The rules of a reducer, by the actions that they are for.
final class RuleTable: Sendable {
  /// The ids of the actions that have rules, in order: few of all that the spec declares.
  let actions: ContiguousArray<Int>
  /// The rules, of one action after the other, and where those of each begin.
  private let rules: ObjectList<RulePlan>
  private let starts: ContiguousArray<Int>
  /// By the place of an action, what does the same as its rules, if anything does.
  let shortcuts: ObjectList<Shortcut>

  init(_ rules: [Int: [CheckedRule]]) {
    let entries = rules.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
    actions = ContiguousArray(entries.map(\.key))
    let plans = entries.map { $0.value.map(RulePlan.init) }
    self.rules = ObjectList(plans.flatMap(\.self))
    shortcuts = ObjectList(
      plans.map { ($0.count == 1 ? $0[0].shortcut : nil) ?? .absent })
    starts = entries.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.value.count) }
  }

  /// Where the table has the rules for an action; nil where there are none.
  func place(of action: Int) -> Int? {
    let place = actions.partitioningIndex { $0 >= action }
    return place < actions.count && actions[place] == action ? place : nil
  }

  /// Runs the rules at a place, one after the other; answers the error that one of them met.
  @inline(__always)
  func run(at place: Int, _ execution: Execution) -> EvaluationError? {
    for index in starts[place]..<starts[place + 1] {
      if let error = rules.call(index, { $0.run(execution) }) { return error }
    }
    return nil
  }
}
