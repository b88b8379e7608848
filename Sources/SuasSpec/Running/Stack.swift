/// Elements that are added and taken away at the end, in room that is kept for the next ones: an
/// array that has one holder and does not ask every time whether it has.
///
/// The elements at `0..<count` are initialized, the room after them is not. What `elements` gives is
/// good until the stack is changed.
struct Stack<Element>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 8) {
    precondition(capacity > 0)
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  var elements: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }

  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count += 1
  }

  @inline(never)
  private mutating func grow() {
    let new = UnsafeMutablePointer<Element>.allocate(capacity: 2 * capacity)
    new.moveInitialize(from: base, count: count)
    base.deallocate()
    base = new
    capacity *= 2
  }

  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return (base + count).move()
  }

  /// Takes all elements away; what an unusual number of them took is given back.
  mutating func removeAll() {
    base.deinitialize(count: count)
    forgetAll()
  }

  /// Takes all elements away, none of which holds anything that has to be let go of.
  @inline(__always)
  mutating func forgetAll() {
    count = 0
    if capacity > 64 { shrink() }
  }

  @inline(never)
  private mutating func shrink() {
    base.deallocate()
    capacity = 8
    base = .allocate(capacity: capacity)
  }
}
