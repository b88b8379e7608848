import CEL
import Suas
import SuasSpec
import Testing
import YAML

@testable import SuasLog
@testable import SuasReplay

/// Sensitive values never leave an app; replays work with stand-ins for them.
@Suite struct SensitiveTests {
  private static let spec = """
    suas: 1
    name: Account
    types: { Card: { number: { type: string, sensitive: true }, label: string } }
    states:
      Account:
        token: { type: string, default: "", sensitive: true }
        keys: { type: "map(string, int)", default: {}, sensitive: true }
        cards: list(Card) = []
        isIn: bool = false
        isLong: bool = false
        session: { type: string, default: "", sensitive: true }
    actions:
      LogIn: { password: { type: string, sensitive: true } }
      LoggedIn: { token: { type: string, sensitive: true } }
      Save: { key: { type: string, sensitive: true } }
      AddCard: { card: Card }
      Lock: {}
      Opened: { session: { type: string, default: "${uuid()}", sensitive: true } }
      Failed: { code: string }
    reducers:
      R:
        state: Account
        on:
          LoggedIn:
            - { set: token, value: "${action.token}" }
            - { set: isIn, value: true }
          Opened: [{ set: session, value: "${action.session}" }]
          Save: [{ increment: "keys[action.key]", default: 0 }]
          AddCard: [{ append: cards, value: "${action.card}" }]
          LogIn:
            - { set: isLong, value: true, when: "size(action.password) > 8" }
          Failed: [{ set: isIn, value: false }]
          Lock: [{ fail: "locked for ${state.token}", unless: isIn }]
    listeners:
      opening: { stateKey: Account, filter: new.isIn && !old.isIn, do: [{ dispatch: Opened }] }
    middleware: [async]
    effects:
      Show:
        payload: { id: int }
        run: { http: { url: "https://e.test/${action.id}", timeout: 5s, response: Card } }
        on-success: [{ dispatch: AddCard, with: { card: "${response.body}" } }]
      Change:
        run: { http: { url: "https://e.test", timeout: 5s, response: "list(partial(Card))" } }
      Fetch:
        sensitive: true
        payload: { user: string }
        run: { http: { url: "https://e.test/${action.user}", timeout: 5s } }
        on-success: [{ dispatch: LoggedIn, with: { token: "${response.body.token}" } }]
        on-failure: [{ dispatch: Failed, with: { code: "${error.code}" } }]
    """

  private static let secrets = [
    "hunter2hunter2", "token-4711", "key-0815", "4111-1111", "5555-2222", "6666-3333",
    "ann@example", "the-reason",
  ]

  @Test("A sensitive value has a stand-in of its type, however few values the type has")
  func standInsOfTypes() throws {
    let spec = """
      suas: 1
      enums: { Mode: [only] }
      types:
        Card: { number: { type: string, sensitive: true } }
        Node: { size: double, nodes: "list(Node) = []" }
      states:
        S:
          tree: { type: Node, default: { size: 1 }, sensitive: true }
          count: { type: int?, sensitive: true }
          marks: { type: list(int)?, sensitive: true }
      reducers: { R: { state: S } }
      actions:
        Put:
          part: partial(Card)
          isOn: { type: bool, sensitive: true }
          modes: { type: list(Mode), sensitive: true }
      """
    let session = try Session(of: spec) { app in
      for count in 0..<4 {
        let modes = CEL.List((0..<count).map { _ in Value.string("only") })
        var card = CEL.Map()
        card[.string("number")] = .string("4111-\(count)")
        let parts = [CEL.Map(), card]
        for part in parts {
          app.store.dispatch(
            action: try app.spec.action(
              "Put",
              ["part": .map(part), "isOn": .bool(count > 1), "modes": .list(modes)]
                as [String: Value]
            ))
        }
      }
    }
    #expect(try session.replay(on: spec).line == "same")
  }

  private static func session() throws -> Session {
    try Session(of: spec) { app in
      try app.dispatch("Lock")
      try app.dispatch("Fetch", ["user": "ann@example"])
      try app.answer(
        "Fetch",
        .http(status: 200, headers: [("token-4711", "key-0815")], body: ["token": "token-4711"]))
      try app.dispatch("Save", ["key": "key-0815"])
      try app.dispatch("Save", ["key": "key-0815"])
      try app.dispatch("AddCard", ["card": ["number": "4111-1111", "label": "Visa"]])
      try app.dispatch("Show", ["id": 1])
      try app.answer(
        "Show",
        .http(status: 200, headers: [], body: ["number": "5555-2222", "label": "Master"]))
      try app.dispatch("Show", ["id": 2])
      try app.answer("Show", .http(status: 200, headers: [], body: ["number": "5555-2222"]))
      try app.dispatch("Change")
      try app.answer(
        "Change", .http(status: 200, headers: [], body: [["number": "6666-3333"], ["label": "a"]]))
      try app.dispatch("Fetch", ["user": "ann@example"])
      try app.answer("Fetch", .failure("the-reason"))
      try app.dispatch("Lock")
      app.store.reset()
    }
  }

  @Test("No sensitive value is in a log, and equal ones have equal hashes")
  func secrets() throws {
    let session = try Self.session()
    let text = session.lines.joined(separator: "\n")
    #expect(session.lines.contains { $0.hasPrefix(#"{"read":"uuid","of":3,"is":{"$sensitive":""#) })
    for secret in Self.secrets { #expect(!text.contains(secret), "\(secret) in \(text)") }
    let saves = session.lines.filter { $0.contains(#""action":"Save""#) }
    #expect(saves.count == 2)
    let hashes = saves.compactMap { $0.split(separator: "\"").first { $0.count == 16 } }
    #expect(hashes.count == 2 && hashes[0] == hashes[1])
    let again = try Self.session().lines.filter { $0.contains(#""action":"Save""#) }
    #expect(again != saves, "the key is another one for each log")
  }

  @Test("A log with sensitive values is the same when it is done again")
  func replay() throws {
    let result = try Self.session().replay(on: Self.spec)
    #expect(result.line == "same")
    #expect(result.hiddenAnswers == 1)
  }

  @Test("A difference that a sensitive value may have decided is undecided")
  func undecided() throws {
    let session = try Session(of: Self.spec) { app in
      try app.dispatch("LogIn", ["password": "short"])
      try app.dispatch("LogIn", ["password": "hunter2hunter2"])
    }
    let line = try session.replay(on: Self.spec).line
    #expect(line.hasPrefix("undecided at "), "\(line)")
  }

  @Test("An action after a hidden answer that the spec takes in another way is a difference")
  func changedAction() throws {
    let other = Self.spec.replacing(
      "LoggedIn: { token: { type: string, sensitive: true } }",
      with: "LoggedIn: { token: { type: string } }")
    let line = try Self.session().replay(on: other).line
    #expect(line.hasPrefix("undecided at "), "\(line)")
  }

  @Test("A state fits although the stand-ins in it break a condition on their field")
  func constrained() throws {
    let spec = Self.spec.replacing(
      #"token: { type: string, default: "", sensitive: true }"#,
      with: #"token: { type: string, default: "", sensitive: true, where: size(self) < 12 }"#)
    let session = try Session(of: spec) { try $0.dispatch("Save", ["key": "key-0815"]) }
    #expect(try session.replay(on: spec).line == "same")
  }

  @Test(
    "A stand-in meets the condition on its field, in states that are put in place, too",
    arguments: [
      ("string", "''", "size(self) < 14", "odd", "same"),
      ("string", "''", "size(self) < 2", "o", "same"),
      ("int", "0", "self >= 0 && self < 40", 17, "same"),
      ("list(int)", "[]", "self.all(x, x > 0 && x < 5)", [2], "same"),
      // None is found.
      ("string", "''", "self == '' || self == 'odd'", "odd", "undecided"),
    ] as [(String, String, String, CEL.Value, String)])
  func fitting(
    type: String, initial: String, condition: String, value: CEL.Value, expected: String
  ) throws {
    let field = "type: \(type), where: \"\(condition)\", sensitive: true"
    let spec = """
      suas: 1
      types: { Box: { value: { \(field) } } }
      states: { S: { value: { \(field), default: \(initial) }, boxes: "list(Box) = []" } }
      actions: { Put: { value: { \(field) } }, Fill: {} }
      reducers:
        R:
          state: S
          on:
            Put: [{ set: value, value: "${action.value}" }]
            Fill: [{ append: boxes, value: { value: "${value}" } }]
      """
    let session = try Session(of: spec) { app in
      try app.dispatch("Fill")
      app.store.reset(state: app.store.state)
      try app.dispatch("Put", ["value": value])
      try app.dispatch("Fill")
      app.store.reset(state: app.store.state)
      try app.dispatch("Fill")
      app.store.reset()
    }
    let line = try session.replay(on: spec).line
    #expect(line.hasPrefix(expected), "\(line)")
  }

  @Test(
    "A difference that any stand-in makes is undecided",
    arguments: [
      "increment: counts[1]", "increment: byName['a']", "remove-at: counts\n          index: 2",
      "increment: n\n          by: byName['b']", "reset: counts", "reset: state",
      "update: none\n          do: [{ fail: no }]",
      "for-each: none\n          do: [{ increment: plain }]",
      "increment: plain\n          when: maybe != null",
      "set: at\n          value: \"${at + (at - timestamp('2000-01-08T00:00:00Z'))}\"",
    ])
  func doubt(rule: String) throws {
    let spec = """
      suas: 1
      states:
        S:
          counts: { type: list(int), default: [1, 2, 3], sensitive: true }
          byName: { type: map(int), default: { a: 1, b: 2 }, sensitive: true }
          n: { type: int, default: 0, sensitive: true }
          plain: int = 0
          none: { type: list(int), default: [], sensitive: true }
          maybe: { type: int?, sensitive: true }
          at: { type: timestamp, default: "2000-01-05T00:00:00Z", sensitive: true }
      actions: { Go: {} }
      reducers:
        R:
          state: S
          on:
            Go:
              - \(rule)
      """
    for changes in [true, false] {
      let session = try Session(of: spec, changes: changes) { app in
        for _ in 0..<8 { try app.dispatch("Go") }
      }
      let line = try session.replay(on: spec).line
      #expect(line == "same" || line.hasPrefix("undecided at "), "\(line)")
    }
  }

  @Test(
    "A digest with a sensitive value that a rule has made is undecided", arguments: [true, false])
  func madeValue(changes: Bool) throws {
    let spec = """
      suas: 1
      states: { S: { secret: { type: string, default: "", sensitive: true } } }
      actions: { Make: { id: string } }
      reducers: { R: { state: S, on: { Make: [{ set: secret, value: "s-${action.id}" }] } } }
      """
    let session = try Session(of: spec, changes: changes) { try $0.dispatch("Make", ["id": "a"]) }
    let line = try session.replay(on: spec).line
    #expect(line == "same" || line.hasPrefix("undecided at "), "\(line)")
  }

  @Test("An effect that a sensitive value keeps from starting is undecided")
  func effect() throws {
    let spec = """
      suas: 1
      states: { S: { n: int = 0 } }
      effects:
        Work:
          payload: { n: { type: int, sensitive: true } }
          run: { custom: { name: work, input: "${action.n + action.n}" } }
      middleware: [async]
      """
    let session = try Session(of: spec) { try $0.dispatch("Work", ["n": .int(.max)]) }
    let line = try session.replay(on: spec).line
    #expect(line.hasPrefix("undecided at "), "\(line)")
  }

  @Test("A difference that no sensitive value decides is one")
  func different() throws {
    let other = Self.spec.replacing("set: isIn, value: true", with: "set: isIn, value: false")
    let result = try Self.session().replay(on: other)
    #expect(result.line.hasPrefix("different at "), "\(result.line)")
  }

  @Test(
    "A condition that a sensitive value decides is not reached, but undecided",
    arguments: [
      ("store.Account.token != ''", "unsure at 2: store.Account.token != ''"),
      ("store.Account.keys.size() == 2", "unsure at 2: store.Account.keys.size() == 2"),
      ("store.Account.isLong", "reached at 2: store.Account.isLong"),
      ("store.Account.isIn && store.Account.token != ''", "unsure at "),
      ("store.Account.isIn", "reached at "),
      ("store.Account.isIn || store.Account.token != ''", "reached at "),
      ("store.Account.cards.size() == 9", "same"),
    ])
  func goal(condition: String, line: String) throws {
    let session = try Session(of: Self.spec) { app in
      try app.dispatch("LogIn", ["password": "hunter2hunter2"])
      try app.dispatch("AddCard", ["card": ["number": "4111-1111", "label": "Visa"]])
      try app.dispatch("LoggedIn", ["token": "token-4711"])
    }
    let spec = try CompiledSpec(Source(name: "app.yaml", text: Self.spec))
    var replay = Replay(on: spec)
    replay.goal = try Replay.Goal(condition, on: spec)
    let found = session.replay(with: replay).line
    #expect(found.hasPrefix(line), "\(found)")
  }
}
