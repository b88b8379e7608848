/// A function that expressions can call, an entry of the library's table.
public struct Function: Sendable {
  /// What expressions call it by, with dots where it has a namespace; operators are named as the
  /// specification names them, `_+_`.
  public let name: String
  /// In the order in which they are tried.
  public let overloads: [Overload]

  /// A function, or more overloads for one of the same name.
  public init(_ name: String, _ overloads: [Overload]) {
    self.name = name
    self.overloads = overloads
  }
}

/// One way to call a function: types, a line for the reference page, and what it does.
public final class Overload: Sendable {
  /// A name that no other overload has, such as `add_int64`.
  public let id: String
  /// Whether the first parameter is the receiver: `text.contains(part)`.
  public let isMember: Bool
  /// The receiver's type first, where it is a method.
  public let parameters: [Type]
  /// The type of a call.
  public let result: Type
  /// What it does, in one line.
  public let doc: String
  /// What a call does.
  public let implementation: Implementation
  /// The names of the type parameters.
  let typeParameters: [String]

  /// An overload with its types as they are; `Overload.of` takes them from a closure.
  public init(
    _ id: String, isMember: Bool = false, _ parameters: [Type], _ result: Type,
    doc: String = "", _ implementation: Implementation
  ) {
    self.id = id
    self.isMember = isMember
    self.parameters = parameters
    self.result = result
    self.doc = doc
    self.implementation = implementation
    var names: [String] = []
    for type in parameters + [result] { type.collectParameters(&names) }
    typeParameters = names
  }

  /// Whether the types of arguments are plainly none that the overload takes.
  func refuses(_ types: [Type]) -> Bool {
    for (type, parameter) in zip(types, parameters) where type.isPlainlyNo(parameter) {
      return true
    }
    return false
  }
}

/// What a function does with the values it is called with.
public enum Implementation: Sendable {
  case unary(@Sendable (Value, inout Budget) throws(Failure) -> Value)
  case binary(@Sendable (Value, Value, inout Budget) throws(Failure) -> Value)
  case variadic(@Sendable ([Value], inout Budget) throws(Failure) -> Value)
}

extension Type {
  func collectParameters(_ names: inout [String]) {
    if case .parameter(let name) = self, !names.contains(name) { names.append(name) }
    for type in parameters { type.collectParameters(&names) }
  }
}

extension Type {
  /// Whether a look at both types, but not into them, says that they do not fit.
  fileprivate func isPlainlyNo(_ other: Type) -> Bool {
    guard let left = rank, let right = other.rank else { return false }
    return left != right
  }

  /// A number for each type that fits nothing but itself.
  private var rank: Int? {
    switch self {
    case .bool: 0
    case .int: 1
    case .uint: 2
    case .double: 3
    case .string: 4
    case .bytes: 5
    case .timestamp: 6
    case .duration: 7
    case .list: 8
    case .map: 9
    case .record: 10
    case .type: 11
    case .abstract: 12
    case .null, .dyn, .nullable, .parameter: nil
    }
  }
}
