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

  @Test func `Error listeners are told, others are not, and what is behind next runs`() {
    let journal = Journal()
    let store = createStore(
      reducer: CombinedReducer(parts: [RefusingPart()]),
      middleware: journal.middleware("middleware"))
    store.addListener { _ in journal.write("listener") }
    let subscription = store.addErrorListener { journal.write("\($0)") }
    store.dispatch(action: Increment(amount: -1))
    #expect(
      journal.read() == [
        "middleware < Increment", "error[negative-amount]: -1 is negative",
        "middleware > Increment",
      ])
    subscription.removeListener()
    store.addErrorListener { _ in journal.write("other") }
    store.dispatch(action: Increment(amount: -1))
    #expect(journal.read().contains("other"))
  }

  @Test func `Each action stands alone: what a nested one did before stays`() {
    let journal = Journal()
    let nested = createStore(
      reducer: CounterReducer() + CombinedReducer(parts: [RefusingPart()]),
      middleware: journal.middleware("middleware") { action, dispatch in
        if (action as? Increment)?.amount == -1 { dispatch(Increment(amount: 5)) }
      })
    nested.addErrorListener { journal.write($0.code) }
    #expect(throws: ActionError.self) { try nested.perform(Increment(amount: -1)) }
    #expect(nested.counter == 5)
  }

  @Test func `perform throws the refusal of its own action only`() throws {
    let store = createStore(
      reducer: CombinedReducer(parts: [RefusingPart()]),
      middleware: BlockMiddleware { action, _, dispatch, next in
        if action is Unknown { dispatch(Increment(amount: -1)) }
        next(action)
      })
    nonisolated(unsafe) var told = 0
    store.addErrorListener { _ in told += 1 }
    try store.perform(Unknown())
    #expect(told == 1)
    #expect(throws: ActionError.negative(-2)) { try store.perform(Increment(amount: -2)) }
    #expect(told == 2)
  }

  @Test func `Performed by a listener, an action waits and only error listeners are told`() throws {
    let store = createStore(reducer: CombinedReducer(parts: [RefusingPart()]))
    let journal = Journal()
    store.addErrorListener { journal.write($0.code) }
    store.addListener { [unowned store] _ in
      #expect(throws: Never.self) { try store.perform(Increment(amount: -1)) }
      journal.write("performed")
    }
    try store.perform(Increment())
    #expect(journal.read() == ["performed", "negative-amount"])
  }

  @Test func `A refusal is described with its place`() {
    let place = ActionError.Place(file: "todo.yaml", line: 3, column: 9)
    let error = ActionError(code: "out-of-range", message: "index 7 of 3 items", place: place)
    #expect("\(error)" == "todo.yaml:3:9: error[out-of-range]: index 7 of 3 items")
  }
}
