/// The frame for evaluations: a value for each slot, and the remaining budget.
///
/// A frame has one owner, so that changing a value in it needs no check for uniqueness;
/// ``init(copying:)`` makes another frame.
public struct Frame: ~Copyable, Sendable {
  @usableFromInline var values: Stack<Value>
  /// The number of slots.
  @inlinable public var count: Int { values.count }
  /// The cost that evaluations may still spend: one unit for every call and every round of a loop,
  /// and more for a function that goes through long texts or lists. If it runs out, the error is
  /// `cost-exceeded`.
  public var budget: Int
  /// The budget with which the evaluations began.
  public package(set) var limit: Int
  /// The provider for host values; nil if none of them needs one.
  package var host: (any FrameHost)?

  /// A budget that suffices for anything that ends within seconds.
  public static let defaultBudget = 10_000_000

  /// Creates a frame for the plans of an environment; `slots` holds its variables, each in the slot
  /// that its declaration returned.
  public init(slots: ContiguousArray<Value>, budget: Int = defaultBudget) {
    values = Stack(capacity: max(slots.count, 4))
    for value in slots { values.append(value) }
    self.budget = budget
    limit = budget
  }

  /// Creates a frame with the same values and the same remaining budget.
  public init(copying other: borrowing Frame) {
    self.init(slots: other.slots, budget: other.budget)
    limit = other.limit
    host = other.host?.forRepetition
  }

  /// The values in the slots.
  public var slots: ContiguousArray<Value> { values.elements.array() }

  /// The value in a slot.
  ///
  /// - Precondition: The slot exists.
  public subscript(slot: Int) -> Value {
    get { place(slot).pointee }
    set { changingPlace(slot).pointee = newValue }
  }

  /// Returns the value in a slot in place, valid as long as the frame exists and gets no more
  /// slots.
  @inlinable @inline(__always)
  package func place(_ slot: Int) -> Borrow<Value> { values.place(slot) }

  /// Returns the value in a slot in place, for changing it.
  @inlinable @inline(__always)
  package mutating func changingPlace(_ slot: Int) -> Inout<Value> { values.changingPlace(slot) }

  /// Adds slots that hold null until there are at least `size` slots.
  @inlinable @inline(__always)
  package mutating func fill(to size: Int) {
    if count < size { grow(to: size) }
  }

  @inline(never) @usableFromInline
  package mutating func grow(to size: Int) { values.append(.null, upTo: size) }
}

extension Frame {
  /// Subtracts a cost from the budget.
  ///
  /// - Throws: `cost-exceeded` if less was left.
  package mutating func spend(_ cost: Int) throws(EvaluationError) {
    budget -= cost
    guard budget >= 0 else { throw costExceeded(by: -budget) }
  }

  /// Returns the error for work that costs `excess` more than the remaining budget.
  package func costExceeded(by excess: Int, _ range: Range<Int> = 0..<0) -> EvaluationError {
    let (cost, overflow) = limit.addingReportingOverflow(excess)
    return EvaluationError(cost: overflow ? .max : cost, limit: limit, range)
  }
}
