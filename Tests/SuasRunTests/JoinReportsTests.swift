import Foundation
import Testing

/// `suas-run report`, which joins the JSON reports of runs.
@Suite struct JoinReportsTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      """
      suas: 1
      states: { S: { n: int = 0, big: int = 9223372036854775807, part: double = 1.0, names: "list(string) = []" } }
      actions: { Bump: { by: int = 1 }, Name: { name: string }, Never: {} }
      reducers:
        R:
          state: S
          on:
            Bump: [{ increment: n, by: action.by, unless: n > 2 }]
            Name: [{ append: names, value: "${action.name}" }]
            Never: [{ set: n, value: 0 }]
      """, to: "spec.yaml")
    let scenarios = (1...12).map { number in
      """
        - name: "S\(number) <&> \\u202e \\"quoted\\""
          tags: [t\(number % 3)]
          steps:
            - note: "::error::\(number)"
            - { dispatch: Bump, with: { by: \(number % 4) }, expect: { state: { S: { n: 1 } }, that: store.S.n + 1 == 2 } }
            - { dispatch: Name, with: { name: "</script>\(number)" } }
            - { golden: after-\(number) }

      """
    }
    let rows = """
        - name: rows
          examples: [{ by: 1 }, { by: 2 }, { by: 3 }]
          steps: [{ dispatch: Bump, with: { by: "${by}" }, expect: { state: { S: { n: 2 } } } }]
        - { name: skipped, skip: later, steps: [] }
        - { name: known, xfail: bug, steps: [{ expect: { that: 1 > 2 } }] }

      """
    try folder.write(
      "spec: spec.yaml\nscenarios:\n" + scenarios.joined() + rows, to: "a.scenario.yaml")
    try folder.write(
      "spec: spec.yaml\nscenario: alone\nsteps: [{ dispatch: Bump, expect: { handled: true } }]\n",
      to: "b.scenario.yaml")
    try folder.write("spec: spec.yaml\nscenarios: []\n", to: "c.scenario.yaml")
    try folder.write("spec: spec.yaml\nscenarios: 1\n", to: "unsound.scenario.yaml")
    try folder.write("old", to: "golden/a/old.yaml")
    try folder.write(
      "S: { n: 1, big: 9223372036854775807, part: 1.0, names: [] }\n", to: "golden/a/after-1.yaml")
  }

  private func run(_ arguments: [String]) throws -> Program.Result {
    try Program.run(arguments, in: folder, environment: ["CI": "true"])
  }

  /// Runs the shards, and returns the names of their reports.
  private func shards(_ count: Int, of paths: [String] = ["."]) throws -> [String] {
    try (1...count).map { index in
      _ = try run(
        paths + ["--no-times", "--shard", "\(index)/\(count)", "--report", "json:s\(index).json"])
      return "s\(index).json"
    }
  }

  private static let formats = ["json", "junit", "html"]

  /// Returns the options for reports of all formats, whose names begin alike.
  private func reports(_ name: String) -> [String] {
    Self.formats.flatMap { ["--report", "\($0):\(name).\($0)"] }
      + ["--report", "github", "--coverage", "--coverage-lcov", "\(name).lcov"]
  }

  @Test("The joined reports of shards are those of one run, in every format and any order")
  func shards() throws {
    let whole = try run([".", "--no-times"] + reports("whole"))
    let names = try shards(4)
    let joined = try run(["report"] + names.reversed() + reports("joined"))
    #expect(whole.status == 2 && joined.status == 2)
    #expect(joined.output == whole.output)
    #expect(joined.errors == whole.errors)
    for format in Self.formats + ["lcov"] {
      let isSame = try folder.text("joined.\(format)") == folder.text("whole.\(format)")
      #expect(isSame, "\(format)")
    }
    #expect(try folder.text("whole.json").contains("golden/a/old.yaml"))
    #expect(try folder.text("whole.json").contains(#"{"version":2,"summary""#))
    #expect(try folder.text("s1.json").contains(#"{"version":2,"shard":"1/4","summary""#))
  }

  @Test("Failures end a joined run as they end one run, and so does missing coverage")
  func status() throws {
    let failing = try shards(2, of: ["a.scenario.yaml"])
    #expect(try run(["report"] + failing).status == 1)
    _ = try run(["b.scenario.yaml", "--report", "json:b.json"])
    #expect(try run(["report", "b.json"]).status == 0)
    let missing = try run(["report", "b.json", "--coverage-min", "99"])
    #expect(missing.status == 1)
    #expect(missing.errors.contains("99 %"), "\(missing.errors)")
    #expect(try run(["report", "b.json", "--coverage-min", "10"]).status == 0)
  }

  @Test("A shard that is missing is named, and the others are still joined")
  func missingShard() throws {
    let names = try shards(4, of: ["a.scenario.yaml", "b.scenario.yaml"])
    let joined = try run(["report", names[0], names[3], "--report", "json:joined.json"])
    #expect(joined.status == 2)
    #expect(
      joined.errors.hasSuffix(
        """
        error: the report of shard 2/4 is missing
        error: the report of shard 3/4 is missing

        """))
    #expect(folder.exists("joined.json"))
  }

  @Test("A scenario in two reports is an error, and so is another text of a file")
  func conflicts() throws {
    let names = try shards(2, of: ["a.scenario.yaml"])
    _ = try run(["a.scenario.yaml", "--filter", "^rows", "--report", "json:rows.json"])
    let twice = try run(["report", "rows.json"] + names + ["--report", "json:joined.json"])
    #expect(twice.status == 2)
    #expect(
      twice.errors.contains("of 'a.scenario.yaml' is in 'rows.json' and in 's"), "\(twice.errors)")
    #expect(!folder.exists("joined.json"))
    try folder.write(
      folder.text("a.scenario.yaml").replacing("later", with: "never"), to: "a.scenario.yaml")
    _ = try run(["a.scenario.yaml", "--shard", "2/2", "--report", "json:s2.json"])
    let changed = try run(["report"] + names)
    #expect(changed.status == 2)
    #expect(
      changed.errors.hasPrefix(
        "error: 'a.scenario.yaml' was another text for 's1.json' than for 's2.json'"))
    try folder.write(folder.text("spec.yaml") + "\n# other\n", to: "spec.yaml")
    _ = try run(["b.scenario.yaml", "--report", "json:b.json"])
    #expect(
      try run(["report", "s1.json", "b.json"]).errors
        .hasPrefix("error: the spec 'spec.yaml' was not the same for all reports"))
  }

  @Test("What is not a whole report of this version is named with the reason")
  func mistakes() throws {
    _ = try run(["b.scenario.yaml", "--report", "json:b.json"])
    let text = try folder.text("b.json")
    try folder.write(String(text.dropLast(20)), to: "cut.json")
    try folder.write(text.replacing(#"{"version":2"#, with: #"{"version":1"#), to: "old.json")
    try folder.write(text.replacing(#""outcome""#, with: #""result""#), to: "other.json")
    try folder.write(text.replacing(#""sources""#, with: #""texts""#), to: "texts.json")
    try folder.write(#"{"log":"a","outcome":"same","inputs":1}"# + "\n", to: "records.jsonl")
    _ = try run(["check", "spec.yaml", "--report", "json:check.json"])
    for (files, reason) in [
      (["cut.json"], "'cut.json' cannot be joined: it is not whole, or is no JSON: "),
      (["old.json"], "it is a report of version 1, and this program joins those of version 2"),
      (["other.json"], "'other.json' cannot be joined: its 'outcome' is missing"),
      (["texts.json"], "its 'sources' is missing"), (["none.json"], "'none.json' cannot be read: "),
      (["check.json"], "'check.json' cannot be joined: it is a report of a check"),
      (
        ["b.json", "records.jsonl"],
        "'records.jsonl' cannot be joined: it has records of replays, and 'b.json' has reports of runs"
      ),
    ] {
      let result = try run(["report"] + files + ["--report", "json:joined.json"])
      #expect(result.status == 2)
      #expect(result.errors.contains(reason), "\(result.errors)")
      #expect(!folder.exists("joined.json"))
    }
    #expect(try run(["report", "b.json", "--report", "json:b.json"]).status == 2)
    #expect(try folder.text("b.json") == text)
    #expect(try run(["report", "records.jsonl", "--coverage-min", "9"]).status == 64)
  }

  @Test("Reports whose numbers and places lead nowhere are refused or shown, and end nothing")
  func hostile() throws {
    _ = try run(["a.scenario.yaml", "--report", "json:a.json"])
    let text = try folder.text("a.json")
    for (part, hostile) in [
      (#""line":3,"#, #""line":9223372036854775807,"#), (#""column":"#, #""column":-"#),
      (#""endLine":"#, #""endLine":99999999999,"x":"#), (#""S":0"#, #""S":99999"#),
      (#""S":0"#, #""S":-1"#), (#""before":{"S""#, #""before":{"T""#),
      (#""after":["#, #""after":[],"x":["#), (#""count":"#, #""count":1e300,"x":"#),
      (#""number":1,"#, #""number":"1","#), (#""states":[["#, #""states":[],"x":[["#),
      (#""differenceCount":"#, #""differenceCount":9223372036854775807,"x":"#),
      (#""kind":"rule""#, #""kind":"ruler""#), (#""owner":["#, #""owner":["x","#),
      (#""summary":{"#, #""shard":"1/999999999999","summary":{"#),
    ] {
      try folder.write(text.replacing(part, with: hostile), to: "hostile.json")
      let result = try run(
        [
          "report", "hostile.json", "--coverage", "--report", "html:page.html", "--report",
          "github",
        ])
      #expect((1...2).contains(result.status), "\(hostile): \(result.errors.suffix(300))")
    }
  }

  @Test("The times of a joined run are the sums of its parts")
  func times() throws {
    for index in 1...2 {
      _ = try run(["a.scenario.yaml", "--shard", "\(index)/2", "--report", "json:t\(index).json"])
    }
    _ = try run(["report", "t1.json", "t2.json", "--report", "json:t.json"])
    let seconds = try ["t1.json", "t2.json", "t.json"].map { name in
      let report = try JSONSerialization.jsonObject(with: Data(try folder.text(name).utf8))
      let summary = (report as? [String: Any])?["summary"] as? [String: Any]
      return try #require(summary?["seconds"] as? Double)
    }
    #expect(abs(seconds[0] + seconds[1] - seconds[2]) < 0.000_01)
  }
}
