import Foundation
import Support
import Testing

/// The same input gives the same bytes. Every process uses another hash seed, so that an order
/// which depends on hashing shows as a difference between runs.
@Suite struct DeterminismTests {
  private static let seeds: [[String: String]] = [
    [:], [:], [:], ["SWIFT_DETERMINISTIC_HASHING": "1"],
  ]

  private func expectOneResult(of arguments: [String], in folder: URL) throws {
    let results = try Self.seeds.map {
      let result = try Program.run(
        arguments, in: folder, environment: $0.merging(["CI": "true"]) { $1 })
      return [result.output, result.errors, String(result.status)]
    }
    #expect(Set(results).count == 1, "\(arguments)")
  }

  @Test(
    "Traces and reports of the examples are the same, whatever the hashing",
    arguments: Examples.names)
  func examples(name: String) throws {
    for command in [["run"], ["trace"], ["run", "--coverage", "--trace"]] {
      try expectOneResult(of: command + ["specs/\(name)"], in: packageRoot)
    }
  }

  @Test("All mistakes of a fixture are reported in one order, whatever the hashing")
  func mistakes() throws {
    let fixtures = packageRoot.appendingPathComponent("Tests/SuasRunTests/Fixtures")
    for name in try FileManager.default.contentsOfDirectory(atPath: fixtures.path).sorted()
    where name.hasSuffix("mistakes") || name.hasPrefix("warnings") || name.hasPrefix("duplicate") {
      let folder = fixtures.appendingPathComponent(name)
      let files = ["spec.yaml", "scenario.yaml"].filter {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
      }
      try expectOneResult(of: ["check"] + files, in: folder)
    }
  }

  @Test(
    "Generated code is the same, whatever the hashing",
    arguments: ["swift", "kotlin", "typescript"],
    Examples.names.map { "\($0)/\($0)" } + [
      "login/saved-login", "notes/saved-notes", "sign-up/draft",
    ])
  func generatedCode(language: String, spec: String) throws {
    let folder = try Folder()
    let path = packageRoot.appending(path: "specs/\(spec)").path
    var arguments = ["generate", language, "\(path).yaml", "--root", packageRoot.path]
    arguments += ["--output", "generated", "--driver"]
    arguments += ["--tests", "tests", "--scenarios", "\(path).scenario.yaml"]
    if language == "kotlin" { arguments += ["--package", "app"] }
    let written = try Program.run(arguments, in: folder)
    try #require(written.status == 0, "\(written.errors)")
    for _ in 1...2 {
      let checked = try Program.run(arguments + ["--check"], in: folder)
      #expect(checked.status == 0, "\(checked.errors)")
    }
  }
}
