import CEL

/// A reducer: its key, its initial state, and its rules for each action that it handles.
package struct CheckedReducer: Sendable {
  package let name: String
  package let stateKey: String
  package let state: RecordType
  package let initial: Record
  /// The rules by the id of their action.
  package let rules: [Int: [CheckedRule]]
  /// The history of the state, in the reducer that follows; nil if none is kept.
  package var history: CheckedHistory?
  /// True if the state is the history of the reducer before this one.
  package var isHistory = false

  package init(
    name: String, stateKey: String, state: RecordType, initial: Record, rules: [Int: [CheckedRule]]
  ) {
    self.name = name
    self.stateKey = stateKey
    self.state = state
    self.initial = initial
    self.rules = rules
  }
}

extension CheckedReducer {
  /// The actions with rules and those that move in the history, in ascending order of their ids.
  package var handled: [(action: Int, rules: [CheckedRule])] {
    var handled = rules.filter { !$0.value.isEmpty }
    for (action, role) in history?.roles ?? [:] where role.isMove && handled[action] == nil {
      handled[action] = []
    }
    return handled.sorted { $0.key < $1.key }.map { (action: $0.key, rules: $0.value) }
  }
}
