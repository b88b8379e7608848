public import CEL
import SuasProgram

/// A Swift value that can be converted to a value in a payload.
public protocol PayloadValue {
  /// The value in the spec language.
  var payloadValue: Value { get }
}

extension Value: PayloadValue {
  @inlinable public var payloadValue: Value { self }
}

extension Bool: PayloadValue {
  @inlinable public var payloadValue: Value { .bool(self) }
}

extension Int: PayloadValue {
  @inlinable public var payloadValue: Value { .int(Int64(self)) }
}

extension Int64: PayloadValue {
  @inlinable public var payloadValue: Value { .int(self) }
}

extension Double: PayloadValue {
  @inlinable public var payloadValue: Value { .double(self) }
}

extension String: PayloadValue {
  @inlinable public var payloadValue: Value { .string(self) }
}

extension Timestamp: PayloadValue {
  @inlinable public var payloadValue: Value { .timestamp(self) }
}

extension Duration: PayloadValue {
  @inlinable public var payloadValue: Value { .duration(self) }
}

extension Record: PayloadValue {
  @inlinable public var payloadValue: Value { .record(self) }
}

extension Array: PayloadValue where Element: PayloadValue {
  /// A list.
  @inlinable public var payloadValue: Value { .list(List(map(\.payloadValue))) }
}

extension Optional: PayloadValue where Wrapped: PayloadValue {
  /// The value, or null.
  @inlinable public var payloadValue: Value { self?.payloadValue ?? .null }
}
