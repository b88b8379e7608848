/// A part that a spec declares and that another version of it may name differently.
package struct DeclaredPart: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case stateKey = "state key"
    case type
    /// A field of a record or a payload, or a case of a variant; it belongs to the record's type.
    case field
    /// A case of an enum; it belongs to the enum.
    case enumCase = "case"
    case action
    case effect
    case selector
    case listener
    case reducer
    case constant
    case function
    case sharedRule = "rule"
    case middleware
    case invariant
    case transition
    case atRest = "promise at rest"
    case goal
    case wayOut = "way out"
  }

  package let kind: Kind
  /// The type that a field or a case belongs to; empty for other parts.
  package let owner: String
  package let name: String

  package init(_ kind: Kind, _ name: String, of owner: String = "") {
    self.kind = kind
    self.owner = owner
    self.name = name
  }
}
