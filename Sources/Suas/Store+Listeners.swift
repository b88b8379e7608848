extension Store {
  /// Adds a listener that is told the whole state when any key changed.
  ///
  /// For all listeners to the state:
  ///
  /// 1. One that listens to a key is told when that key changed, others when any key did. A reducer
  ///    that answers a value changes its key, even if the value is an equal one.
  /// 2. The filter decides, given the old and the new sub-state, or the old and the new whole state
  ///    where no key is listened to. Without a filter nothing old is kept, which is fastest.
  /// 3. Adding tells nothing; ``Subscription/informWithCurrentState()`` does, and passes the filter.
  /// 4. One that is removed is not called any more, not even in the round under way; one that is
  ///    added in a round is told from the next one on.
  /// 5. Callbacks run one at a time, on the thread that dispatched or on the store's queue.
  @inlinable @discardableResult
  public func addListener(
    if filter: FilterFunction<State>? = nil, callback: @escaping ListenerFunction<State>
  ) -> Subscription<State> {
    addListener(if: filter, stateSelector: { $0 }, callback: callback)
  }

  /// Adds a listener that is told the sub-state under `stateKey`, or under the name of its type,
  /// when it changed.
  ///
  /// If the state has no such key, or something of another type there, swift-log is told once.
  @inlinable @discardableResult
  public func addListener<Value>(
    forStateType type: Value.Type, stateKey: StateKey? = nil,
    if filter: FilterFunction<Value>? = nil, callback: @escaping ListenerFunction<Value>
  ) -> Subscription<Value> {
    let call = StateListenerCall.subState(
      tell: { old, new in
        if filter == nil, let place = new.held(as: Value.self) {
          place.lend(callback)
          return true
        }
        guard let value = typed(new.pointee, as: Value.self) else { return false }
        if let filter, let old, let oldValue = typed(old.pointee, as: Value.self),
          !filter(oldValue, value)
        {
          return true
        }
        callback(value)
        return true
      },
      accepts: { typed($0, as: Value.self) != nil },
      expected: type)
    return add(call, key: stateKey ?? Suas.stateKey(for: type), readsOld: filter != nil)
  }

  /// Adds a listener that is told what `stateSelector` makes of the state when any key changed.
  ///
  /// The selector runs if the filter lets the change pass; if it answers `nil`, nobody is told.
  @inlinable @discardableResult
  public func addListener<Value>(
    if filter: FilterFunction<State>? = nil, stateSelector: @escaping StateSelector<Value>,
    callback: @escaping ListenerFunction<Value>
  ) -> Subscription<Value> {
    let call = StateListenerCall.wholeState { old, new in
      if let filter, let old, !filter(old, new) { return }
      if let value = stateSelector(new) { callback(value) }
    }
    return add(call, key: nil, readsOld: filter != nil)
  }

  /// Adds a listener that is told each dispatched action, before any middleware sees it.
  @discardableResult
  public func addActionListener(
    actionListener: @escaping ActionListenerFunction
  ) -> ActionSubscription {
    ActionSubscription(CallbackListener(actionListener), in: core.registry, \.actionListeners)
  }

  /// Adds a listener that is told why an action was refused; while there is none, swift-log is told.
  @discardableResult
  public func addErrorListener(
    _ errorListener: @escaping (ActionError) -> Void
  ) -> ActionSubscription {
    ActionSubscription(CallbackListener(errorListener), in: core.registry, \.errorListeners)
  }

  @usableFromInline
  func add<Value>(
    _ call: StateListenerCall, key: StateKey?, readsOld: Bool
  ) -> Subscription<Value> {
    let listener = StateListener(key: key, readsOld: readsOld, call: call)
    core.registry.add(listener)
    return Subscription(listener, in: core.registry)
  }
}
