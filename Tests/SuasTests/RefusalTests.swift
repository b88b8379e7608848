import Suas
import Testing

@Suite("Guarantee 14: refusals")
struct RefusalTests {
  let store = createStore(reducer: CounterReducer() + CombinedReducer(parts: [RefusingPart()]))

  @Test func `A refused action changes nothing, not even in hand-written reducers`() throws {
    #expect(throws: ActionError(code: "negative-amount", message: "-1 is negative")) {
      try store.perform(Increment(amount: -1))
    }
    #expect(store.state.value(forKeyOfType: Counter.self) == Counter(value: 0))
    #expect(store.state["strict"] as? Int == 0)
  }

  @Test func `An accepted action changes both`() throws {
    try store.perform(Increment(amount: 2))
    #expect(store.state.value(forKeyOfType: Counter.self) == Counter(value: 2))
    #expect(store.state["strict"] as? Int == 2)
  }

  @Test func `The observer is told what changed and what was refused`() {
    var told: [String] = []
    store.observe {
      told.append("\(name(of: $0.action)) \($0.changedKeys) \($0.error?.code ?? "-")")
    }
    store.dispatch(action: Increment())
    store.dispatch(action: Unknown())
    store.dispatch(action: Increment(amount: -1))
    #expect(
      told == [
        #"Increment ["Counter", "strict"] -"#, "Unknown [] -", "Increment [] negative-amount",
      ])
  }
}
