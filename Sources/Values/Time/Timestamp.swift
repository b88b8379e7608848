/// A point in time with nanosecond precision, in the years 1 to 9999 (CEL spec, "Abstract types:
/// Timestamp").
public struct Timestamp: Sendable, Hashable, Comparable {
  /// The number of seconds since 1970-01-01T00:00:00Z.
  public let seconds: Int64
  /// The nanoseconds after that second, from 0 to 999,999,999.
  public let nanoseconds: Int32

  /// Returns nil for a time outside the years 1 to 9999, and for nanoseconds out of range.
  public init?(seconds: Int64, nanoseconds: Int32 = 0) {
    guard Self.range.contains(seconds), 0..<1_000_000_000 ~= nanoseconds else { return nil }
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Returns nil for a time outside the years 1 to 9999.
  package init?(checking seconds: Int64, nanoseconds: Int32) {
    self.init(seconds: seconds, nanoseconds: nanoseconds)
  }

  /// 1970-01-01T00:00:00Z
  public static let epoch = Timestamp()

  private init() {
    seconds = 0
    nanoseconds = 0
  }

  package static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}
