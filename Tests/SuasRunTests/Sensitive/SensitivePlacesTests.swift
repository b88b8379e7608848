import Foundation
import LocalServer
import Testing

/// Places where a sensitive value could be seen though it is nothing that is shown itself.
@Suite struct SensitivePlacesTests {
  private static let secret = "8305117"
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func run(_ arguments: [String], input: [String] = []) throws -> String {
    let result = try Program.run(
      arguments, in: folder, input: Data((input + [""]).joined(separator: "\n").utf8))
    return result.output + result.errors
  }

  private func expectHidden(
    _ text: String, showing shown: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(!text.contains(Self.secret), "\(text)", sourceLocation: sourceLocation)
    #expect(text.contains(shown), "\(text)", sourceLocation: sourceLocation)
  }

  /// A spec whose actions meet limits with a sensitive number.
  private static let limited = """
    suas: 1
    states: { S: { numbers: "list(int) = []", known: { type: list(int), default: [1, 2] } } }
    actions: { Fill: { n: { type: int, sensitive: true } }, Loop: { n: { type: int, sensitive: true } } }
    functions: { below: { params: { n: int }, value: "lists.range(n)" } }
    reducers:
      R:
        state: S
        on:
          Fill: [{ set: numbers, value: "${below(action.n)}" }]
          Loop:
            - let: { all: "lists.range(action.n)" }
            - for-each: all
              do: [{ append: numbers, value: 1 }]
            - { set: known, value: "${known.map(k, known.map(l, l).size() + k)}" }
    """

  @Test(
    "A limit that is exceeded does not say by how much, which would tell a sensitive number",
    arguments: [
      ("Fill", 8_305_117, "--max-cost", "3000000", "the cost is more than 3000000;"),
      ("Fill", 5117, "--max-leaves", "9", "the state has more than 9 leaves;"),
      ("Loop", 100, "--max-cost", "203", "the cost is more than 203;"),
    ])
  func limits(action: String, n: Int, option: String, limit: String, shown: String) throws {
    try folder.write(Self.limited, to: "spec.yaml")
    try folder.write(
      "spec: spec.yaml\nscenario: A\nsteps: [{ dispatch: \(action), with: { n: \(n) } }]\n",
      to: "a.scenario.yaml")
    #expect(try run(["a.scenario.yaml", option, limit]).contains(shown))
  }

  @Test("The path of a file, and where a redirect leads, are in no message of a live run")
  func requests() throws {
    let server = HTTPServer { _ in
      .init(status: 302, headers: [("Location", "http://host\(Self.secret).example/")], "")
    }
    try folder.write(
      """
      suas: 1
      states: { S: { said: string = "" } }
      actions: { Failed: { said: string } }
      reducers: { R: { state: S, on: { Failed: [{ set: said, value: "${action.said}" }] } } }
      middleware: [async]
      effects:
        Ask:
          sensitive: true
          run: { http: { url: "\(server.url("").absoluteString)/a" } }
          on-failure: [{ dispatch: Failed, with: { said: "${error.message}" } }]
        Load:
          payload: { path: { type: string, sensitive: true } }
          run: { read-file: "${action.path}" }
          on-failure: [{ dispatch: Failed, with: { said: "${error.message}" } }]
      """, to: "spec.yaml")
    try folder.write("", to: "files/.keep")
    try folder.write(
      """
      spec: spec.yaml
      scenarios:
        - { name: A, steps: [{ dispatch: Ask }, { respond: Ask }] }
        - { name: B, steps: [{ dispatch: Load, with: { path: "\(Self.secret).txt" } }, { respond: Load, with: { text: "" } }] }
        - { name: C, steps: [{ dispatch: Load, with: { path: "../\(Self.secret)" } }, { respond: Load, with: { text: "" } }] }
      """, to: "a.scenario.yaml")
    let live = ["--live", "--allow-host", "127.0.0.1", "--files", "files"]
    for report in [["--trace"], ["--report", "junit:-"]] {
      expectHidden(try run(["a.scenario.yaml"] + live + report), showing: "respond Load")
    }
    let said = try run(
      ["play", "spec.yaml"] + live,
      input: [
        "Ask", "perform Ask", "state", "Load {path: \(Self.secret)}", "perform Load", "state",
      ])
    expectHidden(said, showing: "the redirect leads to a host, which is not allowed")
    #expect(said.contains("there is no file"))
  }

  /// A spec with an answer that has sensitive fields, and a refusal that its handler reads.
  private static let answering = """
    suas: 1
    types: { Login: { user: string = "", pin: { type: string, default: "", sensitive: true } } }
    states: { S: { last: "Login = {}", n: int = 0 } }
    actions:
      Done: { login: Login }
      Try: { pin: { type: string, sensitive: true } }
      Count: { n: int }
    reducers:
      R:
        state: S
        on:
          Done: [{ set: last, value: "${action.login}" }]
          Try: [{ fail: { code: no, message: "${action.pin}x" } }]
          Count: [{ set: n, value: "${action.n}" }]
    middleware:
      - name: watch
        on: Try
        do:
          - next: Try
            with: { pin: "${action.pin}" }
            on-refused:
              - { dispatch: Count, with: { n: 1 }, when: 'error.message == "y"' }
              - { dispatch: Count, with: { n: "${int(error.message)}" } }
      - async
    effects:
      LogIn:
        run: { custom: { name: login, result: Login } }
        on-success: [{ dispatch: Done, with: { login: "${response.result}" } }]
    """

  @Test("A live session shows none of the sensitive fields that are typed, and saves no scenario")
  func session() throws {
    try folder.write(Self.answering, to: "spec.yaml")
    let said = try run(
      ["play", "spec.yaml", "--live"],
      input: [
        "LogIn", "respond LogIn {result: {user: ann, pin: '\(Self.secret)'}}", "steps", "undo",
        "redo", "save a.scenario.yaml", "save a.suaslog",
      ])
    expectHidden(said, showing: "respond LogIn {result: {user: ann, pin: \"***\"}}")
    #expect(said.contains("which a live session does not write"), "\(said)")
    #expect(!folder.exists("a.scenario.yaml"))
    expectHidden(try folder.text("a.suaslog"), showing: "\"user\":\"ann\"")
  }

  @Test("What on-refused reads of a message that is made of sensitive values is hidden")
  func refusals() throws {
    try folder.write(Self.answering, to: "spec.yaml")
    try folder.write(
      "spec: spec.yaml\nscenario: A\nsteps: [{ dispatch: Try, with: { pin: '\(Self.secret)' } }]\n",
      to: "a.scenario.yaml")
    expectHidden(
      try run(["a.scenario.yaml", "--live", "--trace"]),
      showing: "the value is sensitive, and not shown")
    let trace = try run(["a.scenario.yaml", "--trace"])
    #expect(
      trace.contains("error: invalid-argument: the value is sensitive, and not shown"), "\(trace)")
  }

  @Test("The trace of a live run shows no part of a guard, wherever a rule has the value from")
  func guards() throws {
    try folder.write(try Self.text("guards.yaml"), to: "spec.yaml")
    try folder.write(
      "spec: spec.yaml\nscenario: A\nsteps: [{ dispatch: Go, with: { x: '\(Self.secret)' } }]\n",
      to: "a.scenario.yaml")
    let trace = try run(["a.scenario.yaml", "--live", "--trace"])
    expectHidden(trace, showing: "dispatch Go {x: \"***\"}")
    #expect(trace.components(separatedBy: " = \"***\"").count > 30, "\(trace)")
  }

  private static func text(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  @Test("A history's group that has a record with a sensitive field does not show it")
  func groups() throws {
    try folder.write(
      """
      suas: 1
      types: { Login: { user: string = "", pin: { type: string, default: "", sensitive: true } } }
      states: { S: { n: int = 0 } }
      actions: { Go: { login: Login }, Undo: {} }
      reducers:
        R: { state: S, history: { undo: Undo, group: { Go: action.login } }, on: { Go: [{ increment: n }] } }
      """, to: "spec.yaml")
    let said = try run(
      ["play", "spec.yaml", "--live"],
      input: ["Go {login: {user: ann, pin: '\(Self.secret)'}}", "state", "save a.suaslog"])
    expectHidden(said, showing: "SHistory.group: \"***\"")
    expectHidden(try folder.text("a.suaslog"), showing: "$sensitive")
  }

  @Test("The log of an earlier version is read as if its values had the marks of the present one")
  func earlierLogs() throws {
    func spec(_ mark: String) -> String {
      """
      suas: 1
      name: Accounts
      types: { Card: { number: { type: string, default: ""\(mark) }, label: string = "" } }
      states:
        S: { cards: "list(Card) = []", pin: { type: int, default: 0\(mark) }, n: int = 0 }
      actions:
        Add: { card: Card }
        Pin: { pin: { type: int\(mark) } }
      reducers:
        R:
          state: S
          on:
            Add: [{ append: cards, value: "${action.card}" }, { increment: n }]
            Pin: [{ set: pin, value: "${action.pin}" }, { remove-at: cards, index: "${action.pin}" }]
      """
    }
    try folder.write(spec(""), to: "spec.yaml")
    try folder.write(
      """
      spec: spec.yaml
      scenario: A
      given: { S: { pin: \(Self.secret) } }
      steps:
        - { dispatch: Add, with: { card: { number: n\(Self.secret), label: blue } } }
        - { dispatch: Pin, with: { pin: \(Self.secret) }, expect: { error: index-out-of-range } }
        - { dispatch: Add, with: { card: { number: n\(Self.secret), label: red } } }
      """, to: "a.scenario.yaml")
    _ = try run(["a.scenario.yaml", "--record", "old.suaslog"])
    #expect(try folder.text("old.suaslog").contains("there is no index \(Self.secret)"))
    try folder.write(spec(", sensitive: true"), to: "spec.yaml")
    #expect(try run(["replay", "old.suaslog", "--spec", "spec.yaml"]).contains("1 same"))
    try folder.write(
      spec(", sensitive: true").replacing("append: cards", with: "prepend: cards"),
      to: "spec.yaml")
    for report in [[], ["--report", "json:-"], ["--report", "html:-"]] {
      expectHidden(
        try run(["replay", "old.suaslog", "--spec", "spec.yaml"] + report), showing: "undecided")
    }
    expectHidden(
      try run(["play", "spec.yaml", "old.suaslog"], input: ["steps", "state"]), showing: "blue")
  }
}
