import CEL
import Suas
import SuasProgram

/// The rules of a reducer, by their actions.
final class RuleTable: Sendable {
  /// The ids of the actions that have rules, in ascending order: a few of all declared ones.
  let actions: ContiguousArray<Int>
  /// By the actions' indices, true if the rules read the whole store; empty if none do.
  let readsStore: ContiguousArray<Bool>
  /// The rules, ordered by action; those of an action begin at its entry in `starts`.
  private let rules: ObjectList<RulePlan>
  private let starts: ContiguousArray<Int>
  /// The fast forms of the actions' rules by the actions' indices in the table; `absent` for most.
  let shortcuts: ObjectList<Shortcut>

  init(_ reducer: CheckedReducer, _ planner: RulePlanner) {
    let entries = reducer.handled
    actions = ContiguousArray(entries.map(\.action))
    let readers = reducer.storeReaders
    readsStore = readers.isEmpty ? [] : ContiguousArray(actions.map(readers.contains))
    let plans = entries.map { planner.plan($0.rules) }
    self.rules = ObjectList(plans.flatMap(\.self))
    shortcuts = ObjectList(
      plans.map { ($0.count == 1 ? $0[0].shortcut : nil) ?? .absent })
    starts = entries.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.rules.count) }
  }

  /// The index of an action in the table; nil if it has no rules.
  func place(of action: Int) -> Int? {
    let place = actions.partitioningIndex { $0 >= action }
    return place < actions.count && actions[place] == action ? place : nil
  }

  /// True if the rules at an index read the whole store.
  func readsStore(at place: Int) -> Bool { !readsStore.isEmpty && readsStore[place] }

  /// Runs the rules at an index in order; returns the error that one of them met.
  @inline(__always)
  func run(at place: Int, _ execution: Execution) -> EvaluationError? {
    for index in starts[place]..<starts[place + 1] {
      if let error = rules.call(index, { $0.run(execution) }) { return error }
    }
    return nil
  }
}
