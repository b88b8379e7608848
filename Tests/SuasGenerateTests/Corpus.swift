import Foundation
import SuasProgram
import SuasSpec
import YAML

@testable import SuasScenario

/// The specs of the repository that check, with the scenario files that speak of them: the examples,
/// the fixtures and what the reference shows.
struct Corpus {
  struct Spec {
    /// The path of its first file in the repository.
    let name: String
    let checked: CheckedSpec
    var scenarios: [CheckedScenarioFile] = []
  }

  static let folders = [
    "specs", "Tests/SuasRunTests/Fixtures", "Tests/SuasRunTests/Reference",
    "Tests/SuasRunTests/Docs",
  ]

  /// The specs whose scenarios meet the limits of cost and size, which are the interpreter's alone.
  static let limits: Set<String> = [
    "Tests/SuasRunTests/Fixtures/language-limits/d.yaml",
    "Tests/SuasRunTests/Reference/Limits/limits.yaml",
  ]

  /// The specs of which no code is generated, since names clash.
  private static let clashing: Set<String> = [
    "Tests/SuasRunTests/Fixtures/generated-names-clash/spec.yaml",
    "Tests/SuasRunTests/Fixtures/generated-names-differ-by-case/spec.yaml",
  ]

  /// The specs, each once, in the order of their names.
  private(set) var specs: [Spec] = []

  init(_ folders: [String] = Corpus.folders) {
    var indices: [String: Int] = [:]
    let sources = GeneratedProgram.sources
    let paths = folders.flatMap { folder in
      (FileManager.default.enumerator(atPath: sources.appending(path: folder).path)?.allObjects
        as? [String] ?? []).filter { $0.hasSuffix(".yaml") }.map { "\(folder)/\($0)" }
    }.sorted()
    for path in paths {
      let file = sources.appending(path: path).path
      if Self.clashing.contains(path) { continue }
      guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { continue }
      if text.contains(/(^|\n)suas:/), let checked = try? Loader(root: nil).checkedSpec(at: [file]),
        indices[checked.digest] == nil
      {
        indices[checked.digest] = specs.count
        specs.append(Spec(name: path, checked: checked))
      }
    }
    for path in paths {
      var loader = Loader(root: nil)
      guard let file = try? loader.scenarioFile(sources.appending(path: path).path) else {
        continue
      }
      let index =
        indices[file.spec.checked.digest]
        ?? {
          indices[file.spec.checked.digest] = specs.count
          specs.append(Spec(name: path, checked: file.spec.checked))
          return specs.count - 1
        }()
      specs[index].scenarios.append(file)
    }
  }
}
