import Locking
internal import Values

/// A count of the changes of a store, for work that follows once the store is quiet: far cheaper for
/// a dispatch than a listener.
package final class ChangeWatch: Sendable {
  /// Written under the store's lock only.
  private let number = Atomic<Int>(0)
  private let isWaiting = Atomic<Bool>(false)
  private let begin: @Sendable () -> Void

  /// - Parameter begin: Called for the first change after each end, on the thread of the dispatch,
  ///   while it is under way.
  package init(_ begin: @escaping @Sendable () -> Void) { self.begin = begin }

  /// The number of changes so far.
  package var count: Int { number.load(ordering: .acquiring) }

  /// Counts a change; returns true if nothing waits for quiet.
  @inline(__always)
  fileprivate func add() -> Bool {
    number.store(number.load(ordering: .relaxed) &+ 1, ordering: .releasing)
    return !isWaiting.load(ordering: .relaxed)
  }

  fileprivate func beginOnce() {
    if !isWaiting.exchange(true, ordering: .sequentiallyConsistent) { begin() }
  }

  fileprivate func end() { isWaiting.store(false, ordering: .sequentiallyConsistent) }
}

extension Core {
  /// Counts the changes of the state in a watch from now on.
  func add(_ watch: ChangeWatch) {
    changingObservers { watches = ObjectList(watches.objects + [watch]) }
  }

  func remove(_ watch: ChangeWatch) {
    changingObservers { watches = ObjectList(watches.objects.filter { $0 !== watch }) }
  }

  /// Counts a change in all watches; returns true if one may begin. The lock is held, so that
  /// counting takes no atomic addition.
  @inline(never)
  func countChange() -> Bool {
    var mayBegin = false
    for index in watches.indices where watches.call(index, { $0.add() }) { mayBegin = true }
    return mayBegin
  }

  @inline(never)
  func beginWatches() {
    // A call of begin may remove a watch, or add one.
    for watch in watches.objects { watch.beginOnce() }
  }

  /// Counts a change in one watch, and begins if nothing waits.
  func note(_ watch: ChangeWatch) {
    registry.lock()
    let mayBegin = watch.add()
    registry.unlock()
    if mayBegin { watch.beginOnce() }
  }

  /// Lets the next change begin anew. Whoever ends the waiting reads the count afterwards, so that no
  /// change is missed: each was counted before, or begins anew.
  func end(_ watch: ChangeWatch) {
    registry.lock()
    watch.end()
    registry.unlock()
  }
}
