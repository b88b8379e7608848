/// A function that expressions can call, an entry of the library's table.
public struct Function: Sendable {
  /// What expressions call it by, with dots where it has a namespace; operators are named as the
  /// specification names them, `_+_`.
  public let name: String
  /// In the order in which they are tried.
  public let overloads: [Overload]
  /// What each overload takes, as far as a quick look tells.
  let signatures: [Overload.Signature]

  /// A function, or more overloads for one of the same name.
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
  /// What runs in its place where the operands allow it.
  let shortcut: Shortcut?

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
    shortcut = Shortcut.byID[id]
  }
}

extension Overload {
  /// How many values there are and of which types, as far as types can be told apart without a look
  /// into them.
  struct Signature: Sendable {
    private let isMember: Bool
    private let count: Int
    /// A byte for each of the first eight types: 0 for one that may fit others than itself.
    private var ranks: UInt64 = 0

    init(_ count: Int, isMember: Bool, type: (Int) -> Type) {
      self.isMember = isMember
      self.count = count
      for index in 0..<min(count, 8) { ranks |= type(index).rank << UInt64(8 * index) }
    }

    /// Whether arguments may fit parameters.
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
  /// A number for each type that fits nothing but itself, 0 for every other.
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
