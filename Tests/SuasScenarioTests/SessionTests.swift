import CEL
import LibYAML
import SuasSpec
import Support
import Testing
import YAML

@testable import SuasScenario

/// The lines of a session, and their replies.
@Suite struct SessionTests {
  static let spec = """
    suas: 1
    enums: { Color: [red, green] }
    types: { Item: { title: string, done: bool = false } }
    variants: { Load: { idle: {}, loaded: { cities: list(string) }, failed: { message: string } } }
    states:
      App:
        items: list(Item) = []
        byId: map(string) = {}
        color: Color = red
        load: Load = idle
        extra: any = null
        number: double = 0
    actions:
      Add: { title: string }
      Put: { id: string, text: string }
      Paint: { color: Color }
      Keep: { value: any }
      Stamp: { at: 'timestamp = ${now}', id: 'string = ${uuid()}' }
      Divide: { by: double }
      Fetched: { cities: list(string) }
      Failed: { message: string }
      Refuse: { code: string }
      Loud: { title: string }
      Idle: {}
      state: {}
    reducers:
      App:
        state: App
        on:
          Add: [{ append: items, value: { title: "${action.title}" } }]
          Put: [{ set: "byId[action.id]", value: "${action.text}" }]
          Paint: [{ set: color, value: "${action.color}" }]
          Keep: [{ set: extra, value: "${action.value}" }]
          Stamp: [{ set: "byId[action.id]", value: "at ${action.at}" }]
          Divide: [{ set: number, value: "${number / action.by}" }]
          Fetched: [{ set: load, value: { loaded: { cities: "${action.cities}" } } }]
          Failed: [{ set: load, value: { failed: { message: "${action.message}" } } }]
          Refuse: [{ fail: { code: full, message: "no room for ${action.code}" } }]
          state: [{ clear: items }]
    selectors:
      count: { value: "${size(store.App.items)}" }
      first: { when: size(store.App.items) > 0, value: "${store.App.items[0].title}" }
    listeners:
      all: {}
      painted: { stateKey: App, filter: old.color != new.color }
    middleware:
      - async
      - { name: loud, on: [Loud], do: [{ next: Add, with: { title: "${action.title.upperAscii()}" } }] }
    effects:
      Fetch:
        payload: { query: string }
        run: { http: { url: https://cities.example/ } }
        debounce: 300ms
        latest: true
        retry: { times: 1, delay: 1s }
        on-success: [{ dispatch: Fetched, with: { cities: "${response.body.map(c, c.name)}" } }]
        on-failure: [{ dispatch: Failed, with: { message: "${error.message}" } }]
      Read:
        run: { read-file: notes.txt }
        on-success: [{ dispatch: Add, with: { title: "${response.text}" } }]
      Ask:
        run: { custom: { name: ask, input: 1, result: Color } }
        on-success: [{ dispatch: Paint, with: { color: "${response.result}" } }]
    """

  var session: Session

  init() throws {
    session = Session(
      of: try CompiledSpec(Source(name: "app.yaml", text: Self.spec)), at: ["app.yaml"])
  }

  /// Returns the session's replies to lines, joined.
  private mutating func answers(_ lines: String...) -> String {
    lines.map { ReplyText(style: .plain).render(session.perform($0)) }.joined()
  }

  @Test("A step is answered with its changes and the listeners told")
  mutating func steps() {
    #expect(
      answers("Add {title: Buy milk}", "Paint color: green", "Idle") == """
        + App.items[0]: {title: Buy milk, done: false}
        told: all
        ~ App.color: red → green
        told: all, painted
        no reducer handled it

        """)
  }

  @Test("The actions that reached the reducers are shown if they differ from the sent one")
  mutating func middleware() {
    #expect(
      answers("Loud {title: milk}") == """
        + App.items[0]: {title: MILK, done: false}
        actions: Add
        told: all

        """)
  }

  @Test("A refused action is shown with code, message and the rule's position")
  mutating func refusal() {
    #expect(
      answers("Refuse {code: 7}") == """
        error[full]: Refuse was refused: no room for 7
          --> app.yaml:38:18

        """)
  }

  @Test("Effects wait for their time and their answer, and are shown when that changes")
  mutating func effects() {
    #expect(
      answers(
        "Fetch {query: Ro}", "advance 100ms", "pending", "advance 200ms",
        "fail Fetch no network", "advance 1s", "respond Fetch {body: [{name: Rome}]}",
        "Read", "Read", "respond Read#1 {text: two}", "cancel Read", "pending",
        "Ask", "respond Ask {result: green}") == """
          waiting: Fetch {query: Ro} for 0.3s
          waiting: Fetch {query: Ro} for 0.2s
          waiting: Fetch {query: Ro} for 0.2s
          Fetch asks for {http: {method: GET, url: "https://cities.example/", headers: [], body: null}}
          pending: Fetch {query: Ro}
          waiting: Fetch {query: Ro} for 1s
          Fetch asks for {http: {method: GET, url: "https://cities.example/", headers: [], body: null}}
          pending: Fetch {query: Ro}
          ~ App.load: idle → {loaded: {cities: [Rome]}}
          actions: Fetched
          told: all
          pending: none
          Read asks for {read-file: notes.txt}
          pending: Read
          Read asks for {read-file: notes.txt}
          pending: Read, Read
          + App.items[0]: {title: two, done: false}
          actions: Add
          told: all
          pending: Read
          pending: none
          pending: none
          Ask asks for {custom: {name: ask, input: 1}}
          pending: Ask
          ~ App.color: red → green
          actions: Paint
          told: all, painted
          pending: none

          """)
  }

  @Test("An effect that a newer one has superseded is shown as long as it can be answered")
  mutating func superseding() {
    for line in ["Fetch {query: a}", "advance 300ms", "Fetch {query: b}", "advance 300ms"] {
      _ = session.perform(line)
    }
    #expect(
      answers("pending", "respond Fetch {body: []}", "respond Fetch {body: []}") == """
        pending: Fetch {query: a} (superseded), Fetch {query: b}
        pending: Fetch {query: b}
        ~ App.load: idle → {loaded: {cities: []}}
        actions: Fetched
        told: all
        pending: none

        """)
  }

  @Test("Undo and redo go any number of steps, effects, listeners, time and seed with them")
  mutating func undo() {
    let lines = [
      "Add {title: a}", "unlisten all", "Stamp", "Fetch {query: x}", "advance 300ms", "Read",
      "note here", "fail Fetch no", "advance 1s", "cancel Read", "Paint {color: green}", "reset",
      "listen all", "Stamp",
    ]
    var states: [(String, EffectList)] = []
    func look() -> (String, EffectList) {
      (Value.record(session.stage.state).yaml + "\(session.stage.clock.now)", session.effects)
    }
    states.append(look())
    for line in lines {
      #expect(!session.perform(line).isFailure, "\(line)")
      states.append(look())
    }
    for index in lines.indices.reversed() {
      #expect(!session.perform("undo").isFailure)
      #expect(look() == states[index], "undo of \(lines[index])")
    }
    #expect(session.perform("undo").isFailure)
    #expect(!session.perform("redo 3").isFailure)
    #expect(look() == states[3])
    #expect(!session.perform("redo 999999").isFailure)
    #expect(look() == states[lines.count])
    #expect(session.perform("redo").isFailure)
    #expect(!session.perform("undo 5").isFailure)
    #expect(!session.perform("Idle").isFailure)
    #expect(session.perform("redo").isFailure)
  }

  @Test("A query is answered, and is not a step")
  mutating func questions() {
    #expect(
      answers(
        "Add {title: milk}", "state App.items[0]", "state App.color", "selected",
        "eval store.App.items.map(i, i.title)", "eval 1 + 1", "undo", "selected first", "steps")
          == """
          + App.items[0]: {title: milk, done: false}
          told: all
          title: milk
          done: false
          red
          count: 1
          first: milk
          - milk
          2
          undone: Add {title: milk}
          - App.items[0]: {title: milk, done: false}
          first: (nothing)
          taken back: Add {title: milk}

          """)
  }

  @Test("A command hides an action of the same name, which 'dispatch' can still send")
  mutating func hidden() {
    _ = session.perform("Add {title: milk}")
    #expect(answers("dispatch state") == "- App.items[0]: {title: milk, done: false}\ntold: all\n")
  }

  @Test("Blank lines and comments are ignored")
  mutating func nothing() { #expect(answers("", "   ", "# Add {title: a}", "\t") == "") }

  @Test(
    "A line that is no command leads to the one that was meant",
    arguments: [
      ("App", "did you mean 'state App'?"), ("items", "did you mean 'state App.items'?"),
      ("items[0].title", "did you mean 'state App.items[0].title'?"),
      ("size(store.App.items)", "did you mean 'eval size(store.App.items)'?"),
      ("1 + 1", "did you mean 'eval 1 + 1'?"), ("store", "did you mean 'state'?"),
      ("exit", "did you mean 'quit'?"), ("?", "did you mean 'help'?"),
      ("Add milk", "write Add {title: milk}"), ("Put a b", "write Put {id: …, text: …}"),
      ("nothing at all", "'help' lists all there are"),
    ])
  mutating func meant(line: String, help: String) {
    _ = session.perform("Add {title: milk}")
    let reply = session.perform(line)
    #expect(reply.isFailure)
    let text = ReplyText(style: .plain).render(reply)
    #expect(text.hasSuffix("\(help)\n"), "\(text)")
  }

  static let wrongLines: [(line: String, message: String)] = [
    (
      "Ad {title: a}",
      "error: there is no command, action or effect 'Ad'\n  = help: did you mean 'Add'?\n"
    ),
    (
      "\u{1B}[2J",
      "error: there is no command, action or effect '\\u{1b}[2J'\n  = help: there are 'Add', "
    ),
    ("Add {titel: a}", "error[unknown-field]"),
    ("Add", "error[missing-key]"),
    ("Add milk", "error[wrong-kind]"),
    ("Add {title: [", "error[yaml-syntax]"),
    ("Add {title: *a}", "error[yaml-syntax]"),
    ("Paint {color: blue}", "error[unknown-case]"),
    ("dispatch", "error: an action or effect is to be named\n"),
    ("dispatch Nope", "error[unknown-action]"),
    ("respond", "error: an effect is to be named\n"),
    ("respond Nope", "error[unknown-effect]"),
    ("respond Fetch", "error: no effect 'Fetch' is pending"),
    ("respond Fetch#x", "error: 'Fetch#x' names no effect"),
    ("respond Fetch#-1", "error: 'Fetch#-1' names no effect"),
    ("respond Fetch {status: 99}", "error["),
    ("respond Read", "error["),
    ("fail Fetch", "error: 'fail' needs a message"),
    ("fail Fetch no", "error: no effect 'Fetch' is pending"),
    ("cancel Fetch", "error: no effect 'Fetch' is under way"),
    ("cancel", "error: an effect is to be named\n"),
    ("advance", "error: a duration is to be named\n"),
    ("advance soon", "error["),
    ("advance -1s", "error["),
    ("advance 1s 2s", "error: nothing is known of '2s' here\n"),
    ("listen nobody", "error[unknown-listener]"),
    ("unlisten", "error: a listener is to be named\n"),
    ("reset all", "error: nothing is known of 'all' here\n"),
    ("note", "error: 'note' needs a text\n"),
    ("state App.item", "error[unknown-field]"),
    ("state Ap", "error[unknown-state]"),
    ("state App.items[3]", "error: there is nothing at 'App.items[3]'\n"),
    ("state App.items[-1]", "error["),
    ("state 1 +", "error["),
    ("selected nothing", "error[unknown-selector]"),
    ("eval", "error: 'eval' needs an expression\n"),
    ("eval store.App.item", "error[unknown-field]"),
    ("eval 1 / 0", "error[division-by-zero]"),
    ("eval action.title", "error[undeclared-name]"),
    ("undo", "error: there is nothing to take back\n"),
    ("undo 0", "error: '0' is no number of steps\n"),
    ("undo x", "error: 'x' is no number of steps\n"),
    ("redo", "error: nothing was taken back\n"),
    ("save", "error: 'save' needs a file's name\n"),
    ("save x.yaml", "error: there is no step to save\n"),
    ("help nothing", "error: there is no command, action or effect 'nothing'"),
    ("quit now", "error: nothing is known of 'now' here\n"),
    ("Keep {value: " + String(repeating: "[", count: 10_000), "error["),
    ("eval " + String(repeating: "(", count: 10_000), "error["),
    (String(repeating: "x", count: 100_000), "error: there is no command"),
  ]

  @Test("An invalid line is reported, and is not a step", arguments: wrongLines)
  mutating func mistakes(line: String, message: String) {
    let reply = session.perform(line)
    #expect(reply.isFailure)
    let text = ReplyText(style: .plain).render(reply)
    #expect(text.hasPrefix(message), "\(text)")
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(session.steps.isEmpty)
  }

  @Test("A mistake is shown with its line and line number")
  mutating func places() {
    _ = answers("", "Idle")
    #expect(
      answers("  Paint  {color: blue}") == """
        error[unknown-case]: Color has no case 'blue'
         --> input:3:18
          |
        3 |   Paint  {color: blue}
          |                  ^^^^
          = help: there are 'red' and 'green'

        """)
  }

  static let completions: [(text: String, start: Int, candidates: [String])] = [
    ("Fe", 0, ["Fetched ", "Fetch "]),
    ("  und", 2, ["undo "]),
    ("xyz", 0, []),
    ("Paint ", 6, ["{color: "]),
    ("Paint {", 7, ["color: "]),
    ("Paint {co", 7, ["color: "]),
    ("Paint {color: ", 14, ["red", "green"]),
    ("Paint {color: g", 14, ["green"]),
    ("Put {id: a, ", 12, ["text: "]),
    ("Put {id: 'a, ", 9, []),
    ("Idle ", 5, []),
    ("dispatch Pai", 9, ["Paint "]),
    ("help Pai", 5, ["Paint"]),
    ("listen ", 7, ["all", "painted"]),
    ("selected f", 9, ["first"]),
    ("state ", 6, ["App"]),
    ("state App.i", 10, ["items"]),
    ("state App.items[0].", 19, ["title", "done"]),
    ("state App.nothing.x", 19, []),
    ("eval size(store.App.it", 20, ["items"]),
    ("eval 1 + ", 9, []),
    ("respond ", 8, ["Read "]),
    ("respond Read ", 13, ["{text: "]),
    ("advance ", 8, []),
  ]

  @Test("Names are completed in their context", arguments: completions)
  mutating func completing(text: String, start: Int, candidates: [String]) {
    _ = session.perform("Read")
    let completion = session.completion(of: text)
    #expect(completion.candidates == candidates)
    if !candidates.isEmpty { #expect(completion.start == start) }
  }

  @Test("Completion never fails, whatever is typed")
  mutating func anyText() {
    for line in Self.wrongLines.map(\.line) + Self.completions.map(\.text) {
      let short = String(line.prefix(200))
      for count in 0...short.count {
        let (start, _) = session.completion(of: String(short.prefix(count)))
        #expect(start <= short.prefix(count).utf8.count)
      }
    }
  }

  @Test("A saved session passes when it is run, whatever was done")
  mutating func writing() throws {
    let lines = [
      "Add {title: \"a \\e ${1 + 1} \\u2028 \\n b\"}", "Add {title: 'x $${y} $$${z}'}",
      "Add {title: \"  two\\n lines\\n\"}", "Add {title: '#1: - a'}", "Add {title: ''}",
      "Put {id: 'a.b [\"c\"]', text: 'null'}", "Put {id: '$${k}', text: '12'}",
      "Put {id: '', text: 'true'}", "Put {id: $any, text: \"\\0\"}", "Put {id: 'null', text: ~x}",
      "Keep {value: {a: [1, 2.0, null, true, '1'], $any: true}}",
      "Keep {value: {$size: 1}}", "Keep {value: \"${timestamp('2001-01-01T00:00:00Z')}\"}",
      "Keep {value: \"${duration('3s')}\"}",
      "Keep {value: 1.0}", "Keep {value: 1}", "Keep {value: .nan}", "Keep {value: [.inf]}",
      "Divide {by: 0}", "Stamp", "Stamp {id: mine}", "Paint {color: green}", "Refuse {code: 1}",
      "Loud {title: x}", "Idle", "note a ${b} : c", "unlisten all", "Fetch {query: '$${'}",
      "Fetch {query: q}", "advance 300ms", "respond Fetch {status: 503, headers: {a: b}}",
      "advance 1s", "respond Fetch {body: {name: Rome}}", "Read", "Read",
      "respond Read#1 {text: '$${x}'}", "fail Read no ${x}", "listen all", "Ask",
      "respond Ask {result: red}", "Ask", "cancel Ask", "Read", "reset", "advance 10s",
    ]
    for line in lines {
      let reply = session.perform(line)
      #expect(!reply.isFailure, "\(ReplyText(style: .plain).render(reply))")
    }
    let text = session.scenario(at: "s.yaml").text
    let tree = try LibYAML.parse(Source(name: "s.yaml", text: text))
    let file = try CheckedScenarioFile(
      checking: try ScenarioFile(decoding: tree), against: session.spec, try FragmentTable([]))
    let result = Runner(recording: .states).run(file)
    #expect(result.scenarios[0].failures.map(\.message) == [], "\(text)")
    #expect(result.scenarios[0].steps.count == session.position)
    #expect(text.contains("exhaustive: true"))
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  @Test("A saved session contains its initial state if it differs from the spec's")
  mutating func given() throws {
    let spec = session.spec
    var earlier = session
    for line in ["Add {title: '${1}'}", "Paint {color: green}", "Keep {value: [1]}"] {
      _ = earlier.perform(line)
    }
    guard case .record(let app) = earlier.stage.state[0] else { return }
    var session = Session(
      of: spec, at: ["app.yaml", "b.yaml"],
      from: Session.Start(clock: .epoch, seed: 7, initial: [app]))
    for line in ["Stamp", "Add {title: b}", "reset"] { _ = session.perform(line) }
    let text = session.scenario(at: "x/my session.scenario.yaml").text
    #expect(text.contains("scenario: my session\n"))
    #expect(text.contains("seed: 7\n"))
    #expect(text.contains("clock: 1970-01-01T00:00:00Z\n"))
    #expect(text.contains("  - app.yaml\n  - b.yaml\n"))
    let file = try CheckedScenarioFile(
      checking: try ScenarioFile(decoding: try LibYAML.parse(Source(name: "s.yaml", text: text))),
      against: spec, try FragmentTable([]))
    #expect(Runner().run(file).scenarios[0].failures.map(\.message) == [], "\(text)")
  }

  @Test("Thousands of steps are taken back at once")
  mutating func many() {
    for index in 0..<2_000 { _ = session.perform("Put {id: k\(index % 10), text: x\(index)}") }
    #expect(session.position == 2_000)
    let start = threadTime()
    #expect(!session.perform("undo").isFailure)
    #expect(threadTime() - start < .seconds(10))
    #expect(!session.perform("undo 1999").isFailure)
    #expect(session.stage.state == session.spec.store.initial)
  }
}
