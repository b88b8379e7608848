import CEL
import Suas
import SuasScenario
import SuasSpec
import Testing
import YAML

/// The examples of `SpecsInSwift.md` about listeners, middleware and effects.
@Suite struct SpecRuntimeTests {
  static let yaml = """
    suas: 1
    states:
      Album: { photos: "list(string) = []" }
    actions:
      Add: { names: list(string) }
    reducers:
      R:
        state: Album
        on:
          Add: [{ append: photos, values: action.names }]
    selectors:
      newest:
        when: size(store.Album.photos) > 0
        value: { name: "${store.Album.photos[size(store.Album.photos) - 1]}" }
    middleware: [async]
    effects:
      Pick:
        payload: { count: int }
        run: { custom: { name: pick, input: { count: "${action.count}" }, result: list(string) } }
        on-success: [{ dispatch: Add, with: { names: "${response.result}" } }]
    """

  struct PickRequest: Decodable {
    let count: Int
  }

  struct Newest: Decodable {
    let name: String
  }

  struct Camera {
    func photos(_ count: Int) async throws -> [String] { (1...count).map { "photo \($0)" } }
  }

  private func wait(until isDone: () -> Bool) async throws {
    for _ in 0..<1000 where !isDone() { try await Task.sleep(for: .milliseconds(10)) }
  }

  @Test func `A custom effect is performed, and a selector tells what came of it`() async throws {
    let spec = try CompiledSpec(Source(name: "album.yaml", text: Self.yaml))
    let camera = Camera()
    nonisolated(unsafe) var name = ""
    var host = SpecHost()
    host.performCustom("pick") { (request: PickRequest) async throws in
      try await camera.photos(request.count)
    }
    let runtime = SpecRuntime(spec, host: host)
    let store = Suas.createStore(reducer: spec.reducer, middleware: runtime.middleware)
    runtime.attach(to: store)
    store.addListener(stateSelector: try spec.selector("newest", as: Newest.self)) { newest in
      name = newest.name
    }
    store.dispatch(action: try spec.action("Pick", ["count": 2]))
    try await wait { (store.state["Album"] as? Record)?[0] != .list([]) }
    #expect((store.state["Album"] as? Record)?[0] == .list(["photo 1", "photo 2"]))
    store.reset(state: store.state[forKey: "Album", ofType: Record.self], forKey: "Album")
    #expect(name == "photo 2")
  }

  @Test func `What an app did is written as a scenario`() throws {
    let spec = try CompiledSpec(Source(name: "album.yaml", text: Self.yaml))
    let runtime = SpecRuntime(spec)
    let recorder = ScenarioRecorder(runtime, specs: ["album.yaml"])
    let store = Suas.createStore(
      reducer: spec.reducer, middleware: recorder + runtime.middleware)
    runtime.attach(to: store)
    store.dispatch(action: try spec.action("Add", ["names": .list(["a", "b"])]))
    let text = try recorder.scenario(named: "Two photos")
    #expect(text.hasPrefix("spec: album.yaml\nscenario: Two photos\n"))
    #expect(text.contains("- dispatch: Add"))
  }
}
