extension Store {
  /// Puts back the state that the store was created with.
  public func reset() {
    core.dispatch(Reset(extent: .toInitialState))
  }

  /// Replaces the whole state by `state`, laid over the reducers' initial states.
  public func resetFullState(_ state: State) {
    core.expect(state)
    core.dispatch(Reset(extent: .full(state)))
  }

  /// Replaces the sub-states that `state` names, or the one under the name of its type if it is
  /// neither a dictionary by state key nor a `State`.
  public func reset(state: Any) {
    let given = State(given: state)
    core.expect(given)
    core.dispatch(Reset(extent: .subStates(given)))
  }

  /// Replaces the sub-state under `key`.
  public func reset(state: Any, forKey key: StateKey) {
    let given: State = [key: state]
    core.expect(given)
    core.dispatch(Reset(extent: .subStates(given)))
  }
}

extension State {
  /// What a caller means who gives a state as a whole, a dictionary by state key or one sub-state.
  init(given: Any) {
    switch given {
    case let state as State: self = state
    case let states as KeyedState: self.init(dictionary: states)
    default: self = [stateKey(for: type(of: given)): given]
    }
  }
}
