/// The name of a sub-state in the state, together with the sub-state's type.
///
/// ```swift
/// extension StateKey<Filter> {
///   static let filter = StateKey("filter")
/// }
/// ```
///
/// ```swift
/// store.reset(state: .open, forKey: .filter)
/// let filter = store.state[.filter]
/// ```
///
/// Without a key, the name of the type is the key. It has the types in which the type is
/// nested, but neither its module nor unnamed contexts as functions are: `Login.State`.
public struct StateKey<Value: Sendable>: Hashable, Sendable {
  /// The key in the state.
  public let name: String

  /// Makes a key with a name of its own.
  public init(_ name: String) { self.name = name }

  /// Makes the key under which a sub-state of the type is held by default.
  public init(of type: Value.Type = Value.self) { name = Suas.stateKey(for: type) }
}

extension StateKey: ExpressibleByStringLiteral {
  /// Makes a key with a name of its own.
  public init(stringLiteral name: String) { self.init(name) }
}

extension StateKey: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
