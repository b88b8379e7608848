internal import Locking
internal import Synchronization

/// The versions of a tree that follow one another, each made of the one before it.
///
/// A version that another one follows, and that is changed nonetheless, is the origin of a lineage that
/// begins there.
final class Lineage: Sendable {
  /// Guards how the versions follow one another, and what they have retired.
  private let lock = Lock()

  /// How many versions there are, and one more where there is an origin.
  private let holders: Atomic<Int>

  /// The version of another lineage that the first of this one was made of.
  nonisolated(unsafe) private var origin: Origin?

  /// The first of the versions that are there.
  nonisolated(unsafe) private var oldest: Unmanaged<CellStorage>?

  private struct Origin {
    var version: CellStorage
    /// What belongs to it, and is in no version of this lineage any more.
    let retired: UnsafeMutablePointer<Retired>
  }

  /// A lineage of one version, which shares nothing with another.
  init() { holders = Atomic(1) }

  /// A lineage of one version, which is made of one of another lineage.
  init<Element: CellElement>(_ type: Element.Type, from origin: CellStorage) {
    holders = Atomic(2)
    let retired = UnsafeMutablePointer<Retired>.allocate(capacity: 1)
    retired.initialize(to: Retired(type))
    self.origin = Origin(version: origin, retired: retired)
  }

  /// Whether there is one version, which shares nothing with another.
  ///
  /// Only who holds it can make others then, and what was done by those who held others was done before.
  @inline(__always)
  var hasOneVersion: Bool { holders.load(ordering: .acquiring) == 1 }

  func waitForTurn() { lock.lock() }
  func endTurn() { lock.unlock() }

  // MARK: While the lineage is locked

  /// Notes the first version.
  func begin(with version: CellStorage) { oldest = .passUnretained(version) }

  /// Notes a version that was made of the last one.
  func add(_ version: CellStorage, after older: CellStorage) {
    version.version.pointee.older = .passUnretained(older)
    older.version.pointee.newer = .passUnretained(version)
    holders.add(1, ordering: .relaxed)
  }

  /// What comes before a version: what was born until then belongs to that, which is where it is retired
  /// to; nil where everything is the version's own.
  func past(of version: UnsafeMutablePointer<Version>) -> Past? {
    if let older = version.pointee.older {
      let older = older._withUnsafeGuaranteedRef { $0.version }
      return Past(number: older.pointee.number, retired: older.pointer(to: \.retired)!)
    }
    return origin.map { Past(number: $0.version.version.pointee.number, retired: $0.retired) }
  }

  /// Lets go of a version.
  func remove(_ version: UnsafeMutablePointer<Version>) {
    let (older, newer) = (version.pointee.older, version.pointee.newer)
    newer?._withUnsafeGuaranteedRef { $0.version.pointee.older = older }
    older?._withUnsafeGuaranteedRef { $0.version.pointee.newer = newer }
    if older == nil { oldest = newer }
    holders.subtract(1, ordering: .releasing)
  }

  /// Makes an origin that nobody else has any more a version of this lineage, which is to be let go of
  /// as soon as the lineage is not locked: nobody holds it then, and what is its own is freed.
  func adoptOrigin() -> CellStorage? {
    guard let oldest, origin != nil, isKnownUniquelyReferenced(&origin!.version),
      let taken = origin
    else { return nil }
    let version = taken.version.version
    let lineage = version.pointee.lineage
    lineage.waitForTurn()
    defer { lineage.endTurn() }
    guard version.pointee.older == nil, version.pointee.newer == nil else { return nil }
    version.pointee.retired.take(taken.retired.move())
    taken.retired.deallocate()
    version.pointee.newer = oldest
    version.pointee.lineage = self
    oldest._withUnsafeGuaranteedRef { $0.version.pointee.older = .passUnretained(taken.version) }
    self.oldest = .passUnretained(taken.version)
    origin = lineage.origin
    lineage.origin = nil
    if origin != nil { holders.add(1, ordering: .relaxed) }
    return taken.version
  }

  /// Takes the origin of a lineage that has no versions any more.
  func takeOrigin() -> CellStorage? {
    guard oldest == nil, let taken = origin else { return nil }
    origin = nil
    taken.retired.move().forget()
    taken.retired.deallocate()
    return taken.version
  }
}

/// What comes before a version.
struct Past {
  let number: UInt32
  let retired: UnsafeMutablePointer<Retired>
}
