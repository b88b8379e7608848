import CEL

/// A reducer: its key, its initial state, and its rules for each action that it handles.
package struct CheckedReducer: Sendable {
  package let name: String
  package let stateKey: String
  package let state: RecordType
  package let initial: Record
  /// The rules by the id of their action.
  package private(set) var rules: [Int: [CheckedRule]] = [:]
  /// The ids of the actions that read the whole store: by their rules, or as a move in the history.
  package private(set) var storeReaders: Set<Int> = []
  /// The history of the state, in the reducer that follows; nil if none is kept.
  package private(set) var history: CheckedHistory?
  /// True if the state is the history of the reducer before this one.
  package let isHistory: Bool

  /// Creates a reducer without rules, which are checked when all states are known.
  package init(
    name: String, stateKey: String, state: RecordType, initial: Record, isHistory: Bool = false
  ) {
    self.name = name
    self.stateKey = stateKey
    self.state = state
    self.initial = initial
    self.isHistory = isHistory
  }

  /// Returns the reducer with its rules.
  package func with(
    _ rules: [Int: [CheckedRule]], readingStore storeReaders: Set<Int>
  ) -> CheckedReducer {
    var reducer = self
    reducer.rules = rules
    reducer.storeReaders = storeReaders
    return reducer
  }

  /// Returns the reducer with a history in the reducer that follows.
  package func with(_ history: CheckedHistory) -> CheckedReducer {
    var reducer = self
    reducer.history = history
    reducer.storeReaders.formUnion(history.roles.filter(\.value.isMove).keys)
    return reducer
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
