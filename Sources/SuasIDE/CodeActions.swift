import SuasSpec
import YAML

/// A change that an editor offers at a place.
package struct CodeAction {
  package let title: String
  package let edits: [TextEdit]
  /// The problem that it solves.
  package let diagnostic: Diagnostic?
}

extension Workspace {
  /// The changes that solve the problems in a range.
  package func codeActions(in document: Document, _ range: Range<Int>) -> [CodeAction] {
    let analysis = analysis(of: document)
    return diagnostics(in: document, range).flatMap { diagnostic, place in
      diagnostic.fixes.map { fix in
        CodeAction(
          title: fix.range.text.isEmpty
            ? "Insert '\(fix.replacement.onOneLine)'"
            : "Replace with '\(fix.replacement.onOneLine)'",
          edits: [TextEdit(place: Place(fix.range), text: fix.replacement)],
          diagnostic: diagnostic)
      } + additions(for: diagnostic, at: place, analysis)
    }
  }

  /// The problems in a range, with their places.
  package func diagnostics(
    in document: Document, _ range: Range<Int>
  ) -> [(diagnostic: Diagnostic, place: SourceRange)] {
    analysis(of: document).diagnostics.items.compactMap { diagnostic in
      guard case .range(let place) = diagnostic.place, place.source.name == document.path,
        place.lowerBound <= range.upperBound, range.lowerBound <= place.upperBound
      else { return nil }
      return (diagnostic, place)
    }
  }

  /// Rules for an action that no reducer handles.
  private func additions(
    for diagnostic: Diagnostic, at place: SourceRange, _ analysis: Analysis
  ) -> [CodeAction] {
    guard diagnostic.code.rawValue == "unhandled-action",
      let reducers = analysis.tree?.mapping?.first(where: { $0.key.text == "reducers" })?.value
        .mapping
    else { return [] }
    return reducers.compactMap { reducer in
      guard let handlers = reducer.value.mapping?.first(where: { $0.key.text == "on" })?.value,
        let last = handlers.mapping?.last, handlers.range.source === analysis.source
      else { return nil }
      let line = analysis.source.line(around: last.key.range.lowerBound)
      let indentation = last.key.range.lowerBound - line.lowerBound
      let blanks = String(repeating: " ", count: indentation)
      var end = analysis.source.line(
        around: max(last.key.range.upperBound, last.value.range.upperBound)
      ).upperBound
      end = min(end, analysis.source.utf8.count)
      guard indentation > 0,
        analysis.source.utf8[line.lowerBound..<last.key.range.lowerBound].allSatisfy({ $0 == 0x20 })
      else { return nil }
      return CodeAction(
        title: "Handle '\(place.text)' in \(reducer.key.text)",
        edits: [
          TextEdit(
            place: Place(path: analysis.source.name, range: end..<end),
            text: "\n\(blanks)\(place.text): []")
        ], diagnostic: diagnostic)
    }
  }
}
