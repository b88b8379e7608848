/// One version of a tree of several nodes, as it lies in the storage that its lists hold; its root comes
/// right behind it.
///
/// The versions of a lineage share nodes and elements, and count none of these. What holds:
///
/// 1. The versions of a lineage have rising numbers, greater than that of its origin. A node has the
///    number of the version that made it for its birth, an element that of the version that put it there.
/// 2. What was born after the version before (of those that are there) belongs to a version and those
///    after it; nobody else reads it.
/// 3. A node is changed, and an element is changed or moved out, only in the newest version, which is held
///    once, and only where it was born after the version before. Otherwise a copy takes its place, and it
///    is retired to the version before.
/// 4. What is retired to a version is in it, and in none of its lineage that comes after it.
/// 5. A version that ends frees what is retired to it and in none before it, and retires the rest to
///    the one before. Where it is the newest it frees what only it has, and nothing is retired to the one
///    before any more.
/// 6. What is below a node was born after the version before only where the node was.
///
/// The origin of a lineage stands for the version before the first one; what is retired to it is kept by
/// the lineage, and forgotten with it, until nobody else has the origin (``Lineage/adoptOrigin()``).
struct Version {
  let number: UInt32
  /// How many nodes there are on the way from the root to an element, the root not among them.
  var height: Int
  /// Held by the version; what is asked of it with each change is asked without counting it.
  fileprivate var heldLineage: Unmanaged<Lineage>
  /// The version before and the one after this, of those that are there.
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
  /// Whether the version shares nothing with another; asked by who is alone to hold it.
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

  /// A version with a root that has no branches yet.
  static func makeVersion<Element: CellElement>(
    _ type: Element.Type, number: UInt32, height: Int, lineage: Lineage
  ) -> CellStorage {
    let size = MemoryLayout<Version>.stride + InnerNode.size
    let storage = make(words: size / MemoryLayout<UInt64>.stride, kind: Element.versionKind)
    storage.version.initialize(
      to: Version(
        number: number, height: height, lineage: lineage, retired: Retired(type)))
    storage.version.root.count = 0
    return storage
  }

  /// A version that comes after this one, and has what it has.
  func makeNextVersion<Element: CellElement>(_ type: Element.Type, lineage: Lineage) -> CellStorage
  {
    let next = Self.makeVersion(
      type, number: version.pointee.number + 1, height: version.pointee.height, lineage: lineage)
    next.version.root.copy(version.root)
    return next
  }

  /// Ends the version that is about to be freed.
  func endVersionAndOrigins<Element: CellElement>(_ type: Element.Type) {
    Self.end(endVersion(type), type)
  }

  /// Ends a version where nobody else has it, and what nobody has without it, one after the other: they
  /// may be many.
  static func end<Element: CellElement>(_ storage: consuming CellStorage?, _ type: Element.Type) {
    var next = storage
    while next != nil, isKnownUniquelyReferenced(&next), let storage = next {
      next = storage.endVersion(type)
      storage.head.pointee.kind = .ended
      withExtendedLifetime(storage) {}
    }
  }

  /// Ends the version; answers an origin that it was the last to need.
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
    // What elements hold may be versions of the same lineage.
    freed?.free(type)
    LeafNode<Element>.freeAll(leaves)
    version.pointee.letGoOfLineage()
    return origin
  }
}

extension InnerNode {
  /// Frees the nodes below that were born after a version, but the leaves: these are added to others.
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
