import CEL
import Suas
import SuasScenario
import SuasSpec
import Testing
import YAML

@testable import SuasLog
@testable import SuasReplay

/// Short scenarios of what logs show.
@Suite struct ReplayScenarioTests {
  private static let spec = """
    suas: 1
    name: List
    types: { Item: { title: string, done: bool = false } }
    states:
      List: { items: "list(Item) = []", counts: "map(string, int) = {}", page: string? }
    actions:
      Add: { title: string }
      Toggle: { index: int }
      Move: { from: int, to: int }
      Swap: { a: int, b: int }
      Remove: { index: int }
      Count: { word: string }
      Forget: { word: string }
      Loaded: { page: string }
    reducers:
      R:
        state: List
        on:
          Add: [{ append: items, value: { title: "${action.title}" } }]
          Toggle: [{ toggle: "items[action.index].done" }]
          Move: [{ move: items, from: action.from, to: action.to }]
          Swap: [{ swap: items, from: action.a, to: action.b }]
          Remove: [{ remove-at: items, index: action.index }]
          Count: [{ increment: "counts[action.word]", default: 0 }]
          Forget: [{ delete: "counts[action.word]" }]
          Loaded: [{ set: page, value: "${action.page}" }]
    middleware: [async]
    effects:
      Load:
        run: { http: { url: "https://e.test/", timeout: 5s } }
        on-success: [{ dispatch: Loaded, with: { page: "${response.body}" } }]
    """

  private static func session() throws -> Session {
    try Session(of: spec) { app in
      for title in ["a", "b", "c", "d"] { try app.dispatch("Add", ["title": .string(title)]) }
      try app.dispatch("Count", ["word": "x y"])
      try app.dispatch("Count", ["word": "z"])
      try app.dispatch("Toggle", ["index": 1])
      try app.dispatch("Move", ["from": 0, "to": 2])
      try app.dispatch("Swap", ["a": 0, "b": 3])
      try app.dispatch("Remove", ["index": 2])
      try app.dispatch("Forget", ["word": "x y"])
      app.advance(by: 7)
      try app.dispatch("Load")
      app.advance(by: 1)
      try app.answer("Load", .http(status: 200, headers: [], body: "page"))
      try app.dispatch("Remove", ["index": 9])
      try app.dispatch("Add", ["title": "e"])
    }
  }

  private static func compiled(_ text: String) throws -> CompiledSpec {
    try CompiledSpec(Source(name: "app.yaml", text: text))
  }

  private static func result(
    on text: String, until goal: String? = nil
  ) throws -> ReplayResult {
    let spec = try compiled(text)
    var replay = Replay(on: spec)
    replay.makesScenarios = true
    replay.goal = try goal.map { try Replay.Goal($0, on: spec) }
    return try session().replay(with: replay)
  }

  /// Rules that an app does not have, each of which leads to a difference.
  private static let faults: [(old: String, new: String)] = [
    ("append: items", "prepend: items"), ("toggle: \"items[action.index].done\"", "fail: no"),
    (
      "move: items, from: action.from, to: action.to",
      "move: items, from: action.to, to: action.from"
    ),
    ("swap: items, from: action.a, to: action.b", "move: items, from: action.a, to: action.b"),
    ("remove-at: items, index: action.index", "remove-at: items, index: 0"),
    (
      "increment: \"counts[action.word]\", default: 0",
      "increment: \"counts[action.word]\", default: 1"
    ),
    ("delete: \"counts[action.word]\"", "increment: \"counts[action.word]\""),
    ("page: \"${response.body}\"", "page: \"no ${response.body}\""),
    ("set: page, value: \"${action.page}\"", "clear: items"),
  ]

  @Test(
    "The scenario of a fault fails on the spec, and passes on what the app had", arguments: faults)
  func difference(old: String, new: String) throws {
    let faulty = Self.spec.replacing(old, with: new)
    let result = try Self.result(on: faulty)
    #expect(result.difference != nil, "\(result.line)")
    let scenario = try #require(result.scenario).get().scenario
    #expect(scenario.steps.count <= 2)
    #expect(try !scenario.failures(of: Self.compiled(faulty)).isEmpty)
    #expect(try scenario.failures(of: Self.compiled(Self.spec)).isEmpty, "\(scenario.text)")
  }

  @Test("The first refusal is made of as few moves as it needs")
  func refusal() throws {
    let result = try Self.result(on: Self.spec)
    #expect(result.line == "same")
    let scenario = try #require(result.scenario).get().scenario
    #expect(scenario.steps.map(\.act.line) == ["Remove {index: 9}"])
    #expect(try scenario.failures(of: Self.compiled(Self.spec)).isEmpty)
  }

  @Test("A refusal begins where its own session did, also in a log of several")
  func refusalInFirstSession() throws {
    let later = try Session(of: Self.spec) { app in try app.dispatch("Add", ["title": "z"]) }
    let session = Session(lines: try Self.session().lines + later.lines)
    var replay = Replay(on: try Self.compiled(Self.spec))
    replay.makesScenarios = true
    let scenario = try #require(session.replay(with: replay).scenario).get().scenario
    #expect(scenario.steps.map(\.act.line) == ["Remove {index: 9}"])
  }

  @Test(
    "A condition ends the replay, and is made of as few moves as it needs",
    arguments: [
      ("size(store.List.items) == 2", 3, 2), ("'z' in store.List.counts", 13, 1),
      ("store.List.items.exists(i, i.done)", 15, 3), ("store.List.page == 'page'", 29, 2),
    ])
  func until(condition: String, line: Int, steps: Int) throws {
    let result = try Self.result(on: Self.spec, until: condition)
    #expect(result.line.hasPrefix("reached at "), "\(result.line)")
    let scenario = try #require(result.scenario, "\(condition)").get().scenario
    #expect(scenario.steps.count { $0.act.line != "" } >= steps)
    #expect(scenario.steps.count <= steps + 1, "\(scenario.text)")
    #expect(try scenario.failures(of: Self.compiled(Self.spec)).isEmpty)
  }

  @Test("A condition that never holds ends nothing")
  func never() throws {
    #expect(try Self.result(on: Self.spec, until: "size(store.List.items) > 9").line == "same")
  }

  @Test("A condition that fails on a store is told")
  func failingCondition() throws {
    let result = try Self.result(on: Self.spec, until: "store.List.items[3].title == 'd'")
    #expect(result.line.hasPrefix("reached at "))
    #expect(
      ReplayRecord(result, of: "a").conditionFailure
        == "the condition fails after line 2, and after 2 other inputs: "
        + "there is no index 3 in a list of 1 element")
  }

  @Test("A condition with a mistake is refused with its place")
  func mistake() throws {
    let spec = try Self.compiled(Self.spec)
    let errors = #expect(throws: Diagnostics.self) {
      try Replay.Goal("store.Lisst.items", on: spec)
    }
    #expect(errors?.items.first?.message == "the store has no field 'Lisst'")
  }
}
