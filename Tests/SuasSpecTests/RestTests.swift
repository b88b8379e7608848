import Locking
import Suas
import SuasSpec
import Testing

/// Promises about what is at rest, in stores of apps.
@Suite("Promises at rest") struct RestTests {
  private static func spec(judges: Bool = true) throws -> CompiledSpec {
    var spec = try CompiledSpec(
      yaml: """
        suas: 1
        states:
          Load: { open: int = 0, seen: int = 0 }
        actions:
          Look: {}
          Stop: {}
          See: {}
        reducers:
          LoadReducer:
            state: Load
            on:
              Look: [{ increment: open }]
              See: [{ increment: seen }]
              Stop: [{ decrement: open }]
        listeners:
          seen: { stateKey: Load, filter: new.open > old.open, do: [{ dispatch: See }] }
        middleware:
          - name: looking
            on: Look
            do: [next, { dispatch: Fetch }]
          - async
        effects:
          Fetch:
            run: { custom: { name: fetch } }
            on-success: [{ dispatch: Stop }]
        at-rest:
          what-is-open-is-fetched: store.Load.open == pending.Fetch
          all-is-seen: store.Load.seen >= store.Load.open
        """)
    spec.limits.judgesAtRest = judges
    return spec
  }

  /// The errors that a store tells its listeners.
  private final class Errors: Sendable {
    private let all = Mutex<[String]>([])
    var texts: [String] { all.withLock(\.self) }

    func add(_ error: ActionError) { all.withLock { $0.append("\(error.code): \(error.message)") } }
  }

  private struct Listened {
    let spec: CompiledSpec
    let runtime: SpecRuntime
    let store: Store
    let errors = Errors()

    init(_ spec: CompiledSpec) {
      self.spec = spec
      runtime = SpecRuntime(spec)
      store = Suas.createStore(reducer: spec.reducer, middleware: runtime.middleware)
      store.addErrorListener { [errors] in errors.add($0) }
      runtime.attach(to: store)
    }

    func dispatch(_ action: String) throws { store.dispatch(action: try spec.action(action)) }

    func answer(_ answer: EffectAnswer) throws {
      runtime.settle(try #require(runtime.attempt("Fetch", which: 0)), with: answer)
    }
  }

  private static let broken =
    "at-rest-violated: promise at rest 'what-is-open-is-fetched' does not hold"

  @Test("A promise is judged when all that a dispatch or an answer led to is done")
  func kept() throws {
    let listened = Listened(try Self.spec())
    try listened.dispatch("Look")
    try listened.answer(.done)
    #expect(listened.errors.texts == [])
  }

  @Test("Error listeners are told of a promise that is not kept, and nothing is taken back")
  func unkept() throws {
    let listened = Listened(try Self.spec())
    try listened.dispatch("Look")
    try listened.answer(.failure("no network"))
    #expect(listened.errors.texts == [Self.broken])
    try listened.dispatch("Stop")
    try listened.dispatch("Look")
    #expect(listened.errors.texts == [Self.broken])
    listened.runtime.cancelEffects()
    #expect(listened.errors.texts == [Self.broken, Self.broken])
  }

  @Test("An error listener that dispatches is told again, and does not go on for ever")
  func listenerThatDispatches() throws {
    let listened = Listened(try Self.spec())
    let see = try listened.spec.action("See")
    listened.store.addErrorListener { [weak store = listened.store] _ in
      store?.dispatch(action: see)
    }
    try listened.dispatch("Look")
    listened.runtime.cancelEffects()
    #expect((2..<200).contains(listened.errors.texts.count))
  }

  @Test("A store that does not judge promises says nothing")
  func unjudged() throws {
    let listened = Listened(try Self.spec(judges: false))
    try listened.dispatch("Look")
    listened.runtime.cancelEffects()
    #expect(listened.errors.texts == [])
  }

  @Test("A reset is judged when all reactions to it are done")
  func reset() throws {
    var spec = try CompiledSpec(
      yaml: """
        suas: 1
        states:
          Page: { visits: int = 0, left: int = 0, right: int = 0 }
        actions:
          Visit: {}
          AddLeft: {}
          AddRight: {}
        reducers:
          PageReducer:
            state: Page
            on:
              Visit: [{ increment: visits }]
              AddLeft: [{ increment: left }]
              AddRight: [{ increment: right }]
        listeners:
          left: { stateKey: Page, filter: new.visits < old.visits, do: [{ dispatch: AddLeft }] }
          right: { stateKey: Page, filter: new.visits < old.visits, do: [{ dispatch: AddRight }] }
        at-rest:
          both-sides-are-alike: store.Page.left == store.Page.right
        """)
    spec.limits.judgesAtRest = true
    let listened = Listened(spec)
    try listened.dispatch("Visit")
    listened.store.reset()
    #expect(listened.errors.texts == [])
    #expect("\(listened.store.state)".contains("left: 1, right: 1"))
  }

  @Test("While other threads dispatch and answer, no promise is wrongly called broken")
  func threads() async throws {
    let listened = Listened(try Self.spec())
    let (store, runtime) = (listened.store, listened.runtime)
    let look = try listened.spec.action("Look")
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<100 {
            store.dispatch(action: look)
            while let attempt = runtime.attempt("Fetch", which: 0) {
              runtime.settle(attempt, with: .done)
            }
          }
        }
      }
    }
    #expect(listened.errors.texts == [])
  }
}
