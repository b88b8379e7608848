/// What an evaluation may still cost. A unit is about a call of a small function.
public struct Budget: Sendable {
  /// Units that are left, never less than 0.
  public var remaining: Int

  /// A budget of so many units.
  public init(remaining: Int) { self.remaining = remaining }

  /// Takes a cost off, or fails with `cost-exceeded` and leaves nothing.
  public mutating func spend(_ cost: Int) throws(Failure) {
    let (rest, overflow) = remaining.subtractingReportingOverflow(cost)
    guard !overflow, rest >= 0 else {
      remaining = 0
      throw Failure.costExceeded(by: overflow ? .max : -rest)
    }
    remaining = rest
  }

  /// Takes what going through `bytes` bytes of text costs.
  mutating func spend(bytes: Int) throws(Failure) { try spend(bytes >> 4) }
}
