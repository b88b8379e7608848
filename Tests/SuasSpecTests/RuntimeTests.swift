import CEL
import Locking
import Suas
import SuasSpec
import Support
import Testing
import YAML

/// A spec's listeners, middleware and effects in an app.
@Suite struct RuntimeTests {
  private static let text = """
    suas: 1
    states:
      Album:
        photos: list(string) = []
        failure: string = ""
    actions:
      Take: { count: int }
      Add: { name: string, at: "timestamp = ${now}" }
      Fail: { message: string }
    reducers:
      R:
        state: Album
        on:
          Add: [{ append: photos, value: "${action.name}" }]
          Fail: [{ set: failure, value: "${action.message}" }]
    selectors:
      newest:
        when: size(store.Album.photos) > 0
        value: { name: "${store.Album.photos[size(store.Album.photos) - 1]}", count: "${size(store.Album.photos)}" }
      broken:
        value: ${store.Album.photos[99]}
    listeners:
      failing:
        stateKey: Album
        filter: new.photos[99] == "x"
    middleware:
      - name: camera
        on: [Take]
        do: [{ dispatch: Pick, with: { count: "${action.count}" } }]
      - async
    effects:
      Pick:
        payload: { count: int }
        debounce: 1s
        run: { custom: { name: pick, input: { count: "${action.count}" }, result: list(string) } }
        on-success:
          - dispatch: Add
            with: { name: "${response.result[0]}" }
        on-failure:
          - dispatch: Fail
            with: { message: "${error.code}: ${error.message}" }
    """

  private struct Request: Decodable, Sendable {
    let count: Int
  }

  private struct NoCamera: Error, CustomStringConvertible {
    let description = "there is no camera"
  }

  private struct Newest: Decodable, Equatable {
    let name: String
    let count: Int
  }

  private struct Take: Action, Encodable {
    let count: Int
  }

  private let spec: CompiledSpec
  private let clock = VirtualClock(startingAt: .epoch)

  init() throws { spec = try CompiledSpec(Source(name: "album.yaml", text: Self.text)) }

  private func store(_ host: SpecHost) -> (store: Store, runtime: SpecRuntime) {
    let runtime = SpecRuntime(spec, host: host)
    let store = Suas.createStore(reducer: spec.reducer, middleware: runtime.middleware)
    runtime.attach(to: store)
    return (store, runtime)
  }

  private func photos(_ store: Store) throws -> [String] {
    try #require(store.state.value(forKey: "Album", ofType: Album.self)).photos
  }

  private struct Album: Decodable {
    let photos: [String]
    let failure: String
  }

  /// Waits until another task has met a condition.
  private func wait(until isDone: () throws -> Bool) async throws {
    for _ in 0..<500 where try !isDone() { try await Task.sleep(for: .milliseconds(10)) }
  }

  @Test("A custom effect is an async function on the app's own types, on the clock that it gives")
  func customEffect() async throws {
    var host = SpecHost(clock: clock)
    host.performCustom("pick") { (request: Request) async throws in
      guard request.count > 0 else { throw NoCamera() }
      return (1...request.count).map { "photo \($0)" }
    }
    let (store, runtime) = store(host)
    store.dispatch(action: try spec.action("Take", ["count": 2]))
    #expect(clock.advance(by: CEL.Duration(nanoseconds: 999_999_999)))
    #expect(try photos(store).isEmpty, "the clock has not moved far enough")
    #expect(clock.advance(by: CEL.Duration(nanoseconds: 1)))
    try await wait { try !photos(store).isEmpty }
    #expect(try photos(store) == ["photo 1"])

    store.dispatch(action: Take(count: 0))
    #expect(clock.advance(by: CEL.Duration(nanoseconds: 1_000_000_000)))
    let failure = { store.state.value(forKey: "Album", ofType: Album.self)?.failure ?? "" }
    try await wait { !failure().isEmpty }
    #expect(failure() == "no-answer: there is no camera")
    withExtendedLifetime(runtime) {}
  }

  @Test("A result that is not what the spec declares is a failure of the effect")
  func misfit() async throws {
    var host = SpecHost(clock: clock)
    host.performCustom("pick") { (_: Request) async throws in 42 }
    let (store, runtime) = store(host)
    store.dispatch(action: try spec.action("Take", ["count": 1]))
    #expect(clock.advance(by: CEL.Duration(nanoseconds: 1_000_000_000)))
    let failure = { store.state.value(forKey: "Album", ofType: Album.self)?.failure ?? "" }
    try await wait { !failure().isEmpty }
    #expect(failure().hasPrefix("response: the result of 'pick'"))
    withExtendedLifetime(runtime) {}
  }

  @Test("A selector's values are decoded; where it selects nothing, nobody is told")
  func selectors() throws {
    let (store, runtime) = store(SpecHost(clock: clock))
    nonisolated(unsafe) var told: [Newest] = []
    store.addListener(stateSelector: try spec.selector("newest", as: Newest.self)) { newest in
      told.append(newest)
    }
    nonisolated(unsafe) var isTold = false
    for selector in [
      try spec.selector("broken", as: String.self), try spec.selector("newest", as: String.self),
    ] {
      store.addListener(stateSelector: selector) { _ in isTold = true }
    }
    store.dispatch(action: try spec.action("Fail", ["message": "x"]))
    store.dispatch(action: try spec.action("Add", ["name": "a"]))
    #expect(told == [Newest(name: "a", count: 1)])
    #expect(!isTold)
    #expect(throws: ActionError.self) { try spec.selector("other", as: String.self) }
    withExtendedLifetime(runtime) {}
  }

  @Test("Errors in a listener reach the store's error listeners")
  func errors() throws {
    let (store, runtime) = store(SpecHost(clock: clock))
    nonisolated(unsafe) var errors: [ActionError] = []
    store.addErrorListener { error in errors.append(error) }
    store.dispatch(action: try spec.action("Add", ["name": "a"]))
    let error = try #require(errors.first)
    #expect(error.code == "index-out-of-range")
    #expect(error.place?.file == "album.yaml")
    #expect(try photos(store) == ["a"])
    withExtendedLifetime(runtime) {}
  }

  @Test("The runtime does not keep the store, and goes with it")
  func lifetime() throws {
    weak var weakStore: Store?
    weak var weakRuntime: SpecRuntime?
    do {
      let (store, runtime) = store(SpecHost(clock: clock))
      weakStore = store
      weakRuntime = runtime
      store.dispatch(action: try spec.action("Take", ["count": 1]))
    }
    #expect(weakStore == nil)
    #expect(weakRuntime == nil)
  }

  @Test("Actions of which each leads to two more end with one error")
  func branching() throws {
    let spec = try CompiledSpec(
      Source(
        name: "branching.yaml",
        text: """
          suas: 1
          states: { Count: { value: int = 0 } }
          actions: { Grow: {} }
          reducers: { R: { state: Count, on: { Grow: [{ increment: value }] } } }
          middleware: [{ name: branch, do: [next, { dispatch: Grow }, { dispatch: Grow }] }]
          """))
    let runtime = SpecRuntime(spec)
    let store = Suas.createStore(reducer: spec.reducer, middleware: runtime.middleware)
    runtime.attach(to: store)
    let errors = Mutex<[String]>([])
    store.addErrorListener { error in errors.withLock { $0.append(error.code) } }
    let start = threadTime()
    store.dispatch(action: try spec.action("Grow"))
    #expect(threadTime() - start < .seconds(60))
    let found = errors.withLock { Set($0) }
    #expect(found == ["dispatch-depth-exceeded", "cost-exceeded"])
    #expect(errors.withLock { $0.filter { $0 == "cost-exceeded" }.count } == 1)
  }
}
