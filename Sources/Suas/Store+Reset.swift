extension Store {
  /// Puts back the state that the store was created with.
  ///
  /// For resets of all kinds:
  ///
  /// 1. Neither middleware nor reducers see them; listeners of the keys concerned are told, whether
  ///    the value is another one or not, if their filters let it pass.
  /// 2. They take their turn among the actions as a dispatch does, and count in its chain.
  /// 3. A sub-state of another type than its reducer's is a precondition failure.
  public func reset() {
    core.dispatch(Reset(extent: .toInitialState))
  }

  /// Replaces the whole state by `state`, laid over the reducers' initial states.
  ///
  /// Keys that `state` does not have and no reducer owns are gone; no listener is told of that.
  public func resetFullState(_ state: State) {
    core.dispatch(Reset(extent: .full(core.adoption(of: state))))
  }

  /// Replaces the sub-states that `state` names, or the one under the name of its type if it is
  /// neither a dictionary by state key nor a `State`.
  public func reset(state: Any) {
    core.dispatch(Reset(extent: .subStates(core.adoption(of: State(given: state)))))
  }

  /// Replaces the sub-state under `key`, or adds it.
  public func reset(state: Any, forKey key: StateKey) {
    core.dispatch(Reset(extent: .subStates(core.adoption(of: [key: state]))))
  }
}

extension Store {
  /// Puts a state in the place of the present one: nobody is told of it.
  ///
  /// - Precondition: the state is one that this store has had, or another one of the same reducers.
  package func put(_ state: State) { core.put(state) }
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
