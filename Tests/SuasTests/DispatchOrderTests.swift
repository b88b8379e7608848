import Suas
import Testing

@Suite("Guarantee 1: the order of one dispatch")
struct DispatchOrderTests {
  let journal = Journal()

  @Test func `Action listeners, middleware, reducers, listeners, then what is behind next`() {
    let reducer = BlockReducer(initialState: 0, stateKey: "first") { [journal] state, _ in
      journal.write("first reducer")
      return state + 1
    }
    let other = BlockReducer(initialState: 0, stateKey: "second") { [journal] state, _ in
      journal.write("second reducer")
      return state + 1
    }
    let store = createStore(
      reducer: reducer + other,
      middleware: journal.middleware("outer") + journal.middleware("inner"))
    store.addActionListener { [journal] _ in journal.write("action listener") }
    store.addListener { [journal] _ in journal.write("first listener") }
    store.addListener(forStateType: Int.self, stateKey: "second") { [journal] _ in
      journal.write("second listener")
    }
    store.dispatch(action: Unknown())
    #expect(
      journal.read() == [
        "action listener", "outer < Unknown", "inner < Unknown", "first reducer", "second reducer",
        "first listener", "second listener", "inner > Unknown", "outer > Unknown",
      ])
  }

  @Test func `What listeners dispatch is done before what is behind next`() {
    let store = createStore(reducer: CounterReducer(), middleware: journal.middleware("middleware"))
    store.addListener(forStateType: Counter.self) { [journal, unowned store] counter in
      journal.write("listener \(counter.value)")
      if counter.value == 1 { store.dispatch(action: Increment()) }
    }
    store.dispatch(action: Increment())
    #expect(
      journal.read() == [
        "middleware < Increment", "listener 1", "middleware < Increment", "listener 2",
        "middleware > Increment", "middleware > Increment",
      ])
  }

  @Test func `Listeners see the new state, middleware the old one before next and the new after`() {
    let middleware = BlockMiddleware { [journal] action, getState, _, next in
      journal.write("before \(getState())")
      next(action)
      journal.write("after \(getState())")
    }
    let store = createStore(
      reducer: BlockReducer(initialState: 0, stateKey: "n") { state, _ in state + 1 },
      middleware: middleware)
    store.addListener { [journal, unowned store] state in
      journal.write("listener \(state) \(store.state)")
    }
    store.dispatch(action: Unknown())
    #expect(
      journal.read() == [#"before ["n": 0]"#, #"listener ["n": 1] ["n": 1]"#, #"after ["n": 1]"#])
  }

  @Test func `An action listener is told of an action that middleware stops`() {
    let store = createStore(
      reducer: CounterReducer(), middleware: BlockMiddleware { _, _, _, _ in })
    let subscription = store.addActionListener { [journal] action in
      journal.write(name(of: action))
    }
    store.dispatch(action: Increment())
    #expect(journal.read() == ["Increment"])
    #expect(store.counter == 0)
    subscription.removeListener()
    store.dispatch(action: Increment())
    #expect(journal.read() == [])
    subscription.addListener()
    store.dispatch(action: Unknown())
    #expect(journal.read() == ["Unknown"])
  }

  @Test func `What an action listener dispatches is done when dispatch returns`() {
    let store = createStore(
      reducer: CounterReducer(),
      middleware: BlockMiddleware { action, _, _, next in
        if action is Increment { next(action) }
      })
    store.addActionListener { [unowned store] action in
      if action is Unknown { store.dispatch(action: Increment()) }
    }
    store.dispatch(action: Unknown())
    #expect(store.counter == 1)
  }
}
