/// What a program runs on: a value for each slot, and what it may still cost.
///
/// A frame has one holder, so that nothing is asked when a value in it changes; ``init(copying:)``
/// makes another one.
public struct Frame: ~Copyable {
  // The slots at `0..<count` are initialized, the room after them is not.
  @usableFromInline package private(set) var base: UnsafeMutablePointer<Value>
  private var capacity: Int
  /// How many slots there are.
  public private(set) var count: Int
  /// What evaluations may still cost: a unit for every call and every round of a loop, more where
  /// a function goes through long texts or lists. Where it runs out, that is the error
  /// `cost-exceeded`.
  public var budget: Int
  /// The budget that the evaluations began with.
  public package(set) var limit: Int

  /// Enough for anything that ends within seconds.
  public static let defaultBudget = 10_000_000

  /// A frame for programs of the environment whose variables `slots` holds, each in the slot that
  /// declaring it gave.
  public init(slots: ContiguousArray<Value>, budget: Int = defaultBudget) {
    count = slots.count
    capacity = max(count, 4)
    base = .allocate(capacity: capacity)
    for (slot, value) in slots.enumerated() { (base + slot).initialize(to: value) }
    self.budget = budget
    limit = budget
  }

  /// A frame of its own with the same values and what the other may still cost.
  public init(copying other: borrowing Frame) {
    self.init(slots: other.slots, budget: other.budget)
    limit = other.limit
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }

  /// The values in the slots.
  public var slots: ContiguousArray<Value> {
    ContiguousArray(UnsafeBufferPointer(start: base, count: count))
  }

  /// The value in a slot.
  ///
  /// - Precondition: there is such a slot.
  public subscript(slot: Int) -> Value {
    get { place(slot).pointee }
    set { changingPlace(slot).pointee = newValue }
  }

  /// Where the value of a slot is, as long as the frame is there and has no more slots.
  @inlinable @inline(__always)
  package func place(_ slot: Int) -> UnsafePointer<Value> {
    precondition(slot >= 0 && slot < count)
    return UnsafePointer(base + slot)
  }

  /// Where the value of a slot is that is about to be changed.
  @inlinable @inline(__always)
  package mutating func changingPlace(_ slot: Int) -> UnsafeMutablePointer<Value> {
    precondition(slot >= 0 && slot < count)
    return base + slot
  }

  /// Adds slots, which hold null, until there are so many.
  @inlinable @inline(__always)
  package mutating func fill(to size: Int) {
    if count < size { grow(to: size) }
  }

  @inline(never) @usableFromInline
  package mutating func grow(to size: Int) {
    if size > capacity {
      capacity = max(size, 2 * capacity)
      let new = UnsafeMutablePointer<Value>.allocate(capacity: capacity)
      new.moveInitialize(from: base, count: count)
      base.deallocate()
      base = new
    }
    (base + count).initialize(repeating: .null, count: size - count)
    count = size
  }
}

extension Frame {
  /// Takes a cost off the budget.
  ///
  /// - Throws: `cost-exceeded` where less was left.
  package mutating func spend(_ cost: Int) throws(EvaluationError) {
    budget -= cost
    guard budget >= 0 else { throw costExceeded(by: -budget) }
  }

  /// The error of work that costs so much more than was left.
  package func costExceeded(by excess: Int, _ range: Range<Int> = 0..<0) -> EvaluationError {
    let (cost, overflow) = limit.addingReportingOverflow(excess)
    return EvaluationError(cost: overflow ? .max : cost, limit: limit, range)
  }
}

// By its own memory, which nobody else has.
extension Frame: @unchecked Sendable {}
