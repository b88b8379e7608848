import Dispatch
import Foundation
import Locking
import Suas
import Testing

@Suite("Guarantee 8: threads and queues")
struct ThreadTests {
  @Test func `Dispatches of many threads are all done, one at a time and in each thread's order`() {
    // `SUAS_DISPATCHES=100000 swift test --sanitize=thread --filter ThreadTests` takes longer.
    let dispatches = ProcessInfo.processInfo.environment["SUAS_DISPATCHES"].flatMap { Int($0) }
    expectNothingLost(threads: 8, dispatches: dispatches ?? 20_000)
  }

  @Test func `A dispatch from another thread waits for its turn and is done when it returns`() {
    let store = createStore(reducer: CounterReducer())
    let entered = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    let journal = Journal()
    store.addListener(forStateType: Counter.self) { counter in
      if counter.value == 1 {
        DispatchQueue.global().async {
          entered.signal()
          store.dispatch(action: Increment())
          journal.write("back with \(store.counter!)")
          done.signal()
        }
        entered.wait()
        #expect(store.counter == 1)
        journal.write("listener done")
      }
    }
    store.dispatch(action: Increment())
    done.wait()
    #expect(journal.read() == ["listener done", "back with 2"])
  }

  @Test func `The state can be read while a listener runs on another thread`() {
    let store = createStore(reducer: CounterReducer())
    store.addListener { _ in
      let read = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        #expect(store.counter == 1)
        read.signal()
      }
      read.wait()
    }
    store.dispatch(action: Increment())
  }

  @Test func `next may be called from another thread`() {
    let isDone = DispatchSemaphore(value: 0)
    let store = createStore(
      reducer: CounterReducer(),
      middleware: BlockMiddleware { action, _, _, next in
        let amount = (action as! Increment).amount
        DispatchQueue.global().async {
          next(Increment(amount: amount * 2))
          isDone.signal()
        }
      })
    store.dispatch(action: Increment(amount: 4))
    isDone.wait()
    #expect(store.counter == 8)
  }

  @Test func `Listeners are told on the queue they were promised, in order`() {
    let queue = DispatchQueue(label: "listeners", attributes: .concurrent)
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let store = createStore(reducer: CounterReducer(), notifyOn: queue)
    let journal = Journal()
    let isDone = DispatchSemaphore(value: 0)
    store.addListener(forStateType: Counter.self) { counter in
      if DispatchQueue.getSpecific(key: key) == true { journal.write("\(counter.value)") }
      if counter.value == 1 { store.dispatch(action: Increment(amount: 1)) }
      if journal.entries.count == 101 { isDone.signal() }
    }
    for _ in 1...100 { store.dispatch(action: Increment()) }
    isDone.wait()
    #expect(journal.read() == (1...101).map(String.init))
  }

  @Test func `A queue is told refusals and informed of the present state`() {
    let queue = DispatchQueue(label: "listeners")
    let store = createStore(
      reducer: CounterReducer() + CombinedReducer(parts: [RefusingPart()]), notifyOn: queue)
    let journal = Journal()
    store.addErrorListener { journal.write($0.code) }
    let subscription = store.addListener(forStateType: Counter.self) {
      journal.write("\($0.value)")
    }
    queue.suspend()
    store.dispatch(action: Increment())
    store.dispatch(action: Increment(amount: -1))
    subscription.informWithCurrentState()
    #expect(journal.entries == [])
    queue.resume()
    for _ in 1...3 { queue.sync {} }
    #expect(journal.read() == ["1", "negative-amount", "1"])
  }

  @Test func `A chain through a queue is counted as well`() {
    let store = createStore(
      reducer: CounterReducer(), notifyOn: DispatchQueue(label: "listeners"))
    store.maxDispatchDepth = 10
    let isDone = DispatchSemaphore(value: 0)
    store.addErrorListener { error in
      if error.code == "dispatch-depth-exceeded" { isDone.signal() }
    }
    store.addListener { [unowned store] _ in store.dispatch(action: Increment()) }
    store.dispatch(action: Increment())
    isDone.wait()
    #expect(store.counter == 10)
  }
}

/// Lets threads dispatch concurrently while listeners are added and removed, and expects that no
/// action or notification is lost.
func expectNothingLost(threads: Int, dispatches: Int) {
  struct Step: Action {
    var thread: Int
    var number: Int
  }
  struct Steps {
    var next: [Int]
    var isInOrder = true
  }
  let reducer = BlockReducer(
    initialState: Steps(next: Array(repeating: 0, count: threads)), stateKey: "steps"
  ) { state, action in
    guard let step = action as? Step else { return nil }
    var state = state
    state.isInOrder = state.isInOrder && state.next[step.thread] == step.number
    state.next[step.thread] += 1
    return state
  }
  let store = createStore(reducer: reducer, middleware: AsyncMiddleware())
  let told = Atomic<Int>(0)
  let inListener = Atomic<Int>(0)
  let overlaps = Atomic<Int>(0)
  store.addListener(forStateType: Steps.self, stateKey: "steps") { _ in
    if inListener.add(1, ordering: .relaxed).newValue != 1 { overlaps.add(1, ordering: .relaxed) }
    told.add(1, ordering: .relaxed)
    inListener.subtract(1, ordering: .relaxed)
  }
  DispatchQueue.concurrentPerform(iterations: threads) { thread in
    for number in 0..<dispatches {
      store.dispatch(action: Step(thread: thread, number: number))
      if number.isMultiple(of: 50) {
        let subscription = store.addListener(if: { _, _ in true }, callback: { _ in })
        if store.state["steps"] == nil { overlaps.add(1, ordering: .relaxed) }
        subscription.removeListener()
      }
    }
  }
  let steps = store.state.value(forKey: "steps", ofType: Steps.self)
  #expect(steps?.next == Array(repeating: dispatches, count: threads))
  #expect(steps?.isInOrder == true)
  #expect(told.load(ordering: .relaxed) == threads * dispatches)
  #expect(overlaps.load(ordering: .relaxed) == 0)
}
