import Foundation
import Testing

/// The reports of `suas-run check`.
@Suite struct CheckReportTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      """
      suas: 1
      states: { Door: { isOpen: bool = false } }
      actions: { Open: {}, Close: {} }
      reducers:
        DoorReducer:
          state: Door
          on:
            Open: [{ set: isOpn, value: true }]
            Open: []

      """, to: "specs/a door.yaml")
    try folder.write(
      """
      suas: 1
      states: { Door: { isOpen: bool = false } }
      actions: { Open: {}, Close: {} }
      reducers: { R: { state: Door, on: { Open: [{ set: isOpen, value: true }] } } }

      """, to: "sound.yaml")
    try folder.write(
      "suas: 1\nstates: { S: { total: int = 0 } }\nactions: { A: {} }\nreducers:\n  R:\n    state: S\n"
        + "    on:\n      A:\n        - set: totl\n          value: 1\n", to: "field.yaml")
  }

  private func check(_ arguments: String...) throws -> Program.Result {
    try Program.run(["check"] + arguments, in: folder)
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("The JSON report has codes, places, related places and rewritings")
  func json() throws {
    let result = try check("specs/a door.yaml", "field.yaml", "sound.yaml", "--report", "json:-")
    #expect(result.status == 2)
    let report = try object(result.output)
    #expect(
      report["summary"] as? [String: Int]
        == ["sound": 1, "errors": 2, "warnings": 1, "omitted": 0])
    let diagnostics = try #require(report["diagnostics"] as? [[String: Any]])
    #expect(
      diagnostics.map { $0["code"] as? String }
        == ["duplicate-key", "unknown-field", "unhandled-action"])
    #expect(diagnostics.map { $0["severity"] as? String } == ["error", "error", "warning"])
    let related = try #require(diagnostics[0]["related"] as? [[String: Any]])
    #expect(related.first?["line"] as? Int == 8 && related.first?["endColumn"] as? Int == 11)
    #expect(related.first?["file"] as? String == "specs/a door.yaml")
    let fixes = try #require(diagnostics[1]["fixes"] as? [[String: Any]])
    #expect(fixes.first?["replacement"] as? String == "total")
    #expect(fixes.first?["line"] as? Int == 9 && fixes.first?["column"] as? Int == 16)
    #expect(fixes.first?["endLine"] as? Int == 9 && fixes.first?["endColumn"] as? Int == 20)
    // What an editor offers as a quick fix is there for programs, too.
    let rules = try #require(diagnostics[2]["fixes"] as? [[String: Any]])
    #expect((rules.first?["replacement"] as? String)?.hasPrefix("Close: []") == true, "\(rules)")
    #expect(result.errors.contains("error[unknown-field]"))
    let page = try String(
      contentsOf: packageRoot.appendingPathComponent(
        "Sources/SuasScenario/SuasScenario.docc/ReportFormats.md"), encoding: .utf8)
    for key in Set(diagnostics.flatMap(\.keys)).union(report.keys) {
      #expect(page.contains("`\(key)`"), "\(key)")
    }
  }

  @Test("Annotations have the help and the related places")
  func github() throws {
    let result = try check("specs/a door.yaml", "field.yaml", "--report", "github")
    #expect(
      result.output == """
        ::error file=specs/a door.yaml,line=9,col=7,title=duplicate-key::the key 'Open' is already \
        in this mapping%0Anote: it is here first (specs/a door.yaml:8:7)
        ::error file=field.yaml,line=9,col=16,title=unknown-field::S has no field 'totl'%0A\
        help: did you mean 'total'?

        """)
    let nothing = try check("specs", "--report", "github")
    #expect(nothing.output == "::error title=check::there is no *.scenario.yaml below 'specs'\n")
    #expect(nothing.status == 2)
  }

  @Test("Several reports are written at once, and a sound check writes them, too")
  func several() throws {
    let result = try check(
      "sound.yaml", "--report", "json:a.json", "--report", "sarif:a.sarif", "--report", "github")
    #expect(result.status == 0)
    #expect(
      result.output.hasPrefix(
        "1 file is sound, 1 warning\n::warning file=sound.yaml,line=3,col=22,title=unhandled-action::"
      ))
    #expect(try object(folder.text("a.json"))["problem"] == nil)
    #expect(try object(folder.text("a.sarif"))["version"] as? String == "2.1.0")
    #expect(
      try check("sound.yaml", "--deny", "warnings", "--report", "json:b.json").status == 2)
    #expect(try folder.text("a.json") == folder.text("b.json"))
  }

  @Test(
    "A check of nothing, or of files that cannot be read, still writes whole reports",
    arguments: [["specs"], ["missing.yaml"], ["missing.yaml", "sound.yaml"]])
  func nothing(paths: [String]) throws {
    let result = try Program.run(
      ["check", "--report", "json:-", "--report", "sarif:r.sarif"] + paths, in: folder)
    #expect(result.status == 2)
    let report = try object(result.output)
    let diagnostics = try #require(report["diagnostics"] as? [[String: Any]])
    #expect((report["problem"] == nil) == !diagnostics.isEmpty)
    let run = try #require((try object(folder.text("r.sarif"))["runs"] as? [[String: Any]])?.first)
    #expect((run["results"] as? [Any])?.count == diagnostics.count)
    #expect(diagnostics.allSatisfy { $0["code"] as? String == "file-not-found" })
  }

  @Test(
    "A report that nobody could write is an error of usage, or ends the check before it begins",
    arguments: [
      (["junit:a.xml"], 64, "there is no report 'junit'"), (["sarif"], 64, "sarif needs a file"),
      (["sarif:-", "json:-"], 64, "two reports go to 'standard output'"),
      (["json:sound.yaml"], 64, "no report takes its place"),
      (["json:nowhere/a.json"], 2, "there is no folder 'nowhere'"),
    ])
  func unwritable(reports: [String], status: Int32, reason: String) throws {
    let result = try Program.run(
      ["check", "sound.yaml"] + reports.flatMap { ["--report", $0] }, in: folder)
    #expect(result.status == status)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(reason), "\(result.errors)")
  }
}

/// The SARIF of `suas-run check`, judged by the keys that the standard requires.
@Suite(.enabled(if: SchemaValidator.isExpected, "python3 has no module 'jsonschema'"))
struct SARIFTests {
  private func verdict(on json: String) throws -> String? {
    let schema = try String(
      contentsOf: packageRoot.appendingPathComponent(
        "Tests/SuasRunTests/Schemas/sarif-2.1.0-required.json"), encoding: .utf8)
    return try SchemaValidator.verdicts(
      on: [.init(schema: 0, json: json)], by: [schema], checkingSchemas: true)[0]
  }

  @Test("Reports of all mistakes among the fixtures have the required keys")
  func fixtures() throws {
    let fixtures = packageRoot.appendingPathComponent("Tests/SuasRunTests/Fixtures")
    let paths = try FileManager.default.contentsOfDirectory(atPath: fixtures.path).sorted()
      .flatMap { ["\($0)/spec.yaml", "\($0)/scenario.yaml"] }
      .filter { FileManager.default.fileExists(atPath: fixtures.appendingPathComponent($0).path) }
    let result = try Program.run(["check", "--report", "sarif:-"] + paths, in: fixtures)
    #expect(result.status == 2)
    #expect(try verdict(on: result.output) == nil)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let run = try #require((report["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    let tool = try #require(run["tool"] as? [String: [String: Any]])
    let rules = try #require(tool["driver"]?["rules"] as? [[String: Any]])
    #expect(results.count > 300)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
    }
    for rule in rules where rule["help"] == nil { Issue.record("\(rule) is not explained") }
    for key in ["fixes", "relatedLocations"] {
      #expect(results.count { $0[key] != nil } > 10, "\(key)")
    }
  }

  @Test("Paths are relative to the working directory, or have a scheme, and are encoded")
  func paths() throws {
    let folder = try Folder()
    try folder.write("suas: 2\n", to: "a: b%/ü#?.yaml")
    try folder.write("suas: 2\n", to: "inner/c.yaml")
    let inside = try Program.run(
      ["check", "./a: b%/ü#?.yaml", "--report", "sarif:-"], in: folder)
    #expect(
      inside.output.contains(
        #""artifactLocation":{"uri":"a%3A%20b%25/%C3%BC%23%3F.yaml","uriBaseId":"%SRCROOT%"}"#))
    let outside = try Program.run(
      ["check", "../a: b%/ü#?.yaml", "--report", "sarif:-"],
      in: folder.url.appendingPathComponent("inner"))
    #expect(outside.output.contains(#""artifactLocation":{"uri":"file:///"#))
    #expect(try verdict(on: inside.output) == nil && verdict(on: outside.output) == nil)
    #expect(try verdict(on: inside.output.replacing("\"driver\":", with: "\"engine\":")) != nil)
  }
}
