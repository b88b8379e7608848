import Locking

extension Store {
  /// The values of a sub-state: the current one, and then each that follows a change of its key.
  ///
  /// ```swift
  /// for await list in store.states(of: TodoList.self) {
  ///   show(list)
  ///   if list.todos.count == 2 { break }
  /// }
  /// ```
  ///
  /// A reader that is slower than the changes gets the newest value only. The sequence ends with the
  /// store, and with the task that reads it; it keeps the store alive no more than a listener does.
  ///
  /// - Parameters:
  ///   - type: The type of the sub-state.
  ///   - stateKey: The key of the sub-state; the name of its type if it is `nil`.
  public func states<Value: Sendable>(
    of type: Value.Type, stateKey: String? = nil
  ) -> AsyncStream<Value> {
    feed { end in
      addListener(forStateType: type, stateKey: stateKey) { end.continuation.yield($0) }
    }
  }

  /// The values of a selector: the current one, and then one for each change of the state, except
  /// for `nil`.
  public func states<Value: Sendable>(
    of selector: @escaping StateSelector<Value>
  ) -> AsyncStream<Value> {
    feed { end in
      addListener(stateSelector: selector) { end.continuation.yield($0) }
    }
  }

  /// Returns a stream that is fed by the listener that `add` adds.
  private func feed<Value: Sendable>(
    by add: (StreamEnd<Value>) -> Subscription<Value>
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let subscription = add(StreamEnd(continuation))
    continuation.onTermination = { [remove = subscription.weakRemoval] _ in remove() }
    subscription.informWithCurrentState()
    return stream
  }

  /// The dispatched actions from now on, before any middleware sees them; none is left out.
  ///
  /// The sequence ends with the store, and with the task that reads it.
  public var actions: AsyncStream<any Action> {
    let (stream, continuation) = AsyncStream.makeStream(of: (any Action).self)
    let end = StreamEnd(continuation)
    let subscription = addActionListener { end.continuation.yield($0) }
    continuation.onTermination = { [remove = subscription.weakRemoval] _ in remove() }
    return stream
  }

  /// Returns when all dispatches have come to their end: no action is in progress or waits, no
  /// listener is still to be called on the main actor or on the store's queue, no effect of a spec
  /// is under way, and no task of an asynchronous action runs.
  ///
  /// An effect that repeats or streams is under way until it is cancelled.
  public func settled() async {
    while true {
      for activity in core.activities where !activity.isIdle { await activity.settled() }
      if core.isAtRest, core.activities.allSatisfy(\.isIdle) { return }
      await Task.yield()
    }
  }
}

extension Core {
  /// True if no action is in progress and none is deferred.
  fileprivate var isAtRest: Bool {
    guard !holdsTurn, turn.lockIfFree() else { return false }
    let isAtRest = requests.isEmpty
    endTurn()
    return isAtRest
  }
}

/// The end of a stream together with the listener that feeds it: the listener holds this, so that
/// the stream ends when the listener is released.
private final class StreamEnd<Element: Sendable>: Sendable {
  let continuation: AsyncStream<Element>.Continuation

  init(_ continuation: AsyncStream<Element>.Continuation) { self.continuation = continuation }

  deinit { continuation.finish() }
}
