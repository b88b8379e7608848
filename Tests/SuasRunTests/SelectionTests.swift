import Foundation
import Testing

/// The selection and order of the scenarios that the program runs.
@Suite struct SelectionTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      """
      suas: 1
      states: { S: { n: int = 0 } }
      actions: { Bump: {} }
      reducers: { R: { state: S, on: { Bump: [{ increment: n }] } } }
      """, to: "spec.yaml")
    try folder.write(
      """
      spec: spec.yaml
      tags: [all]
      scenarios:
        - name: One
          tags: [smoke]
          steps:
            - dispatch: Bump

        - name: Two
          tags: [smoke, slow]
          steps:
            - dispatch: Bump
              expect: { state: { S: { n: 2 } } }
        - name: Of ${x}
          examples:
            - { x: 1 }
            - { x: 2 }
            - { x: 3 }
          steps:
            - { dispatch: Bump, times: "${x}" }
            - expect: { that: store.S.n == x }
      """, to: "a.scenario.yaml")
    try folder.write(
      "spec: spec.yaml\nscenario: Alone\nsteps: [{ dispatch: Bump }]\n", to: "b.scenario.yaml")
  }

  private func run(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Program.Result {
    try Program.run(arguments, in: folder, environment: environment)
  }

  /// Returns the names that are listed.
  private func names(_ arguments: String...) throws -> [String] {
    let result = try run(arguments + ["--list"])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    return result.output.split(separator: "\n").map { line in
      line.components(separatedBy: ": ").dropFirst().joined(separator: ": ")
    }
  }

  @Test("--list prints the scenarios that would run, with positions, and runs nothing")
  func listing() throws {
    let result = try run([".", "--list"])
    #expect(
      result.output == """
        ./a.scenario.yaml:4: One
        ./a.scenario.yaml:9: Two
        ./a.scenario.yaml:16: Of 1 [x=1]
        ./a.scenario.yaml:17: Of 2 [x=2]
        ./a.scenario.yaml:18: Of 3 [x=3]
        ./b.scenario.yaml:2: Alone

        """)
    #expect(result.status == 0)
  }

  @Test("A listed scenario can be selected by its position")
  func listedPlaces() throws {
    for line in try run([".", "--list"]).output.split(separator: "\n") {
      let place = String(line.prefix(upTo: try #require(line.range(of: ": ")).lowerBound))
      #expect(try run([place, "--list"]).output == line + "\n")
    }
  }

  @Test(
    "A line selects the scenario that holds it, or the row",
    arguments: [
      ("4", ["One"]), ("7", ["One"]), ("9", ["Two"]), ("13", ["Two"]), ("17", ["Of 2 [x=2]"]),
      ("20", ["Of 1 [x=1]", "Of 2 [x=2]", "Of 3 [x=3]"]), ("4,13", ["One", "Two"]),
      ("13,4", ["One", "Two"]), ("13:23", ["Two"]),
    ])
  func lines(line: String, expected: [String]) throws {
    #expect(try names("a.scenario.yaml:\(line)") == expected)
  }

  @Test("Lines of a file are combined, and naming the whole file runs all of it")
  func severalLines() throws {
    #expect(
      try names("a.scenario.yaml:4", "./a.scenario.yaml:9", "b.scenario.yaml")
        == ["One", "Two", "Alone"])
    #expect(try names(".", "a.scenario.yaml:4").count == 6)
  }

  @Test("A line without a scenario, of a folder or for a check is an error")
  func wrongLines() throws {
    for line in ["1", "8", "999"] {
      let result = try run(["a.scenario.yaml:\(line)"])
      #expect(result.status == 2)
      #expect(result.errors.contains("a.scenario.yaml:\(line)"))
    }
    for line in ["0", "4,", "99999999999999999999"] {
      let result = try run(["a.scenario.yaml:\(line)"])
      #expect(result.status == 64)
      #expect(result.errors.contains("'a.scenario.yaml:\(line)' names no line of a file"))
    }
    #expect(try run([".:3"]).status == 64)
    #expect(try run(["check", "a.scenario.yaml:4"]).status == 64)
  }

  @Test("--filter takes names that match one of the expressions")
  func filter() throws {
    #expect(try names(".", "--filter", "^(One|Two)$") == ["One", "Two"])
    #expect(try names(".", "--filter", "x=2", "--filter", "lone") == ["Of 2 [x=2]", "Alone"])
    #expect(try names(".", "--filter", "(?i)TWO") == ["Two"])
  }

  @Test(
    "--tags takes conditions",
    arguments: [
      ("smoke", 2), ("smoke and not slow", 1), ("slow or smoke", 2), ("not all", 1),
      ("not (smoke and slow) and all", 4), ("not not slow", 1), (#""smoke" and(all)"#, 2),
    ])
  func tags(condition: String, count: Int) throws {
    #expect(try names(".", "--tags", condition).count == count)
  }

  @Test(
    "What is no expression, condition, part or number is an error of usage with its place",
    arguments: [
      (["--filter", "a("], "--filter: the '(' is not closed\n  a(\n   ^\n"),
      (["--filter", "\\8"], "--filter: "),
      (["--tags", "a and"], "--tags: a tag is missing at the end\n  a and\n       ^\n"),
      (["--tags", "a b"], "--tags: 'and' or 'or' is missing before this\n  a b\n    ^\n"),
      (["--tags", "(a"], "--tags: there is no ')' to this '('\n  (a\n  ^\n"),
      (["--tags", "a)"], "--tags: there is no '(' to this ')'\n  a)\n   ^\n"),
      (["--tags", "\"a"], "--tags: there is no second '\"' to this one"),
      (["--tags", ""], "--tags: a tag is missing at the end"),
      (["--tags", String(repeating: "(", count: 100_000)], "--tags: the parentheses are too deep"),
      (["--shard", "5/4"], "--shard takes"), (["--shard", "0/4"], "--shard takes"),
      (["--shard", "x"], "--shard takes"), (["--shard", "1/0"], "--shard takes"),
      (["--shard", "-1/4"], "--shard"), (["--shard", "1/99999999999999999999"], "--shard takes"),
      (["--shuffle", "x"], "--shuffle"), (["--shuffle", "-1"], "--shuffle"),
      (["--jobs", "0"], "--jobs is a number above 0"), (["--jobs", "-1"], "--jobs is a number"),
      (["--jobs", "257"], "--jobs is 256 at the most"),
      (["-j", "1000000"], "--jobs is 256 at the most"),
      (["--list", "--update"], "--list runs nothing"),
    ])
  func mistakes(arguments: [String], message: String) throws {
    let result = try run(["."] + arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains(message), "\(result.errors.prefix(500))")
    #expect(result.output == "")
  }

  @Test("A selection that matches nothing is an error, which suggests the nearest tag")
  func nothing() throws {
    let filtered = try run([".", "--filter", "nothing"])
    #expect(filtered.status == 2)
    #expect(filtered.errors == "error: no scenario has a name that matches --filter\n")
    let tagged = try run([".", "--tags", "smok"])
    #expect(tagged.status == 2)
    #expect(tagged.errors.hasSuffix("there is no tag 'smok'; did you mean 'smoke'?\n"))
  }

  @Test("A golden file that no step names is ignored if only part of its file is run")
  func strayGoldens() throws {
    try folder.write("old", to: "golden/a/old.yaml")
    #expect(try run(["a.scenario.yaml:4"]).status == 0)
    #expect(try run(["a.scenario.yaml", "--filter", "One", "--prune"]).status == 0)
    #expect(folder.exists("golden/a/old.yaml"))
    #expect(try run(["b.scenario.yaml", "--filter", "."]).status == 0)
    let whole = try run(["a.scenario.yaml", "--filter", ".", "--prune"])
    #expect(whole.output.contains("removed golden/a/old.yaml"))
  }

  @Test("--fail-fast ends with the first failure, and counts the others, at any number of jobs")
  func failFast() throws {
    let outputs = try ["1", "2", "8"].map { jobs in
      let result = try run([".", "--fail-fast", "--jobs", jobs])
      #expect(result.status == 1)
      return result.output
    }
    #expect(Set(outputs).count == 1)
    #expect(outputs[0].contains("✗ Two"))
    #expect(!outputs[0].contains("Of 1"))
    #expect(outputs[0].hasSuffix("\n1 passed, 1 failed, 4 not run\n"))
  }

  @Test("--shuffle changes the order and nothing else, and the same seed gives the same order")
  func shuffle() throws {
    let first = try names(".", "--shuffle", "7")
    #expect(try names(".", "--shuffle", "7") == first)
    let plain = try names(".")
    #expect(first.sorted() == plain.sorted())
    let orders = try (0..<10).map { try names(".", "--shuffle", "\($0)") }
    #expect(Set(orders).count > 3)
  }

  @Test("The shards are disjoint and together complete")
  func shards() throws {
    let whole = try names(".").sorted()
    for count in [1, 2, 5, 16] {
      let parts = try (1...count).flatMap { part in
        let result = try run([".", "--list", "--shard", "\(part)/\(count)"])
        #expect(result.status == 0)
        #expect(result.output != "" || result.errors.contains("no scenario in part"))
        return result.output.split(separator: "\n").map { $0.drop { $0 != " " }.dropFirst() }
      }
      #expect(parts.map(String.init).sorted() == whole)
    }
  }

  @Test("A scenario's part does not depend on how its file is reached, or on other scenarios")
  func stableShards() throws {
    for part in 1...3 {
      let shard = ["--shard", "\(part)/3"]
      let all = try names(".", shard[0], shard[1])
      let inside = try Program.run(
        ["\(folder.url.path)/a.scenario.yaml", "--filter", "Of", "--list"] + shard, in: folder)
      for line in inside.output.split(separator: "\n") {
        #expect(all.contains { line.hasSuffix(": \($0)") })
      }
    }
  }

  @Test("Files without a scenario are an error for a trace as for a run, an empty part is not")
  func nothingToRun() throws {
    try folder.write("spec: spec.yaml\nscenarios: []\n", to: "none/none.scenario.yaml")
    try folder.write(try folder.text("spec.yaml"), to: "none/spec.yaml")
    for command in ["run", "trace"] {
      let none = try run([command, "none/none.scenario.yaml"])
      #expect(none.status == 2)
      #expect(none.errors == "error: there is no scenario in these files\n")
      let parts = try (1...9).map { try run([command, "b.scenario.yaml", "--shard", "\($0)/9"]) }
      let empty = parts.filter { $0.errors.contains("no scenario in part") }
      #expect(!empty.isEmpty)
      #expect(empty.allSatisfy { $0.status == 0 })
    }
  }

  @Test("--rerun-failed runs what failed last, until it has passed")
  func rerun() throws {
    let none = try run([".", "--rerun-failed"])
    #expect(none.errors == "note: no failure is on record here: all is run\n")
    #expect(none.output.hasSuffix("5 passed, 1 failed\n"))
    #expect(folder.exists(".suas-run/last-failed"))
    #expect(try names(".", "--rerun-failed") == ["Two"])
    // The failures of scenarios that are not run now stay on record.
    #expect(try run(["b.scenario.yaml"]).status == 0)
    let again = try run(["a.scenario.yaml", "--rerun-failed"])
    #expect(again.output.hasSuffix("\n0 passed, 1 failed\n"))
    let text = try folder.text("a.scenario.yaml")
    try folder.write(text.replacing("n: 2", with: "n: 1"), to: "a.scenario.yaml")
    #expect(try run([".", "--rerun-failed"]).output.hasSuffix("\n1 passed, 0 failed\n"))
    let passed = try run([".", "--rerun-failed"])
    #expect(passed.errors == "note: nothing failed in the last run: all is run\n")
    #expect(passed.output.hasSuffix("\n6 passed, 0 failed\n"))
  }

  @Test("With CI set nothing is put on record, and a run that passes leaves nothing behind")
  func noRecord() throws {
    #expect(try run(["."], environment: ["CI": "1"]).status == 1)
    #expect(try run(["b.scenario.yaml"]).status == 0)
    #expect(!folder.exists(".suas-run"))
  }

  @Test("An invalid or unwritable record of failures does not make a run fail")
  func brokenRecord() throws {
    for text in ["{", "- a", "a.scenario.yaml: 1", "\u{0}"] {
      try folder.write(text, to: ".suas-run/last-failed")
      #expect(try run(["b.scenario.yaml", "--rerun-failed"]).status == 0)
    }
    try FileManager.default.removeItem(at: folder.url.appendingPathComponent(".suas-run"))
    try folder.write("", to: ".suas-run")
    #expect(try run(["."]).status == 1)
  }

  @Test("An option that is not known is named, also where there is no file")
  func unknownOption() throws {
    let result = try run(["--frobnicate"])
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("Error: Unknown option '--frobnicate'\n"))
  }
}
