/// A function that expressions can call, an entry of the library's table.
public struct Function: Sendable {
  /// The name by which expressions call it, with dots if it has a namespace; operators have their
  /// names from the specification, such as `_+_`.
  public let name: String
  /// The overloads, in the order in which they are tried.
  public let overloads: [Overload]
  /// The overloads' signatures, for a quick test whether arguments may fit.
  let signatures: [Overload.Signature]

  /// Creates a function, or further overloads for a function with the same name.
  public init(_ name: String, _ overloads: [Overload]) {
    self.name = name
    self.overloads = overloads
    signatures = overloads.map { overload in
      Overload.Signature(overload.parameters.count, isMember: overload.isMember) {
        overload.parameters[$0]
      }
    }
  }
}

/// One way to call a function: types, a line for the reference page, and the implementation.
public final class Overload: Sendable {
  /// The unique identifier of the overload, such as `add_int64`.
  public let id: String
  /// True if the first parameter is the receiver: `text.contains(part)`.
  public let isMember: Bool
  /// The types of the parameters; for a method, the receiver's type comes first.
  public let parameters: [Type]
  /// The type of a call.
  public let result: Type
  /// The documentation, in one line.
  public let doc: String
  /// The closure that a call runs.
  public let implementation: Implementation
  /// The names of the type parameters.
  let typeParameters: [String]
  /// The specific node that evaluates a call if the operands allow it.
  let shortcut: Shortcut?

  /// Creates an overload with the given types; `Overload.of` takes them from a closure.
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
    shortcut = Shortcut.byID[id]
  }
}

extension Overload {
  /// The number and types of arguments or parameters, as far as the types differ at first sight.
  struct Signature: Sendable {
    private let isMember: Bool
    private let count: Int
    /// A byte for each of the first eight types: 0 for a type that other types may fit.
    private var ranks: UInt64 = 0

    init(_ count: Int, isMember: Bool, type: (Int) -> Type) {
      self.isMember = isMember
      self.count = count
      for index in 0..<min(count, 8) { ranks |= type(index).rank << UInt64(8 * index) }
    }

    /// Returns true if arguments with this signature may fit parameters.
    func mayFit(_ parameters: Signature) -> Bool {
      guard isMember == parameters.isMember, count == parameters.count else { return false }
      var (left, right) = (ranks, parameters.ranks)
      while left != 0, right != 0 {
        let (one, other) = (left & 0xFF, right & 0xFF)
        if one != other, one != 0, other != 0 { return false }
        left >>= 8
        right >>= 8
      }
      return true
    }
  }
}

/// The implementation of a function, as a closure over the argument values.
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
  /// A number for each type that fits only itself; 0 for every other type.
  fileprivate var rank: UInt64 {
    switch self {
    case .bool: 1
    case .int: 2
    case .uint: 3
    case .double: 4
    case .string: 5
    case .bytes: 6
    case .timestamp: 7
    case .duration: 8
    case .list: 9
    case .map: 10
    case .record: 11
    case .type: 12
    case .abstract: 13
    case .null, .dyn, .nullable, .parameter: 0
    }
  }
}
