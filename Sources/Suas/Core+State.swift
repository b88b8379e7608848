extension Core {
  /// Returns the reducers' own initial states, overridden by `given`; keys that no reducer owns
  /// follow in the order of `given`.
  static func initialState(of parts: ContiguousArray<any StatePart>, under given: Store.State?)
    -> Store.State
  {
    var owners: [String: any StatePart] = [:]
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
    return Store.State(
      layout: StateLayout(keys: parts.map(\.stateKey) + own),
      values: ContiguousArray(
        parts.map { part in
          guard let value = given?[part.stateKey] else { return part.initialState }
          return part.adoption(of: value)
        } + own.map { given![$0]! }))
  }

  func currentState() -> Store.State {
    registry.lock()
    defer { registry.unlock() }
    return state
  }
}

extension StatePart {
  /// Converts `state` to the sub-state that it represents; fails if the reducer does not work on
  /// it.
  func adoption(of state: Any) -> Any {
    do throws(StateMisfit) {
      return try adopt(state)
    } catch {
      preconditionFailure("the state for '\(stateKey)' \(error.reason)")
    }
  }
}
