import SuasProgram

/// A name that a spec, or a file of fragments, declares.
package struct Symbol: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// An enum, record, variant or state.
    case type
    case enumCase
    /// A field of a record or payload, or the case of a variant.
    case field
    /// An action or effect.
    case action
    /// A constant or function.
    case definition
    /// A parameter of a function, a shared rule or a fragment.
    case parameter
    /// A name that rules, a macro, rows or repeated steps bind, in the place where it is bound.
    case variable
    case sharedRule
    case reducer
    /// A state key that differs from the name of its state.
    case stateKey
    case selector, listener, middleware
    case invariant, transition, atRest, goal, wayOut
    case fragment
  }

  package let kind: Kind
  /// The name of the declaration that contains this one: the record of a field, the function of a
  /// parameter; empty for most.
  package let owner: String
  package let name: String

  package init(_ kind: Kind, _ name: String, in owner: String = "") {
    self.kind = kind
    self.name = name
    self.owner = owner
  }

  /// The symbol for a key of the store.
  ///
  /// - Parameter state: The name of the state under the key, which is the key if none is written.
  package static func stateKey(_ key: String, of state: String) -> Symbol {
    let suffix = CheckedHistory.stateKey(of: "")
    if state.hasPrefix(CheckedHistory.typeName(of: "")), key.hasSuffix(suffix) {
      return .stateKey(
        String(key.dropLast(suffix.count)),
        of: String(state.dropFirst(CheckedHistory.typeName(of: "").count)))
    }
    return key == state ? Symbol(.type, key) : Symbol(.stateKey, key)
  }
}
