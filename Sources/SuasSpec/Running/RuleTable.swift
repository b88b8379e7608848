import CEL
import Suas

/// The rules of a reducer, by the actions that they are for.
struct RuleTable: Sendable {
  /// The ids of the actions that have rules, in order: few of all that the spec declares.
  let actions: ContiguousArray<Int>
  private let lists: ObjectList<RuleList>

  init(_ rules: [Int: [CheckedRule]]) {
    let entries = rules.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }
    actions = ContiguousArray(entries.map(\.key))
    lists = ObjectList(entries.map { RuleList($0.value) })
  }

  /// Where the table has the rules for an action; nil where there are none.
  @inline(__always)
  func place(of action: Int) -> Int? {
    let place = actions.partitioningIndex { $0 >= action }
    return place < actions.count && actions[place] == action ? place : nil
  }

  /// Runs the rules at a place, one after the other; answers the error that one of them met.
  @inline(__always)
  func run(at place: Int, _ execution: Execution) -> EvaluationError? {
    lists.call(place) { $0.run(execution) }
  }
}

/// The rules of a reducer for one action.
private final class RuleList: Sendable {
  private let rules: ObjectList<CheckedRule>

  init(_ rules: [CheckedRule]) { self.rules = ObjectList(rules) }

  @inline(never)
  func run(_ execution: Execution) -> EvaluationError? {
    for index in rules.indices {
      if let error = rules.call(index, { $0.run(execution) }) { return error }
    }
    return nil
  }
}
