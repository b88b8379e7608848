import Foundation
import Support
import Testing

/// `--coverage` with its related options, and `--trace`, tested through the program.
@Suite struct CoverageTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      """
      suas: 1
      states: { Counter: { value: int = 0 } }
      actions: { Up: { by: int = 1 } }
      reducers:
        CounterReducer:
          state: Counter
          on:
            Up:
              - increment: value
                by: action.by
                when: action.by > 0
      """, to: "counter.yaml")
    try folder.write(scenario("Up", "1"), to: "up.scenario.yaml")
    try folder.write(scenario("Not up", "0"), to: "down.scenario.yaml")
  }

  private func scenario(_ name: String, _ by: String) -> String {
    """
    spec: counter.yaml
    scenario: \(name)
    steps:
      - dispatch: Up
        with: { by: \(by) }
    """
  }

  private func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(arguments, in: folder)
  }

  @Test("A guard outcome that no scenario sees is named with its line")
  func planted() throws {
    let result = try run("up.scenario.yaml", "--coverage")
    #expect(result.status == 0)
    #expect(
      result.output.hasSuffix(
        """

        counter.yaml: 66.6 %, 2 of 3 outcomes
           |
        11 |           when: action.by > 0
           |                 ^^^^^^^^^^^^^ guard never false

        covered: 66.6 %, 2 of 3 outcomes

        """), "\(result.output)")
  }

  @Test("Scenario files that share a spec are counted together")
  func merged() throws {
    let result = try run("up.scenario.yaml", "down.scenario.yaml", "--coverage")
    #expect(
      result.output.hasSuffix(
        "\ncounter.yaml: 100 %, 3 of 3 outcomes\ncovered: 100 %, 3 of 3 outcomes\n"),
      "\(result.output)")
  }

  @Test("A spec without outcomes is fully covered")
  func nothing() throws {
    try folder.write(
      "suas: 1\nstates: { A: { x: int = 0 } }\nreducers: { R: { state: A } }\n", to: "empty.yaml")
    try folder.write(
      "spec: empty.yaml\nscenario: a\nsteps: [{ expect: { state: { A: { x: 0 } } } }]\n",
      to: "empty.scenario.yaml")
    let result = try run("empty.scenario.yaml", "--coverage", "--coverage-min", "100")
    #expect(result.status == 0)
    #expect(result.output.contains("empty.yaml: 100 %, nothing to cover\n"))
  }

  @Test(
    "--coverage-min fails below its percentage only",
    arguments: [("0", 0), ("66", 0), ("66.6", 0), ("66.7", 1), ("100", 1)] as [(String, Int32)])
  func gate(minimum: String, status: Int32) throws {
    let result = try run("up.scenario.yaml", "--coverage-min", minimum)
    #expect(result.status == status)
    #expect(result.output.hasSuffix("\n1 passed, 0 failed\n"))
    #expect(result.errors.isEmpty == (status == 0))
    #expect(status == 0 || result.errors.contains("66.6 %"))
    let end = ": 1 outcome is missing\n  = help: --coverage shows what is missing\n"
    #expect(status == 0 || result.errors.hasSuffix(end), "\(result.errors)")
  }

  @Test(
    "What is no percentage is an error of usage",
    arguments: ["-1", "100.1", "nan", "inf", "all", "", "50%", "1e3"])
  func percentages(minimum: String) throws {
    let result = try run("up.scenario.yaml", "--coverage-min=\(minimum)")
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("coverage-min"))
  }

  @Test("--coverage-lcov writes lines and branches, and replaces what is there")
  func lcov() throws {
    try folder.write("old", to: "lcov.info")
    let result = try run("up.scenario.yaml", "--coverage-lcov", "lcov.info")
    #expect(result.status == 0)
    #expect(result.output.hasSuffix("\n1 passed, 0 failed\n"))
    #expect(
      try folder.text("lcov.info") == """
        TN:
        SF:counter.yaml
        BRDA:11,0,0,1
        BRDA:11,0,1,0
        BRF:2
        BRH:1
        DA:9,1
        DA:11,1
        LF:2
        LH:2
        end_of_record

        """)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!names.contains { $0.hasSuffix(".tmp") })
  }

  @Test("Paths are relative to the working directory, however the arguments are written")
  func paths() throws {
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("sub"), withIntermediateDirectories: true)
    let result = try run(
      "\(folder.url.path)/up.scenario.yaml", "./sub/../down.scenario.yaml", "--coverage",
      "--coverage-lcov", "sub/lcov.info")
    #expect(result.output.hasSuffix("\ncovered: 100 %, 3 of 3 outcomes\n"), "\(result.output)")
    #expect(try folder.text("sub/lcov.info").hasPrefix("TN:\nSF:counter.yaml\n"))
  }

  @Test(
    "A file that cannot be written ends the program, and nothing is run",
    arguments: [
      ("nowhere/lcov.info", 2, "cannot be written: there is no folder"),
      ("sub", 2, "cannot be written: it is a folder"),
      ("counter.yaml/lcov.info", 2, "cannot be written: there is no folder"),
      ("counter.yaml", 64, "is the name of a spec or scenario"),
    ])
  func unwritable(path: String, status: Int32, reason: String) throws {
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("sub"), withIntermediateDirectories: true)
    let result = try run("up.scenario.yaml", "--coverage-lcov=\(path)")
    #expect(result.status == status)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(reason), "\(result.errors)")
  }

  @Test("A tracefile that cannot be written does not prevent other reports")
  func full() throws {
    let result = try run(
      "up.scenario.yaml", "--coverage-lcov", "/dev/full", "--report", "json:run.json")
    #expect(result.status == 2)
    #expect(result.errors.contains("'/dev/full' cannot be written"))
    #expect(try folder.text("run.json").hasPrefix("{\"version\":2,"))
  }

  @Test("Control characters in names are escaped")
  func names() throws {
    try folder.write(
      try folder.text("counter.yaml").replacing("      - inc", with: "      - inc"),
      to: "a\u{1B}[31m\nb.yaml")
    try folder.write(
      scenario("a", "1").replacing(
        "counter.yaml", with: #""a\e[31m\nb.yaml""#), to: "odd.scenario.yaml")
    let result = try run(
      "odd.scenario.yaml", "--coverage", "--trace", "--coverage-lcov", "lcov.info")
    #expect(result.status == 0, "\(result.errors)")
    #expect(!result.output.contains("\u{1B}"))
    #expect(result.output.contains("\na\\u{1b}[31m\\nb.yaml: 66.6 %"), "\(result.output)")
    #expect(try folder.text("lcov.info").contains("\nSF:a\\u{1b}[31m\\nb.yaml\n"))
  }

  @Test("Failures and files with errors take precedence over the coverage limit")
  func precedence() throws {
    try folder.write("spec: nowhere.yaml\nscenario: a\nsteps: []\n", to: "broken.scenario.yaml")
    let broken = try run(
      "up.scenario.yaml", "broken.scenario.yaml", "--coverage", "--coverage-min", "100")
    #expect(broken.status == 2)
    #expect(broken.output.contains("guard never false"))
  }

  @Test(
    "Measuring coverage does not change the results of the examples", arguments: Examples.names)
  func examples(name: String) throws {
    let plain = try Program.run(["specs/\(name)"], in: packageRoot)
    let covered = try Program.run(
      ["specs/\(name)", "--coverage", "--coverage-min", "100"], in: packageRoot)
    #expect(covered.status == 0, "\(covered.output)")
    #expect(covered.output.hasPrefix(plain.output))
    let traced = try Program.run(["specs/\(name)", "--trace"], in: packageRoot)
    #expect(traced.status == 0)
    let lines = traced.output.split(separator: "\n").filter {
      !$0.hasPrefix("      ") || !plain.output.contains($0)
    }
    #expect(lines.contains { $0.hasPrefix("        ") })
  }

  @Test("The README's command requires full coverage of the examples")
  func gateOfExamples() throws {
    let readme = try Document("README.md")
    let command = try #require(readme.blocks.first { $0.marker == "specs" }).text
    #expect(command.contains("suas-run specs --coverage-min 100\n"))
  }

  @Test("A trace shows long values shortened, and ends where the spec goes round in circles")
  func circles() throws {
    try folder.write(
      """
      suas: 1
      states: { S: { text: string = "", n: int = 0 } }
      actions: { Fill: {}, Again: {} }
      reducers:
        R:
          state: S
          on:
            Fill: [{ set: text, value: "${'a'.replace('a', 'abcdefghij').replace('a', 'abcdefghij').replace('a', 'abcdefghij').replace('a', 'abcdefghij')}" }]
            Again: [{ increment: n }]
      listeners:
        one: { stateKey: S, do: [{ dispatch: Again }, { dispatch: Again }] }
      """, to: "loop.yaml")
    try folder.write(
      """
      spec: loop.yaml
      scenario: It goes round
      steps:
        - unlisten: one
        - dispatch: Fill
        - listen: one
        - dispatch: Again
          expect: { error: cost-exceeded }
      """, to: "loop.scenario.yaml")
    let result = try Program.run(
      ["loop.scenario.yaml", "--trace"], in: folder, memory: 4000)
    #expect(result.errors.isEmpty, "\(result.errors)")
    #expect(result.output.contains("… and "))
    #expect(result.output.utf8.count < 4_000_000)
  }
}
