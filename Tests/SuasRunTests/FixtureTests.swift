import Foundation
import SuasSpec
import Support
import Testing

/// Whole programs: each folder in `Fixtures` holds what the program is given and, in
/// `expected.txt`, everything that it answers.
///
/// `command` holds the command line; without one, `scenario.yaml` is run, or else `spec.yaml`
/// checked. With RECORD_FIXTURES=1 in the environment, an `expected.txt` that differs is written
/// anew, and its test fails: what was recorded is looked at, and the tests are run again.
@Suite struct FixtureTests {
  static let folder = packageRoot.appendingPathComponent("Tests/SuasRunTests/Fixtures")

  static let cases: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

  @Test("The program prints the output recorded in the fixture", arguments: cases)
  func fixture(name: String) throws {
    let fixture = Self.folder.appendingPathComponent(name)
    let copy = try Folder()
    let work = copy.url.appendingPathComponent("case")
    try FileManager.default.copyItem(at: fixture, to: work)
    let result = try Program.run(try Self.arguments(of: fixture), in: work)
    let answer = result.output + result.errors + "exit \(result.status)\n"
    try expectRecorded(answer, in: fixture.appendingPathComponent("expected.txt"))
  }

  private static func arguments(of fixture: URL) throws -> [String] {
    let command = fixture.appendingPathComponent("command")
    if FileManager.default.fileExists(atPath: command.path) {
      return String(decoding: try Data(contentsOf: command), as: UTF8.self)
        .split(whereSeparator: \.isWhitespace).dropFirst().map(String.init)
    }
    let scenario = fixture.appendingPathComponent("scenario.yaml")
    return FileManager.default.fileExists(atPath: scenario.path)
      ? ["scenario.yaml"] : ["check", "spec.yaml"]
  }

  @Test("There is a fixture for every diagnostic code that a small file can meet")
  func everyCode() throws {
    let texts = try Self.cases.map {
      String(
        decoding: try Data(
          contentsOf: Self.folder.appendingPathComponent($0).appendingPathComponent("expected.txt")),
        as: UTF8.self)
    }
    for code in Self.codes {
      #expect(texts.contains { $0.contains("error[\(code)]: ") }, "no fixture shows \(code)")
    }
  }

  /// The codes of diagnostics, but for the one that takes a file of 16 MB.
  static let codes = Explanation.diagnostics.map(\.code).filter { $0 != "file-too-large" }
}
