internal import Locking
internal import Synchronization

/// The versions of a tree that follow one another, each made of the one before it.
///
/// A version that another one follows, and that is changed nonetheless, is the origin of a lineage that
/// begins there. It is held by that, so that it neither changes nor ends before it; what it has is kept
/// for as long.
final class Lineage: Sendable {
  /// Guards how the versions follow one another, and what they have retired.
  private let lock = Lock()

  /// How many versions there are, and one more where there is an origin.
  private let holders: Atomic<Int>

  /// The version of another lineage that the first of this one was made of.
  nonisolated(unsafe) private var origin: Origin?

  /// The first of the versions that are there.
  nonisolated(unsafe) private var oldest: UnsafeMutablePointer<Version>?

  private struct Origin {
    var storage: CellStorage
    /// What belongs to it, and is in no version of this lineage any more.
    let retired: UnsafeMutablePointer<Retired>
    /// How often a version of the lineage was changed.
    var changes = 0
  }

  /// A lineage of one version, which shares nothing with another.
  init() { holders = Atomic(1) }

  /// A lineage of one version, which is made of one of another lineage.
  init<Element: CellElement>(_ type: Element.Type, from origin: CellStorage) {
    holders = Atomic(2)
    let retired = UnsafeMutablePointer<Retired>.allocate(capacity: 1)
    retired.initialize(to: Retired(type))
    self.origin = Origin(storage: origin, retired: retired)
  }

  /// Whether there is one version, which shares nothing with another.
  ///
  /// Asked by who is alone to hold that version, nobody can make another one; what was done by those who
  /// held it or others was done before.
  @inline(__always)
  var hasOneVersion: Bool {
    // Whether the version is held once was asked without an order.
    atomicMemoryFence(ordering: .acquiring)
    return holders.load(ordering: .acquiring) == 1
  }

  func waitForTurn() { lock.lock() }
  func endTurn() { lock.unlock() }

  // MARK: While it is one's turn

  /// Notes the first version.
  func begin(with version: UnsafeMutablePointer<Version>) { oldest = version }

  /// Notes a version that was made of the last one.
  func add(_ version: UnsafeMutablePointer<Version>, after older: UnsafeMutablePointer<Version>) {
    version.pointee.older = older
    older.pointee.newer = version
    holders.add(1, ordering: .relaxed)
  }

  /// What comes before a version: what was born until then belongs to that, which is where it is retired
  /// to; nil where everything is the version's own.
  func past(of version: UnsafeMutablePointer<Version>) -> Past? {
    if let older = version.pointee.older {
      return Past(number: older.pointee.number, retired: older.pointer(to: \.retired)!)
    }
    return origin.map { Past(number: $0.storage.version.pointee.number, retired: $0.retired) }
  }

  /// Lets go of a version.
  func remove(_ version: UnsafeMutablePointer<Version>) {
    let (older, newer) = (version.pointee.older, version.pointee.newer)
    newer?.pointee.older = older
    older?.pointee.newer = newer
    if older == nil { oldest = newer }
    holders.subtract(1, ordering: .releasing)
  }

  // MARK: The origin, while it is one's turn

  /// Notes a change of a version; answers whether there were more than so many while the lineage had its
  /// origin: it is time not to share anything with that any more.
  func isToBeLeft(after limit: @autoclosure () -> Int) -> Bool {
    guard let changes = origin?.changes else { return false }
    origin?.changes = changes + 1
    return changes >= limit()
  }

  /// Makes an origin that nobody else has any more a version of this lineage, which is to be ended as
  /// soon as this is nobody's turn: then what is its own is freed.
  func adoptOrigin() -> CellStorage? {
    guard let oldest, origin != nil, isKnownUniquelyReferenced(&origin!.storage),
      let taken = origin
    else { return nil }
    let version = taken.storage.version
    let lineage = version.pointee.lineage
    // Who has a turn there is about to change or to end another version.
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

  /// Takes the origin of a lineage that has no versions any more.
  func takeOrigin() -> CellStorage? {
    guard oldest == nil, let taken = origin else { return nil }
    origin = nil
    taken.retired.move().forget()
    taken.retired.deallocate()
    return taken.storage
  }
}

/// What comes before a version.
struct Past {
  let number: UInt32
  let retired: UnsafeMutablePointer<Retired>
}
