import Dispatch
import Locking
import Suas
import Testing

@Suite("Main listeners", .timeLimit(.minutes(30)))
struct MainListenerTests {
  /// The notifications, written on the main actor.
  @MainActor final class Screen {
    var lines: [String] = []
    var subscription: Store.Subscription<Counter>?
  }

  @MainActor
  @Test func `A dispatch on the main actor tells them in their place among the others`() {
    let journal = Journal()
    let store = createStore(reducer: CounterReducer())
    store.addListener(forStateType: Counter.self) { journal.write("first \($0.value)") }
    store.addMainListener(forStateType: Counter.self) { journal.write("main \($0.value)") }
    store.addListener { _ in journal.write("last") }
    store.dispatch(action: Increment())
    #expect(journal.read() == ["first 1", "main 1", "last"])
  }

  @MainActor
  @Test func `A dispatch from elsewhere tells them as soon as the main actor is free`() async {
    let store = createStore(reducer: CounterReducer())
    let screen = Screen()
    store.addMainListener(forStateType: Counter.self) { [screen] in
      MainActor.assertIsolated()
      screen.lines.append("\($0.value)")
    }
    await Task.detached { for _ in 0..<3 { store.dispatch(action: Increment()) } }.value
    await store.settled()
    #expect(screen.lines == ["1", "2", "3"])
  }

  @MainActor
  @Test func `What still waits is told before a dispatch on the main actor`() {
    let store = createStore(reducer: CounterReducer())
    let screen = Screen()
    store.addMainListener(
      forStateType: Counter.self,
      if: { [screen] old, new in
        screen.lines.append("\(old.value) → \(new.value)")
        return true
      }, callback: { [screen] in screen.lines.append("\($0.value)") })
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      store.dispatch(action: Increment())
      store.dispatch(action: Increment())
      done.signal()
    }
    // The main actor is not free until the dispatch below.
    done.wait()
    #expect(screen.lines == [])
    store.dispatch(action: Increment())
    #expect(screen.lines == ["0 → 1", "1", "1 → 2", "2", "2 → 3", "3"])
  }

  @MainActor
  @Test func `Each is told of every state once and in order, from many threads`() async {
    let store = createStore(reducer: CounterReducer())
    let screen = Screen()
    store.addMainListener(forStateType: Counter.self) { [screen] in
      screen.lines.append("\($0.value)")
    }
    await withTaskGroup { group in
      for number in 0..<8 {
        group.addTask { for _ in 0..<50 { store.dispatch(action: Increment()) } }
        if number == 4 { group.addTask { @MainActor in store.dispatch(action: Increment()) } }
      }
    }
    await store.settled()
    #expect(screen.lines == (1...401).map { "\($0)" })
  }

  @MainActor
  @Test func `One that is removed on the main actor is never called again`() {
    let store = createStore(reducer: CounterReducer())
    let screen = Screen()
    let subscription = store.addMainListener { [screen] _ in screen.lines.append("told") }
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      store.dispatch(action: Increment())
      done.signal()
    }
    done.wait()
    subscription.removeListener()
    store.dispatch(action: Increment())
    #expect(screen.lines == [])
  }

  @MainActor
  @Test func `What they dispatch comes after their round, also if they were told late`() async {
    let store = createStore(reducer: CounterReducer())
    let screen = Screen()
    store.addMainListener(forStateType: Counter.self) { [screen, unowned store] counter in
      screen.lines.append("a \(counter.value)")
      if counter.value < 3 { store.dispatch(action: Increment()) }
      screen.lines.append("a dispatched")
    }
    store.addMainListener(forStateType: Counter.self) { [screen] in
      screen.lines.append("b \($0.value)")
    }
    await Task.detached { store.dispatch(action: Increment()) }.value
    await store.settled()
    #expect(
      screen.lines == [
        "a 1", "a dispatched", "b 1", "a 2", "a dispatched", "b 2", "a 3", "a dispatched", "b 3",
      ])
  }

  @MainActor
  @Test func `One that dispatches for ever is refused`() async {
    let store = createStore(reducer: CounterReducer())
    let screen = Screen()
    store.addMainListener { [unowned store] _ in store.dispatch(action: Increment()) }
    store.addMainErrorListener { [screen] in screen.lines.append($0.code) }
    await Task.detached { store.dispatch(action: Increment()) }.value
    await store.settled()
    #expect(screen.lines == ["dispatch-depth-exceeded"])
    #expect(store.counter == 64)
  }

  @MainActor
  @Test func `On a store with a queue they are told after the queue, on the main actor`() async {
    let store = createStore(
      reducer: CounterReducer(), notifyOn: DispatchQueue(label: "listeners"))
    let screen = Screen()
    let subscription = store.addMainListener(forStateType: Counter.self) { [screen] in
      MainActor.assertIsolated()
      screen.lines.append("\($0.value)")
    }
    store.dispatch(action: Increment())
    store.dispatch(action: Increment())
    subscription.informWithCurrentState()
    await store.settled()
    #expect(screen.lines == ["1", "2", "2"])
  }

  @MainActor
  @Test func `They are informed of the current state after what still waits`() {
    let store = createStore(reducer: CounterReducer())
    let screen = Screen()
    let subscription = store.addMainListener(forStateType: Counter.self) { [screen] in
      screen.lines.append("\($0.value)")
    }
    subscription.informWithCurrentState()
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      store.dispatch(action: Increment())
      done.signal()
    }
    done.wait()
    subscription.informWithCurrentState()
    #expect(screen.lines == ["0", "1", "1"])
  }

  @MainActor
  @Test func `They have selectors, and actions and errors come to the main actor too`() async {
    let store = createStore(reducer: CounterReducer() + LabelReducer())
    let screen = Screen()
    store.addMainListener(
      stateSelector: { $0.value(forKeyOfType: Counter.self)?.value },
      callback: { [screen] in screen.lines.append("selected \($0)") })
    store.addMainActionListener { [screen] in screen.lines.append("\(type(of: $0))") }
    await Task.detached {
      store.dispatch(action: Increment())
      store.dispatch(action: SetLabel(text: "x"))
    }.value
    await store.settled()
    #expect(screen.lines == ["Increment", "selected 1", "SetLabel", "selected 1"])
  }

  @MainActor
  @Test func `Nobody is told of a store that is gone`() async {
    let screen = Screen()
    do {
      let store = createStore(reducer: CounterReducer())
      store.addMainListener { [screen] _ in screen.lines.append("told") }
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        store.dispatch(action: Increment())
        done.signal()
      }
      done.wait()
    }
    for _ in 0..<10 { await Task.yield() }
    #expect(screen.lines == [] || screen.lines == ["told"])
  }
}
