extension Core {
  /// The reducers' own initial states with `given` laid over them; keys that no reducer owns follow
  /// in the order of `given`.
  static func initialState(of parts: ContiguousArray<any StatePart>, under given: State?) -> State {
    var owners: [StateKey: any StatePart] = [:]
    for part in parts {
      if let other = owners.updateValue(part, forKey: part.stateKey) {
        preconditionFailure(
          """
          two reducers have the state key '\(part.stateKey)': \(other.reducerName) and \
          \(part.reducerName)
          """)
      }
    }
    let own = given?.keys.filter { owners[$0] == nil } ?? []
    return State(
      layout: StateLayout(keys: parts.map(\.stateKey) + own),
      values: ContiguousArray(
        parts.map { part in
          guard let value = given?[part.stateKey] else { return part.initialState }
          part.expect(value)
          return value
        } + own.map { given![$0]! }))
  }

  func currentState() -> State {
    registry.lock()
    defer { registry.unlock() }
    return state
  }
}

extension StatePart {
  /// Fails unless `state` is of the type that the reducer works on.
  func expect(_ state: Any) {
    precondition(
      accepts(state),
      """
      the state for '\(stateKey)' is of type \(type(of: state)), which \(reducerName) does not \
      work on
      """)
  }
}
