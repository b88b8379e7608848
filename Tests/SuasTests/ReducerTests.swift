import Suas
import Testing

@Suite("Guarantees 2, 9 and 10: reducers and their keys")
struct ReducerTests {
  @Test func `2: Every reducer sees every action and only its own sub-state`() {
    let journal = Journal()
    let numbers = BlockReducer(initialState: 1, stateKey: "number") { state, action in
      journal.write("\(state) \(name(of: action))")
      return nil
    }
    let texts = BlockReducer(initialState: "one", stateKey: "text") { state, action in
      journal.write("\(state) \(name(of: action))")
      return nil
    }
    let store = createStore(reducer: numbers + texts)
    store.dispatch(action: Increment())
    #expect(journal.read() == ["1 Increment", "one Increment"])
  }

  @Test func `2: A value counts as a change even if it is equal, nil does not`() {
    let reducer = BlockReducer(initialState: Counter()) { state, action in
      action is Increment ? state : nil
    }
    let store = createStore(reducer: reducer)
    nonisolated(unsafe) var told = 0
    store.addListener(forStateType: Counter.self) { _ in told += 1 }
    store.dispatch(action: Unknown())
    #expect(told == 0)
    store.dispatch(action: Increment())
    #expect(told == 1)
  }

  @Test func `9: The state's keys are in the order of the reducers, however they are combined`() {
    func reducer(_ key: String) -> BlockReducer<Int> {
      BlockReducer(initialState: 0, stateKey: key) { _, _ in nil }
    }
    let combined = (reducer("d") + reducer("b")) + (reducer("c") + (reducer("a") + reducer("e")))
    #expect(createStore(reducer: combined).state.keys == ["d", "b", "c", "a", "e"])
    #expect(createStore(reducer: reducer("only")).state.keys == ["only"])
  }

  @Test func `9: The key is the name of the state type unless the reducer has another`() {
    let reducer = BlockReducer(initialState: Label(), stateKey: "label") { _, _ in nil }
    let store = createStore(reducer: CounterReducer() + reducer)
    #expect(store.state.keys == ["Counter", "label"])
  }

  @Test func `9: Two reducers with one key are a failure that names both`() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let other = BlockReducer(initialState: Counter()) { _, _ in nil }
      _ = createStore(reducer: CounterReducer() + LabelReducer() + other)
    }
    expectMessage(
      in: result,
      "two reducers have the state key 'Counter': CounterReducer and BlockReducer<Counter>")
  }

  @Test func `9: A given state is laid over the reducers' own, and a key without reducer is kept`()
  {
    let store = createStore(
      reducer: CounterReducer() + LabelReducer(),
      state: ["Label": Label(text: "given"), "other": 1])
    #expect(store.state.keys == ["Counter", "Label", "other"])
    #expect(store.counter == 0)
    #expect(store.state.value(forKeyOfType: Label.self) == Label(text: "given"))
    #expect(store.state["other"] as? Int == 1)
    store.dispatch(action: Increment())
    #expect(store.state["other"] as? Int == 1)
  }

  @Test func `9: A single given value is held under the name of its type`() {
    let store = createStore(
      reducer: CounterReducer() + LabelReducer(), state: Counter(value: 7))
    #expect(store.counter == 7)
    #expect(store.state.keys == ["Counter", "Label"])
  }

  @Test func `10: A sub-state of another type is a failure at creation`() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = createStore(reducer: CounterReducer(), state: ["Counter": "seven"])
    }
    expectMessage(
      in: result,
      "the state for 'Counter' is of type String, which CounterReducer does not work on")
  }

  @Test func `10: A sub-state of another type is a failure at reset`() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      createStore(reducer: CounterReducer()).reset(state: Label(), forKey: "Counter")
    }
    expectMessage(
      in: result,
      "the state for 'Counter' is of type Label, which CounterReducer does not work on")
  }

  @Test func `A state of a protocol or class type takes all that conforms or inherits`() {
    class Base: @unchecked Sendable {}
    final class Derived: Base, @unchecked Sendable {}
    let reducer = BlockReducer<Base>(initialState: Base(), stateKey: "base") { state, _ in
      state is Derived ? Base() : Derived()
    }
    let text = BlockReducer<any CustomStringConvertible & Sendable>(
      initialState: 1, stateKey: "text"
    ) {
      state, _ in state is Int ? "one" : 1
    }
    let store = createStore(reducer: reducer + text)
    store.dispatch(action: Unknown())
    #expect(store.state["base"] is Derived)
    #expect(store.state["text"] as? String == "one")
    store.dispatch(action: Unknown())
    #expect(!(store.state["base"] is Derived))
    #expect(store.state["text"] as? Int == 1)
  }
}

func expectMessage(
  in result: ExitTest.Result, _ message: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let output = String(decoding: result.standardErrorContent, as: UTF8.self)
  #expect(output.contains(message), sourceLocation: sourceLocation)
}
