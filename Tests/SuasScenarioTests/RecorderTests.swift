import CEL
import Locking
import Suas
import SuasScenario
import SuasSpec
import Testing
import YAML

/// Recordings of a running app as scenarios.
@Suite struct RecorderTests {
  private static let spec = """
    suas: 1
    states:
      S:
        ids: list(string) = []
        pages: list(string) = []
        saved: int = 0
    actions:
      Add: { id: "string = ${uuid()}", note: string? }
      Fetched: { page: string }
      Saved: {}
    reducers:
      R:
        state: S
        on:
          Add: [{ append: ids, value: "${action.id}" }]
          Fetched: [{ append: pages, value: "${action.page}" }]
          Saved: [{ increment: saved }]
    listeners:
      saving:
        stateKey: S
        filter: size(new.ids) > size(old.ids)
        do: [{ dispatch: Saved }]
    middleware:
      - name: fetching
        on: [Add]
        do: [next, { dispatch: Fetch, with: { id: "${action.id}" } }]
      - async
    effects:
      Fetch:
        payload: { id: string }
        run: { http: { url: https://example.com/ } }
        debounce: 300ms
        on-success: [{ dispatch: Fetched, with: { page: "${response.body}" } }]
    """

  private struct App {
    let spec: CompiledSpec
    let clock = VirtualClock(startingAt: Timestamp("2026-01-01T00:00:00Z") ?? .epoch)
    let runtime: SpecRuntime
    let recorder: ScenarioRecorder
    let store: Store

    init(seed: Int64? = nil) throws {
      spec = try CompiledSpec(Source(name: "spec.yaml", text: RecorderTests.spec))
      runtime = SpecRuntime(
        spec,
        host: SpecHost(
          clock: clock, perform: { _ in .http(status: 200, headers: [], body: .string("p")) },
          seed: seed))
      recorder = ScenarioRecorder(runtime, specs: ["spec.yaml"])
      store = Suas.createStore(
        reducer: spec.reducer, middleware: recorder + runtime.middleware)
      runtime.attach(to: store)
    }

    /// Waits for the end of the app's effects.
    func finish() async throws {
      _ = clock.advance(by: CEL.Duration(nanoseconds: 300_000_000))
      for _ in 0..<500 {
        if case .list(let pages)? = (store.state["S"] as? Record)?[1], !pages.isEmpty {
          return
        }
        try await Task.sleep(for: .milliseconds(10))
      }
    }
  }

  @Test("A session becomes a scenario that does the same and passes")
  func session() async throws {
    let app = try App()
    app.store.dispatch(action: try app.spec.action("Add", ["id": .string("a")]))
    app.store.dispatch(action: try app.spec.action("Add", ["note": .string("${x}")]))
    try await app.finish()
    let text = try app.recorder.scenario(named: "A session")
    #expect(text.contains("dispatch: Add"))
    #expect(!text.contains("dispatch: Saved"), "what the spec does itself is no step")
    #expect(!text.contains("dispatch: Fetch"))
    #expect(text.contains("advance: 0.3s"))
    #expect(text.contains("respond: Fetch"))
    let body = text.split(separator: "\n").dropFirst().joined(separator: "\n")
    let result = Runner().run(try check(body, spec: Self.spec))
    #expect(result.passed, "\(text)\n\(result.scenarios.flatMap(\.failures).map(\.message))")
  }

  @Test(
    "An answer is written as the effect reads it",
    arguments: [
      ("", "", .done), ("", "", .result(7)), ("", ", stream: true", .result(7)),
      ("", ", stream: true", .last(.result("x"))), ("", ", stream: true", .last(nil)),
      (", result: 'map(bool, int)'", "", .result(["true": 1])),
      (", result: 'list(map(int, Box))'", "", .result([["5": ["size": 1, "other": "x"]]])),
      (", result: Box", ", stream: true", .last(.result(["other": true]))),
    ] as [(String, String, EffectAnswer)])
  func answers(result: String, option: String, answer: EffectAnswer) throws {
    let spec = """
      suas: 1
      types: { Box: { size: int = 2 } }
      states: { S: { rings: int = 0 } }
      actions: { Rang: {} }
      reducers: { R: { state: S, on: { Rang: [{ increment: rings }] } } }
      middleware: [async]
      effects:
        Ring: { run: { custom: { name: ring\(result) } }, on-success: [{ dispatch: Rang }]\(option) }
      """
    let compiled = try CompiledSpec(Source(name: "spec.yaml", text: spec))
    let runtime = SpecRuntime(
      compiled,
      host: SpecHost(clock: VirtualClock(startingAt: .epoch), makeLogger: { nil }, seed: 0))
    let recorder = ScenarioRecorder(runtime, specs: ["spec.yaml"])
    let store = Suas.createStore(
      reducer: compiled.reducer, middleware: recorder + runtime.middleware)
    runtime.attach(to: store)
    store.dispatch(action: try compiled.action("Ring"))
    runtime.settle(try #require(runtime.attempt("Ring", which: 0)), with: answer)
    let text = try recorder.scenario(named: "x")
    let body = text.split(separator: "\n").dropFirst().joined(separator: "\n")
    let result = Runner().run(try check(body, spec: spec))
    #expect(result.passed, "\(text)\n\(result.scenarios.flatMap(\.failures).map(\.message))")
  }

  @Test("A reset to the beginning is a step")
  func reset() throws {
    let app = try App()
    app.store.dispatch(action: try app.spec.action("Add", ["id": .string("a")]))
    app.store.reset()
    app.store.dispatch(action: try app.spec.action("Add", ["id": .string("b")]))
    #expect(try app.recorder.scenario(named: "x").contains("reset"))
  }

  @Test("A session that cannot be repeated is refused with the difference")
  func hidden() throws {
    let app = try App()
    let add = try app.spec.action("Add", ["id": .string("a")])
    app.store.dispatch(action: add)
    let state = app.store.state
    app.store.dispatch(action: add)
    app.store.reset(state: state)
    #expect(throws: ScenarioRecorder.Failure.self) { try app.recorder.scenario(named: "x") }
  }

  @Test("Random ids of the system that the spec itself makes cannot be repeated")
  func randomIdentifiers() throws {
    let spec = try CompiledSpec(
      Source(
        name: "spec.yaml",
        text: """
          suas: 1
          states: { S: { ids: 'list(string) = []' } }
          actions: { Add: {}, Keep: { id: 'string = ${uuid()}' } }
          reducers:
            R: { state: S, on: { Add: [], Keep: [{ append: ids, value: "${action.id}" }] } }
          middleware: [{ name: keeping, on: [Add], do: [next, { dispatch: Keep }] }]
          """))
    let runtime = SpecRuntime(spec)
    let recorder = ScenarioRecorder(runtime, specs: ["spec.yaml"])
    let store = Suas.createStore(
      reducer: spec.reducer, middleware: recorder + runtime.middleware)
    runtime.attach(to: store)
    store.dispatch(action: try spec.action("Add"))
    do {
      _ = try recorder.scenario(named: "x")
      Issue.record("it was written")
    } catch {
      #expect("\(error)".contains("another state than the app's, at S.ids"))
    }
  }

  @Test("Nothing recorded, or no place to write it, is an error that says so")
  func failures() throws {
    let app = try App()
    #expect(throws: ScenarioRecorder.Failure.self) { try app.recorder.scenario(named: "x") }
    app.store.dispatch(action: try app.spec.action("Saved"))
    #expect(throws: ScenarioRecorder.Failure.self) {
      try app.recorder.write(to: "/nowhere/at/all.yaml", named: "x")
    }
  }
}
