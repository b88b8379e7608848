/// What an evaluation may still cost. A unit is about a call of a small function.
public struct Budget: Sendable {
  public var remaining: Int

  public init(remaining: Int) { self.remaining = remaining }

  public mutating func spend(_ cost: Int) throws(Failure) {
    let (rest, overflow) = remaining.subtractingReportingOverflow(cost)
    guard !overflow, rest >= 0 else {
      remaining = 0
      throw Failure.costExceeded
    }
    remaining = rest
  }

  /// Takes what going through `bytes` bytes of text costs.
  mutating func spend(bytes: Int) throws(Failure) { try spend(bytes >> 4) }
}
