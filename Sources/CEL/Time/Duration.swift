/// A span of time, to the nanosecond (CEL spec, "Abstract types: Duration").
public struct Duration: Sendable, Hashable, Comparable {
  /// The span in nanoseconds, which bounds it to some 292 years.
  public var nanoseconds: Int64

  /// A span of so many nanoseconds.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public static func < (left: Duration, right: Duration) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
