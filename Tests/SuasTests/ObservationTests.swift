import Locking
import Observation
import Suas
import Testing

@Suite("Observed values", .timeLimit(.minutes(30)))
@MainActor
struct ObservationTests {
  /// Counts the changes that a view would be drawn for.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @MainActor final class View {
    var drawn: [Int] = []

    func draw(_ value: @escaping @MainActor () -> Int) {
      drawn.append(
        withObservationTracking {
          value()
        } onChange: { [weak self] in
          Task { @MainActor in self?.draw(value) }
        })
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `A view is drawn again when the value has changed, and only then`() async {
    let store = createStore(reducer: CounterReducer() + LabelReducer())
    let counter = store.observe(Counter.self)
    let view = View()
    view.draw { counter.value.value }
    store.dispatch(action: SetLabel(text: "x"))
    store.dispatch(action: Increment(amount: 0))
    await Task.yield()
    store.dispatch(action: Increment(amount: 2))
    while view.drawn.count < 2 { await Task.yield() }
    #expect(view.drawn == [0, 2])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `A selector's value is observed, and changes elsewhere arrive`() async {
    let store = createStore(reducer: CounterReducer())
    let isOdd = store.observe { ($0.value(forKeyOfType: Counter.self)?.value ?? 0) % 2 == 1 }
    #expect(!isOdd.value)
    await Task.detached { store.dispatch(action: Increment()) }.value
    await store.settled()
    #expect(isOdd.value)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `It keeps neither the store alive nor its own listener`() {
    var store: Store? = createStore(reducer: CounterReducer())
    weak let freedStore = store
    let counter = store?.observe(Counter.self)
    store = nil
    #expect(freedStore == nil)
    #expect(counter?.value == Counter())

    let other = createStore(reducer: CounterReducer())
    var observed: Observed<Counter>? = other.observe(Counter.self)
    weak let freed = observed
    #expect(observed?.value.value == 0)
    observed = nil
    #expect(freed == nil)
    other.dispatch(action: Increment())
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `A binding dispatches what is set`() {
    let store = createStore(reducer: CounterReducer() + LabelReducer())
    let text = store.observe(Label.self).binding(\.text) { SetLabel(text: $0) }
    text.wrappedValue = "Milk"
    #expect(text.wrappedValue == "Milk")
    #expect(store.state.value(forKeyOfType: Label.self) == Label(text: "Milk"))
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test func `A sub-state that is not there is a failure that says so`() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        _ = createStore(reducer: CounterReducer()).observe(Label.self)
      }
    }
    expectMessage(in: result, "the state has nothing of type Label under 'Label' to observe")
  }
}
