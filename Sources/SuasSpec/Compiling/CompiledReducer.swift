import CEL

/// What all stores and searches of a spec have in common of one of its reducers.
struct CompiledReducer: Sendable {
  let name: String
  let stateKey: String
  let state: RecordType
  let initial: Record
  let rules: RuleTable
  let leaves: LeafCount
  /// Whether a constraint stands in the state.
  let isConstrained: Bool

  init(_ reducer: CheckedReducer, _ types: TypeTable) {
    let type = FieldType.record(reducer.state.name)
    name = reducer.name
    stateKey = reducer.stateKey
    state = reducer.state
    initial = reducer.initial
    rules = RuleTable(reducer.rules)
    leaves = LeafCount(type, types)
    isConstrained = types.hasConstraints(type)
  }
}
