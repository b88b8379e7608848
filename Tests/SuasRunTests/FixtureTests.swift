import Foundation
import Testing

/// Whole programs: each folder in `Fixtures` holds what the program is given and, in
/// `expected.txt`, everything that it answers.
///
/// `command` holds the command line; without one, `scenario.yaml` is run, or else `spec.yaml`
/// checked. With RECORD_FIXTURES=1 in the environment, `expected.txt` is written anew.
@Suite struct FixtureTests {
  static let folder = packageRoot.appendingPathComponent("Tests/SuasRunTests/Fixtures")

  static let cases: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()

  @Test("The program answers as the fixture says", arguments: cases)
  func fixture(name: String) throws {
    let fixture = Self.folder.appendingPathComponent(name)
    let copy = try Folder()
    let work = copy.url.appendingPathComponent("case")
    try FileManager.default.copyItem(at: fixture, to: work)
    let result = try Program.run(try Self.arguments(of: fixture), in: work)
    let answer = result.output + result.errors + "exit \(result.status)\n"
    let expected = fixture.appendingPathComponent("expected.txt")
    if ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == "1" {
      try Data(answer.utf8).write(to: expected)
    }
    #expect(answer == String(decoding: try Data(contentsOf: expected), as: UTF8.self))
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

  static let codes = """
    yaml-syntax encoding nesting-too-deep alias-budget duplicate-key unknown-tag
    merge-key unsupported-version wrong-document unknown-key missing-key conflicting-keys
    wrong-kind invalid-name invalid-literal file-not-found unreadable unwritable outside-root include-cycle
    duplicate-name
    duplicate-state-key duplicate-golden unknown-type unknown-state unknown-field unknown-action
    unknown-verb unknown-case recursive-type type-too-large missing-initial invalid-initial
    type-mismatch
    undeclared-name expression-syntax no-matching-overload looks-like-expression unknown-fragment
    unknown-effect unknown-listener unknown-selector async-missing
    """.split(whereSeparator: \.isWhitespace).map(String.init)
}
