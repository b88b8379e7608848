import CEL

/// A reducer: its key, its initial state, and its rules for each action that it handles.
package struct CheckedReducer: Sendable {
  package let name: String
  package let stateKey: String
  package let state: RecordType
  package let initial: Record
  /// The rules by the id of their action.
  package let rules: [Int: [CheckedRule]]

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
