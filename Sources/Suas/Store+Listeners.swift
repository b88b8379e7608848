public import Values

extension Store {
  /// Adds a listener that receives the whole state when any key changed.
  ///
  /// These rules hold for all listeners to the state:
  ///
  /// 1. A listener to a key is called when that key changed, any other one when any key did. A
  ///    reducer that returns a value changes its key, even if the new value equals the old one.
  /// 2. The filter decides, given the old and the new sub-state, or the old and the new whole state
  ///    for a listener without a key. Without a filter, no old value is kept, which is fastest.
  /// 3. Adding a listener does not call it; ``Subscription/informWithCurrentState()`` does, and
  ///    bypasses the filter.
  /// 4. A removed listener is not called any more, not even in the round in progress; a listener
  ///    added during a round is called from the next one on.
  /// 5. Filters, selectors and callbacks run one at a time, on the thread that dispatched or on the
  ///    store's queue, and are therefore `@Sendable`; ``addMainListener(if:callback:)`` takes
  ///    functions of the main actor.
  @inlinable @discardableResult
  public func addListener(
    if filter: FilterFunction<State>? = nil, callback: @escaping ListenerFunction<State>
  ) -> Subscription<State> {
    addListener(if: filter, stateSelector: { $0 }, callback: callback)
  }

  /// Adds a listener that receives the sub-state under `stateKey`, or under the name of its type,
  /// when it changed.
  ///
  /// If the state has no such key, or a value of another type there, that is logged once with
  /// swift-log.
  @inlinable @discardableResult
  public func addListener<Value>(
    forStateType type: Value.Type, stateKey: String? = nil,
    if filter: FilterFunction<Value>? = nil, callback: @escaping ListenerFunction<Value>
  ) -> Subscription<Value> {
    let held = ExistentialAccess()
    let call = StateListenerCall.subState(
      tell: { old, new in
        if filter == nil, held.lend(new, as: Value.self, callback) { return true }
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

  /// Adds a listener that receives the sub-state under `key` when it changed.
  @inlinable @discardableResult
  public func addListener<Value>(
    forKey key: StateKey<Value>, if filter: FilterFunction<Value>? = nil,
    callback: @escaping ListenerFunction<Value>
  ) -> Subscription<Value> {
    addListener(forStateType: Value.self, stateKey: key.name, if: filter, callback: callback)
  }

  /// Adds a listener that receives the value of `stateSelector` for the state when any key changed.
  ///
  /// The selector runs if the filter accepts the change; if it returns `nil`, the callback is not
  /// called.
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

  /// Adds a listener that receives each dispatched action, before any middleware sees it.
  @discardableResult
  public func addActionListener(
    actionListener: @escaping ActionListenerFunction
  ) -> ActionSubscription {
    ActionSubscription(CallbackListener(actionListener), in: core.registry, \.actionListeners)
  }

  /// Adds a listener that receives the error when an action is refused; without any, errors are
  /// logged with swift-log.
  @discardableResult
  public func addErrorListener(
    _ errorListener: @escaping @Sendable (ActionError) -> Void
  ) -> ActionSubscription {
    ActionSubscription(CallbackListener(errorListener), in: core.registry, \.errorListeners)
  }

  @usableFromInline
  func add<Value>(
    _ call: StateListenerCall, key: String?, readsOld: Bool, isMain: Bool = false
  ) -> Subscription<Value> {
    let listener = StateListener(key: key, readsOld: readsOld, isMain: isMain, call: call)
    core.registry.add(listener)
    return Subscription(listener, in: core.registry)
  }
}
