import CEL
import SuasScenario
import SuasSpec
import YAML

/// The description of the text at a cursor, as Markdown.
package struct Hover {
  package let text: String
  package let range: Range<Int>
}

extension Workspace {
  package func hover(in document: Document, at offset: Int) -> Hover? {
    if let hover = analysis(of: document).explanation(at: offset) { return hover }
    if let name = name(in: document, at: offset) {
      return Hover(text: description(of: name), range: name.range)
    }
    let analysis = analysis(of: document)
    if let hover = analysis.expressionHover(at: offset) { return hover }
    guard let tree = analysis.tree,
      let place = TreePlace(offset, in: tree, .of(tree)), place.role == .key,
      let key = place.scalar,
      let form = place.grammar.likeliestForm(for: place.siblings),
      let known = form.keys.first(where: { $0.name == key.text })
    else { return nil }
    return Hover(
      text: "`\(known.name)`\(known.isRequired ? " (required)" : "")\n\n\(known.summary)",
      range: key.range.offsets)
  }

  private func description(of name: NameAtCursor) -> String {
    let declared = name.declaration
    let separator = declared.detail.hasPrefix("(") ? "" : ": "
    let detail = declared.detail.isEmpty ? "" : separator + declared.detail
    var text = "```\n\(declared.noun) \(name.symbol.name)\(detail)\n```"
    if let documentation = declared.documentation { text += "\n\n\(documentation)" }
    guard let spec = checkedSpec(declaring: declared) else { return text }
    switch name.symbol.kind {
    case .definition:
      if let constant = spec.constants.first(where: { $0.name == name.symbol.name }) {
        text += "\n\nvalue: `\(constant.value)`"
      }
    case .action:
      let reducers = spec.reducers.filter { reducer in
        reducer.handled.contains { handled in
          spec.actions.contains { $0.id == handled.action && $0.name == name.symbol.name }
        }
      }
      if !reducers.isEmpty {
        text += "\n\nhandled by \(reducers.map { "`\($0.name)`" }.joined(separator: ", "))"
      }
    default: break
    }
    return text
  }

  /// The checked spec of the file that declares a name, as far as it is sound.
  func checkedSpec(declaring name: DeclaredName) -> CheckedSpec? {
    guard let analysis = analysis(of: name.range.source.name) else { return nil }
    switch analysis.reading.contents {
    case .spec(_, let checked): return checked
    case .scenario(_, let compiled): return compiled?.checked
    case .golden(let compiled): return compiled.checked
    case .fragments, .other: return nil
    }
  }
}

extension Analysis {
  /// The explanation of the first diagnostic at an offset, as `suas-run explain` prints it.
  fileprivate func explanation(at offset: Int) -> Hover? {
    for diagnostic in diagnostics.items {
      guard case .range(let range) = diagnostic.place, range.source === source,
        range.covers(offset),
        let explanation = Explanation.of(diagnostic.code.rawValue)
      else { continue }
      return Hover(text: "```\n\(explanation.rendered)```", range: range.offsets)
    }
    return nil
  }

  /// The type of the innermost part of an expression at an offset, or a function's documentation.
  fileprivate func expressionHover(at offset: Int) -> Hover? {
    var best: (range: SourceRange, text: String)?
    for expression in journal.expressions {
      let scalar = expression.syntax.scalar
      guard scalar.range.source === source, scalar.range.covers(offset),
        let tree = expression.tree
      else { continue }
      tree.root.visit { node in
        let range = scalar.range(of: node.range)
        let length = range.upperBound - range.lowerBound
        guard range.covers(offset),
          best.map({ length < $0.range.upperBound - $0.range.lowerBound }) ?? true
        else { return }
        let written = scalar.text.utf8Slice(node.range)
        if case .call(let name, let overloads, _) = node.kind, let overload = overloads.first,
          !name.hasPrefix("_")
        {
          best = (range, "```\n\(written): \(node.type)\n```\n\n\(overload.doc)")
        } else {
          best = (range, "```\n\(written): \(node.type)\n```")
        }
      }
    }
    return best.map { Hover(text: $0.text, range: $0.range.offsets) }
  }
}

extension CheckedExpr.Node {
  /// Visits the node and all of its parts, those of macros included.
  func visit(_ body: (CheckedExpr.Node) -> Void) {
    body(self)
    if case .comprehension(let it) = kind {
      for part in it.parts { part.visit(body) }
    }
    for child in children { child.visit(body) }
  }
}
