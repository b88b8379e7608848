import SuasSpec
import YAML
import YAMLSyntax

/// Puts the keys that the language gives in the order of its tables.
struct KeyOrder {
  /// True if any keys have another order now.
  private(set) var hasReordered = false

  /// Reorders a node and all below it.
  mutating func apply(_ grammar: KeyGrammar, to node: inout SyntaxNode) {
    if case .free = grammar { return }
    switch node.content {
    case .empty, .scalar, .alias: return
    case .sequence(var members):
      node.content = .empty
      for index in members.indices { apply(grammar, to: &members[index].value) }
      node.content = .sequence(members)
    case .mapping(var members):
      node.content = .empty
      let form = grammar.form(of: members)
      for index in members.indices {
        apply(grammar.below(members[index].name, in: form), to: &members[index].value)
      }
      if let form, form.isOrdered { sort(&members, by: form) }
      node.content = .mapping(members)
    }
  }

  /// Sorts entries. An alias may not come before its anchor, so that a mapping with either keeps
  /// its order.
  private mutating func sort(_ members: inout [SyntaxMember], by form: KeyGrammar.Form) {
    let places = members.map { member in
      form.names.firstIndex(of: member.name) ?? form.names.count
    }
    guard zip(places, places.dropFirst()).contains(where: { $0 > $1 }),
      !members.contains(where: \.hasReferences)
    else { return }
    hasReordered = true
    // Comments that a blank line separates from the first entry are about all of them.
    var head: [TriviaLine] = []
    if let blank = members[0].leading.lastIndex(of: .blank) {
      head = Array(members[0].leading[...blank])
      members[0].leading.removeSubrange(...blank)
    }
    members = members.indices.sorted { places[$0] < places[$1] }.map { members[$0] }
    members[0].leading = head + members[0].leading
  }
}

extension KeyGrammar {
  /// The form that has all of the keys of a mapping.
  func form(of members: [SyntaxMember]) -> Form? { form(of: members.lazy.map(\.name)) }
}

extension SyntaxMember {
  /// The member's key; empty for an item.
  var name: String { key?.scalar.text ?? "" }
}
