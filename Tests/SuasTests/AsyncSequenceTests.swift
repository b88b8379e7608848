import Locking
import Suas
import Testing

@Suite("Asynchronous sequences", .timeLimit(.minutes(30)))
struct AsyncSequenceTests {
  @Test func `The first state is the current one, and then a slow reader gets the newest`() async {
    let store = createStore(reducer: CounterReducer())
    var states = store.states(of: Counter.self).makeAsyncIterator()
    #expect(await states.next()?.value == 0)
    for _ in 0..<5 { store.dispatch(action: Increment()) }
    #expect(await states.next()?.value == 5)
  }

  @Test func `The states end with the store, which they do not keep alive`() async {
    var store: Store? = createStore(reducer: CounterReducer())
    weak let freed = store
    var states = store?.states(of: Counter.self).makeAsyncIterator()
    #expect(await states?.next()?.value == 0)
    store = nil
    #expect(freed == nil)
    #expect(await states?.next() == nil)
  }

  @Test func `The states end with the task that reads them, and so does the listener`() async {
    let store = createStore(reducer: CounterReducer())
    let reader = Task {
      var last: Int?
      for await counter in store.states(of: { $0.value(forKeyOfType: Counter.self) }) {
        last = counter.value
        if counter.value == 1 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return last
    }
    store.dispatch(action: Increment())
    #expect(await reader.value == 1)
  }

  @Test func `Every action is in the sequence of actions, also what middleware stops`() async {
    let store = createStore(
      reducer: CounterReducer(),
      middleware: BlockMiddleware { action, _, _, next in
        if action is Increment { next(action) }
      })
    let actions = store.actions
    store.dispatch(action: Increment(amount: 1))
    store.dispatch(action: Unknown())
    store.dispatch(action: Increment(amount: 2))
    var seen: [String] = []
    for await action in actions {
      seen.append("\(action)")
      if seen.count == 3 { break }
    }
    #expect(seen == ["Increment(amount: 1)", "Unknown()", "Increment(amount: 2)"])
  }

  @Test func `The actions end with the store`() async {
    var store: Store? = createStore(reducer: CounterReducer())
    let actions = store?.actions
    store = nil
    var iterator = actions?.makeAsyncIterator()
    #expect(await iterator?.next() == nil)
  }

  struct Load: TaskAction {
    func execute(
      getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction
    ) async {
      await Task.yield()
      dispatch(Increment(amount: 10))
    }
  }

  @Test func `A store is settled when the tasks of its actions are done`() async {
    let store = createStore(reducer: CounterReducer(), middleware: AsyncMiddleware())
    store.dispatch(action: Load())
    store.dispatch(
      action: BlockAsyncAction { _, dispatch in
        try? await Task.sleep(for: .milliseconds(20))
        dispatch(Increment(amount: 5))
      })
    await store.settled()
    #expect(store.counter == 15)
  }

  @Test func `A store is settled at once if nothing happens`() async {
    await createStore(reducer: CounterReducer()).settled()
  }

  @Test func `Whoever executes an action starts its task`() async {
    let store = createStore(reducer: CounterReducer())
    let action: any AsyncAction = Load()
    func start() {
      action.execute(getState: { store.state }, dispatch: { store.dispatch(action: $0) })
    }
    start()
    while store.counter == 0 { await Task.yield() }
    #expect(store.counter == 10)
  }
}
