import Locking

/// A count of the work that a store's consequences still have before them, for which others can
/// wait.
package final class Activity: @unchecked Sendable {
  // Sendable: the lock guards all properties.
  private let lock = Lock()
  private var count = 0
  private var isBusy = false
  private var waiters: [CheckedContinuation<Void, Never>] = []

  package init() {}

  /// Notes that some work begins.
  package func begin() { change { $0.count += 1 } }

  /// Notes that some work, which was noted by `begin`, is done.
  package func end() { change { $0.count -= 1 } }

  /// Notes whether anything is under way that is not counted.
  package func setBusy(_ isBusy: Bool) { change { $0.isBusy = isBusy } }

  var isIdle: Bool {
    lock.lock()
    defer { lock.unlock() }
    return count == 0 && !isBusy
  }

  /// Returns when nothing is under way.
  func settled() async {
    await withCheckedContinuation { waiter in
      change { $0.waiters.append(waiter) }
    }
  }

  private func change(_ change: (Activity) -> Void) {
    lock.lock()
    change(self)
    var served: [CheckedContinuation<Void, Never>] = []
    if count == 0, !isBusy { swap(&served, &waiters) }
    lock.unlock()
    for waiter in served { waiter.resume() }
  }
}

/// A middleware that starts work whose end others can wait for.
package protocol SettlingMiddleware: Middleware {
  var activity: Activity { get }
}
