/// A value that expressions work on (CEL spec, "Values").
///
/// `==` says whether two values are the same: types and contents, NaN too. CEL's own `==`, which
/// finds `1` and `1.0` equal and NaN unequal to itself, is ``equals(_:)``.
public enum Value: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int64)
  case uint(UInt64)
  case double(Double)
  case string(String)
  case bytes([UInt8])
  case timestamp(Timestamp)
  case duration(Duration)
  case list(List)
  case map(Map)
  case record(Record)
  case type(Type)
  /// An optional value: `optional.of(1)`, or `optional.none()`.
  indirect case optional(Value?)
  /// A value of a type that a library brings.
  case opaque(Opaque)
}

/// A value of a type that the language does not know, such as an IP address.
public struct Opaque: Sendable {
  /// What the value's contents have to offer.
  public protocol Content: Sendable {
    /// The type of all values with such contents.
    static var type: Type { get }
    var description: String { get }
    func isEqual(to other: any Content) -> Bool
  }

  private let box: Box
  private final class Box: Sendable {
    let content: any Content
    init(_ content: any Content) { self.content = content }
  }

  /// A value with these contents.
  public init(_ content: some Content) { box = Box(content) }
  /// What the library that brought it looks at.
  public var content: any Content { box.content }
  /// The type of all values with such contents.
  public var type: Type { Swift.type(of: content).type }
}

extension Opaque: Equatable {
  public static func == (left: Opaque, right: Opaque) -> Bool {
    left.content.isEqual(to: right.content)
  }
}

extension Value {
  /// The type of the value as `type(x)` tells it: parameters are not known.
  public var type: Type {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .uint: .uint
    case .double: .double
    case .string: .string
    case .bytes: .bytes
    case .timestamp: .timestamp
    case .duration: .duration
    case .list: .list(.dyn)
    case .map: .map(key: .dyn, value: .dyn)
    case .record(let record): .record(record.shape.name)
    case .type: .type(.dyn)
    case .optional: .optional(.dyn)
    case .opaque(let opaque): opaque.type
    }
  }
}
