import YAML

/// A file of the specs that were mutated, with the mutants of its text.
struct MutatedFile {
  /// A mutant of the file, with its identity in a report.
  struct Item {
    let id: String
    let mutant: Mutant
  }

  let source: Source
  var items: [Item] = []

  /// Returns the files of a result.
  static func files(of result: MutationResult) -> [MutatedFile] {
    var files = result.sources.map { MutatedFile(source: $0) }
    let places = Dictionary(uniqueKeysWithValues: files.enumerated().map { ($1.source.name, $0) })
    for (index, mutant) in result.mutants.enumerated() {
      guard let place = places[mutant.place.source.name] else { continue }
      files[place].items.append(Item(id: "\(index)", mutant: mutant))
    }
    return files
  }
}
