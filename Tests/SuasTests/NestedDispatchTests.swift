import Locking
import Suas
import Testing

@Suite("Guarantees 7 and 13: dispatches that follow from others")
struct NestedDispatchTests {
  let journal = Journal()

  struct Go: Action {}

  @Test func `7: A dispatch from middleware runs at once, depth first`() {
    let store = createStore(
      reducer: CounterReducer(),
      middleware: journal.middleware("middleware") { action, dispatch in
        if action is Go {
          dispatch(Increment())
          dispatch(Increment(amount: 10))
        }
      })
    store.addListener(forStateType: Counter.self) { [journal] in journal.write("\($0.value)") }
    store.dispatch(action: Go())
    #expect(
      journal.read() == [
        "middleware < Go", "middleware < Increment", "1", "middleware > Increment",
        "middleware < Increment", "11", "middleware > Increment", "middleware > Go",
      ])
  }

  @Test func `7: A dispatch from a listener waits until all listeners were told`() {
    let store = createStore(reducer: CounterReducer())
    store.addListener(forStateType: Counter.self) { [journal, unowned store] in
      journal.write("first \($0.value)")
      if $0.value == 1 {
        store.dispatch(action: Increment())
        store.dispatch(action: Increment(amount: 10))
        journal.write("asked")
      }
      if $0.value == 2 { store.dispatch(action: Increment(amount: 100)) }
    }
    store.addListener(forStateType: Counter.self) { [journal] in
      journal.write("second \($0.value)")
    }
    store.dispatch(action: Increment())
    #expect(
      journal.read() == [
        "first 1", "asked", "second 1", "first 2", "second 2", "first 12", "second 12",
        "first 112", "second 112",
      ])
  }

  @Test func `7: Middleware may dispatch at once within what a listener asked for`() {
    let store = createStore(
      reducer: CounterReducer() + LabelReducer(),
      middleware: journal.middleware("middleware") { action, dispatch in
        if action is SetLabel { dispatch(Increment(amount: 5)) }
      })
    store.addListener { [journal, unowned store] state in
      journal.write("\(state)")
      if store.counter == 1 { store.dispatch(action: SetLabel(text: "x")) }
      if store.counter == 6 { store.dispatch(action: Increment()) }
    }
    store.dispatch(action: Increment())
    #expect(
      journal.read().filter { $0.contains("middleware") } == [
        "middleware < Increment", "middleware < SetLabel", "middleware < Increment",
        "middleware > Increment", "middleware > SetLabel", "middleware < Increment",
        "middleware > Increment", "middleware < Increment", "middleware > Increment",
        "middleware > Increment",
      ])
    #expect(store.counter == 8)
  }

  @Test func `7: A dispatch from a reducer is a failure that says so`() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      nonisolated(unsafe) var store: Store?
      store = createStore(
        reducer: BlockReducer(initialState: 0) { _, action in
          if action is Go { store?.dispatch(action: Increment()) }
          return nil
        })
      store?.dispatch(action: Go())
    }
    expectMessage(in: result, "a reducer dispatched Increment")
  }

  @Test func `7: A reducer that reads its store is a failure that says so`() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      nonisolated(unsafe) var store: Store?
      store = createStore(
        reducer: BlockReducer(initialState: 0) { state, _ in (store?.state.keys.count ?? 0) + state
        })
      store?.dispatch(action: Go())
    }
    expectMessage(in: result, "a reducer called its store")
  }

  @Test func `7: next may be called after onAction returned`() {
    nonisolated(unsafe) var held: [() -> Void] = []
    let store = createStore(
      reducer: CounterReducer(),
      middleware: BlockMiddleware { action, _, _, next in held.append { next(action) } }
        + journal.middleware("rest"))
    store.dispatch(action: Increment())
    store.dispatch(action: Increment(amount: 10))
    #expect(store.counter == 0)
    for next in held { next() }
    #expect(store.counter == 11)
    #expect(
      journal.read() == [
        "rest < Increment", "rest > Increment", "rest < Increment", "rest > Increment",
      ]
    )
  }

  @Test func `7: next called by a listener waits for the end of the round`() {
    nonisolated(unsafe) var held: (() -> Void)?
    let store = createStore(
      reducer: CounterReducer(),
      middleware: BlockMiddleware { action, _, _, next in
        if let action = action as? Increment, action.amount == 10 {
          held = { next(action) }
        } else {
          next(action)
        }
      })
    store.addListener(forStateType: Counter.self) { [journal] in
      journal.write("first \($0.value)")
      held?()
      held = nil
    }
    store.addListener(forStateType: Counter.self) { [journal] in
      journal.write("second \($0.value)")
    }
    store.dispatch(action: Increment(amount: 10))
    store.dispatch(action: Increment())
    #expect(journal.read() == ["first 1", "second 1", "first 11", "second 11"])
  }

  @Test func `7: A long queue needs no deep stack`() {
    let store = createStore(reducer: CounterReducer())
    store.maxDispatchDepth = .max
    store.addListener(forStateType: Counter.self) { [unowned store] in
      if $0.value < 200_000 { store.dispatch(action: Increment()) }
    }
    store.dispatch(action: Increment())
    #expect(store.counter == 200_000)
  }

  @Test func `13: A middleware that calls next twice sends the action down twice`() {
    let store = createStore(
      reducer: CounterReducer(),
      middleware: BlockMiddleware { action, _, _, next in
        next(action)
        next(action)
      } + journal.middleware("rest"))
    store.dispatch(action: Increment())
    #expect(store.counter == 2)
    #expect(
      journal.read() == [
        "rest < Increment", "rest > Increment", "rest < Increment", "rest > Increment",
      ]
    )
  }

  @Test func `Middleware may hand on another action`() {
    let store = createStore(
      reducer: CounterReducer(),
      middleware: BlockMiddleware { _, _, _, next in next(Increment(amount: 3)) })
    store.dispatch(action: Unknown())
    #expect(store.counter == 3)
  }

  @Test func `Middleware combined of combinations keeps its order`() {
    func combined() -> CombinedMiddleware {
      (journal.middleware("a") + journal.middleware("b"))
        + (journal.middleware("c") + journal.middleware("d"))
    }
    createStore(reducer: CounterReducer(), middleware: combined()).dispatch(action: Unknown())
    #expect(journal.read().prefix(4).map { $0.prefix(1) } == ["a", "b", "c", "d"])
    combined().onAction(
      action: Unknown(), getState: { [:] }, dispatch: { _ in },
      next: { [journal] _ in journal.write("end") })
    #expect(
      journal.read().map { $0.prefix(3) } == [
        "a <", "b <", "c <", "d <", "end", "d >", "c >", "b >", "a >",
      ])
  }
}
