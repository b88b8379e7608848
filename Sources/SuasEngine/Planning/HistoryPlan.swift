import CEL
import SuasProgram
import YAML

/// The plan of a reducer's history.
final class HistoryPlan: Sendable {
  enum Role: Sendable {
    /// Moves by a number of states; back if it is negative.
    case move(by: Int64)
    /// Moves by as many states as a field of the payload says.
    case jump(field: Int)
    case clear
    /// Makes an entry where the state is another one afterwards.
    case record(group: Group?)
    case ignore

    fileprivate var isIgnored: Bool { if case .ignore = self { true } else { false } }
  }

  struct Group: Sendable {
    let value: ValuePlan
    let place: SourceRange
  }

  /// The slot of the history in the store.
  let slot: Int
  /// The largest number of entries in the past.
  let limit: Int
  /// The roles in the history of the actions that the reducer handles, by their indices in its rule
  /// table.
  let roles: ContiguousArray<Role>
  /// The coverage outcomes of the moves, by the same indices; nil for other actions.
  let outcomes: ContiguousArray<Int?>
  /// The ids of the actions that may change the history, in ascending order.
  let actions: ContiguousArray<Int>

  /// - Parameter actions: The ids of the actions in the reducer's rule table.
  init(_ history: CheckedHistory, slot: Int, actions: ContiguousArray<Int>) {
    self.slot = slot
    limit = history.limit
    let roles = ContiguousArray(actions.map { Role(history.roles[$0] ?? .ignore) })
    self.roles = roles
    outcomes = ContiguousArray(actions.map { history.outcomes[$0] })
    self.actions = ContiguousArray(zip(actions, roles).filter { !$1.isIgnored }.map(\.0))
  }
}

extension HistoryPlan.Role {
  fileprivate init(_ role: CheckedHistory.Role) {
    switch role {
    case .undo: self = .move(by: -1)
    case .redo: self = .move(by: 1)
    case .jump(let field): self = .jump(field: field)
    case .clear: self = .clear
    case .record(let group):
      self = .record(
        group: group.map { HistoryPlan.Group(value: .plan($0.value), place: $0.place) })
    case .ignore: self = .ignore
    }
  }
}
