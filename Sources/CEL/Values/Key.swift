/// What a map's entry is found by (CEL spec, "Map Creation Expression": keys of different numeric
/// types that are equal are the same key).
enum Key: Hashable, Sendable {
  case bool(Bool)
  case int(Int64)
  /// An unsigned number; it counts as its signed equal where there is one.
  case uint(UInt64)
  case string(CodePoints)

  /// Nil for a value that can be no key, and a number that is not whole.
  init?(_ value: Value) {
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

  var value: Value {
    switch self {
    case .bool(let bool): .bool(bool)
    case .int(let int): .int(int)
    case .uint(let uint): .uint(uint)
    case .string(let string): .string(string.string)
    }
  }

  static func == (left: Key, right: Key) -> Bool {
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

  func hash(into hasher: inout Hasher) {
    switch self {
    case .bool(let bool): hasher.combine(bool)
    case .int(let int): hasher.combine(UInt64(bitPattern: int))
    case .uint(let uint): hasher.combine(uint)
    case .string(let string): hasher.combine(string)
    }
  }
}

/// A string that is compared by its code points (CEL spec, "String values": no normalisation),
/// where Swift's own equality is canonical equivalence.
struct CodePoints: Hashable, Comparable, Sendable {
  let string: String

  init(_ string: String) { self.string = string }

  static func == (left: CodePoints, right: CodePoints) -> Bool {
    left.string.hasSameCodePoints(as: right.string)
  }

  static func < (left: CodePoints, right: CodePoints) -> Bool {
    left.string.precedesByCodePoint(right.string)
  }

  func hash(into hasher: inout Hasher) {
    var copy = string
    copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8(0xff))
  }
}
