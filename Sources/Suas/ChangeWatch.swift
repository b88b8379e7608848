import Synchronization
internal import Values

/// A count of the changes of a store, for work that follows once the store is quiet: far cheaper for
/// a dispatch than a listener.
package final class ChangeWatch: Sendable {
  private let number = Atomic<Int>(0)
  private let isWaiting = Atomic<Bool>(false)
  private let begin: @Sendable () -> Void

  /// - Parameter begin: Called for the first change after each ``end()``, on the thread of the
  ///   dispatch, while it is under way.
  package init(_ begin: @escaping @Sendable () -> Void) { self.begin = begin }

  /// The number of changes so far.
  package var count: Int { number.load(ordering: .sequentiallyConsistent) }

  /// Counts a change, and begins if nothing waits.
  package func note() { if add() { beginOnce() } }

  /// Counts a change; returns true if nothing waits for quiet.
  ///
  /// Whoever ends the waiting reads the count afterwards, so that no change is missed.
  @inline(__always)
  fileprivate func add() -> Bool {
    number.wrappingAdd(1, ordering: .sequentiallyConsistent)
    return !isWaiting.load(ordering: .sequentiallyConsistent)
  }

  fileprivate func beginOnce() {
    if !isWaiting.exchange(true, ordering: .sequentiallyConsistent) { begin() }
  }

  /// Lets the next change begin anew.
  package func end() { isWaiting.store(false, ordering: .sequentiallyConsistent) }
}

extension Core {
  /// Counts the changes of the state in a watch from now on.
  func add(_ watch: ChangeWatch) {
    changingObservers { watches = ObjectList(watches.objects + [watch]) }
  }

  func remove(_ watch: ChangeWatch) {
    changingObservers { watches = ObjectList(watches.objects.filter { $0 !== watch }) }
  }

  @inline(never)
  func noteChange() {
    var mayBegin = false
    for index in watches.indices where watches.call(index, { $0.add() }) { mayBegin = true }
    guard mayBegin else { return }
    // A call of begin may remove a watch, or add one.
    for watch in watches.objects { watch.beginOnce() }
  }
}
