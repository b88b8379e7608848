/// The texts for people that a spec has about its parts, under their `description` keys.
package struct Descriptions: Sendable {
  /// The kinds of parts that have descriptions.
  ///
  /// The numbers stand in bundles.
  package enum Kind: UInt8, Sendable, CaseIterable {
    case spec, constant, function, sharedRule, reducer, selector, listener, middleware, effect,
      transition
    /// A field of a declared record, named with its type.
    case field
    /// A field of the payload of an action or effect, named with it.
    case payloadField
  }

  package struct Entry: Sendable {
    package let kind: Kind
    /// The type, action or effect that a field belongs to; empty for other parts.
    package let owner: String
    package let name: String
    package let text: String

    package init(_ kind: Kind, _ name: String, of owner: String = "", _ text: String) {
      self.kind = kind
      self.owner = owner
      self.name = name
      self.text = text
    }
  }

  private struct Key: Hashable {
    let kind: Kind
    let owner: String
    let name: String
  }

  /// The descriptions, in the order of the declarations.
  package let entries: [Entry]
  private let texts: [Key: String]

  package init(_ entries: [Entry]) {
    self.entries = entries
    texts = Dictionary(
      entries.map { (Key(kind: $0.kind, owner: $0.owner, name: $0.name), $0.text) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The description of a part; nil if it has none.
  package subscript(kind: Kind, name: String, of owner: String = "") -> String? {
    texts[Key(kind: kind, owner: owner, name: name)]
  }
}
