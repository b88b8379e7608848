internal import Locking

/// The successive versions of a tree, each made from the one before it.
///
/// A version that is changed although it already has a successor becomes the origin of a new
/// lineage. That lineage has a reference to it, so that the origin neither changes nor ends before
/// the lineage does; everything in the origin is kept for as long.
final class Lineage: Sendable {
  /// Guards the order of the versions, and their retired nodes and elements.
  private let lock = Lock()

  /// The number of versions, plus one if there is an origin.
  private let holders: Atomic<Int>

  /// The version of another lineage from which this lineage's first version was made.
  nonisolated(unsafe) private var origin: Origin?

  /// The first of the existing versions.
  nonisolated(unsafe) private var oldest: UnsafeMutablePointer<Version>?

  private struct Origin {
    var storage: CellStorage
    /// The nodes and elements of the origin that no version of this lineage has any more.
    let retired: UnsafeMutablePointer<Retired>
    /// The number of changes to versions of the lineage.
    var changes = 0
  }

  /// Creates a lineage of one version, which shares nothing with another.
  init() { holders = Atomic(1) }

  /// Creates a lineage of one version that is made from a version of another lineage.
  init<Element: CellElement>(_ type: Element.Type, from origin: CellStorage) {
    holders = Atomic(2)
    let retired = UnsafeMutablePointer<Retired>.allocate(capacity: 1)
    retired.initialize(to: Retired(type))
    self.origin = Origin(storage: origin, retired: retired)
  }

  /// True if there is a single version, which shares nothing with another.
  ///
  /// If the caller has the only reference to that version, nobody can make another version, and
  /// everything that former owners of versions did happened before.
  @inline(__always)
  var hasOneVersion: Bool {
    // The test that the version has a single reference had no memory ordering.
    AtomicOrdering.acquiring.fence()
    return holders.load(ordering: .acquiring) == 1
  }

  func waitForTurn() { lock.lock() }
  func endTurn() { lock.unlock() }

  // MARK: While the lineage is locked

  /// Records the first version.
  func begin(with version: UnsafeMutablePointer<Version>) { oldest = version }

  /// Records a version that was made from the last one.
  func add(_ version: UnsafeMutablePointer<Version>, after older: UnsafeMutablePointer<Version>) {
    version.pointee.older = older
    older.pointee.newer = version
    holders.add(1, ordering: .relaxed)
  }

  /// Returns the version before the given one, or the origin: it owns the nodes and elements born
  /// up to it, which are retired to it. Nil if everything is the given version's own.
  func past(of version: UnsafeMutablePointer<Version>) -> Past? {
    if let older = version.pointee.older {
      return Past(number: older.pointee.number, retired: older.pointer(to: \.retired)!)
    }
    return origin.map { Past(number: $0.storage.version.pointee.number, retired: $0.retired) }
  }

  /// Removes a version from the lineage.
  func remove(_ version: UnsafeMutablePointer<Version>) {
    let (older, newer) = (version.pointee.older, version.pointee.newer)
    newer?.pointee.older = older
    older?.pointee.newer = newer
    if older == nil { oldest = newer }
    holders.subtract(1, ordering: .releasing)
  }

  // MARK: The origin, while the lineage is locked

  /// Records a change of a version; returns true if `limit` changes or more came before it while
  /// the lineage had its origin: the version should then stop sharing with the origin.
  func isToBeLeft(after limit: @autoclosure () -> Int) -> Bool {
    guard let changes = origin?.changes else { return false }
    origin?.changes = changes + 1
    return changes >= limit()
  }

  /// Makes the origin a version of this lineage if nobody else refers to it. After the lineage is
  /// unlocked, the caller ends that version, which frees everything that only that version has.
  func adoptOrigin() -> CellStorage? {
    guard let oldest, origin != nil, isKnownUniquelyReferenced(&origin!.storage),
      let taken = origin
    else { return nil }
    let version = taken.storage.version
    let lineage = version.pointee.lineage
    // The owner of that lock is about to change or to end another version.
    guard lineage.lock.lockIfFree() else { return nil }
    defer { lineage.lock.unlock() }
    guard version.pointee.older == nil, version.pointee.newer == nil else { return nil }
    version.pointee.retired.take(taken.retired.move())
    taken.retired.deallocate()
    version.pointee.newer = oldest
    version.pointee.lineage = self
    oldest.pointee.older = version
    self.oldest = version
    origin = lineage.origin
    lineage.origin = nil
    if origin != nil { holders.add(1, ordering: .relaxed) }
    return taken.storage
  }

  /// Takes the origin from a lineage without versions.
  func takeOrigin() -> CellStorage? {
    guard oldest == nil, let taken = origin else { return nil }
    origin = nil
    taken.retired.move().forget()
    taken.retired.deallocate()
    return taken.storage
  }
}

extension Lineage {
  /// Checks the invariants of the order of the versions; the lineage must be locked.
  func checkInvariants() {
    var (count, version) = (0, oldest)
    var last = origin?.storage.version.pointee.number ?? 0
    precondition(oldest?.pointee.older == nil, "nothing comes before the oldest version")
    while let present = version {
      precondition(present.pointee.number > last, "numbers rise")
      precondition(present.pointee.lineage === self, "a version knows its lineage")
      present.pointee.retired.checkInvariants(bornUntil: present.pointee.number)
      let newer = present.pointee.newer
      precondition(newer == nil || newer?.pointee.older == present, "links go both ways")
      (count, last, version) = (count + 1, present.pointee.number, newer)
    }
    if let origin {
      origin.retired.pointee.checkInvariants(bornUntil: origin.storage.version.pointee.number)
    }
    let expected = count + (origin == nil ? 0 : 1)
    precondition(holders.load(ordering: .relaxed) == expected, "versions and origin are counted")
  }
}

/// The version before another one, or the origin of its lineage.
struct Past {
  let number: UInt32
  let retired: UnsafeMutablePointer<Retired>
}
