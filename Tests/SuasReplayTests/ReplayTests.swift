import CEL
import Suas
import SuasSpec
import Support
import Testing
import YAML

@testable import SuasLog
@testable import SuasReplay

/// Logs that are done again, also on another version of the spec.
@Suite struct ReplayTests {
  private static let lamp = "name: Lamp\n" + lampSpec

  private static func pressed() throws -> Session {
    try Session(of: lamp) { app in
      for name in ["Brighter", "Press", "Brighter", "Brighter", "Brighter", "Press"] {
        try app.dispatch(name)
      }
    }
  }

  @Test("A changed rule is named, with the values of its guard")
  func changedRule() throws {
    let other = Self.lamp.replacing("level < 2", with: "level < 1")
    let result = try Self.pressed().replay(on: other)
    #expect(result.line == "different at 8: the spec does not do this")
    #expect(result.isOtherVersion)
    let difference = try #require(result.difference)
    #expect(difference.input?.line == 7)
    #expect(difference.input?.text.contains(#""action":"Brighter""#) == true)
    #expect(difference.logged == #"{"t":0,"changes":{"Lamp.level":2},"of":4}"#)
    #expect(difference.rules.map(\.place.text) == ["increment: level"])
    var text = ReplayText(style: .plain)
    text.write(ReplayRecord(result, of: "lamp.suaslog"))
    #expect(text.text.contains("when: lit && level < 1 → false"))
    #expect(text.text.contains("level = 1"))
  }

  @Test("A rule that changes something else is named")
  func otherVerb() throws {
    let other = Self.lamp.replacing("increment: level", with: "decrement: level")
    let difference = try #require(try Self.pressed().replay(on: other).difference)
    #expect(difference.replayed == #"{"t":0,"changes":{"Lamp.level":-1},"of":3}"#)
    #expect(difference.rules.map(\.place.text) == ["decrement: level"])
  }

  @Test("Rules that change the same in another way make no difference")
  func otherWay() throws {
    let spec = """
      suas: 1
      name: List
      states: { S: { items: "list(string) = []" } }
      actions: { Add: { item: string }, Turn: {} }
      reducers:
        R:
          state: S
          on:
            Add: [{ append: items, value: "${action.item}" }]
            Turn: [{ move: items, from: 0, to: 1 }]
      """
    let session = try Session(of: spec) { app in
      for item in ["a", "a", "b"] { try app.dispatch("Add", ["item": .string(item)]) }
      try app.dispatch("Turn")
    }
    let other = spec.replacing(
      "append: items, value: \"${action.item}\"",
      with: "set: items, value: \"${items + [action.item]}\""
    )
    .replacing("move: items, from: 0, to: 1", with: "swap: items, from: 1, to: 0")
    #expect(session.lines.contains { $0.contains("$move") })
    #expect(try session.replay(on: other).line == "same")
  }

  @Test("An action that another version does not declare is a difference")
  func missingAction() throws {
    let other = Self.lamp.replacing("Press", with: "Push")
    let line = try Self.pressed().replay(on: other).line
    #expect(line == "different at 3: invalid-payload: the spec declares no action 'Press'")
  }

  @Test("A field that only one version has makes no difference by itself")
  func otherFields() throws {
    let more = Self.lamp.replacing("Press: {}", with: "Press: { hard: bool = false }")
    #expect(try Self.pressed().replay(on: more).line == "same")
    let session = try Session(of: more) { app in
      try app.dispatch("Press", ["hard": true])
      try app.dispatch("Brighter")
    }
    #expect(try session.replay(on: Self.lamp).line == "same")
  }

  @Test("Members that no line has are passed over")
  func otherMembers() throws {
    var session = try Self.pressed()
    session.lines = session.lines.map {
      $0.replacing(#""from":"app""#, with: #""x":[1],"from":"app""#)
    }
    #expect(try session.replay(on: Self.lamp).line == "same")
  }

  @Test("Numbers that JSON does not have are read as they are written")
  func infinity() throws {
    let spec = """
      suas: 1
      states: { S: { x: double = 0.0 } }
      actions: { Set: { x: double } }
      reducers: { R: { state: S, on: { Set: [{ set: x, value: "${action.x}" }] } } }
      """
    let session = try Session(of: spec) { app in
      for x in [Double.infinity, -.infinity, .nan, 1.5] {
        try app.dispatch("Set", ["x": .double(x)])
      }
    }
    #expect(try session.replay(on: spec).line == "same")
  }

  private static let anything = """
    suas: 1
    name: Any
    states:
      S: { x: any?, texts: "map(string, string) = {}", byKey: "map(string, any) = {}", size: int = 0 }
    actions:
      Set: { x: any }
      Put: { texts: "map(string, string)" }
      Add: { x: any }
    reducers:
      R:
        state: S
        on:
          Set:
            - { set: x, value: "${action.x}" }
            - { set: size, value: "${size(action.x)}" }
          Put: [{ set: texts, value: "${action.texts}" }]
          Add: [{ set: "byKey['k']", value: "${action.x}" }]
    middleware: [async]
    effects:
      Load:
        run: { http: { url: "https://e.test/" } }
        on-success: [{ dispatch: Set, with: { x: "${response.body}" } }]
    """

  @Test(
    "A map that looks like an object with a meaning is read as it is",
    arguments: [
      ["$sensitive": "x"], ["$sensitive": ""], ["$absent": true], ["$map": ["a": 1]],
      ["$map": ["$map": ["$sensitive": "x"]]], ["$insert": [1], "at": 0], ["$": 1],
      ["a": ["$sensitive": "x"]], ["a": [["$sensitive": "x"], 1]],
    ] as [Value])
  func likeMeaning(value: Value) throws {
    let session = try Session(of: Self.anything) { app in
      try app.dispatch("Set", ["x": value])
      try app.dispatch("Add", ["x": value])
      try app.dispatch("Put", ["texts": ["$sensitive": "x"]])
      try app.dispatch("Load")
      try app.answer("Load", .http(status: 200, headers: [], body: value))
    }
    #expect(try session.replay(on: Self.anything).line == "same")
    let other = Self.anything.replacing("size(action.x)", with: "size(action.x) + 1")
    #expect(try session.replay(on: other).line == "different at 3: the spec does something else")
    let difference = Self.anything.replacing(
      "set: x, value: \"${action.x}\"", with: "set: x, value: 1")
    #expect(
      try session.replay(on: difference).line == "different at 3: the spec does something else")
  }

  @Test("A log of another spec is refused, unless it is forced")
  func otherSpec() throws {
    let other = Self.lamp.replacing("name: Lamp", with: "name: Light")
    #expect(
      try Self.pressed().replay(on: other).line == "unsound at 1: it is a log of another spec")
    #expect(try Self.pressed().replay(on: other, isForced: true).line == "same")
  }

  @Test("Logs can stand one after the other")
  func several() throws {
    let session = try Self.pressed()
    let twice = Session(lines: session.lines + session.lines)
    let result = try twice.replay(on: Self.lamp)
    #expect(result.line == "same")
    #expect(result.inputs == 12)
  }

  @Test("A log without changes is compared by its digests")
  func digests() throws {
    var session = try Session(of: Self.lamp, changes: false) { app in
      for _ in 0..<3001 { try app.dispatch("Press") }
    }
    #expect(session.lines.count == 1 + 3001 + 8)
    #expect(try session.replay(on: Self.lamp).line == "same")
    let other = Self.lamp.replacing("toggle: lit", with: "set: lit\n          value: true")
    #expect(
      try session.replay(on: other).line == "different at 7: the spec does something else")
    // A digest that was made in the background stands later.
    let digest = try #require(session.lines.firstIndex { $0.contains(#"of":1093}"#) })
    session.lines.insert(session.lines.remove(at: digest), at: 1500)
    #expect(try session.replay(on: Self.lamp).line == "same")
  }

  @Test("The last line may be cut off, as by a crash")
  func cut() throws {
    let spec = try CompiledSpec(.init(name: "app.yaml", text: Self.lamp))
    let text = try Self.pressed().lines.map { $0 + "\n" }.joined()
    for count in 1..<40 {
      #expect(Session.replay(String(text.dropLast(count)), on: spec).line == "same")
    }
  }

  @Test("After lost lines, the replay goes on with the store that follows")
  func lost() throws {
    var session = try Self.pressed()
    let later = try Session(of: Self.lamp) { app in
      try app.dispatch("Press")
      try app.dispatch("Brighter")
    }
    session.lines = session.lines.prefix(5) + [#"{"t":0,"lost":3}"#] + later.lines
    #expect(try session.replay(on: Self.lamp).line == "same")
    session.lines[session.lines.count - 1] = #"{"t":0,"changes":{"Lamp.level":2},"of":2}"#
    #expect(
      try session.replay(on: Self.lamp).line == "different at 11: the spec does something else")
  }

  @Test("A digest may come after the lines of later events")
  func lateDigest() throws {
    var session = try Session(of: Self.lamp) { app in
      try app.dispatch("Press")
      app.advance(by: 2)
      try app.dispatch("Press")
    }
    session.lines.append(#"{"t":0,"digest":"0","of":2}"#)
    let line = try session.replay(on: Self.lamp).line
    #expect(line.hasSuffix(": the store is another one"), "\(line)")
    session.lines[session.lines.count - 1] = #"{"t":0,"lost":1}"#
    #expect(
      try session.replay(on: Self.lamp).line.hasSuffix(
        "its time is before that of the line before"))
  }

  @Test("Lost lines without a first line after them are not sound")
  func lostForEver() throws {
    var session = try Self.pressed()
    session.lines.insert(#"{"t":0,"lost":3}"#, at: 4)
    #expect(
      try session.replay(on: Self.lamp).line
        == "unsound at 6: a first line has to follow lost lines")
  }

  @Test(
    "What is no log is refused with its line",
    arguments: [
      ("", "unsound at 1: the first line is not that of a log"),
      ("\n\n", "unsound at 3: the first line is not that of a log"),
      ("{}\n", "unsound at 1: it is no line of a log: nothing says of which kind it is"),
      ("spec: x\n", "unsound at 1: it is no line of a log: an object is missing at byte 0"),
      (
        #"{"suas-log":2,"spec":"","name":"","clock":"1970-01-01T00:00:00Z","state":{}}"# + "\n",
        "unsound at 1: it is no line of a log: it is of another version of the format than 1"
      ),
      (#"{"suas-log":1}"# + "\n", "unsound at 1: it is no line of a log: 'clock' is missing"),
      (
        #"{"t":0,"action":"Press","from":"app","id":1}"# + "\n",
        "unsound at 1: the first line is not that of a log"
      ),
    ])
  func noLog(text: String, line: String) throws {
    let spec = try CompiledSpec(.init(name: "app.yaml", text: Self.lamp))
    #expect(Session.replay(text, on: spec).line.hasPrefix(line))
  }

  @Test(
    "Effects of a first line that the spec cannot have are refused",
    arguments: [
      (#"{"effect":"Load","of":1,"phase":"pending","tries":2}"#, "same"),
      (#"{"effect":"Load","of":1,"phase":"pending","tries":3}"#, "'Load': 'tries' is more than"),
      (#"{"effect":"Load","of":1,"phase":"pending","tries":-1}"#, "'Load': 'tries' is more than"),
      (
        #"{"effect":"Load","of":1,"phase":"pending","tries":9223372036854775807}"#,
        "the 'tries' of an effect is no number"
      ),
      (#"{"effect":"Load","of":1,"phase":"debounced"}"#, "'Load': the effect has no 'debounce'"),
      (#"{"effect":"Load","of":1,"phase":"started"}"#, "'Load': 'phase' is none of"),
      (#"{"effect":"Load","of":0,"phase":"pending"}"#, "'Load': 'of' is no id up to 'last'"),
      (#"{"effect":"Load","of":3,"phase":"pending"}"#, "'Load': 'of' is no id up to 'last'"),
      (#"{"effect":"Load","of":1,"nth":-1,"phase":"pending"}"#, "'Load': 'nth' is no number"),
      (#"{"effect":"Load","of":1,"phase":"pending","superseded":1}"#, "'Load': 'superseded' is no"),
      (#"{"effect":"Load","of":1,"phase":"pending","with":[]}"#, "'with' of 'Load' is no object"),
      (#"{"effect":"Save","of":1,"phase":"pending"}"#, "the spec declares no effect 'Save'"),
      (
        #"{"effect":"Load","of":2,"phase":"pending"},{"effect":"Load","of":2,"phase":"pending"}"#,
        "'Load' is there twice with the same 'of' and 'nth'"
      ),
      ("1", "an effect is no object"),
    ])
  func unsoundEffects(effects: String, reason: String) throws {
    let spec = """
      suas: 1
      states: { S: { x: int = 0 } }
      middleware: [async]
      effects:
        Load:
          retry: { times: 2 }
          run: { http: { url: "https://e.test/" } }
      """
    let digest = try CompiledSpec(Source(name: "app.yaml", text: spec)).checked.digest
    let session = Session(lines: [
      #"{"suas-log":1,"spec":"\#(digest)","clock":"1970-01-01T00:00:00Z","changes":true,"#
        + #""state":{"S":{"x":0}},"effects":[\#(effects)],"last":2}"#
    ])
    let line = try session.replay(on: spec).line
    #expect(
      line.hasPrefix(reason == "same" ? "same" : "unsound at 1: its effects do not fit: \(reason)"),
      "\(line)")
  }

  @Test(
    "A line that is not sound is told, and what was before it is compared",
    arguments: [
      #"{"t":0,"action":"Press","from":"app","id":2"#, "nonsense", #"{"t":-1,"lost":1}"#,
      #"{"t":0,"action":"Press","from":"moon","id":2}"#,
      #"{"t":0,"action":"Press","from":"app","id":0}"#, #"{"action":"Press","from":"app","id":2}"#,
      #"{"t":1e9,"action":"Press","from":"app","id":2}"#, #"[1]"#,
      #"{"t":0,"answer":"Press","of":99999999999999999999}"#,
      String(repeating: "[", count: 100_000), #"{"t":0,"changes":{"a":{"b":1}"#,
    ])
  func unsoundLine(line: String) throws {
    var session = try Self.pressed()
    session.lines.insert(line, at: 3)
    let found = try session.replay(on: Self.lamp).line
    #expect(found.hasPrefix("unsound at 4: "), "\(found)")
  }
}
