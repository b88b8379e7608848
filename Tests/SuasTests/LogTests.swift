import Suas
import Testing

/// The messages to swift-log, read from the output of a separate process.
@Suite("Reports to swift-log")
struct LogTests {
  @Test func `A listener for an unknown key is told of once`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      let store = createStore(reducer: CounterReducer() + LabelReducer())
      let subscription = store.addListener(forStateType: Int.self) { _ in }
      store.dispatch(action: Increment())
      subscription.removeListener()
      subscription.addListener()
    }
    expectLog(
      in: result,
      "a listener for 'Int' is not told: the state has no such key, it has 'Counter', 'Label'")
  }

  @Test func `A listener of a wrong type is told of once`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      let store = createStore(reducer: CounterReducer())
      store.addListener(forStateType: Int.self, stateKey: "Counter") { _ in fatalError() }
      store.dispatch(action: Increment())
      store.dispatch(action: Increment())
    }
    expectLog(
      in: result,
      "a listener for 'Counter' is not told: it expects Int, the state there is of type Counter")
  }

  @Test func `A refusal that nobody listens for is told of`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      let store = createStore(reducer: CombinedReducer(parts: [RefusingPart()]))
      store.dispatch(action: Increment(amount: -1))
      try? store.perform(Increment(amount: -2))
      store.addErrorListener { _ in }
      store.dispatch(action: Increment(amount: -3))
    }
    expectLog(in: result, "Increment was refused: error[negative-amount]: -1 is negative")
  }

  @Test func `Debug logging tells what each action did`() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      let store = createStore(reducer: CounterReducer())
      store.dispatch(action: Increment())
      enableDebugLogging = true
      store.dispatch(action: Increment())
      store.dispatch(action: Unknown())
    }
    expectLog(in: result, "Increment: changed the state", "Unknown: changed nothing")
  }
}

private func expectLog(
  in result: ExitTest.Result, _ messages: String...,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let output = String(
    decoding: result.standardErrorContent + result.standardOutputContent, as: UTF8.self)
  let lines = output.split(separator: "\n").filter { $0.contains("Suas") }
  #expect(lines.count == messages.count, sourceLocation: sourceLocation)
  for (line, message) in zip(lines, messages) {
    #expect(line.hasSuffix(message), sourceLocation: sourceLocation)
  }
}
