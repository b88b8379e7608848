import SuasSpec
import YAML

/// A file of the specs that were mutated, with the mutants of its text.
struct MutatedFile {
  /// A mutant of the file, with what identifies it and its scenarios in a report.
  struct Item {
    let id: String
    let mutant: Mutant
    /// The index of the result that has the mutant and its scenarios.
    let result: Int

    /// Returns the identifier of a scenario of the mutant's result.
    func scenario(_ index: Int) -> String { "\(result)-\(index)" }
  }

  let source: Source
  var items: [Item] = []

  /// Returns the files of all results. A file that several specs have in common is listed once.
  static func files(of results: [MutationResult]) -> [MutatedFile] {
    var files: [MutatedFile] = []
    for (number, result) in results.enumerated() {
      for source in result.spec.checked.coverage.sources
      where !files.contains(where: { $0.source.name == source.name }) {
        files.append(MutatedFile(source: source))
      }
      for (index, mutant) in result.mutants.enumerated() {
        let name = mutant.place.source.name
        guard let place = files.firstIndex(where: { $0.source.name == name }) else { continue }
        files[place].items.append(
          Item(id: "\(number)-\(index)", mutant: mutant, result: number))
      }
    }
    return files
  }
}
