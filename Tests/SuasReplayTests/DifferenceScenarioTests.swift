import CEL
import Suas
import SuasScenario
import SuasSpec
import Testing
import YAML

@testable import SuasLog
@testable import SuasReplay

/// Scenarios of differences that depend on the past of an effect, and the reasons why there are none.
@Suite struct DifferenceScenarioTests {
  private static let spec = """
    suas: 1
    name: Search
    states:
      Search:
        results: "list(string) = []"
        error: string?
        pin: { type: string, default: "", sensitive: true }
        made: string?
    actions:
      Find: { text: string }
      Found: { page: string }
      Failed: { code: string }
      Ticked: {}
      SetPin: { pin: { type: string, default: "0000", sensitive: true } }
      Clear: {}
      Make: {}
      Made: { id: string }
    reducers:
      R:
        state: Search
        on:
          Found: [{ append: results, value: "${action.page}" }]
          Failed: [{ set: error, value: "${action.code}" }]
          Ticked: [{ append: results, value: tick }]
          SetPin: [{ set: pin, value: "${action.pin}" }]
          Clear: [{ clear: results }, { reset: pin }]
          Made: [{ set: made, value: "${action.id}" }]
    middleware:
      - name: finding
        on: [Find]
        do: [{ next: Load, with: { text: "${action.text}" } }]
      - name: direct
        on: [Load]
        do: [{ next: same, when: "action.text != 'forbidden'" }]
      - name: making
        on: [Make]
        do: [{ dispatch: Made, with: { id: "${uuid()}" } }]
      - async
    effects:
      Load:
        payload: { text: string }
        latest: true
        retry: { times: 2, delay: 1s }
        run: { http: { url: "https://e.test/${action.text}", timeout: 5s } }
        on-success: [{ dispatch: Found, with: { page: "${response.body}" } }]
        on-failure: [{ dispatch: Failed, with: { code: "${error.code}" } }]
      Wait:
        run: { delay: 3s }
        on-success: [{ dispatch: Ticked }]
    """

  private static func compiled(_ text: String) throws -> CompiledSpec {
    try CompiledSpec(Source(name: "app.yaml", text: text))
  }

  /// Sessions, with a change of the spec that leads to a difference in each.
  private static let faults: [(name: String, old: String, new: String)] = [
    ("an effect after its last retry", "code: \"${error.code}\"", "code: \"no ${error.code}\""),
    ("an answer to an effect that is the latest", "latest: true", "latest: false"),
    (
      "an effect that middleware starts", "append: results, value: \"${action.page}\"",
      "clear: results"
    ),
    ("the end of a delay", "value: tick", "value: tock"),
    ("a sensitive default", "{ clear: results }", "{ append: results, value: x }"),
  ]

  private static func session(_ name: String) throws -> Session {
    try Session(of: spec) { app in
      let page = EffectAnswer.http(status: 200, headers: [], body: "page")
      switch name {
      case "an effect after its last retry":
        try app.dispatch("Find", ["text": "a"])
        for _ in 0..<2 {
          try app.answer("Load", .failure("gone"))
          app.advance(by: 1)
        }
        try app.answer("Load", .failure("gone"))
      case "an answer to an effect that is the latest":
        try app.dispatch("Find", ["text": "a"])
        app.advance(by: 1)
        try app.dispatch("Find", ["text": "b"])
        try app.answer("Load", page)
        try app.answer("Load", page)
      case "an effect that middleware starts":
        try app.dispatch("Find", ["text": "a"])
        try app.answer("Load", page)
        try app.dispatch("Find", ["text": "b"])
        try app.answer("Load", page)
      case "the end of a delay":
        try app.dispatch("Clear")
        try app.dispatch("Wait")
        app.advance(by: 4)
      default:
        try app.dispatch("Find", ["text": "a"])
        try app.answer("Load", page)
        try app.dispatch("SetPin")
        try app.dispatch("Clear")
      }
    }
  }

  private static func result(
    _ session: Session, on text: String, until goal: String? = nil
  ) throws -> ReplayResult {
    let spec = try compiled(text)
    var replay = Replay(on: spec)
    replay.makesScenarios = true
    replay.goal = try goal.map { try Replay.Goal($0, on: spec) }
    return session.replay(with: replay)
  }

  @Test(
    "The scenario of a difference has what led to it, and passes on what the app had",
    arguments: faults)
  func difference(name: String, old: String, new: String) throws {
    let faulty = Self.spec.replacing(old, with: new)
    let result = try Self.result(try Self.session(name), on: faulty)
    #expect(result.line.hasPrefix("different at "), "\(result.line)")
    let scenario = try #require(result.scenario).get().scenario
    #expect(try !scenario.failures(of: Self.compiled(faulty)).isEmpty)
    #expect(try scenario.failures(of: Self.compiled(Self.spec)).isEmpty, "\(scenario.text)")
  }

  @Test("Without a scenario there is a reason")
  func reasons() throws {
    func reason(_ session: Session, on text: String = Self.spec) throws -> String {
      switch try #require(Self.result(session, on: text).scenario) {
      case .success(let scenario): scenario.scenario.text
      case .failure(let reason): reason.words
      }
    }
    #expect(
      try reason(try Session(of: Self.spec) { app in try app.dispatch("Clear") })
        == "the log shows no difference and no refusal")
    let noChanges = try Session(of: Self.spec, changes: false) { app in
      for index in 0..<1001 { try app.dispatch("Found", ["page": .string("\(index)")]) }
    }
    #expect(
      try reason(noChanges, on: Self.spec.replacing("append: results", with: "prepend: results"))
        == "the log does not say what its actions changed")
    let reset = try Session(of: Self.spec) { app in
      app.store.reset()
      try app.dispatch("Find", ["text": "a"])
      for _ in 0..<2 {
        try app.answer("Load", .failure("gone"))
        app.advance(by: 1)
      }
      try app.answer("Load", .failure("gone"))
    }
    let other = Self.spec.replacing("code: \"${error.code}\"", with: "code: \"no ${error.code}\"")
    #expect(try reason(reset, on: other) == "in the session, the app replaced a part of the store")
    let made = try Session(of: Self.spec) { app in try app.dispatch("Make") }
    #expect(
      try reason(
        made,
        on: Self.spec.replacing("set: made, value: \"${action.id}\"", with: "set: made, value: a"))
        == "it has times or ids that the app read")
  }
}
