import Suas
import Testing

@Suite("Guarantee 11: resets")
struct ResetTests {
  let journal = Journal()
  let store: Store

  init() {
    store = createStore(
      reducer: CounterReducer() + LabelReducer(), state: Label(text: "start"),
      middleware: journal.middleware("middleware"))
    store.dispatch(action: Increment())
    store.addListener(forStateType: Counter.self) { [journal] in
      journal.write("counter \($0.value)")
    }
    store.addListener(forStateType: Label.self, if: stateChangedFilter) { [journal] in
      journal.write("label \($0.text)")
    }
    store.addListener { [journal] _ in journal.write("state") }
    _ = journal.read()
  }

  @Test func `A sub-state is replaced past middleware, and its listeners are told`() {
    store.reset(state: Counter(value: 5))
    #expect(journal.read() == ["counter 5", "state"])
    store.reset(state: Counter(value: 6), forKey: "Counter")
    #expect(journal.read() == ["counter 6", "state"])
    #expect(store.counter == 6)
  }

  @Test func `Filters apply`() {
    store.reset(state: Label(text: "start"))
    #expect(journal.read() == ["state"])
    store.reset(state: ["Label": Label(text: "new"), "Counter": Counter()])
    #expect(journal.read() == ["counter 0", "label new", "state"])
  }

  @Test func `The full state is laid over the reducers' own`() {
    store.resetFullState(["Counter": Counter(value: 9), "extra": 1])
    #expect(journal.read() == ["counter 9", "label ", "state"])
    #expect(store.state.keys == ["Counter", "Label", "extra"])
  }

  @Test func `The last reset goes back to the state at creation`() {
    store.dispatch(action: SetLabel(text: "other"))
    _ = journal.read()
    store.reset()
    #expect(journal.read() == ["counter 0", "label start", "state"])
  }

  @Test func `A key that is new finds the listeners that wait for it`() {
    store.addListener(
      forStateType: Int.self, stateKey: "late",
      if: { $0 != $1 },
      callback: { [journal] in journal.write("late \($0)") })
    store.reset(state: 1, forKey: "late")
    #expect(journal.read() == ["state", "late 1"])
    store.reset(state: 1, forKey: "late")
    #expect(journal.read() == ["state"])
    store.dispatch(action: Increment())
    #expect(store.state["late"] as? Int == 1)
  }

  @Test func `From a listener, a reset waits for the end of the round`() {
    store.addListener { [journal, store] _ in
      if store.counter == 2 {
        store.reset(state: Counter(value: 100))
        journal.write("asked")
      }
    }
    store.dispatch(action: Increment())
    #expect(
      journal.read() == [
        "middleware < Increment", "counter 2", "state", "asked", "counter 100", "state",
        "middleware > Increment",
      ])
  }

  @Test func `From middleware, a reset happens at once`() {
    nonisolated(unsafe) weak var weakStore: Store?
    let store = createStore(
      reducer: CounterReducer(),
      middleware: BlockMiddleware { action, getState, _, next in
        weakStore?.reset(state: Counter(value: 10))
        next(action)
      })
    weakStore = store
    store.dispatch(action: Increment())
    #expect(store.counter == 11)
  }
}
