/// A span of time, to the nanosecond (CEL spec, "Abstract types: Duration").
public struct Duration: Sendable, Hashable, Comparable {
  public var nanoseconds: Int64

  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public static func < (left: Duration, right: Duration) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
