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
    places(of: name, in: units().filter { $0.knows(name) })
  }

  /// The places where a name is used in some files that know it, and, first, where it is declared.
  func places(of name: NameAtCursor, in units: [Analysis]) -> [Place] {
    let declaration = Place(name.declaration.range)
    let found = units.flatMap { unit in
      unit.journal.mentions.filter { $0.symbol == name.symbol }.map { Place($0.range) }
    }
    return [declaration] + Set(found).subtracting([declaration]).sorted()
  }

  /// The names that are one with a name: where an expression reads a field of one of several
  /// payloads, it names a field of each.
  func namesRenamed(with name: NameAtCursor) -> [NameAtCursor] {
    let units = units().filter { $0.knows(name) && !$0.isGolden }
    var symbols: Set<Symbol> = [name.symbol]
    var count = 0
    while count < symbols.count {
      count = symbols.count
      for unit in units {
        let places = Set(
          unit.journal.mentions.filter { symbols.contains($0.symbol) }.map { Place($0.range) })
        for mention in unit.journal.mentions
        where mention.symbol.kind == .field && mention.symbol.name == name.symbol.name
          && places.contains(Place(mention.range))
        {
          symbols.insert(mention.symbol)
        }
      }
    }
    let declared = units.flatMap(\.declaredNames)
    return [name]
      + symbols.subtracting([name.symbol]).compactMap { symbol in
        declared.first { $0.symbol == symbol }.map {
          NameAtCursor(symbol: symbol, range: $0.range.offsets, declaration: $0)
        }
      }
  }
}

extension Place {
  init(path: String, range: Range<Int>) {
    self.path = path
    self.range = range
  }
}

extension Analysis {
  /// True if the file can use a name.
  func knows(_ name: NameAtCursor) -> Bool {
    declaredNames.contains {
      $0.symbol == name.symbol && Place($0.range) == Place(name.declaration.range)
    }
  }
}
