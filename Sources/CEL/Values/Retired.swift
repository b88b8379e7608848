/// What a version of a tree has and the next one has not: nodes and elements that are to be freed when
/// no version has them any more.
///
/// They are kept in runs, of which the one with the greatest birth is found first (a leftist heap): what
/// belongs to few versions is found without looking at the rest.
struct Retired {
  /// What is added goes here.
  private var open: RetiredRun?
  private var heap: RetiredRun?
  /// In bytes.
  private let entrySize: Int

  init<Element: CellElement>(_ type: Element.Type) {
    entrySize = RetiredRun.entrySize(of: type)
  }

  private init(entrySize: Int) { self.entrySize = entrySize }

  mutating func append(_ node: TreeNode) {
    run().append(node.birth, .node, entrySize).storeBytes(of: node, as: TreeNode.self)
  }

  /// Adds an element, which its words stand for.
  mutating func append<Element: CellElement>(_ element: UnsafePointer<Element>, birth: UInt32) {
    run().append(birth, .element, entrySize).copyMemory(
      from: element, byteCount: MemoryLayout<Element>.stride)
  }

  /// A run with room for another entry.
  private mutating func run() -> RetiredRun {
    if let open, !open.isFull { return open }
    // Runs are split when one of their entries is looked for: none is very long.
    let run = RetiredRun.make(capacity: min(open.map { 2 * $0.capacity } ?? 4, 64), entrySize)
    heap = RetiredRun.meld(heap, open)
    open = run
    return run
  }

  /// Takes over what another has.
  mutating func take(_ other: consuming Retired) {
    let runs = RetiredRun.meld(other.heap, other.open)
    if let runs, runs.isShort {
      // Many short runs would take more room than what they are for.
      runs.removeEntries(bornUntil: .max, entrySize) { run().append($0, entrySize) }
      runs.memory.deallocate()
    } else {
      heap = RetiredRun.meld(heap, runs)
    }
  }

  /// Takes out what is there.
  mutating func takeAll() -> Retired {
    defer { self = Retired(entrySize: entrySize) }
    return self
  }

  /// Takes out what was born after a version.
  mutating func take(bornAfter version: UInt32) -> Retired {
    if version == 0 { return takeAll() }
    var taken = Retired(entrySize: entrySize)
    var rest = RetiredRun.meld(heap, open)
    heap = nil
    open = nil
    while let run = rest, run.lastBirth > version {
      rest = run.detach()
      run.removeEntries(bornUntil: version, entrySize) { self.run().append($0, entrySize) }
      taken.heap = RetiredRun.meld(taken.heap, run)
    }
    heap = RetiredRun.meld(heap, rest)
    return taken
  }

  /// Forgets what was retired: it belongs to whom it was taken from again.
  consuming func forget() { endRuns { _ in } }

  /// Frees what was retired.
  consuming func free<Element: CellElement>(_ type: Element.Type) {
    let entrySize = entrySize
    endRuns { $0.freeEntries(type, entrySize) }
  }

  private consuming func endRuns(_ end: (RetiredRun) -> Void) {
    var next = RetiredRun.meld(heap, open)
    while let run = next {
      end(run)
      next = run.unlink()
      run.memory.deallocate()
    }
  }
}

/// Entries that were retired one after the other, and the two runs below them in a heap.
private struct RetiredRun {
  let memory: UnsafeMutableRawPointer

  enum Kind: UInt32 { case node, element }

  fileprivate struct Head {
    var left: RetiredRun?
    var right: RetiredRun?
    /// How many runs there are to the right, with this one.
    var rank: UInt32
    /// The greatest birth of an entry.
    var lastBirth: UInt32
    var count: UInt32
    let capacity: UInt32
  }

  @inline(__always)
  fileprivate var head: UnsafeMutablePointer<Head> { memory.assumingMemoryBound(to: Head.self) }

  static func make(capacity: UInt32, _ entrySize: Int) -> RetiredRun {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<Head>.stride + Int(capacity) * entrySize,
      alignment: MemoryLayout<UInt64>.alignment)
    memory.initializeMemory(
      as: Head.self,
      to: Head(left: nil, right: nil, rank: 1, lastBirth: 0, count: 0, capacity: capacity))
    return RetiredRun(memory: memory)
  }

  var capacity: UInt32 { head.pointee.capacity }
  var isFull: Bool { head.pointee.count == head.pointee.capacity }
  /// Whether it has few entries and nothing below it.
  var isShort: Bool {
    head.pointee.count <= 4 && head.pointee.left == nil && head.pointee.right == nil
  }
  var lastBirth: UInt32 { head.pointee.lastBirth }

  // MARK: Entries

  /// What an entry begins with.
  private struct EntryHead {
    let birth: UInt32
    let kind: Kind
  }

  static func entrySize<Element>(of type: Element.Type) -> Int {
    MemoryLayout<EntryHead>.stride
      + max(MemoryLayout<TreeNode>.stride, MemoryLayout<Element>.stride)
  }

  private func entry(_ index: UInt32, _ size: Int) -> UnsafeMutableRawPointer {
    memory + MemoryLayout<Head>.stride + Int(index) * size
  }

  /// Adds an entry; answers the place of what is retired.
  func append(_ birth: UInt32, _ kind: Kind, _ size: Int) -> UnsafeMutableRawPointer {
    let place = entry(head.pointee.count, size)
    place.storeBytes(of: EntryHead(birth: birth, kind: kind), as: EntryHead.self)
    head.pointee.count += 1
    head.pointee.lastBirth = max(head.pointee.lastBirth, birth)
    return place + MemoryLayout<EntryHead>.stride
  }

  /// Adds an entry of another run.
  func append(_ entry: UnsafeMutableRawPointer, _ size: Int) {
    let head = entry.load(as: EntryHead.self)
    append(head.birth, head.kind, size).copyMemory(
      from: entry + MemoryLayout<EntryHead>.stride,
      byteCount: size - MemoryLayout<EntryHead>.stride)
  }

  /// Hands over the entries that were born no later than a version.
  func removeEntries(
    bornUntil version: UInt32, _ size: Int, to other: (UnsafeMutableRawPointer) -> Void
  ) {
    var left: UInt32 = 0
    for index in 0..<head.pointee.count {
      let place = entry(index, size)
      if place.load(as: EntryHead.self).birth <= version {
        other(place)
      } else {
        entry(left, size).copyMemory(from: place, byteCount: size)
        left += 1
      }
    }
    head.pointee.count = left
  }

  func freeEntries<Element: CellElement>(_ type: Element.Type, _ size: Int) {
    for index in 0..<head.pointee.count {
      let place = entry(index, size)
      let retired = place + MemoryLayout<EntryHead>.stride
      switch place.load(as: EntryHead.self).kind {
      case .node: retired.load(as: TreeNode.self).deallocate()
      case .element: retired.assumingMemoryBound(to: type).deinitialize(count: 1)
      }
    }
  }

  // MARK: The heap

  /// One heap of two. What stands to the right is never deeper than their logarithm.
  static func meld(_ one: RetiredRun?, _ other: RetiredRun?) -> RetiredRun? {
    guard let one else { return other }
    guard let other else { return one }
    let (top, below) = one.lastBirth >= other.lastBirth ? (one, other) : (other, one)
    let head = top.head
    head.pointee.right = meld(head.pointee.right, below)
    let (left, right) = (head.pointee.left.rank, head.pointee.right.rank)
    if left < right { swap(&head.pointee.left, &head.pointee.right) }
    head.pointee.rank = min(left, right) + 1
    return top
  }

  /// Makes this a heap of its own; answers the one of what was below it.
  func detach() -> RetiredRun? {
    let rest = Self.meld(head.pointee.left, head.pointee.right)
    head.pointee.left = nil
    head.pointee.right = nil
    head.pointee.rank = 1
    return rest
  }

  /// Answers what is below the run, in an order that is good for going through all of it, which takes
  /// no more room than the heap does, however deep it is to the left.
  func unlink() -> RetiredRun? {
    guard let left = head.pointee.left else { return head.pointee.right }
    var end = left
    while let next = end.head.pointee.right { end = next }
    end.head.pointee.right = head.pointee.right
    return left
  }
}

extension RetiredRun? {
  fileprivate var rank: UInt32 { self?.head.pointee.rank ?? 0 }
}
