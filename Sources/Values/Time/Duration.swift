/// A duration with nanosecond precision (CEL spec, "Abstract types: Duration").
public struct Duration: Sendable, Hashable, Comparable {
  /// The number of nanoseconds; its range limits the duration to about 292 years.
  public var nanoseconds: Int64

  /// Creates a duration of the given number of nanoseconds.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  public static func < (left: Duration, right: Duration) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

/// The name of durations in files that are part of generated code too, where Swift's own type is
/// beside it.
package typealias Period = Duration
