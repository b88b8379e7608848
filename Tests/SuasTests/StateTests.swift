import Suas
import Testing

@Suite("State")
struct StateTests {
  @Test func `A literal keeps its order, a dictionary is sorted`() {
    let state: Store.State = ["b": 1, "a": 2]
    #expect(state.keys == ["b", "a"])
    #expect(Store.State(dictionary: ["b": 1, "c": 3, "a": 2]).keys == ["a", "b", "c"])
    #expect("\(state)" == #"["b": 1, "a": 2]"#)
    #expect("\([:] as Store.State)" == "[:]")
  }

  @Test func `Values are read by key, by type and by both`() {
    let state: Store.State = ["Counter": Counter(value: 1), "n": 2]
    #expect(state["n"] as? Int == 2)
    #expect(state.value(forKey: "n") as? Int == 2)
    #expect(state.value(forKey: "n", ofType: Int.self) == 2)
    #expect(state.value(forKey: "n", ofType: String.self) == nil)
    #expect(state.value(forKey: "none") == nil)
    #expect(state.value(forKeyOfType: Counter.self) == Counter(value: 1))
    #expect(state.value(forKeyOfType: Label.self) == nil)
    #expect(state[forKeyOfType: Counter.self] == Counter(value: 1))
    #expect(state[forKey: "n", ofType: Int.self] == 2)
  }

  @Test func `A state is a value`() {
    var state: Store.State = ["n": 1]
    let copy = state
    state["n"] = 2
    state["m"] = 3
    #expect(copy["n"] as? Int == 1)
    #expect(copy.keys == ["n"])
    #expect(state.keys == ["n", "m"])
    state.removeValue(forKey: "n")
    #expect(state.keys == ["m"])
    #expect(state["m"] as? Int == 3)
    state[forKeyOfType: Counter.self] = Counter(value: 4)
    state[forKey: "m", ofType: Int.self] = 5
    #expect("\(state)" == #"["m": 5, "Counter": Counter(value: 4)]"#)
  }

  @Test func `A state that was read does not change with the store`() {
    let store = createStore(reducer: CounterReducer())
    let before = store.state
    store.dispatch(action: Increment())
    #expect(before.value(forKeyOfType: Counter.self)?.value == 0)
    #expect(store.counter == 1)
  }
}
