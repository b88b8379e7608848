extension Store {
  /// A handle to a state listener that was added to a store.
  ///
  /// Releasing the subscription does not remove the listener, but releasing its ``token()`` does.
  /// Holding the subscription retains the listener's callback, but not the store.
  public final class Subscription<Value>: Sendable {
    private let listener: StateListener
    private let registry: ListenerRegistry

    init(_ listener: StateListener, in registry: ListenerRegistry) {
      self.listener = listener
      self.registry = registry
    }

    /// Calls the listener with the current state, bypassing its filter; a removed listener is not
    /// called.
    ///
    /// If the listener's selector returns `nil`, the callback is not called.
    public func informWithCurrentState() {
      registry.inform(listener)
    }

    /// Removes the listener; it is not called any more, not even in a round in progress.
    public func removeListener() {
      registry.remove(listener)
    }

    /// Adds the listener again, after all others; does nothing if it is already added.
    public func addListener() {
      registry.add(listener)
    }

    /// Removes the listener when `object`, which is not retained, is deallocated.
    ///
    /// The listener is not called after that; its callback is released in the next round. Only the
    /// last object that it was linked to counts. An object that holds a ``token()`` releases the
    /// callback with itself.
    public func linkLifeCycleTo(object: AnyObject) {
      registry.link(listener, to: object)
    }

    /// Removes the listener without retaining it until then.
    var weakRemoval: @Sendable () -> Void {
      { [weak listener, registry] in
        if let listener { registry.remove(listener) }
      }
    }

    /// Returns a token that removes the listener when it is released, and its callback with it.
    public func token() -> ListenerToken {
      ListenerToken { [listener, registry] in registry.remove(listener) }
    }
  }
}
