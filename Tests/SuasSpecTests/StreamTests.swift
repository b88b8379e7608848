import CEL
import Foundation
import Locking
import Suas
import SuasSpec
import Testing
import YAML

/// Effects that go on after an outcome, in an app.
@Suite struct StreamTests {
  private static let text = """
    suas: 1
    states:
      Chat: { lines: "list(string) = []", ticks: int = 0, secret: { type: string, default: "", sensitive: true } }
    actions:
      Said: { text: string }
      Ticked: {}
      Enter: { password: { type: string, sensitive: true }, room: string }
      Leave: { room: string }
    reducers:
      R:
        state: Chat
        on:
          Said: [{ append: lines, value: "${action.text}" }]
          Ticked: [{ increment: ticks }]
          Enter: [{ set: secret, value: "${action.password}" }]
    effects:
      Listen:
        payload: { room: string }
        key: action.room
        stream: true
        run: { custom: { name: chat, input: { room: "${action.room}" }, result: string } }
        on-success: [{ dispatch: Said, with: { text: "${response.result}" } }]
        on-failure: [{ dispatch: Said, with: { text: "${error.code}: ${error.message}" } }]
        on-end: [{ dispatch: Said, with: { text: "end of ${action.room}" } }]
      Tick:
        run: { every: 1s }
        on-success: [{ dispatch: Ticked }]
      LogIn:
        payload: { password: string }
        sensitive: true
        run: { delay: 1s }
    middleware:
      - async
      - name: leave
        on: [Leave]
        do: [{ cancel: Listen, key: action.room }]
    """

  private struct Room: Decodable, Sendable {
    let room: String
  }

  private struct Closed: Error, CustomStringConvertible {
    let description = "the room is closed"
  }

  private let spec: CompiledSpec
  private let clock = VirtualClock(startingAt: .epoch)

  init() throws { spec = try CompiledSpec(Source(name: "chat.yaml", text: Self.text)) }

  private func store(_ host: SpecHost) -> (store: Store, runtime: SpecRuntime) {
    let runtime = SpecRuntime(spec, host: host)
    let store = Suas.createStore(reducer: spec.reducer, middleware: runtime.middleware)
    runtime.attach(to: store)
    return (store, runtime)
  }

  private struct Chat: Decodable {
    let lines: [String]
    let ticks: Int
  }

  private func chat(_ store: Store) throws -> Chat {
    try #require(store.state.value(forKey: "Chat", ofType: Chat.self))
  }

  /// Waits until another task has met a condition.
  private func wait(until isDone: () throws -> Bool) async throws {
    for _ in 0..<500 where try !isDone() { try await Task.sleep(for: .milliseconds(10)) }
  }

  @Test("Each element of a stream is an answer, and its end ends the effect")
  func stream() async throws {
    var host = SpecHost(clock: clock)
    host.performCustomStream("chat") { (room: Room) in
      AsyncStream<String> { answers in
        for number in 1...3 { answers.yield("\(room.room) \(number)") }
        answers.finish()
      }
    }
    let (store, runtime) = store(host)
    store.dispatch(action: try spec.action("Listen", ["room": "den"]))
    try await wait { try chat(store).lines.count == 4 }
    #expect(try chat(store).lines == ["den 1", "den 2", "den 3", "end of den"])
    #expect(runtime.pendingCount(of: "Listen") == 0)
  }

  /// A clock that does something when a deadline is first taken back, before it does so.
  private final class InterruptedClock: SpecClock {
    let now = Timestamp.epoch
    private let state = Mutex((alarm: Timestamp?.none, interruption: (@Sendable () -> Void)?.none))

    var alarm: Timestamp? { state.withLock { $0.alarm } }

    func interrupt(with body: @escaping @Sendable () -> Void) {
      state.withLock { $0.interruption = body }
    }

    func wake(at deadline: Timestamp?, _: @escaping @Sendable () -> Void) {
      if deadline == nil {
        let interruption = state.withLock { state in
          defer { state.interruption = nil }
          return state.interruption
        }
        interruption?()
      }
      state.withLock { $0.alarm = deadline }
    }
  }

  @Test("A deadline that another thread sets while one is taken back stays set")
  func interruptedClock() throws {
    let clock = InterruptedClock()
    let (store, runtime) = store(SpecHost(clock: clock))
    let tick = try spec.action("Tick")
    clock.interrupt { store.dispatch(action: tick) }
    store.dispatch(action: try spec.action("Listen", ["room": "den"]))
    #expect(clock.alarm == Timestamp(seconds: 1))
    withExtendedLifetime(runtime) {}
  }

  @Test("A stream that throws fails, and does not end")
  func failure() async throws {
    var host = SpecHost(clock: clock)
    host.performCustomStream("chat") { (_: Room) in
      AsyncThrowingStream<String, any Error> { answers in
        answers.yield("hello")
        answers.finish(throwing: Closed())
      }
    }
    let (store, runtime) = store(host)
    store.dispatch(action: try spec.action("Listen", ["room": "den"]))
    try await wait { try chat(store).lines.count == 2 }
    #expect(try chat(store).lines == ["hello", "no-answer: the room is closed"])
    withExtendedLifetime(runtime) {}
  }

  @Test("A step that cancels by key cancels the tasks of these effects alone")
  func cancelling() async throws {
    let ended = AsyncStream<String>.makeStream()
    var host = SpecHost(clock: clock)
    host.performCustomStream("chat") { (room: Room) in
      let (answers, continuation) = AsyncStream<String>.makeStream()
      continuation.onTermination = { _ in ended.continuation.yield(room.room) }
      continuation.yield("in \(room.room)")
      return answers
    }
    let (store, runtime) = store(host)
    for room in ["den", "hall"] {
      store.dispatch(action: try spec.action("Listen", ["room": .string(room)]))
    }
    try await wait { try chat(store).lines.count == 2 }
    store.dispatch(action: try spec.action("Leave", ["room": "den"]))
    var iterator = ended.stream.makeAsyncIterator()
    #expect(await iterator.next() == "den")
    #expect(runtime.pendingEffects.map { $0.value[0] } == [.string("hall")])
  }

  @Test("A function with one result answers a stream, which goes on")
  func oneResult() async throws {
    var host = SpecHost(clock: clock)
    host.performCustom("chat") { (room: Room) async throws in "only \(room.room)" }
    let (store, runtime) = store(host)
    store.dispatch(action: try spec.action("Listen", ["room": "den"]))
    try await wait { try !chat(store).lines.isEmpty }
    #expect(try chat(store).lines == ["only den"])
    #expect(runtime.pendingCount(of: "Listen") == 1)
  }

  @Test("An interval has an outcome each time, and no more than 100,000 in one move of the clock")
  func every() throws {
    let (store, runtime) = store(SpecHost(clock: clock))
    store.dispatch(action: try spec.action("Tick"))
    #expect(clock.advance(by: CEL.Duration(nanoseconds: 3_500_000_000)))
    #expect(try chat(store).ticks == 3)
    #expect(!clock.advance(by: CEL.Duration(nanoseconds: 200_000 * 1_000_000_000)))
    #expect(try chat(store).ticks == 3 + 100_000)
    withExtendedLifetime(runtime) {}
  }

  @Test("Sensitive values are no part of descriptions, which logs show")
  func sensitive() throws {
    let action = try spec.action("Enter", ["password": "hunter2", "room": "den"])
    #expect("\(action)" == "Enter(password: ***, room: \"den\")")
    let effect = try spec.action("LogIn", ["password": "hunter2"])
    #expect("\(effect)" == "LogIn(password: ***)")
    let (store, runtime) = store(SpecHost(clock: clock))
    store.dispatch(action: action)
    #expect("\(store.state)".contains("secret: ***"))
    #expect(!"\(store.state)".contains("hunter2"))
    let kept = try #require(store.state.value(forKey: "Chat", ofType: Secret.self))
    #expect(kept.secret == "hunter2")
    withExtendedLifetime(runtime) {}
  }

  @Test("Some fields of a record are not shown at all where one of them is sensitive")
  func sensitivePart() throws {
    let text = """
      suas: 1
      types: { Login: { user: string, token: { type: string, sensitive: true } } }
      actions: { Change: { to: partial(Login) } }
      """
    let spec = try CompiledSpec(Source(name: "change.yaml", text: text))
    let action = try spec.action("Change", ["to": ["token": "hunter2"]])
    #expect("\(action)" == "Change(to: ***)")
  }

  private struct Secret: Decodable {
    let secret: String
  }
}
