import Foundation
import Testing

@testable import SuasLanguage
@testable import SuasReports

/// The recipes of CONTRIBUTING.md are true: the files that they name are there, and what they say of a
/// verb, a function or a report format holds of each that exists.
@Suite struct RecipeTests {
  /// The paths of all files and folders of the project.
  private static let paths: Set<String> = {
    let files = FileManager.default
    var paths: Set<String> = []
    for name in (try? files.contentsOfDirectory(atPath: packageRoot.path)) ?? []
    where name != ".build" && name != ".git" {
      paths.insert(name)
      let below = try? files.subpathsOfDirectory(
        atPath: packageRoot.appendingPathComponent(name).path)
      for path in below ?? [] where !path.contains(".build") { paths.insert("\(name)/\(path)") }
    }
    return paths
  }()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: packageRoot.appendingPathComponent(path), encoding: .utf8)
  }

  /// The texts of the files below a folder, one after the other.
  private static func texts(below folder: String) throws -> String {
    try paths.filter { $0.hasPrefix(folder + "/") && $0.contains(/\.(swift|yaml)$/) }.sorted()
      .map(text).joined(separator: "\n")
  }

  @Test(
    "Each file and folder that the pages for contributors name is there",
    arguments: ["ARCHITECTURE.md", "CONTRIBUTING.md"])
  func places(page: String) throws {
    let names = Set(
      try Self.text(page).matches(
        of: /`([A-Za-z.][\w.+\/-]*(?:\/[\w.+-]+|\.(?:swift|kt|md|yaml)))`/
      )
      .map { String($0.1) })
    #expect(names.count > 10)
    let missing = names.filter { name in
      !name.hasPrefix(".build/") && name != "Type+Aspect.swift"
        && !Self.paths.contains { $0 == name || $0.hasSuffix("/\(name)") }
    }
    #expect(missing.sorted() == [])
  }

  @Test("Each verb is in all places that its recipe names", arguments: VerbTable.standard.keywords)
  func verbs(name: String) throws {
    let places = [
      ("Sources/SuasSpec/SuasSpec.docc/Verbs.md", "\n### \(name)\n"),
      ("Tests/SuasRunTests/Reference/Verbs/verbs.yaml", "\(name):"),
    ]
    for (path, mention) in places { #expect(try Self.text(path).contains(mention), "\(path)") }
    let files = try Self.texts(below: "Sources/SuasLanguage/Verbs")
    #expect(files.contains("`\(name): path`") || files.contains("\"\(name)\""))
    #expect(try Self.texts(below: "Tests/RandomSpecs").contains("\(name)"))
    #expect(try Self.texts(below: "Tests/SuasSpecTests").contains("\(name):"))
  }

  @Test(
    "Each report format is in all places that its recipe names",
    arguments: ReportFormat.allCases.map(\.rawValue))
  func formats(name: String) throws {
    for path in [
      "Sources/SuasScenario/SuasScenario.docc/ReportFormats.md", "docs/guides/in-ci.md",
      "Tests/SuasRunTests/ReportTests.swift",
    ] {
      #expect(try Self.text(path).contains(name), "\(path)")
    }
  }
}
