import SuasSpec
import YAML

/// A place in a file.
package struct Place: Hashable, Sendable, Comparable {
  package let path: String
  package let range: Range<Int>

  init(_ range: SourceRange) {
    path = range.source.name
    self.range = range.lowerBound..<range.upperBound
  }

  package static func < (left: Place, right: Place) -> Bool {
    (left.path, left.range.lowerBound) < (right.path, right.range.lowerBound)
  }
}

/// A declared name at a cursor.
package struct NameAtCursor {
  package let symbol: Symbol
  /// The range of the name at the cursor.
  package let range: Range<Int>
  package let declaration: DeclaredName
}

/// Declarations and uses of names in all files.
extension Workspace {
  /// The declared name at an offset; nil if there is none.
  package func name(in document: Document, at offset: Int) -> NameAtCursor? {
    if let found = name(at: offset, of: document.path, in: analysis(of: document)) { return found }
    for unit in units() where unit.source.name != document.path {
      if let found = name(at: offset, of: document.path, in: unit) { return found }
    }
    return nil
  }

  private func name(at offset: Int, of path: String, in unit: Analysis) -> NameAtCursor? {
    func covers(_ range: SourceRange) -> Bool {
      range.covers(offset) && range.source.name == path
    }
    let names = unit.declaredNames
    if let declared = names.first(where: { covers($0.range) }) {
      return NameAtCursor(
        symbol: declared.symbol, range: declared.range.offsets, declaration: declared)
    }
    for mention in unit.journal.mentions where covers(mention.range) {
      guard let declared = names.first(where: { $0.symbol == mention.symbol }) else { continue }
      return NameAtCursor(
        symbol: mention.symbol, range: mention.range.offsets, declaration: declared)
    }
    return nil
  }

  /// The places where a name is used, and, first, where it is declared.
  package func places(of name: NameAtCursor) -> [Place] {
    let declaration = Place(name.declaration.range)
    var found: Set<Place> = []
    for unit in units() {
      let isKnown = unit.declaredNames.contains {
        $0.symbol == name.symbol && Place($0.range) == declaration
      }
      guard isKnown else { continue }
      for mention in unit.journal.mentions where mention.symbol == name.symbol {
        found.insert(Place(mention.range))
      }
    }
    found.remove(declaration)
    return [declaration] + found.sorted()
  }
}

extension Place {
  init(path: String, range: Range<Int>) {
    self.path = path
    self.range = range
  }
}
