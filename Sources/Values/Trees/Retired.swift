/// The nodes and elements that a version of a tree has and the next one does not; they are freed
/// when no version has them any more.
///
/// They are kept in runs, which form a leftist heap with the greatest birth on top: entries that
/// belong to few versions are found without searching the rest.
struct Retired {
  /// The run to which entries are added.
  private var open: RetiredRun?
  private var heap: RetiredRun?
  /// The size of an entry in bytes.
  private let entrySize: Int

  init<Element: CellElement>(_ type: Element.Type) {
    entrySize = RetiredRun.entrySize(of: type)
  }

  private init(entrySize: Int) { self.entrySize = entrySize }

  mutating func append(_ node: TreeNode) {
    run().append(node.birth, .node, entrySize).storeBytes(of: node, as: TreeNode.self)
  }

  /// Adds an element by copying its words, without adding references.
  mutating func append<Element: CellElement>(_ element: UnsafePointer<Element>, birth: UInt32) {
    run().append(birth, .element, entrySize).copyMemory(
      from: element, byteCount: MemoryLayout<Element>.stride)
  }

  /// Returns a run with room for another entry.
  private mutating func run() -> RetiredRun {
    if let open, !open.isFull { return open }
    // Runs are split when an entry is taken out, so no run is very long.
    let run = RetiredRun.make(capacity: min(open.map { 2 * $0.capacity } ?? 4, 64), entrySize)
    heap = RetiredRun.meld(heap, open)
    open = run
    return run
  }

  /// Takes over the entries of another instance.
  mutating func take(_ other: consuming Retired) {
    let runs = RetiredRun.meld(other.heap, other.open)
    if let runs, runs.isShort {
      // Many short runs would take more memory than their entries.
      runs.removeEntries(bornUntil: .max, entrySize) { run().append($0, entrySize) }
      runs.memory.deallocate()
    } else {
      heap = RetiredRun.meld(heap, runs)
    }
  }

  /// Removes and returns all entries.
  mutating func takeAll() -> Retired {
    defer { self = Retired(entrySize: entrySize) }
    return self
  }

  /// Removes and returns the entries that were born after a version.
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

  /// Drops the entries without freeing anything: they belong to their version again.
  consuming func forget() { endRuns { _ in } }

  /// Frees the retired nodes and elements.
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

extension Retired {
  /// Checks the heap, and that entries retired to a version were born by then.
  func checkInvariants(bornUntil version: UInt32) {
    for run in [open, heap].compactMap(\.self) {
      precondition(run.lastBirth <= version, "what is retired to a version was in it")
      run.checkInvariants(entrySize)
    }
  }
}

/// A run of entries that were retired one after the other, with the two runs below it in a heap.
private struct RetiredRun {
  let memory: UnsafeMutableRawPointer

  enum Kind: UInt32 { case node, element }

  fileprivate struct Head {
    var left: RetiredRun?
    var right: RetiredRun?
    /// The number of runs on the path to the right, including this one.
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
  /// True if the run has few entries and no run below it.
  var isShort: Bool {
    head.pointee.count <= 4 && head.pointee.left == nil && head.pointee.right == nil
  }
  var lastBirth: UInt32 { head.pointee.lastBirth }

  // MARK: Entries

  /// The header of an entry.
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

  /// Adds an entry; returns the address for the retired node or element.
  func append(_ birth: UInt32, _ kind: Kind, _ size: Int) -> UnsafeMutableRawPointer {
    let place = entry(head.pointee.count, size)
    place.storeBytes(of: EntryHead(birth: birth, kind: kind), as: EntryHead.self)
    head.pointee.count += 1
    head.pointee.lastBirth = max(head.pointee.lastBirth, birth)
    return place + MemoryLayout<EntryHead>.stride
  }

  /// Adds a copy of an entry of another run.
  func append(_ entry: UnsafeMutableRawPointer, _ size: Int) {
    let head = entry.load(as: EntryHead.self)
    append(head.birth, head.kind, size).copyMemory(
      from: entry + MemoryLayout<EntryHead>.stride,
      byteCount: size - MemoryLayout<EntryHead>.stride)
  }

  /// Removes the entries that were born no later than a version, and passes them to `other`.
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

  /// Merges two heaps. The path to the right is never longer than the logarithm of their size.
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

  /// Separates the run from those below it, and returns the heap of the latter.
  func detach() -> RetiredRun? {
    let rest = Self.meld(head.pointee.left, head.pointee.right)
    head.pointee.left = nil
    head.pointee.right = nil
    head.pointee.rank = 1
    return rest
  }

  /// Returns the runs below this one, linked in an order for visiting all of them; this needs no
  /// further memory, however deep the heap is to the left.
  func unlink() -> RetiredRun? {
    guard let left = head.pointee.left else { return head.pointee.right }
    var end = left
    while let next = end.head.pointee.right { end = next }
    end.head.pointee.right = head.pointee.right
    return left
  }
}

extension RetiredRun {
  /// Checks the run and those below it, which may be deep to the left.
  fileprivate func checkInvariants(_ entrySize: Int) {
    var runs = [self]
    while let run = runs.popLast() {
      let head = run.head.pointee
      precondition(head.count <= head.capacity)
      for index in 0..<head.count {
        let birth = run.entry(index, entrySize).load(as: EntryHead.self).birth
        precondition(birth <= head.lastBirth, "the greatest birth is known")
      }
      precondition(head.left.rank >= head.right.rank, "heaps lean to the left")
      precondition(head.rank == head.right.rank + 1)
      for below in [head.left, head.right].compactMap(\.self) {
        precondition(below.lastBirth <= head.lastBirth, "the greatest birth is at the top")
        runs.append(below)
      }
    }
  }
}

extension RetiredRun? {
  fileprivate var rank: UInt32 { self?.head.pointee.rank ?? 0 }
}
