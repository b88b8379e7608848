/// A type with values that are zero, empty, false or null.
package protocol Zeroable {
  var isZero: Bool { get }
}

extension Zeroable {
  /// The value, if it is not zero.
  package var nonZero: Self? { isZero ? nil : self }
}

extension Bool: Zeroable {
  package var isZero: Bool { !self }
}
extension Int64: Zeroable {
  package var isZero: Bool { self == 0 }
}
extension UInt64: Zeroable {
  package var isZero: Bool { self == 0 }
}
extension Double: Zeroable {
  package var isZero: Bool { self == 0 }
}
extension String: Zeroable {
  package var isZero: Bool { isEmpty }
}
extension Timestamp: Zeroable {
  package var isZero: Bool { seconds == 0 && nanoseconds == 0 }
}
extension Period: Zeroable {
  package var isZero: Bool { nanoseconds == 0 }
}
extension Array: Zeroable {
  package var isZero: Bool { isEmpty }
}
extension OrderedMap: Zeroable {
  package var isZero: Bool { isEmpty }
}
extension Optional: Zeroable {
  package var isZero: Bool { self == nil }
}

extension TypeName: Zeroable {
  package var isZero: Bool { false }
}

extension JSONValue: Zeroable {
  package var isZero: Bool {
    switch self {
    case .null: true
    case .bool(let bool): bool.isZero
    case .int(let int): int.isZero
    case .uint(let uint): uint.isZero
    case .double(let double): double.isZero
    case .string(let text): text.isZero
    case .bytes(let bytes): bytes.isZero
    case .timestamp(let time): time.isZero
    case .duration(let period): period.isZero
    case .array(let elements): elements.isZero
    case .object(let members): members.isZero
    case .record(let record): record.values.allSatisfy(\.isZero)
    case .optional(let value): value.isZero
    case .type, .opaque: false
    }
  }
}

extension SpecRecord {
  /// The record, if one of its fields is not zero.
  package var nonZero: Self? { json.isZero ? nil : self }
}
