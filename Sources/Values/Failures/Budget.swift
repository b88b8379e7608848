/// The cost that an evaluation may still spend. A unit is about one call of a small function.
public struct Budget: Sendable {
  /// The number of units left; never negative.
  public var remaining: Int

  /// Creates a budget with the given number of units.
  public init(remaining: Int) { self.remaining = remaining }

  /// Subtracts a cost, or fails with `cost-exceeded` and leaves nothing.
  public mutating func spend(_ cost: Int) throws(Failure) {
    let (rest, overflow) = remaining.subtractingReportingOverflow(cost)
    guard !overflow, rest >= 0 else {
      remaining = 0
      throw Failure.costExceeded(by: overflow ? .max : -rest)
    }
    remaining = rest
  }

  /// Subtracts the cost of going through `bytes` bytes of text.
  package mutating func spend(bytes: Int) throws(Failure) { try spend(bytes >> 4) }
}
