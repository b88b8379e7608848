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
    diagnostics(in: document, range).flatMap { diagnostic, _ in
      diagnostic.fixes.map { fix in
        let text = fix.replacement.onOneLine
        return CodeAction(
          title: fix.title
            ?? (fix.range.text.isEmpty ? "Insert '\(text)'" : "Replace with '\(text)'"),
          edits: [TextEdit(place: Place(fix.range), text: fix.replacement)],
          diagnostic: diagnostic)
      }
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
}
