/// The key of a map entry (CEL spec, "Map Creation Expression": keys of different numeric
/// types that are equal are the same key).
package enum Key: Hashable, Sendable {
  case bool(Bool)
  case int(Int64)
  /// An unsigned number; it equals the signed number with the same value.
  case uint(UInt64)
  case string(CodePoints)

  /// Creates a key; nil for a value that cannot be a key, and for a number that is not whole.
  package init?(_ value: Value) {
    switch value {
    case .bool(let bool): self = .bool(bool)
    case .int(let int): self = .int(int)
    case .uint(let uint): self = .uint(uint)
    case .string(let string): self = .string(CodePoints(string))
    case .double(let double):
      if let int = Int64(exactly: double) {
        self = .int(int)
      } else if let uint = UInt64(exactly: double) {
        self = .uint(uint)
      } else {
        return nil
      }
    default: return nil
    }
  }

  package var value: Value {
    switch self {
    case .bool(let bool): .bool(bool)
    case .int(let int): .int(int)
    case .uint(let uint): .uint(uint)
    case .string(let string): .string(string.string)
    }
  }

  package static func == (left: Key, right: Key) -> Bool {
    switch (left, right) {
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.uint(let left), .uint(let right)): left == right
    case (.int(let int), .uint(let uint)), (.uint(let uint), .int(let int)):
      UInt64(exactly: int) == uint
    case (.string(let left), .string(let right)): left == right
    default: false
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .bool(let bool): hasher.combine(bool)
    case .int(let int): hasher.combine(UInt64(bitPattern: int))
    case .uint(let uint): hasher.combine(uint)
    case .string(let string): hasher.combine(string)
    }
  }
}

/// A string that is compared by its code points (CEL spec, "String values": no normalisation),
/// whereas Swift's own equality is canonical equivalence.
package struct CodePoints: Hashable, Comparable, Sendable {
  package let string: String

  package init(_ string: String) { self.string = string }

  package static func == (left: CodePoints, right: CodePoints) -> Bool {
    left.string.hasSameCodePoints(as: right.string)
  }

  package static func < (left: CodePoints, right: CodePoints) -> Bool {
    left.string.precedesByCodePoint(right.string)
  }

  package func hash(into hasher: inout Hasher) {
    var copy = string
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8(0xff))
  }
}
