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

  /// Replaces the whole state by the reducers' initial states, overridden by `states`.
  public func resetFullState(_ states: KeyedState) {
    resetFullState(State(dictionary: states))
  }

  /// Replaces the sub-states that `state` names.
  public func reset(state: State) {
    core.dispatch(Reset(extent: .subStates(core.adoption(of: state))))
  }

  /// Replaces the sub-states that `state` names, without converting or judging them: they have the
  /// types that their reducers work on.
  package func reset(unjudged state: State) {
    core.dispatch(Reset(extent: .subStates(state)))
  }

  /// Replaces the sub-states under the keys of a dictionary.
  public func reset(state: KeyedState) {
    reset(state: State(dictionary: state))
  }

  /// Replaces the sub-state under the name of its type.
  public func reset(state: some Sendable) {
    reset(state: State(givenOne: state))
  }

  /// Replaces the sub-state under `key`, or adds it.
  public func reset(state: some Sendable, forKey key: String) {
    reset(state: [key: state] as State)
  }

  /// Replaces the sub-state under a key of its type, or adds it.
  public func reset<Value>(state: Value, forKey key: StateKey<Value>) {
    reset(state: [key.name: state] as State)
  }
}

extension Store {
  /// Replaces the current state without notifying anybody.
  ///
  /// - Precondition: the state is one that this store has had, or another one of the same reducers.
  package func put(_ state: State) { core.put(state) }
}

extension Store.State {
  /// Makes a state of one sub-state, under the name of its type.
  init(givenOne subState: some Sendable) {
    self = [stateKey(for: type(of: subState)): subState]
  }
}
