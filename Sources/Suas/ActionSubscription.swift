/// A handle to an action or error listener that was added to a store.
///
/// Releasing the subscription does not remove the listener, but releasing its ``token()`` does.
/// Holding the subscription retains the listener's callback, but not the store.
public final class ActionSubscription: Sendable {
  private let change: @Sendable (Change) -> Void

  /// Removes the listener without retaining it until then.
  let weakRemoval: @Sendable () -> Void

  private enum Change {
    case add, remove
    case link(Lifeline)
  }

  init<Argument>(
    _ listener: CallbackListener<Argument>, in registry: ListenerRegistry,
    _ list: any ReferenceWritableKeyPath<
      ListenerRegistry, ListenerList<CallbackListener<Argument>>
    > & Sendable
  ) {
    weakRemoval = { [weak listener] in
      guard let listener else { return }
      _ = registry.change { $0[keyPath: list].remove(listener) }
    }
    change = { change in
      switch change {
      case .add: registry.add(listener, to: list)
      case .remove: _ = registry.change { $0[keyPath: list].remove(listener) }
      case .link(let lifeline): registry.change { $0[keyPath: list].link(listener, to: lifeline) }
      }
    }
    change(.add)
  }

  /// Removes the listener; it is not called any more, not even in a round in progress.
  public func removeListener() {
    change(.remove)
  }

  /// Adds the listener again, after all others; does nothing if it is already added.
  public func addListener() {
    change(.add)
  }

  /// Removes the listener when `object`, which is not retained, is deallocated.
  ///
  /// The listener is not called after that; its callback is released in the next round. Only the
  /// last object that it was linked to counts.
  public func linkLifeCycleTo(object: AnyObject) {
    change(.link(Lifeline(object)))
  }

  /// Returns a token that removes the listener when it is released, and its callback with it.
  public func token() -> ListenerToken {
    ListenerToken { [change] in change(.remove) }
  }
}
