import Locking
import Suas
import Testing

/// The statements in Suas's guides that no other test covers.
@Suite("What Suas's guides say")
struct GuideTests {
  let journal = Journal()

  // MARK: Applications with multiple states

  struct NamedCounterReducer: Reducer {
    var initialState = Counter()
    var stateKey = "counter"

    func reduce(state: Counter, action: any Action) -> Counter? {
      CounterReducer().reduce(state: state, action: action)
    }
  }

  @Test func `Each reducer's initial state is the state before any action`() {
    let store = createStore(
      reducer: BlockReducer(initialState: Counter(value: 7)) { _, _ in nil } + LabelReducer())
    #expect(store.counter == 7)
    #expect(store.state.value(forKeyOfType: Label.self) == Label())
  }

  @Test func `A listener names the state key of the reducer that it listens to`() {
    let store = createStore(reducer: NamedCounterReducer() + LabelReducer())
    store.addListener(forStateType: Counter.self, stateKey: "counter") { [journal] in
      journal.write("\($0.value)")
    }
    store.addListener(forStateType: Label.self) { [journal] in journal.write($0.text) }
    store.dispatch(action: Increment())
    store.dispatch(action: SetLabel(text: "Milk"))
    #expect(journal.read() == ["1", "Milk"])
    #expect(store.state.keys == ["counter", "Label"])
  }

  @Test func `A block reducer may have a state key`() {
    let store = createStore(
      reducer: BlockReducer(initialState: 1, stateKey: "number") { state, _ in state + 1 })
    store.dispatch(action: Unknown())
    #expect(store.state.value(forKey: "number", ofType: Int.self) == 2)
  }

  @Test func `A state key stands in the logs`() {
    let store = createStore(
      reducer: NamedCounterReducer(),
      middleware: LoggerMiddleware(debugOnly: false, logger: { [journal] in journal.write($0) }))
    store.dispatch(action: Increment())
    #expect(journal.read().first?.contains(#"["counter": Counter(value: 0)]"#) == true)
  }

  @Test func `A change of one sub-state does not tell the listeners of another`() {
    let store = createStore(reducer: CounterReducer() + LabelReducer())
    store.addListener(forStateType: Label.self) { [journal] _ in journal.write("label") }
    store.dispatch(action: Increment())
    #expect(journal.read() == [])
  }

  // MARK: Using the state selector

  @Test func `A selector's listener is told of changes that the selector does not read`() {
    let store = createStore(reducer: CounterReducer() + LabelReducer())
    let selector: StateSelector<String> = { $0.value(forKeyOfType: Label.self)?.text }
    store.addListener(stateSelector: selector) { [journal] in journal.write("'\($0)'") }
    store.dispatch(action: Increment())
    #expect(journal.read() == ["''"])
  }

  @Test func `A selector makes one value of several sub-states`() {
    let store = createStore(reducer: CounterReducer() + LabelReducer())
    let selector: StateSelector<String> = { state in
      guard let counter = state.value(forKeyOfType: Counter.self),
        let label = state.value(forKeyOfType: Label.self), !label.text.isEmpty
      else { return nil }
      return "\(counter.value) \(label.text)"
    }
    store.addListener(stateSelector: selector) { [journal] in journal.write($0) }
    store.dispatch(action: Increment(amount: 2))
    store.dispatch(action: SetLabel(text: "Milk"))
    #expect(journal.read() == ["2 Milk"])
  }

  @Test func `A selector is not asked where the filter let nothing pass`() {
    let store = createStore(reducer: CounterReducer())
    store.addListener(
      if: { _, new in (new.value(forKeyOfType: Counter.self)?.value ?? 0) > 1 },
      stateSelector: { [journal] state in
        journal.write("selected")
        return state.keys.count
      }, callback: { [journal] in journal.write("told \($0)") })
    store.dispatch(action: Increment())
    #expect(journal.read() == [])
    store.dispatch(action: Increment())
    #expect(journal.read() == ["selected", "told 1"])
  }

  // MARK: Middleware

  @Test func `An action without middleware goes to the reducers at once`() {
    let store = createStore(reducer: CounterReducer())
    store.dispatch(action: Increment())
    #expect(store.counter == 1)
  }

  @Test func `Middleware dispatches actions before and after the present one`() {
    let middleware = BlockMiddleware { [journal] action, getState, dispatch, next in
      guard (action as? SetLabel)?.text == "present" else { return next(action) }
      let label = { getState().value(forKeyOfType: Label.self)?.text ?? "" }
      dispatch(SetLabel(text: "before"))
      journal.write("old: \(label())")
      next(action)
      journal.write("new: \(label())")
      dispatch(SetLabel(text: "after"))
    }
    let store = createStore(reducer: LabelReducer(), middleware: middleware)
    store.addListener(forStateType: Label.self) { [journal] in journal.write($0.text) }
    store.dispatch(action: SetLabel(text: "present"))
    #expect(journal.read() == ["before", "old: before", "present", "new: present", "after"])
  }

  @Test func `What middleware dispatches goes through the whole chain, as store.dispatch does`() {
    let second = BlockMiddleware { _, _, dispatch, next in
      dispatch(SetLabel(text: "inner"))
      next(Increment())
    }
    let gate = BlockMiddleware { action, getState, dispatch, next in
      if action is SetLabel {
        next(action)
      } else {
        second.onAction(action: action, getState: getState, dispatch: dispatch, next: next)
      }
    }
    let store = createStore(
      reducer: CounterReducer(), middleware: journal.middleware("first") + gate)
    store.addActionListener { [journal] in journal.write("action \(name(of: $0))") }
    store.dispatch(action: Unknown())
    #expect(
      journal.read() == [
        "action Unknown", "first < Unknown", "action SetLabel", "first < SetLabel",
        "first > SetLabel", "first > Unknown",
      ])
  }

  @Test func `Middleware that does not call next keeps an action from all that follow`() {
    let stop = BlockMiddleware { action, _, _, next in
      if !(action is Increment) { next(action) }
    }
    let store = createStore(
      reducer: CounterReducer() + LabelReducer(),
      middleware: journal.middleware("first") + stop + journal.middleware("last"))
    store.addListener { [journal] _ in journal.write("told") }
    store.dispatch(action: Increment())
    store.dispatch(action: SetLabel(text: "Milk"))
    #expect(store.counter == 0)
    #expect(
      journal.read() == [
        "first < Increment", "first > Increment", "first < SetLabel", "last < SetLabel", "told",
        "last > SetLabel", "first > SetLabel",
      ])
  }

  // MARK: Asynchronous actions

  @Test func `Without its middleware, an asynchronous action is executed by nobody`() {
    let store = createStore(reducer: CounterReducer())
    store.dispatch(action: BlockAsyncAction { [journal] _, _ in journal.write("executed") })
    #expect(journal.read() == [])
    #expect(store.counter == 0)
  }

  // MARK: Subscriptions

  @Test func `An action listener is removed, added again, and goes with an object`() {
    final class Screen {}
    let store = createStore(reducer: CounterReducer())
    let subscription = store.addActionListener { [journal] _ in journal.write("told") }
    store.dispatch(action: Increment())
    #expect(journal.read() == ["told"])
    subscription.removeListener()
    store.dispatch(action: Increment())
    #expect(journal.read() == [])
    subscription.addListener()
    do {
      let screen = Screen()
      subscription.linkLifeCycleTo(object: screen)
      store.dispatch(action: Increment())
      withExtendedLifetime(screen) {}
    }
    store.dispatch(action: Increment())
    #expect(journal.read() == ["told"])
  }

  @Test func `Subscriptions, listeners and stores are freed, however many there were`() {
    let counted = Counted.count
    for _ in 0..<20 {
      let store = createStore(
        reducer: CountedReducer(), middleware: AsyncMiddleware() + CountedMiddleware())
      for number in 0..<20 {
        let object = Counted()
        let subscription = store.addListener(forStateType: Counter.self) { _ in object.touch() }
        let actions = store.addActionListener { _ in object.touch() }
        if number.isMultiple(of: 2) { subscription.removeListener() }
        if number.isMultiple(of: 3) { actions.removeListener() }
        if number.isMultiple(of: 5) { subscription.linkLifeCycleTo(object: object) }
      }
      store.dispatch(action: Increment())
    }
    #expect(Counted.count == counted)
  }

  /// An object that is counted while it exists.
  final class Counted: Sendable {
    private static let present = Atomic<Int>(0)
    static var count: Int { present.load(ordering: .relaxed) }

    init() { Self.present.add(1, ordering: .relaxed) }
    deinit { Self.present.subtract(1, ordering: .relaxed) }
    func touch() {}
  }

  final class CountedReducer: Reducer {
    let counted = Counted()
    let initialState = Counter()

    func reduce(state: Counter, action: any Action) -> Counter? {
      CounterReducer().reduce(state: state, action: action)
    }
  }

  final class CountedMiddleware: Middleware {
    let counted = Counted()
    private var kept: [NextFunction] = []

    func onAction(
      action: any Action, getState: @escaping GetStateFunction,
      dispatch: @escaping DispatchFunction, next: @escaping NextFunction
    ) {
      kept.append(next)
      next(action)
    }
  }
}
