import Foundation
import Support
import Testing

/// `suas-run mutate`, run as a user runs it.
@Suite struct MutateTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(lampSpec, to: "lamp.yaml")
    try folder.write(
      """
      spec: lamp.yaml
      scenario: A lamp that is lit can be brighter
      steps:
        - dispatch: Press
        - dispatch: Brighter
          expect: { state: { Lamp: { lit: true, level: 1 } } }

      """, to: "lamp.scenario.yaml")
  }

  private func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(["mutate", "lamp.scenario.yaml"] + arguments, in: folder)
  }

  @Test("A survivor is shown at its lines, with the steps that would notice it")
  func survivor() throws {
    let result = try run()
    #expect(result.status == 0)
    #expect(
      result.output.contains(
        """
        ✗ lamp.yaml:12:30: survived: change-comparison
          -           when: lit && level < 2
          +           when: lit && level <= 2
            a scenario would notice after:
              Press
              Brighter
              Brighter
              Brighter

        """), "\(result.output)")
    #expect(result.errors.isEmpty)
  }

  @Test("What --write writes passes, and then the mutant is killed")
  func writing() throws {
    let before = try run("--write", "found")
    let file = "found/mutant-lamp-12-change-comparison.scenario.yaml"
    #expect(before.output.contains("    wrote \(file)\n"))
    #expect(try Program.run(["found"], in: folder).status == 0)
    #expect(try Program.isFormatted("found", in: folder))
    let after = try Program.run(["mutate", ".", "--mutation-min", "100"], in: folder)
    #expect(after.status == 0, "\(after.output)")
    #expect(after.output.contains(" 0 survived"))
    #expect(after.output.hasSuffix("score: 100 %\n"))
  }

  @Test("A score below --mutation-min fails")
  func minimum() throws {
    let short = try run("--mutation-min", "100")
    #expect(short.status == 1)
    #expect(short.errors.hasPrefix("error: the score is "), "\(short.errors)")
    #expect(short.errors.hasSuffix(" %, where --mutation-min asks for 100 %\n"), "\(short.errors)")
    #expect(try run("--mutation-min", "10").status == 0)
    #expect(try run("--mutation-min", "101").status == 64)
  }

  @Test("The report is the same for any number of jobs, and has every mutant")
  func report() throws {
    let first = try run("--report", "json:-", "--jobs", "1")
    #expect(first.output == (try run("--report", "json:-", "--jobs", "4").output))
    let json = try JSONSerialization.jsonObject(with: Data(first.output.utf8)) as? [String: Any]
    let files = json?["files"] as? [String: [String: Any]]
    let mutants = files?["lamp.yaml"]?["mutants"] as? [[String: Any]]
    let statuses = Set(mutants?.compactMap { $0["status"] as? String } ?? [])
    #expect(statuses == ["Killed", "Survived"])
    #expect(first.errors.contains("\nscore: "), "the text goes to standard error")
    #expect(try run("--report", "json:").status == 64)
    #expect(try run("--report", "xml:a").status == 64)
    #expect(try run("--report", "json:a", "--report", "html:a").status == 64)
    #expect(try run("--report", "json:lamp.yaml").status == 64)
    #expect(try run("--report", "json:report.json").status == 0)
    #expect(folder.exists("report.json"))
  }

  @Test("Selected scenarios judge as they would by themselves, wherever they stand in their file")
  func selection() throws {
    let judging = """
      - name: Judges
        steps:
          - dispatch: Press
          - dispatch: Brighter
            expect: { state: { Lamp: { lit: true, level: 1 } } }

      """
    let other = """
      - name: Other
        steps: [{ dispatch: Press, expect: { handled: true } }]

      """
    try folder.write("spec: lamp.yaml\nscenarios:\n" + judging, to: "alone.scenario.yaml")
    try folder.write("spec: lamp.yaml\nscenarios:\n" + other + judging, to: "both.scenario.yaml")
    func output(_ arguments: String...) throws -> String {
      try Program.run(["mutate"] + arguments, in: folder).output
    }
    let alone = try output("alone.scenario.yaml")
    #expect(!alone.contains(" 0 killed"))
    #expect(try output("both.scenario.yaml", "--filter", "Judges") == alone)
    #expect(try output("both.scenario.yaml:5") == alone)
  }

  @Test("A file of several specs is mutated once, and killed by whatever scenario notices")
  func included() throws {
    try folder.write(
      """
      suas: 1
      states: { Session: { user: string = "", tries: int = 0 } }
      actions: { Login: { user: string }, Fail: {} }
      reducers:
        SessionReducer:
          state: Session
          on:
            Login: [{ set: user, value: "${action.user}" }]
            Fail: [{ increment: tries }]

      """, to: "joined/session.yaml")
    for name in ["a", "b"] {
      try folder.write("suas: 1\ninclude: [session.yaml]\n", to: "joined/\(name).yaml")
    }
    try folder.write(
      """
      spec: a.yaml
      scenario: Someone logs in
      steps: [{ dispatch: Login, with: { user: x }, expect: { state: { Session: { user: x } } } }]

      """, to: "joined/a.scenario.yaml")
    try folder.write(
      """
      spec: b.yaml
      scenario: Nobody logs in
      steps: [{ dispatch: Fail, expect: { state: { Session: { user: "", tries: 1 } } } }]

      """, to: "joined/b.scenario.yaml")
    let result = try Program.run(["mutate", "joined", "--report", "json:r.json"], in: folder)
    #expect(
      result.output.hasSuffix(" 0 survived\nscore: 100 %\n"), "\(result.output)\(result.errors)")
    let report = try JSONSerialization.jsonObject(with: Data(folder.text("r.json").utf8))
    let files = (report as? [String: Any])?["files"] as? [String: [String: Any]]
    let mutants = files?["joined/session.yaml"]?["mutants"] as? [[String: Any]] ?? []
    let places = mutants.map { "\($0["location"] ?? "") \($0["replacement"] ?? "")" }
    #expect(mutants.count > 5)
    #expect(Set(places).count == mutants.count, "\(places)")
    #expect(Set(mutants.flatMap { $0["killedBy"] as? [String] ?? [] }) == ["0", "1"])
  }

  @Test("Reports count columns in UTF-16, and have the text that has to stand there")
  func columns() throws {
    try folder.write(
      """
      suas: 1
      states: { S: { t: string = a, n: int = 0 } }
      actions: { Go: { x: string } }
      reducers:
        R:
          state: S
          on:
            Go:
              - { set: t, value: '${action.x == "😀😀" ? "a" : "b"}', when: 'n < 3 && t != ''x''' }

      """, to: "lamp.yaml")
    try folder.write(
      "spec: lamp.yaml\nscenario: Go\nsteps: [{ dispatch: Go, with: { x: y } }]\n",
      to: "lamp.scenario.yaml")
    _ = try run("--report", "json:r.json")
    let report = try JSONSerialization.jsonObject(with: Data(folder.text("r.json").utf8))
    let files = (report as? [String: Any])?["files"] as? [String: [String: Any]]
    let file = try #require(files?["lamp.yaml"])
    let lines = try #require(file["source"] as? String).components(separatedBy: "\n")
    var replacements: [String] = []
    for mutant in file["mutants"] as? [[String: Any]] ?? [] {
      let location = try #require(mutant["location"] as? [String: [String: Int]])
      let (start, end) = (try #require(location["start"]), try #require(location["end"]))
      guard start["line"] == 9, end["line"] == 9, let first = start["column"],
        let last = end["column"]
      else { continue }
      let old = String(decoding: Array(lines[8].utf16)[first - 1..<last - 1], as: UTF16.self)
      replacements.append("\(old) -> \(mutant["replacement"] ?? "")")
    }
    for expected in [
      #""a" : "b" -> "b" : "a""#, #""😀😀" -> """#, "< -> <=", "3 -> 4", "&& -> ||", "!= -> ==",
    ] {
      #expect(replacements.contains(expected), "\(replacements)")
    }
  }

  @Test("Of an expression in several lines, the lines that change are shown")
  func lines() throws {
    let text = try folder.text("lamp.yaml").replacingOccurrences(
      of: "when: lit && level < 2", with: "when: >-\n            lit &&\n            level < 2")
    try folder.write(text, to: "lamp.yaml")
    let output = try run().output
    #expect(
      output.contains(
        """
        survived: change-comparison
          -             level < 2
          +             level <= 2
            a scenario
        """), "\(output)")
    #expect(output.contains("drop-term\n  -             lit &&\n    a scenario"), "\(output)")
  }

  @Test("A mutant that is undecided says why, and what to do")
  func undecided() throws {
    let text = try folder.text("lamp.yaml").replacingOccurrences(
      of: "level < 2", with: "level < 900")
    try folder.write(text, to: "lamp.yaml")
    let output = try run("--max-depth", "5").output
    #expect(
      output.contains(
        """
        were tried: it looked as far ahead as it may
            try a higher --max-depth, or write a scenario that expects what is done here

        """), "\(output)")
  }

  @Test("Scenarios that fail on their spec judge nothing")
  func failing() throws {
    let text = try folder.text("lamp.scenario.yaml").replacingOccurrences(
      of: "level: 1", with: "level: 2")
    try folder.write(text, to: "lamp.scenario.yaml")
    let result = try run()
    #expect(result.status == 2)
    #expect(result.errors.contains("fails on its spec"))
    #expect(result.output.isEmpty)
  }

  @Test("With --since, only lines that differ from a revision are changed")
  func since() throws {
    let repository = try GitRepository()
    for name in ["lamp.yaml", "lamp.scenario.yaml"] {
      try repository.write(try folder.text(name), to: name)
    }
    try repository.commit()
    func run(_ arguments: String...) throws -> Program.Result {
      try Program.run(["mutate", "lamp.scenario.yaml"] + arguments, in: repository.folder)
    }
    let nothing = try run("--since", "HEAD", "--mutation-min", "100")
    #expect(nothing.status == 0)
    #expect(
      nothing.output.hasPrefix(
        """
        0 mutants: 0 killed, 0 survived
        only of lines changed since 'HEAD'; left out:
        """), "\(nothing.output)")
    try repository.write(
      try folder.text("lamp.yaml").replacingOccurrences(of: "level < 2", with: "level < 3"),
      to: "lamp.yaml")
    let changed = try run("--since", "main", "--report", "json:report.json")
    #expect(changed.output.contains("-           when: lit && level < 3"))
    let json = try String(
      contentsOf: repository.folder.appendingPathComponent("report.json"), encoding: .utf8)
    #expect(json.contains("\"config\":{\"since\":\"main\",\"leftOut\":"), "\(json)")
    #expect(!json.contains("change-default") && json.contains("change-comparison"))

    for name in ["none", "--all"] {
      let wrong = try run("--since=\(name)")
      #expect(wrong.status == 2)
      #expect(wrong.errors == "error: git knows no revision '\(name)'\n")
      #expect(wrong.output.isEmpty)
    }
    let outside = try self.run("--since", "HEAD")
    #expect(outside.status == 2)
    #expect(outside.errors.hasPrefix("error: git finds no repository: not a git repository"))
  }
}
