import CEL
import SuasSpec
import YAML
import YAMLSyntax

/// Lays out the expressions in the scalars of a document.
enum ExpressionPass {
  /// Lays out the expressions of a node and all below it.
  ///
  /// - Parameter inFlow: True if the node is between brackets.
  static func apply(_ grammar: KeyGrammar, to node: inout SyntaxNode, inFlow: Bool = false) {
    switch node.content {
    case .empty, .alias: return
    case .scalar(let scalar):
      guard scalar.style != .literal, scalar.style != .folded else { return }
      let text = text(of: scalar.text, grammar)
      guard text != scalar.text else { return }
      node.content = .scalar(Scalar(writing: text, inFlow: inFlow))
    case .sequence(var members):
      node.content = .empty
      for index in members.indices {
        apply(grammar, to: &members[index].value, inFlow: inFlow || node.isFlow)
      }
      node.content = .sequence(members)
    case .mapping(var members):
      node.content = .empty
      let form = grammar.form(of: members)
      for index in members.indices {
        apply(
          grammar.below(members[index].name, in: form), to: &members[index].value,
          inFlow: inFlow || node.isFlow)
      }
      node.content = .mapping(members)
    }
  }

  /// Returns the text of a scalar with its expressions laid out.
  static func text(of text: String, _ grammar: KeyGrammar) -> String {
    switch grammar.content {
    case .prose, .flag, .path: return text
    // In the place of a word there may be a condition.
    case .expression where !text.utf8.starts(with: "${".utf8),
      .words where !text.utf8.starts(with: "${".utf8):
      return ExpressionLayout.text(of: text)
    case .text, .expression, .words, .value, .type:
      guard case .success(let segments) = Interpolation.segments(of: text) else { return text }
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
