/// Stands for an action or error listener that was added to a store.
///
/// Letting go of the subscription does not remove the listener.
public final class ActionSubscription: Sendable {
  private let add: @Sendable () -> Void
  private let remove: @Sendable () -> Void

  init(add: @escaping @Sendable () -> Void, remove: @escaping @Sendable () -> Void) {
    self.add = add
    self.remove = remove
  }

  /// Removes the listener; from then on it is not called, even if a round is under way.
  public func removeListener() { remove() }

  /// Adds the listener again, after all others; does nothing while it is added.
  public func addListener() { add() }
}
