/// One version of a tree of several nodes, in the storage to which its lists refer; its root
/// follows it directly in memory.
///
/// The versions of a lineage share nodes and elements without counting references. The invariants,
/// where "the version before" is that among the existing versions:
///
/// 1. The versions of a lineage have rising numbers, greater than that of its origin. The birth of
///    a node is the number of the version that made it; that of an element is the number of the
///    version that put it there.
/// 2. Nodes and elements born after the version before belong to a version and those after it;
///    nobody else reads them.
/// 3. A node is changed, and an element is changed or moved out, only in the newest version, while
///    that has a single reference, and only if it was born after the version before. Otherwise a
///    copy replaces it, and it is retired to the version before.
/// 4. Nodes and elements retired to a version are in it, and in no later version of its lineage.
/// 5. A version that ends frees the entries retired to it that are in no version before, and
///    retires the rest to the version before. If it is the newest, it frees everything that only it
///    has, and nothing remains retired to the version before.
/// 6. Anything below a node can be born after the version before only if the node itself is.
///
/// For the first version, the origin of its lineage is the version before; the lineage keeps the
/// list of entries retired to the origin, and drops that list at its end, unless it adopts the
/// origin first, when nobody else refers to it (``Lineage/adoptOrigin()``).
struct Version {
  let number: UInt32
  /// The number of nodes on the path from the root to an element, without the root.
  var height: Int
  /// The lineage, to which the version has a reference; changes read it without counting another.
  fileprivate var heldLineage: Unmanaged<Lineage>
  /// The previous and the next of the existing versions.
  var older: UnsafeMutablePointer<Version>?
  var newer: UnsafeMutablePointer<Version>?
  var retired: Retired

  fileprivate init(number: UInt32, height: Int, lineage: Lineage, retired: Retired) {
    self.number = number
    self.height = height
    self.retired = retired
    heldLineage = .passRetained(lineage)
  }

  var lineage: Lineage {
    get { heldLineage.takeUnretainedValue() }
    set {
      heldLineage.release()
      heldLineage = .passRetained(newValue)
    }
  }

  fileprivate func letGoOfLineage() { heldLineage.release() }
}

extension UnsafeMutablePointer<Version> {
  /// True if the version shares nothing with another; the caller has the only reference to it.
  @inline(__always)
  var sharesNothing: Bool { pointee.heldLineage._withUnsafeGuaranteedRef { $0.hasOneVersion } }

  @inline(__always)
  var root: InnerNode { InnerNode(node: UnsafeMutableRawPointer(self + 1)) }
}

extension CellStorage {
  @inline(__always)
  var version: UnsafeMutablePointer<Version> {
    withUnsafeMutablePointerToElements {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: Version.self)
    }
  }

  /// Creates a version with a root that has no branches yet.
  static func makeVersion<Element: CellElement>(
    _ type: Element.Type, number: UInt32, height: Int, lineage: Lineage
  ) -> CellStorage {
    let size = MemoryLayout<Version>.stride + InnerNode.size
    let storage = make(type, byteCount: size, .version)
    storage.version.initialize(
      to: Version(
        number: number, height: height, lineage: lineage, retired: Retired(type)))
    storage.version.root.count = 0
    return storage
  }

  /// Creates the version after this one, with the same contents.
  func makeNextVersion<Element: CellElement>(_ type: Element.Type, lineage: Lineage) -> CellStorage
  {
    let next = Self.makeVersion(
      type, number: version.pointee.number + 1, height: version.pointee.height, lineage: lineage)
    next.version.root.copy(version.root)
    return next
  }

  /// Ends the version, which is about to be freed, and the origins that only it kept alive.
  func endVersionAndOrigins<Element: CellElement>(_ type: Element.Type) {
    Self.end(endVersion(type), type)
  }

  /// Ends a version to which nobody else refers, and then those that only it kept alive; in a loop,
  /// since they may be many.
  static func end<Element: CellElement>(_ storage: consuming CellStorage?, _ type: Element.Type) {
    var next = storage
    while next != nil, isKnownUniquelyReferenced(&next), let storage = next {
      next = storage.endVersion(type)
      storage.head.pointee.contents = .ended
      withExtendedLifetime(storage) {}
    }
  }

  /// Ends the version; returns an origin that no other version needs any more.
  private func endVersion<Element: CellElement>(_ type: Element.Type) -> CellStorage? {
    let lineage = version.pointee.lineage
    var leaves: TreeNode?
    var freed: Retired?
    var origin: CellStorage?
    if version.sharesNothing {
      version.root.free(version.pointee.height, bornAfter: 0, type, leaves: &leaves)
    } else {
      lineage.waitForTurn()
      let past = lineage.past(of: version)
      if version.pointee.newer == nil {
        let seen = past?.number ?? 0
        version.root.free(version.pointee.height, bornAfter: seen, type, leaves: &leaves)
        past?.retired.pointee.takeAll().forget()
      } else {
        freed = version.pointee.retired.take(bornAfter: past?.number ?? 0)
        past?.retired.pointee.take(version.pointee.retired.takeAll())
      }
      lineage.remove(version)
      origin = lineage.adoptOrigin() ?? lineage.takeOrigin()
      lineage.endTurn()
    }
    // Elements may contain versions of the same lineage, so it must be unlocked here.
    freed?.free(type)
    LeafNode<Element>.freeAll(leaves)
    version.pointee.letGoOfLineage()
    return origin
  }
}

extension InnerNode {
  /// Frees the nodes below that were born after a version, except for leaves, which are linked to
  /// `leaves`.
  fileprivate func free<Element: CellElement>(
    _ height: Int, bornAfter version: UInt32, _ type: Element.Type, leaves: inout TreeNode?
  ) {
    for branch in 0..<count {
      let node = branches[branch]
      guard node.birth > version else { continue }
      if height == 1 {
        LeafNode<Element>(node: node).prepareToFree(bornAfter: version, before: leaves)
        leaves = node
      } else {
        InnerNode(node: node).free(height - 1, bornAfter: version, type, leaves: &leaves)
        node.deallocate()
      }
    }
  }
}
