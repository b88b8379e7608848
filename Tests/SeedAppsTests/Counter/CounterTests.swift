import Suas
import SuasSpec
import Testing

@Suite("The counter app")
struct CounterTests {
  typealias App = CounterApp

  @Test func `By hand and from a spec, the counter counts the same`() throws {
    let twins = Twins(
      byHand: Suas.createStore(reducer: App.CounterReducer()),
      fromSpec: Suas.createStore(reducer: try CompiledSpec(App.spec).reducer)
    ) { store, journal in
      store.addListener(forStateType: App.Counter.self) { journal.write("\($0.value)") }
    }
    #expect(twins.dispatch(App.IncrementAction(incrementValue: 10)) == ["10"])
    #expect(twins.dispatch(App.DecrementAction()) == ["9"])
    #expect(twins.dispatch(App.IncrementAction(incrementValue: 0)) == ["9"])
    #expect(try twins.state(App.Counter.self) == App.Counter(value: 9))
    #expect(twins.both { $0.reset() } == ["0"])
  }

  @MainActor
  @Test func `A screen shows the counter while it is there`() throws {
    for store in [
      Suas.createStore(reducer: App.CounterReducer()),
      Suas.createStore(reducer: try CompiledSpec(App.spec).reducer),
    ] {
      weak var gone: App.Screen?
      do {
        let screen = App.Screen(store: store)
        #expect(screen.label == "0")
        screen.tapIncrement()
        screen.tapIncrement()
        screen.tapDecrement()
        #expect(screen.label == "1")
        gone = screen
      }
      #expect(gone == nil)
      store.dispatch(action: App.IncrementAction())
    }
  }
}
