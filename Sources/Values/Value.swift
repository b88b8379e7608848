/// A value of the expression language (CEL spec, "Values").
///
/// `==` compares types and contents, and NaN equals itself. CEL's own `==`, for which `1` equals
/// `1.0` and NaN does not equal itself, is ``equals(_:)``.
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
  /// A value of a type that a library adds.
  case opaque(Opaque)
}

/// A value of a type that the language itself does not know, such as an IP address.
public struct Opaque: Sendable {
  /// The requirements for the contents of such a value.
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

  /// Creates a value with the given contents.
  public init(_ content: some Content) { box = Box(content) }
  /// The contents, for the library that made the value.
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
  /// The type of the value, as `type(x)` returns it; parameters are not known.
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
