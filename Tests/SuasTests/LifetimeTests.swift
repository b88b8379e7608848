import Locking
import Suas
import Testing

@Suite("Guarantee 12: nothing is held for ever")
struct LifetimeTests {
  final class Witness: Sendable {}

  @Test func `A store is freed with its reducers, middleware and listeners`() {
    weak var store: Store?
    weak var inReducer: Witness?
    weak var inMiddleware: Witness?
    weak var inListener: Witness?
    var subscription: Store.Subscription<Store.State>?
    do {
      let witnesses = (Witness(), Witness(), Witness())
      (inReducer, inMiddleware, inListener) = witnesses
      let reducer = BlockReducer(initialState: 0) { [witness = witnesses.0] state, _ in
        withExtendedLifetime(witness) { state + 1 }
      }
      let middleware = BlockMiddleware { [witness = witnesses.1] action, getState, dispatch, next in
        withExtendedLifetime((witness, getState, dispatch)) { next(action) }
      }
      let created = createStore(reducer: reducer, middleware: middleware + AsyncMiddleware())
      store = created
      created.addListener { [witness = witnesses.2] _ in withExtendedLifetime(witness) {} }
      created.addActionListener { [witness = witnesses.2] _ in withExtendedLifetime(witness) {} }
      created.addErrorListener { [witness = witnesses.2] _ in withExtendedLifetime(witness) {} }
      subscription = created.addListener { _ in }
      created.dispatch(action: Increment())
    }
    #expect(store == nil)
    #expect(inReducer == nil)
    #expect(inMiddleware == nil)
    #expect(inListener == nil)
    subscription?.addListener()
    subscription?.informWithCurrentState()
    subscription?.removeListener()
  }

  @Test func `A removed listener is freed with its subscription`() {
    let store = createStore(reducer: CounterReducer())
    weak var witness: Witness?
    weak var freed: Store.Subscription<Store.State>?
    do {
      let captured = Witness()
      witness = captured
      let subscription = store.addListener { _ in withExtendedLifetime(captured) {} }
      freed = subscription
      subscription.removeListener()
    }
    #expect(witness == nil)
    #expect(freed == nil)
  }

  @Test func `Listeners that a round removes are freed when it is over`() {
    let store = createStore(reducer: CounterReducer())
    let subscriptions = Mutex<[Store.Subscription<Store.State>]>([])
    weak var witness: Witness?
    do {
      let captured = Witness()
      witness = captured
      store.addListener { _ in
        for subscription in subscriptions.withLock({ exchange(&$0, with: []) }) {
          subscription.removeListener()
        }
      }
      for _ in 0..<3 {
        let added = store.addListener { _ in withExtendedLifetime(captured) {} }
        subscriptions.withLock { $0.append(added) }
      }
    }
    #expect(witness != nil)
    store.dispatch(action: Increment())
    #expect(witness == nil)
  }

  @Test
  func `A listener may remove itself and thousands of others, and go on with what it captured`() {
    let store = createStore(reducer: CounterReducer())
    let subscriptions = Mutex<[Store.Subscription<Store.State>]>([])
    weak var witness: Witness?
    nonisolated(unsafe) var numbers: [Int] = []
    do {
      let captured = Witness()
      witness = captured
      for number in 0..<5000 {
        let added = store.addListener { _ in
          numbers.append(number)
          for subscription in subscriptions.withLock({ exchange(&$0, with: []) }) {
            subscription.removeListener()
          }
          withExtendedLifetime(captured) {}
        }
        subscriptions.withLock { $0.append(added) }
      }
    }
    store.dispatch(action: Increment())
    store.dispatch(action: Increment())
    #expect(numbers == [0])
    #expect(witness == nil)
  }

  @Test func `Listeners that come and go on another thread are all freed`() async {
    final class Counted: Sendable {
      static let alive = Atomic<Int>(0)
      init() { Self.alive.add(1, ordering: .relaxed) }
      deinit { Self.alive.subtract(1, ordering: .relaxed) }
    }
    let store = createStore(reducer: CounterReducer())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<3000 {
            let captured = Counted()
            store.addListener { _ in withExtendedLifetime(captured) {} }.removeListener()
          }
        }
      }
      group.addTask { for _ in 0..<20_000 { store.dispatch(action: Increment()) } }
    }
    #expect(Counted.alive.load(ordering: .relaxed) == 0)
  }

  @Test func `Letting go of a subscription does not remove its listener`() {
    let store = createStore(reducer: CounterReducer())
    nonisolated(unsafe) var told = 0
    _ = store.addListener { _ in told += 1 }
    store.dispatch(action: Increment())
    #expect(told == 1)
  }

  @Test func `A listener linked to an object is not called after it, and is let go of`() {
    let store = createStore(reducer: CounterReducer())
    weak var witness: Witness?
    var owner: Witness? = Witness()
    nonisolated(unsafe) var told: [String] = []
    var subscription: Store.Subscription<Store.State>?
    do {
      let captured = Witness()
      witness = captured
      subscription = store.addListener { _ in
        withExtendedLifetime(captured) { told.append("state") }
      }
      subscription?.linkLifeCycleTo(object: owner!)
      store.addActionListener { _ in told.append("action") }.linkLifeCycleTo(object: owner!)
    }
    store.dispatch(action: Increment())
    #expect(told == ["action", "state"])
    owner = nil
    subscription?.informWithCurrentState()
    subscription = nil
    store.dispatch(action: Increment())
    #expect(told == ["action", "state"])
    #expect(witness == nil)
  }

  @Test func `A token removes its listener with its owner, and frees what it captured at once`() {
    final class Owner { var tokens: [ListenerToken] = [] }
    let store = createStore(reducer: CounterReducer())
    nonisolated(unsafe) var told = 0
    weak nonisolated(unsafe) var freed: Witness?
    var owner: Owner? = Owner()
    do {
      let captured = Witness()
      freed = captured
      owner?.tokens = [
        store.addListener { _ in withExtendedLifetime(captured) { told += 1 } }.token(),
        store.addActionListener { _ in withExtendedLifetime(captured) { told += 1 } }.token(),
      ]
    }
    store.dispatch(action: Increment())
    #expect(told == 2)
    #expect(freed != nil)
    owner = nil
    #expect(freed == nil)
    store.dispatch(action: Increment())
    #expect(told == 2)
  }

  @Test func `What a removed listener captured may call the store on its way out`() {
    final class Leaver: @unchecked Sendable {
      var subscription: Store.Subscription<Store.State>?
      deinit { subscription?.removeListener() }
    }
    let store = createStore(reducer: CounterReducer())
    var owner: Witness? = Witness()
    do {
      let leaver = Leaver()
      leaver.subscription = store.addListener { _ in }
      store.addListener { _ in withExtendedLifetime(leaver) {} }
        .linkLifeCycleTo(object: owner!)
    }
    owner = nil
    store.dispatch(action: Increment())
    #expect(store.counter == 1)
  }

  @Test func `Functions that outlive their store do nothing`() {
    nonisolated(unsafe) var held: (GetStateFunction, DispatchFunction, NextFunction)?
    nonisolated(unsafe) var reduced = 0
    do {
      let store = createStore(
        reducer: BlockReducer(initialState: 0, stateKey: "n") { state, _ in
          reduced += 1
          return state + 1
        },
        middleware: BlockMiddleware { action, getState, dispatch, next in
          held = (getState, dispatch, next)
          next(action)
        })
      store.dispatch(action: Increment())
    }
    held?.1(Increment())
    held?.2(Increment())
    #expect(reduced == 1)
    #expect(held?.0()["n"] as? Int == 1)
  }

  @Test func `A store may be let go of by its own listener`() {
    nonisolated(unsafe) var store: Store? = createStore(reducer: CounterReducer())
    weak let witness = store
    nonisolated(unsafe) var told = 0
    store?.addListener { _ in
      store = nil
      told += 1
    }
    let dispatch: (Store?) -> Void = { $0?.dispatch(action: Increment()) }
    dispatch(store)
    #expect(told == 1)
    #expect(witness == nil)
  }

  @Test func `Old states are let go of, even those that filters compared`() {
    final class Content: Sendable {}
    let store = createStore(
      reducer: BlockReducer(initialState: [Content](), stateKey: "content") { _, _ in [Content()] })
    store.addListener(if: { _, _ in true }, callback: { _ in })
    store.addListener(
      forStateType: [Content].self, stateKey: "content",
      if: { $0.count <= $1.count },
      callback: { _ in })
    store.dispatch(action: Increment())
    weak let old = (store.state["content"] as? [Content])?.first
    #expect(old != nil)
    store.dispatch(action: Increment())
    #expect(old == nil)
  }

  @Test func `What a state held may dispatch on its way out when another one is put in its place`()
  {
    final class Farewell: Sendable {
      let say: @Sendable () -> Void
      init(say: @escaping @Sendable () -> Void) { self.say = say }
      deinit { say() }
    }
    let store = createStore(
      reducer: CounterReducer()
        + BlockReducer(initialState: [Farewell](), stateKey: "farewells") { _, _ in nil })
    let start = store.state
    nonisolated(unsafe) var said = 0
    store.reset(
      state: [
        Farewell { [unowned store] in
          said += 1
          store.dispatch(action: Increment())
        }
      ], forKey: "farewells")
    #expect(said == 0)
    store.put(start)
    #expect(said == 1)
    #expect(store.counter == 1)
  }
}
