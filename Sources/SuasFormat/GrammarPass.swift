import CEL
import SuasSpec
import YAML
import YAMLSyntax

/// Lays out the parts of a document that the language defines: puts its keys in the order of the
/// tables, and lays out the expressions in scalars.
struct GrammarPass {
  /// True if any keys have another order now.
  private(set) var hasReordered = false

  /// Lays out a node and all below it.
  ///
  /// - Parameter inFlow: True if the node is between brackets.
  mutating func apply(_ grammar: KeyGrammar, to node: inout SyntaxNode, inFlow: Bool = false) {
    switch node.content {
    case .empty, .alias: return
    case .scalar(let scalar):
      guard scalar.style != .literal, scalar.style != .folded else { return }
      let text = Self.text(of: scalar.text, grammar)
      guard text != scalar.text else { return }
      node.content = .scalar(Scalar(writing: text, inFlow: inFlow))
    case .sequence(var members):
      node.content = .empty
      for index in members.indices {
        apply(grammar, to: &members[index].value, inFlow: inFlow || node.isFlow)
        // Another entry may be the first now.
        members[index].hoistComments()
      }
      node.content = .sequence(members)
    case .mapping(var members):
      node.content = .empty
      let names = members.map(\.name)
      let form = grammar.form(of: names)
      for index in members.indices {
        apply(
          grammar.below(names[index], in: form), to: &members[index].value,
          inFlow: inFlow || node.isFlow)
      }
      if let form, form.isOrdered {
        sort(&members, by: names.map { form.index(of: $0) ?? .max })
      }
      node.content = .mapping(members)
    }
  }

  /// Sorts entries. An alias may not come before its anchor, so that a mapping with either keeps
  /// its order.
  private mutating func sort(_ members: inout [SyntaxMember], by places: [Int]) {
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

  /// Returns the text of a scalar with its expressions laid out.
  static func text(of text: String, _ grammar: KeyGrammar) -> String {
    switch grammar.content {
    case .prose, .flag, .path: return text
    case .expression where !text.utf8.starts(with: "${".utf8):
      return ExpressionLayout.text(of: text)
    // In the place of a word there may be a condition, which may not become one of the words.
    case .words(let words) where !text.utf8.starts(with: "${".utf8):
      let condition = ExpressionLayout.text(of: text)
      return words.contains(condition) ? text : condition
    case .text, .expression, .words, .value, .type:
      guard text.utf8.contains(UInt8(ascii: "$")),
        case .success(let segments) = Interpolation.segments(of: text)
      else { return text }
      var bytes: [UInt8] = []
      let old = Array(text.utf8)
      var end = 0
      for case .expression(let range) in segments {
        bytes += old[end..<range.lowerBound]
        bytes += ExpressionLayout.text(of: String(decoding: old[range], as: UTF8.self)).utf8
        end = range.upperBound
      }
      return String(decoding: bytes + old[end...], as: UTF8.self)
    }
  }
}

extension SyntaxMember {
  /// The member's key; empty for an item.
  fileprivate var name: String { key?.scalar.text ?? "" }
}
