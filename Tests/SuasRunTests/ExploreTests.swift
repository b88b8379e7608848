import Foundation
import Testing

/// `suas-run explore`, run as a user runs it.
@Suite struct ExploreTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
    for name in ["jugs", "lights", "cart", "breaker"] {
      try folder.write(
        try Data(
          contentsOf: packageRoot.appendingPathComponent(
            "Tests/SuasExploreTests/Specs/\(name).yaml")), to: "\(name).yaml")
    }
  }

  private func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(["explore"] + arguments, in: folder)
  }

  @Test("A goal is shown with its path, and nothing else is written")
  func goals() throws {
    let result = try run("jugs.yaml")
    #expect(result.status == 1, "a goal cannot be reached")
    #expect(
      result.output.hasPrefix("✓ the goal 'four-litres' is reached in 6 steps\n    FillFive\n"))
    #expect(result.output.contains("'six-litres' cannot be reached: all states were seen"))
    #expect(result.output.contains("16 states within 7 steps: all there are"))
    #expect(result.errors.isEmpty)
  }

  @Test("What --write writes fails when it is run, and passes once the spec is mended")
  func writing() throws {
    let result = try run("lights.yaml", "--write", "found")
    #expect(result.status == 1)
    #expect(result.output.contains("the invariant 'never-both-green' is broken after 5 steps"))
    let file = "found/invariant-never-both-green.scenario.yaml"
    #expect(result.output.contains("wrote \(file)"))
    #expect(try Program.run([file], in: folder).status == 1)
    #expect(try Program.isFormatted(file, in: folder))
    let mended = try folder.text("lights.yaml")
      .replacingOccurrences(of: "[{ toggle: isNight }]", with: "[{ set: isNight, value: false }]")
    try folder.write(mended, to: "lights.yaml")
    #expect(try Program.run([file], in: folder).status == 0)
    #expect(try run("lights.yaml").status == 0)
  }

  @Test("The path to a goal is written as a scenario that passes, and replaces no file")
  func goalFiles() throws {
    let file = "found/goal-four-litres.scenario.yaml"
    let result = try run("jugs.yaml", "--write", "found")
    #expect(result.status == 1)
    #expect(result.output.contains("    wrote \(file)\n"))
    #expect(!folder.exists("found/goal-six-litres.scenario.yaml"))
    #expect(try folder.text(file).hasSuffix("  - expect: { that: store.Jugs.five == 4 }\n"))
    #expect(try Program.isFormatted(file, in: folder))
    #expect(try Program.run([file], in: folder).status == 0)
    #expect(try run("jugs.yaml", "--write", "found").output.contains("    it is in \(file)\n"))
    try folder.write("mine", to: file)
    let json = try run("jugs.yaml", "--write", "found", "--json", "--jobs", "3").output
    #expect(json.contains(#""confirmed":true,"file":"found/goal-four-litres-2.scenario.yaml""#))
    #expect(try folder.text(file) == "mine")
    #expect(
      try Program.run(["found/goal-four-litres-2.scenario.yaml"], in: folder).status == 0)
  }

  @Test("A goal that is met at the start, and one that a walk came to, have scenarios that pass")
  func otherGoals() throws {
    try folder.write(
      """
      suas: 1
      states: { S: { n: int = 0 } }
      actions: { Up: {}, Add: { by: int } }
      reducers:
        R:
          state: S
          on:
            Up: [{ increment: n }]
            Add: [{ increment: n, by: action.by }]
      reachable:
        nothing: store.S.n == 0
        three: |
          store.S.n == 3
          && true
      """, to: "count.yaml")
    for strategy in ["breadth-first", "random", "guided"] {
      let result = try run(
        "count.yaml", "--strategy", strategy, "--max-states", "500", "--allow-error", "overflow",
        "--write", strategy)
      #expect(result.output.contains("✓ the goal 'nothing' is reached in 0 steps"))
      #expect(result.output.contains("wrote \(strategy)/goal-nothing.scenario.yaml"))
      #expect(result.output.contains("wrote \(strategy)/goal-three.scenario.yaml"))
      #expect(try Program.run([strategy], in: folder).status == 0)
    }
  }

  @Test("A search that begins after ids were made can make them again")
  func madeBeginnings() throws {
    try folder.write(
      """
      suas: 1
      states:
        S:
          ids: list(string) = []
          chosen: string = ""
      actions: { Add: { id: "string = ${uuid()}" }, Choose: { id: string } }
      reducers:
        R:
          state: S
          on:
            Add: [{ append: ids, value: "${action.id}" }]
            Choose: [{ set: chosen, value: "${action.id}" }]
      invariants:
        first-stays: size(store.S.ids) == 0 || store.S.chosen != store.S.ids[0]
      reachable:
        second: size(store.S.ids) > 1 && store.S.chosen == store.S.ids[1]
      """, to: "ids.yaml")
    try folder.write(
      """
      spec: ids.yaml
      scenario: One
      seed: 7
      steps: [{ dispatch: Add }]
      """, to: "one.scenario.yaml")
    let result = try run("ids.yaml", "--from", "one.scenario.yaml", "--write", "found")
    #expect(!result.output.contains("could not be seen"))
    #expect(try Program.run(["found/goal-second.scenario.yaml"], in: folder).status == 0)
    #expect(try Program.run(["found/invariant-first-stays.scenario.yaml"], in: folder).status == 1)
    #expect(try !folder.text("found/goal-second.scenario.yaml").contains("''"))
  }

  @Test(
    "A terminal shows how far a search is, and Ctrl-C ends it with what was found",
    arguments: [("breadth-first", " waiting, "), ("guided", " steps, "), ("random", " steps, ")])
  func progress(strategy: String, text: String) throws {
    let terminal = try PseudoTerminal(
      [
        "explore", "cart.yaml", "--strategy", strategy, "--max-states", "100000000",
        "--max-size", "1000",
      ], in: folder.url, columns: 100)
    try terminal.expect(text)
    try terminal.expect(" a second")
    try terminal.expect("\u{1B}[K")
    kill(terminal.process.processIdentifier, SIGINT)
    try terminal.expect("\r\u{1B}[K")
    try terminal.expect("the search was interrupted")
    #expect(try terminal.end() == 130)
  }

  @Test("No file is replaced: the same scenario is left, another one gets a number")
  func names() throws {
    #expect(try run("lights.yaml", "--write", "found").status == 1)
    let file = "found/invariant-never-both-green.scenario.yaml"
    let text = try folder.text(file)
    #expect(try run("lights.yaml", "--write", "found").output.contains("    it is in \(file)\n"))
    #expect(!folder.exists("found/invariant-never-both-green-2.scenario.yaml"))
    try folder.write("mine", to: file)
    #expect(try run("lights.yaml", "--write", "found/").status == 1)
    #expect(try folder.text(file) == "mine")
    #expect(try folder.text("found/invariant-never-both-green-2.scenario.yaml") == text)
  }

  @Test("A scenario run from its own folder names the root that it needs, and runs with it")
  func ownFolder() throws {
    _ = try run("lights.yaml", "--write", "found")
    let own = folder.url.appendingPathComponent("found")
    let refused = try Program.run(["invariant-never-both-green.scenario.yaml"], in: own)
    #expect(refused.status == 2)
    #expect(
      refused.errors.contains(
        "help: '--root ..' reads files below a folder that holds both\n"), "\(refused.errors)")
    let run = try Program.run(
      ["invariant-never-both-green.scenario.yaml", "--root", ".."], in: own)
    #expect(run.status == 1)
    #expect(run.output.contains("invariant 'never-both-green' does not hold"))
  }

  /// A spec with two rules that meet the same error, a constraint, a listener, and an error without
  /// a place in the spec.
  private static let faulty = """
    states:
      S: { n: int = 0, half: { type: int, default: 0, where: self < 2 }, all: "list(int) = []" }
      T: { n: int = 0 }
    actions: { Take: { index: int }, Twice: {}, Grow: {}, Turn: {}, Back: {} }
    reducers:
      Taker:
        state: S
        on:
          Take: [{ remove-at: all, index: action.index, when: action.index < 2 }]
          Twice: [{ set: n, value: "${1 / n}" }, { set: n, value: "${2 / n}" }]
          Grow: [{ increment: half }]
      Turner:
        state: T
        on: { Turn: [{ set: n, value: 1 }], Back: [{ set: n, value: 0 }] }
    listeners:
      share: { stateKey: T, filter: 10 / new.n > 0 }
      again: { stateKey: T, do: [{ dispatch: Turn }] }
    """

  @Test("Scenarios are named by what they show, wherever that stands in the spec")
  func stableNames() throws {
    try folder.write("suas: 1\n" + Self.faulty, to: "faulty.yaml")
    _ = try run("faulty.yaml", "--write", "found")
    let files = [
      "Taker-Take-index-out-of-range", "Taker-Twice-division-by-zero", "S.half-constraint-violated",
      "listener-share-division-by-zero", "Turn-dispatch-depth-exceeded",
    ]
    for file in files {
      #expect(folder.exists("found/\(file).scenario.yaml"), "\(file)")
      let text = try folder.text("found/\(file).scenario.yaml")
      #expect(!text.contains("faulty.yaml:"), "\(text)")
      #expect(try Program.run(["found/\(file).scenario.yaml"], in: folder).status == 1)
    }
    #expect(
      try folder.text("found/Taker-Take-index-out-of-range.scenario.yaml")
        .contains("scenario: No Take meets index-out-of-range in Taker\n"))
    // Additional lines before a declaration do not change the names.
    try folder.write("suas: 1\n# More.\n# Still more.\n" + Self.faulty, to: "faulty.yaml")
    let again = try run("faulty.yaml", "--write", "found")
    for file in files { #expect(again.output.contains("it is in found/\(file).scenario.yaml\n")) }
    #expect(!again.output.contains("wrote"))
  }

  @Test("Of violations that would have one name, each has its own")
  func sameNames() throws {
    try folder.write(
      """
      suas: 1
      states: { S: { n: int = 0 } }
      actions: { Go: { first: bool } }
      reducers:
        R:
          state: S
          on:
            Go:
              - { set: n, value: "${1 / n}", when: action.first }
              - { set: n, value: "${2 / n}" }
      """, to: "same.yaml")
    _ = try run("same.yaml", "--write", "found")
    for (ending, title) in [("", ""), ("-2", " (2)")] {
      let text = try folder.text("found/R-Go-division-by-zero\(ending).scenario.yaml")
      #expect(text.contains("scenario: No Go meets division-by-zero in R\(title)\n"), "\(text)")
    }
  }

  @Test("Statements about selectors are true")
  func selectors() throws {
    try folder.write(
      """
      suas: 1
      states: { S: { on: bool = false } }
      actions: { Flip: {} }
      reducers: { R: { state: S, on: { Flip: [{ toggle: on }] } } }
      selectors:
        always: { value: "${store.S.on}" }
        alone: { when: store.S.on, value: "${store.S.on}" }
        heard: { value: "${store.S.on}" }
        never: { when: store.S.on && !store.S.on, value: "${store.S.on}" }
        deaf: { value: "${store.S.on}" }
      listeners:
        heard: { selector: heard }
        never: { selector: never }
        deaf: { selector: deaf, filter: old.S.on == new.S.on }
      """, to: "selectors.yaml")
    let output = try run("selectors.yaml").output
    #expect(!output.contains("'always'") && !output.contains("'alone'"), "\(output)")
    #expect(!output.contains("selector 'heard'"))
    #expect(output.contains("selector 'never' never selected anything\n"))
    #expect(output.contains("selector 'deaf' never evaluated\n"))
  }

  @Test("A folder that cannot be written to is told before anything is searched")
  func unwritable() throws {
    try folder.write("", to: "file")
    for path in ["file", "file/below", "no/such/folder"] {
      let result = try run("lights.yaml", "--write", path)
      #expect(result.status == 2)
      #expect(result.errors.hasPrefix("error: "))
      #expect(result.output.isEmpty)
    }
  }

  @Test("A search begins where a scenario ends, and its scenarios begin with that one's steps")
  func beginning() throws {
    try folder.write(
      """
      spec: lights.yaml
      scenario: Night
      given: { Crossing: { north: redAmber } }
      steps:
        - dispatch: Night
        - dispatch: StepNorth
      """, to: "night.scenario.yaml")
    let result = try run("lights.yaml", "--from", "night.scenario.yaml", "--write", "found")
    #expect(result.output.contains("is broken after 2 steps"))
    let file = "found/invariant-never-both-green.scenario.yaml"
    #expect(try folder.text(file).contains("given:"))
    #expect(try Program.run([file], in: folder).status == 1)
  }

  @Test("Only a guided search counts what scenarios beside the spec cover")
  func neighbours() throws {
    try folder.write(
      """
      spec: breaker.yaml
      scenario: A failure
      steps:
        - dispatch: Failure
      """, to: "failing.scenario.yaml")
    for (strategy, counted) in [("guided", true), ("random", false)] {
      let result = try run(
        "breaker.yaml", "--strategy", strategy, "--only", "Noise", "--max-states", "5")
      #expect(result.status == 0)
      #expect(result.output.contains(" outcomes of rules, guards and listeners came up"))
      #expect(result.output.contains("\n0 of ") != counted)
    }
  }

  @Test("A start scenario that fails, is missing or belongs to another spec is an error")
  func badBeginnings() throws {
    try folder.write(
      "spec: jugs.yaml\nscenario: Other\nsteps: []\n", to: "other.scenario.yaml")
    try folder.write(
      """
      spec: cart.yaml
      scenario: Wrong
      steps:
        - { dispatch: Add, with: { article: tea } }
        - { dispatch: Add, with: { article: mug } }
        - { dispatch: Add, with: { article: pot } }
        - { dispatch: Remove, with: { article: tea } }
      """, to: "wrong.scenario.yaml")
    #expect(
      try run("lights.yaml", "--from", "other.scenario.yaml").codes == ["conflicting-keys"])
    #expect(try run("lights.yaml", "--from", "none.scenario.yaml").codes == ["file-not-found"])
    #expect(
      try run("jugs.yaml", "--from", "other.scenario.yaml", "--scenario", "Nobody").codes
        == ["file-not-found"])
    #expect(try run("other.scenario.yaml").codes == ["wrong-document"])
    let failing = try run("cart.yaml", "--from", "wrong.scenario.yaml")
    #expect(failing.status == 2)
    #expect(failing.errors.hasPrefix("error: the search cannot begin: "))
  }

  @Test(
    "A command line that is wrong is told",
    arguments: [
      "--max-states 0", "--max-states x", "--max-depth 0", "--max-size 0", "--jobs 0",
      "--jobs 1000", "--time 0s", "--time soon", "--max-memory 0", "--max-memory lots",
      "--strategy backwards", "--seed -1", "--json --dot", "--dot --strategy random",
      "--scenario x", "--only Nothing", "--allow-error overflown", "--root nowhere",
    ])
  func usage(options: String) throws {
    let arguments = ["explore", "lights.yaml"] + options.split(separator: " ").map(String.init)
    #expect(try Program.run(arguments, in: folder).status == 64)
  }

  @Test(
    "What a duration, a size or a number of threads may be is said",
    arguments: [
      ("--jobs 257", "--jobs is 256 at the most"), ("-j 1000000", "--jobs is 256 at the most"),
      ("--time 5", "a duration above 0, as 30s or 2m, not '5'"),
      ("--max-memory 1.5G", "a whole number of bytes above 0, as 512M or 2G, not '1.5G'"),
    ])
  func forms(options: String, form: String) throws {
    let arguments = ["explore", "lights.yaml"] + options.split(separator: " ").map(String.init)
    #expect(try Program.run(arguments, in: folder).errors.contains(form))
  }

  @Test("Without a spec, or with one that does not check, nothing is searched")
  func badSpecs() throws {
    try folder.write("suas: 1\nstates: { S: { n: nothing } }\n", to: "bad.yaml")
    #expect(try run("bad.yaml").codes == ["unknown-type"])
    #expect(try run("none.yaml").codes == ["file-not-found"])
    #expect(try run().status == 64)
  }

  @Test("Graphs are drawn for Graphviz and Mermaid, of few states")
  func graphs() throws {
    let dot = try run("lights.yaml", "--dot")
    #expect(dot.output.hasPrefix("digraph states {\n  s0 [label=\"{north: red, east: red"))
    #expect(dot.output.contains("s0 -> s1 [label=\"StepNorth\"]"))
    #expect(dot.output.contains("-> broken"))
    let mermaid = try run("lights.yaml", "--mermaid")
    #expect(mermaid.output.hasPrefix("flowchart TD\n  s0([\"{north: red"))
    let large = try run("cart.yaml", "--dot")
    #expect(large.status == 2)
    #expect(large.output.isEmpty)
    #expect(large.errors.contains("more than 500 states"))
  }

  @Test("--json tells programs the same, byte for byte at any number of threads")
  func json() throws {
    for strategy in ["breadth-first", "random", "guided"] {
      func bytes(_ jobs: String) throws -> String {
        try run(
          "breaker.yaml", "--json", "--strategy", strategy, "--max-states", "2000", "--jobs", jobs
        ).output
      }
      let one = try bytes("1")
      #expect(try bytes("3") == one)
      let object =
        try JSONSerialization.jsonObject(with: Data(one.utf8)) as? [String: Any]
      #expect(object?["strategy"] as? String == strategy)
      #expect((object?["goals"] as? [[String: Any]])?.count == 1)
    }
  }

  static let samples = """
    suas: 1
    types: { Pair: { first: bool, second: { type: Light, where: self == "red" } } }
    enums: { Light: [red, green] }
    states: { S: { text: string = "", flags: "list(bool) = []", light: Light? } }
    actions: { ACTION }
    reducers:
      R:
        state: S
        on: { Go: [{ RULE }] }
    reachable: { other: 'store.S.text.matches("^o.h.r$")' }
    """

  @Test(
    "That all states were seen is said where all payloads that there are were tried",
    arguments: [
      ("Go: { pair: Pair }", "set: light, value: '${action.pair.second}'", true),
      ("Go: { light: Light?, flag: bool }", "set: light, value: '${action.light}'", true),
      ("Go: {}", "set: light, value: red", true),
      ("Go: { text: string }", "set: light, value: green, when: 'action.text == \"\"'", false),
      ("Go: { lights: list(Light) }", "set: light, value: '${action.lights[0]}'", false),
      ("Go: { flag: bool, by: int }", "set: light, value: green, when: action.flag", false),
      ("Go: { at: 'timestamp = ${now}' }", "set: light, value: red", true),
      (
        "Go: { at: 'timestamp = ${now}' }",
        "set: light, value: green, when: action.at.getSeconds() == 3", false
      ),
      ("Go: {}", "append: flags, value: true", false),
    ])
  func wholes(action: String, rule: String, isWhole: Bool) throws {
    try folder.write(
      Self.samples.replacingOccurrences(of: "ACTION", with: action)
        .replacingOccurrences(of: "RULE", with: rule), to: "samples.yaml")
    let options = ["samples.yaml", "--allow-error", "index-out-of-range"]
    let text = try Program.run(["explore"] + options, in: folder).output
    #expect(text.contains("cannot be reached: all states were seen") == isWhole, "\(text)")
    #expect(text.contains(": all there are") == isWhole)
    #expect(text.contains("was not reached") != isWhole)
    let json = try Program.run(["explore", "--json"] + options, in: folder).output
    #expect(json.contains("\"allStates\":\(isWhole),"), "\(json)")
  }

  @Test("Sampled payloads are reported, in the text and for programs")
  func trials() throws {
    try folder.write(
      Self.samples.replacingOccurrences(of: "ACTION", with: "Go: { text: string }, Stay: {}")
        .replacingOccurrences(of: "RULE", with: "set: text, value: '${action.text}'"),
      to: "samples.yaml")
    let result = try run("samples.yaml")
    #expect(
      result.output.contains(
        "'other' was not reached: what was tried leads to no more states than were seen\n"))
    #expect(result.output.contains("within 1 step: what was tried leads to no others, "))
    let json = try run("samples.yaml", "--json").output
    #expect(
      json.contains(#""triesEverything":false,"allStates":false,"complete":true,"promises":"#))
    let only = try run("samples.yaml", "--only", "Stay")
    #expect(only.output.contains("1 state: what was tried leads to no others"))
    #expect(try run("jugs.yaml", "--json").output.contains(#""triesEverything":true,"#))
    try folder.write(
      Self.samples.replacingOccurrences(of: "ACTION", with: "Go: {}")
        .replacingOccurrences(of: "RULE", with: "append: flags, value: true"), to: "large.yaml")
    let large = try run("large.yaml")
    #expect(large.output.contains("'other' was not reached\n"))
    #expect(large.output.contains("6 states within 5 steps: none is left to go on from, "))
    try folder.write(
      """
      suas: 1
      states: { S: { id: string = "" } }
      actions: { Go: { id: "string = ${uuid()}" } }
      reducers: { R: { state: S, on: { Go: [{ set: id, value: "${action.id}" }] } } }
      """, to: "ids.yaml")
    #expect(try run("ids.yaml").output.contains("ids that 'uuid()' made were taken as alike\n"))
    #expect(try run("ids.yaml", "--json").output.contains(#""idsTakenAsAlike":true"#))
  }

  @Test("Memory is bounded, and the search says that more did not fit")
  func memory() throws {
    let result = try Program.run(
      ["explore", "cart.yaml", "--max-memory", "200K", "--max-states", "1000000"], in: folder)
    #expect(result.output.contains("more did not fit into --max-memory"))
  }
}

extension Program.Result {
  fileprivate var codes: Set<String> { codes("error") }
}
