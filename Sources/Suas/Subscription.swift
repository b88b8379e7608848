/// A handle to a state listener that was added to a store.
///
/// Releasing the subscription does not remove the listener; holding it retains the listener's
/// callback, but not the store.
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
  /// last object that it was linked to counts.
  public func linkLifeCycleTo(object: AnyObject) {
    registry.link(listener, to: object)
  }
}
