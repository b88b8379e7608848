/// Stands for a state listener that was added to a store.
///
/// Letting go of the subscription does not remove the listener; keeping it keeps the listener's
/// callback, but not the store.
public final class Subscription<Value>: Sendable {
  private let listener: StateListener
  private let registry: ListenerRegistry

  init(_ listener: StateListener, in registry: ListenerRegistry) {
    self.listener = listener
    self.registry = registry
  }

  /// Calls the listener with the state as it is, past its filter; a removed one is not called.
  ///
  /// A selector that answers `nil` still leaves it untold.
  public func informWithCurrentState() {
    registry.inform(listener)
  }

  /// Removes the listener; it is not called any more, not even in a round that is under way.
  public func removeListener() {
    registry.remove(listener)
  }

  /// Adds the listener again, after all others; does nothing while it is added.
  public func addListener() {
    registry.add(listener)
  }

  /// Removes the listener when `object`, which is not kept, is gone.
  ///
  /// The listener is not called after that; its callback is let go of in the next round. The last
  /// object it was linked to is the one that counts.
  public func linkLifeCycleTo(object: AnyObject) {
    registry.link(listener, to: object)
  }
}
