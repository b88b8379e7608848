public import Values

/// Decides, on the main actor, from the old and the new value whether a listener is called.
public typealias MainFilterFunction<Value> = @MainActor (_ old: Value, _ new: Value) -> Bool

/// Derives a listener's value from the whole state, on the main actor; for `nil`, the listener is
/// not called.
public typealias MainStateSelector<Value> = @MainActor (Store.State) -> Value?

/// A callback on the main actor that receives the state, or the part of it, that a listener
/// observes.
public typealias MainListenerFunction<Value> = @MainActor (Value) -> Void

extension Store {
  /// Adds a listener that receives the whole state on the main actor when any key changed.
  ///
  /// The rules of ``addListener(if:callback:)`` hold for all main listeners, and these:
  ///
  /// 1. Filter, selector and callback run on the main actor. If the action was dispatched there,
  ///    the listener is called in its place among the listeners, after what still waits for it;
  ///    otherwise as soon as the main actor is free.
  /// 2. It is called in order, once for each change, with the state of that change.
  /// 3. A listener that is removed on the main actor is never called again.
  /// 4. What it dispatches is deferred, as by any other listener.
  @inlinable @discardableResult
  public func addMainListener(
    if filter: MainFilterFunction<State>? = nil, callback: @escaping MainListenerFunction<State>
  ) -> Subscription<State> {
    addMainListener(if: filter, stateSelector: { $0 }, callback: callback)
  }

  /// Adds a listener that receives the sub-state under `stateKey`, or under the name of its type,
  /// on the main actor when it changed.
  @inlinable @discardableResult
  public func addMainListener<Value>(
    forStateType type: Value.Type, stateKey: String? = nil,
    if filter: MainFilterFunction<Value>? = nil, callback: @escaping MainListenerFunction<Value>
  ) -> Subscription<Value> {
    let call = StateListenerCall.subState(
      tell: { old, new in
        // Only read, by the thread that lends them, which waits meanwhile.
        nonisolated(unsafe) let (old, new) = (old, new)
        return MainActor.assumeIsolated {
          guard let value = typed(new.pointee, as: Value.self) else { return false }
          if let filter, let old, let oldValue = typed(old.pointee, as: Value.self),
            !filter(oldValue, value)
          {
            return true
          }
          callback(value)
          return true
        }
      },
      accepts: { typed($0, as: Value.self) != nil },
      expected: type)
    return add(
      call, key: stateKey ?? Suas.stateKey(for: type), readsOld: filter != nil, isMain: true)
  }

  /// Adds a listener that receives the sub-state under `key` on the main actor when it changed.
  @inlinable @discardableResult
  public func addMainListener<Value>(
    forKey key: StateKey<Value>, if filter: MainFilterFunction<Value>? = nil,
    callback: @escaping MainListenerFunction<Value>
  ) -> Subscription<Value> {
    addMainListener(
      forStateType: Value.self, stateKey: key.name, if: filter, callback: callback)
  }

  /// Adds a listener that receives the value of `stateSelector` on the main actor when any key
  /// changed.
  @inlinable @discardableResult
  public func addMainListener<Value>(
    if filter: MainFilterFunction<State>? = nil,
    stateSelector: @escaping MainStateSelector<Value>,
    callback: @escaping MainListenerFunction<Value>
  ) -> Subscription<Value> {
    let call = StateListenerCall.wholeState { old, new in
      MainActor.assumeIsolated {
        if let filter, let old, !filter(old, new) { return }
        if let value = stateSelector(new) { callback(value) }
      }
    }
    return add(call, key: nil, readsOld: filter != nil, isMain: true)
  }

  /// Adds a listener that receives each dispatched action on the main actor.
  @discardableResult
  public func addMainActionListener(
    actionListener: @escaping @MainActor (any Action) -> Void
  ) -> ActionSubscription {
    ActionSubscription(
      CallbackListener(isMain: true) { action in
        MainActor.assumeIsolated { actionListener(action) }
      }, in: core.registry, \.actionListeners)
  }

  /// Adds a listener that receives the error on the main actor when an action is refused.
  @discardableResult
  public func addMainErrorListener(
    _ errorListener: @escaping @MainActor (ActionError) -> Void
  ) -> ActionSubscription {
    ActionSubscription(
      CallbackListener(isMain: true) { error in
        MainActor.assumeIsolated { errorListener(error) }
      }, in: core.registry, \.errorListeners)
  }
}
