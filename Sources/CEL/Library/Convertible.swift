/// A Swift type whose values functions of the library can take and return.
public protocol Convertible: Sendable {
  static var celType: Type { get }
  init?(_ value: Value)
  var value: Value { get }
}

extension Bool: Convertible {
  public static var celType: Type { .bool }
  public init?(_ value: Value) {
    guard case .bool(let bool) = value else { return nil }
    self = bool
  }
  public var value: Value { .bool(self) }
}

extension Int64: Convertible {
  public static var celType: Type { .int }
  public init?(_ value: Value) {
    guard case .int(let int) = value else { return nil }
    self = int
  }
  public var value: Value { .int(self) }
}

extension UInt64: Convertible {
  public static var celType: Type { .uint }
  public init?(_ value: Value) {
    guard case .uint(let uint) = value else { return nil }
    self = uint
  }
  public var value: Value { .uint(self) }
}

extension Double: Convertible {
  public static var celType: Type { .double }
  public init?(_ value: Value) {
    guard case .double(let double) = value else { return nil }
    self = double
  }
  public var value: Value { .double(self) }
}

extension String: Convertible {
  public static var celType: Type { .string }
  public init?(_ value: Value) {
    guard case .string(let string) = value else { return nil }
    self = string
  }
  public var value: Value { .string(self) }
}

extension [UInt8]: Convertible {
  public static var celType: Type { .bytes }
  public init?(_ value: Value) {
    guard case .bytes(let bytes) = value else { return nil }
    self = bytes
  }
  public var value: Value { .bytes(self) }
}

extension Timestamp: Convertible {
  public static var celType: Type { .timestamp }
  public init?(_ value: Value) {
    guard case .timestamp(let timestamp) = value else { return nil }
    self = timestamp
  }
  public var value: Value { .timestamp(self) }
}

extension Duration: Convertible {
  public static var celType: Type { .duration }
  public init?(_ value: Value) {
    guard case .duration(let duration) = value else { return nil }
    self = duration
  }
  public var value: Value { .duration(self) }
}

extension List: Convertible {
  public static var celType: Type { .list(.dyn) }
  public init?(_ value: Value) {
    guard case .list(let list) = value else { return nil }
    self = list
  }
  public var value: Value { .list(self) }
}

extension Map: Convertible {
  public static var celType: Type { .map(key: .dyn, value: .dyn) }
  public init?(_ value: Value) {
    guard case .map(let map) = value else { return nil }
    self = map
  }
  public var value: Value { .map(self) }
}

extension Value: Convertible {
  public static var celType: Type { .dyn }
  public init?(_ value: Value) { self = value }
  public var value: Value { self }
}

extension Overload {
  /// Creates an overload with one parameter; its types are those of `body` unless they are given.
  public static func of<A: Convertible, R: Convertible>(
    _ id: String, isMember: Bool = false, _ parameters: [Type]? = nil, _ result: Type? = nil,
    doc: String = "", _ body: @escaping @Sendable (A, inout Budget) throws(Failure) -> R
  ) -> Overload {
    Overload(
      id, isMember: isMember, parameters ?? [A.celType], result ?? R.celType, doc: doc,
      .unary { (a, budget) throws(Failure) in
        guard let first = A(a) else { throw .mismatch }
        return try body(first, &budget).value
      })
  }

  /// Creates an overload with two parameters; its types are those of `body` unless they are given.
  public static func of<A: Convertible, B: Convertible, R: Convertible>(
    _ id: String, isMember: Bool = false, _ parameters: [Type]? = nil, _ result: Type? = nil,
    doc: String = "", _ body: @escaping @Sendable (A, B, inout Budget) throws(Failure) -> R
  ) -> Overload {
    Overload(
      id, isMember: isMember, parameters ?? [A.celType, B.celType], result ?? R.celType, doc: doc,
      .binary { (a, b, budget) throws(Failure) in
        guard let first = A(a), let second = B(b) else { throw .mismatch }
        return try body(first, second, &budget).value
      })
  }

  /// Creates an overload with three parameters; its types are those of `body` unless they are
  /// given.
  public static func of<A: Convertible, B: Convertible, C: Convertible, R: Convertible>(
    _ id: String, isMember: Bool = false, _ parameters: [Type]? = nil, _ result: Type? = nil,
    doc: String = "", _ body: @escaping @Sendable (A, B, C, inout Budget) throws(Failure) -> R
  ) -> Overload {
    Overload(
      id, isMember: isMember, parameters ?? [A.celType, B.celType, C.celType],
      result ?? R.celType, doc: doc,
      .variadic { (arguments, budget) throws(Failure) in
        guard arguments.count == 3, let first = A(arguments[0]), let second = B(arguments[1]),
          let third = C(arguments[2])
        else { throw .mismatch }
        return try body(first, second, third, &budget).value
      })
  }
}
