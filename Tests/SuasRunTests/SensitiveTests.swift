import Foundation
import LocalServer
import Testing

/// Sensitive values in everything that the program prints and writes.
@Suite struct SensitiveTests {
  private let folder: Folder
  private let server = HTTPServer { _ in
    .init(
      headers: [("X-Secret", "s3cret-header"), ("Content-Type", "application/json")],
      #"{"token": "s3cret-token", "pin": "s3cret-pin", "sessions": {"s3cret-key": 1}}"#)
  }

  init() throws {
    folder = try Folder()
    try folder.write(
      """
      suas: 1
      types:
        Login: { user: string = "", token: { type: string, default: "", sensitive: true } }
      states:
        S:
          logins: list(Login) = []
          last: { type: Login?, default: null, sensitive: true }
          known: map(int) = {}
          count: int = 0
      actions:
        LoggedIn: { user: string, token: { type: string, sensitive: true } }
        Count: { pin: { type: string, sensitive: true } }
        Find: { key: { type: string, sensitive: true } }
        Rename: { pin: { type: string, sensitive: true } }
        Undo: {}
      reducers:
        R:
          state: S
          history: { undo: Undo, group: { LoggedIn: action.token } }
          on:
            LoggedIn:
              - append: logins
                value: { user: "${action.user}", token: "${action.token}" }
                when: action.token != "none"
              - set: last
                value: { user: "${action.user}", token: "${action.token}" }
            Count: [{ set: count, value: "${int(action.pin)}" }]
            Find: [{ increment: "known[action.key]" }]
            Rename:
              - let: { pin: action.pin }
              - set: count
                value: ${int(pin)}
      listeners:
        last: { stateKey: S, filter: old.last != new.last }
      middleware: [async]
      effects:
        LogIn:
          payload: { password: string }
          sensitive: true
          run: { http: { url: "\(server.url("").absoluteString)/x", method: POST, body: "${action.password}" } }
          on-success:
            - dispatch: LoggedIn
              with: { user: ann, token: "${response.body.token}" }
            - dispatch: Count
              with: { pin: "${string(int(response.body.pin))}" }
              when: store.S.logins.size() > 1
      """, to: "spec.yaml")
  }

  private func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(
      arguments + ["--live", "--allow-host", "127.0.0.1"], in: folder,
      environment: ["GITHUB_ACTIONS": "true"])
  }

  @Test("The message for a sensitive value does not quote it, wherever it is met")
  func messages() throws {
    try folder.write(
      """
      spec: spec.yaml
      scenarios:
        - { name: converted, steps: [{ dispatch: Count, with: { pin: s3cret } }] }
        - { name: as a key, steps: [{ dispatch: Find, with: { key: s3cret } }] }
        - { name: by another name, steps: [{ dispatch: Rename, with: { pin: s3cret } }] }
      """, to: "a.scenario.yaml")
    let result = try Program.run(["a.scenario.yaml"], in: folder)
    #expect(!result.output.contains("s3cret"), "\(result.output)")
    #expect(
      result.output.components(separatedBy: "the value is sensitive, and not shown").count == 4)
    #expect(result.output.contains("no-such-key") && result.output.contains("invalid-argument"))
  }

  /// A spec that meets an error with a sensitive value under each name that a rule can give it.
  private static let named = """
    suas: 1
    types:
      Row: { id: int = 0, name: { type: string, default: "", where: "size(self) != 5 || int(self) > 0" } }
      Secret: { token: { type: string, default: "", sensitive: true } }
    variants: { Load: { idle: {}, done: { text: string } } }
    states:
      S:
        n: int = 0
        map: map(int) = {}
        secret: Secret = {}
        texts: { type: list(string), default: [], sensitive: true }
        row: { type: Row, default: {}, sensitive: true }
    rules:
      ofParameter: { of: S, params: { text: string }, do: [{ set: n, value: "${int(text)}" }] }
      ofRecord: { of: Row, do: [{ set: id, value: "${int(name)}" }] }
    functions:
      token: { params: { of: Secret }, value: of.token }
    selectors:
      secret: { value: "${store.S.texts}" }
    listeners:
      told: { selector: secret, filter: changed, do: [{ dispatch: Count, with: { n: "${int(new[0])}" } }] }
    actions:
      Count: { n: int }
      Use: { x: { type: string, sensitive: true } }
      UseOn: { x: { type: string, sensitive: true } }
      Update: { x: { type: string, sensitive: true } }
      Remove: { x: { type: string, sensitive: true } }
      Sort: { x: { type: string, sensitive: true } }
      At: { x: { type: string, sensitive: true } }
      Match: { x: { type: Load, sensitive: true } }
      Merge: { x: { type: any, sensitive: true } }
      Call: { x: { type: string, sensitive: true } }
      Dynamic: { x: { type: string, sensitive: true } }
      Constrained: { x: { type: string, sensitive: true } }
      React: { x: { type: string, sensitive: true } }
    reducers:
      R:
        state: S
        on:
          Count: [{ set: n, value: "${action.n}" }]
          Use: [{ use: ofParameter, with: { text: "${action.x}" } }]
          UseOn: [{ set: row, value: { name: "${action.x}" } }, { use: ofRecord, on: row }]
          Update: [{ append: texts, value: "${action.x}" }, { update: texts, do: [{ increment: "map[item]" }] }]
          Remove: [{ append: texts, value: "${action.x}" }, { remove: texts, where: int(item) > 0 }]
          Sort: [{ append: texts, values: "${[action.x, action.x]}" }, { sort: texts, by: int(item) }]
          At: [{ set: row, value: { name: "${action.x}" } }, { at: row, do: [{ increment: "map[item.name]" }] }]
          Match: [{ match: "${action.x}", cases: { done: [{ increment: "map[item.text]" }] }, else: [] }]
          Merge: [{ merge: row, value: "${action.x}" }]
          Call: [{ set: secret, value: { token: "${action.x}" } }, { set: n, value: "${int(token(secret))}" }]
          Dynamic: [{ set: n, value: "${int(dyn(action).x)}" }]
          Constrained: [{ set: row, value: { name: "${action.x}" } }]
          React: [{ set: texts, value: ["${action.x}"] }]

    """

  @Test("A live run says that a selector, a listener or a message differs, and not from what")
  func differences() throws {
    try folder.write(
      """
      suas: 1
      states: { S: { token: { type: string, default: "", sensitive: true } } }
      actions: { Keep: { token: { type: string, sensitive: true } }, Fail: { token: { type: string, sensitive: true } } }
      reducers:
        R:
          state: S
          on:
            Keep: [{ set: token, value: "${action.token}" }]
            Fail: [{ fail: { code: no, message: "not ${action.token}" } }]
      selectors: { shown: { value: "${[store.S.token, store.S.token + 'x']}" } }
      listeners: { told: { selector: shown, filter: changed } }

      """, to: "spec.yaml")
    try folder.write(
      """
      spec: spec.yaml
      scenarios:
        - name: kept
          steps:
            - dispatch: Keep
              with: { token: s3cret }
              expect: { selected: { shown: [a, b] }, notified: [{ told: [a] }] }
        - { name: refused, steps: [{ dispatch: Fail, with: { token: s3cret } }] }
        - name: refused otherwise
          steps:
            - dispatch: Fail
              with: { token: s3cret }
              expect: { error: { code: other } }
            - dispatch: Fail
              with: { token: s3cret }
              expect: { error: { code: no, message: other } }

      """, to: "a.scenario.yaml")
    for format in ["json:-", "junit:-", "html:-", "github"] {
      let result = try run("a.scenario.yaml", "--report", format)
      #expect(result.status == 1)
      #expect(!result.output.contains("not s3cret"), "\(format): \(result.output)")
      #expect(!result.output.contains("s3cretx"), "\(format): \(result.output)")
      #expect(result.output.contains("what is selected is not as expected"), "\(result.output)")
    }
    let session = try Program.run(
      ["play", "spec.yaml", "--live"], in: folder, input: Data("Fail {token: s3cret}\n".utf8))
    #expect(session.output.contains("Fail was refused"), "\(session.output)")
    #expect(!session.output.contains("not s3cret"), "\(session.output)")
  }

  @Test(
    "What is sent of sensitive values is compared, and shown by no report of a live run",
    arguments: ["json:-", "junit:-", "html:-", "github"])
  func requests(format: String) throws {
    try folder.write(
      """
      suas: 1
      states: { S: { n: int = 0 } }
      actions: { Keep: {} }
      reducers: { R: { state: S, on: { Keep: [{ increment: n }] } } }
      middleware: [async]
      effects:
        LogIn:
          payload: { password: string }
          sensitive: true
          run: { write-file: { path: a.txt, value: "sent-${action.password}" } }
        Send:
          payload: { pin: { type: string, sensitive: true } }
          run: { write-file: { path: b.txt, value: { pin: "sent-${action.pin}" } } }
      """, to: "spec.yaml")
    try folder.write(
      """
      spec: spec.yaml
      scenarios:
        - name: as sent
          steps:
            - dispatch: LogIn
              with: { password: s3cret }
              expect: { requests: [{ LogIn: { write-file: a.txt, value: sent-s3cret } }] }
        - name: otherwise
          steps:
            - dispatch: LogIn
              with: { password: s3cret }
              expect: { requests: [{ LogIn: { value: other } }] }
            - dispatch: Send
              with: { pin: s3cret }
              expect: { requests: [{ Send: { value: { pin: other } } }] }
      """, to: "b.scenario.yaml")
    let result = try run("b.scenario.yaml", "--report", format)
    #expect(result.output.contains("the requests of effects are not as expected"), "\(result)")
    let shown = result.output.replacing("value: sent-s3cret", with: "")
    #expect(!shown.contains("sent-s3cret"), "\(shown)")
    // The request of a sensitive effect is not shown in any other run, either.
    let trace = try Program.run(["trace", "b.scenario.yaml"], in: folder)
    #expect(trace.output.contains(#"{"name":"LogIn","run":"***"}"#), "\(trace)")
    #expect(trace.output.contains("{\\\"pin\\\":\\\"sent-s3cret\\\"}"), "\(trace)")
  }

  @Test("No message and no log quotes a sensitive value, by whatever name a rule reads it")
  func names() throws {
    let plain = ["Use", "UseOn", "Update", "Remove", "Sort", "At", "Call", "Dynamic", "React"]
    let payloads =
      plain.map { ($0, "s3cret") }
      + [
        ("Constrained", "s3cre"), ("Match", "{ done: { text: s3cret } }"),
        ("Merge", "{ s3cret: 1 }"),
      ]
    let folder = try Folder()
    try folder.write(Self.named, to: "spec.yaml")
    try folder.write(
      "spec: spec.yaml\nscenarios:\n"
        + payloads.map {
          "  - { name: \($0.0), steps: [{ dispatch: \($0.0), with: { x: \($0.1) } }] }\n"
        }.joined(), to: "a.scenario.yaml")
    let result = try Program.run(["a.scenario.yaml", "--record", "a.suaslog"], in: folder)
    #expect(result.output.contains("0 passed, \(payloads.count) failed"), "\(result.output)")
    let log = try folder.text("a.suaslog")
    for text in [result.output, result.errors, log] { #expect(!text.contains("s3cre"), "\(text)") }
    #expect(
      result.output.components(separatedBy: "the value is sensitive, and not shown").count
        == payloads.count + 1)
  }

  @Test("A live session shows neither the keys of a sensitive map nor what a selector makes of it")
  func keys() throws {
    try folder.write(
      """
      suas: 1
      states:
        S:
          byKey: { type: map(int), default: {}, sensitive: true }
          list: { type: list(string), default: [], sensitive: true }
      actions: { Put: { key: { type: string, sensitive: true } }, Clear: {} }
      reducers:
        R:
          state: S
          on:
            Put: [{ set: "byKey[action.key]", value: 1 }, { append: list, value: "${action.key}" }]
            Clear: [{ clear: byKey }]
      selectors: { first: { value: "${store.S.list[0]}" } }
      """, to: "keys.yaml")
    let lines = [
      "Put {key: s3cret-a}", "Put {key: s3cret-b}", "Clear", "selected", "state", "undo 2",
    ]
    let result = try Program.run(
      ["play", "keys.yaml", "--live"], in: folder, input: Data(lines.joined(separator: "\n").utf8))
    #expect(result.status == 0, "\(result.errors)")
    #expect(!result.output.contains("s3cret"), "\(result.output)")
    #expect(result.output.contains("~ S.byKey: \"***\" → \"***\""), "\(result.output)")
    #expect(result.output.contains("first:"), "\(result.output)")
  }

  @Test("The answers in a scenario are test data, which reports show and goldens keep")
  func testData() throws {
    try folder.write(
      """
      spec: spec.yaml
      scenario: Logging in
      steps:
        - dispatch: LogIn
          with: { password: letmein }
        - respond: LogIn
          with: { body: { token: abc } }
        - golden: logged-in
        - expect: { state: { S: { logins: [{ token: xyz }] } } }
      """, to: "a.scenario.yaml")
    let result = try Program.run(["a.scenario.yaml", "--update"], in: folder)
    #expect(result.output.contains("expected: xyz") && result.output.contains("actual:   abc"))
    #expect(try folder.text("golden/a/logged-in.yaml").contains("token: abc"))
  }

  private func writeLiveScenario(_ expectations: String) throws {
    try folder.write(
      """
      spec: spec.yaml
      scenario: Logging in
      steps:
        - dispatch: LogIn
          with: { password: letmein }
        - respond: LogIn
      \(expectations)
      """, to: "a.scenario.yaml")
  }

  @Test("A live run shows no sensitive value in any report or trace, and compares them still")
  func live() throws {
    try writeLiveScenario(
      """
          expect:
            state: { S: { logins: [{ user: bob, token: x }], last: { token: y } } }
            changes: { "S.logins[0]": { user: ann, token: "" }, S.count: 1 }
            notified: [{ last: { logins: [] } }]
            actions: [{ LoggedIn: { user: ann, token: z } }]
            that: store.S.logins[0].token == "x" && store.S.last.token.size() > 20
        - golden: after
        - dispatch: LogIn
          with: { password: again }
        - respond: LogIn
      """)
    for arguments in [
      ["--trace"], ["--report", "json:-"], ["--report", "junit:-"], ["--report", "html:-"],
      ["--report", "github"], ["--update"],
    ] {
      let result = try Program.run(
        ["a.scenario.yaml", "--live", "--allow-host", "127.0.0.1"] + arguments, in: folder)
      let text = result.output + result.errors
      #expect(result.status == 1, "\(text)")
      #expect(!text.contains("s3cret"), "\(arguments): \(text)")
      #expect(text.contains("another value, which is sensitive"), "\(arguments): \(text)")
      #expect(text.contains("ann"), "\(arguments): what is not sensitive is shown: \(text)")
    }
    #expect(!folder.exists("golden/a/after.yaml"))
    let trace = try run("trace", "a.scenario.yaml")
    #expect(trace.output.contains(#""token":"***""#) && !trace.output.contains("s3cret"))
    #expect(trace.output.contains(#""user":"ann""#))
    try writeLiveScenario(
      """
          expect:
            state: { S: { logins: [{ user: ann, token: s3cret-token }] } }
      """)
    #expect(try run("a.scenario.yaml").status == 0)
  }

  @Test("A live session shows no sensitive value, and writes no sensitive answer")
  func session() throws {
    let lines = """
      LogIn {password: letmein}
      perform LogIn
      state
      state S.logins[0].token
      state S.last.user
      state SHistory
      state SHistory.group
      eval store.SHistory.group
      eval store.S.logins[0].token + "!"
      eval store.S
      pending
      steps
      undo
      redo
      save saved.scenario.yaml
      """
    let result = try Program.run(
      ["play", "spec.yaml", "--live", "--allow-host", "127.0.0.1"], in: folder,
      input: Data((lines + "\n").utf8))
    let text = result.output + result.errors
    #expect(!text.contains("s3cret"), "\(text)")
    #expect(!text.contains("letmein"), "\(text)")
    #expect(text.contains("user: ann") && text.contains("respond LogIn ***"), "\(text)")
    #expect(text.contains("would have the sensitive values of 'LogIn {password: \"***\"}'"))
    #expect(!folder.exists("saved.scenario.yaml"))
  }

  @Test("An answer that a sensitive effect cannot use is not quoted")
  func misread() throws {
    let spec = try folder.text("spec.yaml").replacingOccurrences(
      of: "size() > 1", with: "size() > 0"
    )
    .replacingOccurrences(of: "when: store", with: "unless: store")
    try folder.write(spec, to: "spec.yaml")
    try writeLiveScenario("")
    let result = try run("a.scenario.yaml")
    #expect(
      result.output.contains("failed with 'expression': the value is sensitive, and not shown"),
      "\(result.output)")
    #expect(!result.output.contains("s3cret"))
  }
}
