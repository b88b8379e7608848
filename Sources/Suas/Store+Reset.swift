extension Store {
  /// Restores the state that the store was created with.
  ///
  /// These rules hold for all kinds of resets:
  ///
  /// 1. Neither middleware nor reducers see them. The listeners of the affected keys are called,
  ///    even if the value is the same, if their filters accept it.
  /// 2. They take their turn among the actions as a dispatch does, and count in its chain.
  /// 3. A sub-state of another type than its reducer's is a precondition failure.
  public func reset() {
    core.dispatch(Reset(extent: .toInitialState))
  }

  /// Replaces the whole state by the reducers' initial states, overridden by `state`.
  ///
  /// Keys that `state` does not have and no reducer owns are removed; no listener is notified of
  /// that.
  public func resetFullState(_ state: State) {
    core.dispatch(Reset(extent: .full(core.adoption(of: state))))
  }

  /// Replaces the sub-states that `state` names. If it is neither a dictionary by state key nor a
  /// `State`, it replaces the sub-state under the name of its type.
  public func reset(state: Any) {
    core.dispatch(Reset(extent: .subStates(core.adoption(of: State(given: state)))))
  }

  /// Replaces the sub-state under `key`, or adds it.
  public func reset(state: Any, forKey key: StateKey) {
    core.dispatch(Reset(extent: .subStates(core.adoption(of: [key: state]))))
  }
}

extension Store {
  /// Replaces the current state without notifying anybody.
  ///
  /// - Precondition: the state is one that this store has had, or another one of the same reducers.
  package func put(_ state: State) { core.put(state) }
}

extension State {
  /// Makes a state from a caller's argument: a whole state, a dictionary by state key, or one
  /// sub-state.
  init(given: Any) {
    switch given {
    case let state as State: self = state
    case let states as KeyedState: self.init(dictionary: states)
    default: self = [stateKey(for: type(of: given)): given]
    }
  }
}
