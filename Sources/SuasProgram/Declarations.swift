import YAML

/// The parts that a spec declares, with their places and with the texts for people under their
/// `description` keys.
package struct Declarations: Sendable {
  /// The kinds of parts.
  ///
  /// The numbers stand in bundles.
  package enum Kind: UInt8, Sendable, CaseIterable {
    case constant, function, sharedRule, reducer, selector, listener, middleware, effect, transition
    /// A field of a declared record, or a case of a variant, named with its type.
    case field
    /// A field of the payload of an action or effect, named with it.
    case payloadField
    case enumeration
    /// A case of an enum, named with it.
    case enumCase
    /// A type, variant or state.
    case type
    case action, invariant, goal, atRest, wayOut
  }

  package struct Entry: Sendable {
    package let kind: Kind
    /// The type, action or effect that a field belongs to; empty for other parts.
    package let owner: String
    package let name: String
    /// The place of the name.
    package let place: SourceRange
    package let description: String?

    package init(
      _ kind: Kind, _ name: String, of owner: String, at place: SourceRange, _ description: String?
    ) {
      self.kind = kind
      self.owner = owner
      self.name = name
      self.place = place
      self.description = description
    }
  }

  /// The declarations by kind and name.
  package struct Index: Sendable {
    private struct Key: Hashable {
      let kind: Kind
      let owner: String
      let name: String
    }

    private let entries: [Key: Entry]

    package init(_ declarations: Declarations) {
      entries = Dictionary(
        declarations.entries.map { (Key(kind: $0.kind, owner: $0.owner, name: $0.name), $0) },
        uniquingKeysWith: { first, _ in first })
    }

    /// The declaration of a part; nil for one that is not written in the spec.
    package subscript(kind: Kind, name: String, of owner: String = "") -> Entry? {
      entries[Key(kind: kind, owner: owner, name: name)]
    }
  }

  /// The description of the spec as a whole.
  package let description: String?
  /// The declarations of each kind in their order.
  package let entries: [Entry]

  package init(description: String?, _ entries: [Entry]) {
    self.description = description
    self.entries = entries
  }
}
