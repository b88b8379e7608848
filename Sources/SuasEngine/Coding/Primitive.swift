import CEL
import SuasProgram

/// A type that Swift's coding encodes as a single value.
protocol Primitive {
  /// Converts a value of the spec language; nil if it has no such Swift value.
  init?(_ value: Value)
  /// The value of the spec language; nil if there is none.
  var coded: Value? { get }
}

extension Bool: Primitive {
  var coded: Value? { .bool(self) }
}

extension String: Primitive {
  /// Converts a string, or the text of a timestamp or duration.
  init?(_ value: Value) {
    switch value {
    case .string(let text): self = text
    case .timestamp(let timestamp): self = timestamp.description
    case .duration(let duration): self = duration.description
    default: return nil
    }
  }

  var coded: Value? { .string(self) }
}

extension Double: Primitive {
  /// Converts a number, or a timestamp to seconds since the start of 2001, as `Date` encodes them.
  init?(_ value: Value) {
    switch value {
    case .double(let double): self = double
    case .int(let int): self = Double(int)
    case .timestamp(let timestamp): self = timestamp.secondsSince2001
    default: return nil
    }
  }

  var coded: Value? { .double(self) }
}

extension Float: Primitive {
  init?(_ value: Value) {
    guard let double = Double(value) else { return nil }
    self = Float(double)
  }

  var coded: Value? { .double(Double(self)) }
}

extension Primitive where Self: FixedWidthInteger {
  init?(_ value: Value) {
    guard case .int(let int) = value, let exact = Self(exactly: int) else { return nil }
    self = exact
  }

  var coded: Value? { Int64(exactly: self).map { .int($0) } }
}

extension Int: Primitive {}
extension Int8: Primitive {}
extension Int16: Primitive {}
extension Int32: Primitive {}
extension Int64: Primitive {}
extension UInt: Primitive {}
extension UInt8: Primitive {}
extension UInt16: Primitive {}
extension UInt32: Primitive {}
extension UInt64: Primitive {}

extension Swift.Duration: Primitive {
  init?(_ value: Value) {
    guard case .duration(let duration) = value else { return nil }
    self = .nanoseconds(duration.nanoseconds)
  }

  var coded: Value? {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || carry ? nil : .duration(CEL.Duration(nanoseconds: sum))
  }
}

extension Timestamp {
  private static let secondsTo2001 = 978_307_200.0

  fileprivate var secondsSince2001: Double {
    Double(seconds) - Self.secondsTo2001 + Double(nanoseconds) / 1e9
  }

  /// Returns nil for a time outside the range of timestamps.
  init?(secondsSince2001: Double) {
    let since1970 = secondsSince2001 + Self.secondsTo2001
    let whole = since1970.rounded(.down)
    guard let seconds = Int64(exactly: whole) else { return nil }
    // A double is exact to some hundred nanoseconds at best; digits below that are noise.
    let micros = Int32(((since1970 - whole) * 1e6).rounded())
    self.init(
      seconds: micros == 1_000_000 ? seconds + 1 : seconds,
      nanoseconds: micros == 1_000_000 ? 0 : micros * 1000)
  }
}
