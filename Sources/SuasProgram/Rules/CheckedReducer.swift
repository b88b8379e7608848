import CEL

/// A reducer: its key, its initial state, and its rules for each action that it handles.
package struct CheckedReducer: Sendable {
  package let name: String
  package let stateKey: String
  package let state: RecordType
  package let initial: Record
  /// The rules by the id of their action.
  package private(set) var rules: [Int: [CheckedRule]] = [:]
  /// The ids of the actions whose rules read the whole store.
  package private(set) var storeReaders: Set<Int> = []

  /// Creates a reducer without rules, which are checked when all states are known.
  package init(name: String, stateKey: String, state: RecordType, initial: Record) {
    self.name = name
    self.stateKey = stateKey
    self.state = state
    self.initial = initial
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
}
