import Foundation
import Suas
import SuasEffects
import Testing

/// The examples of `MovingFromSuas.md` and of the sources.
@Suite struct MovingTests {
  struct Theme: Equatable {
    var isDark = false
  }

  struct SwitchTheme: Action {}

  @Test func `A block reducer is given its state first`() {
    let theme = BlockReducer(initialState: Theme()) { state, action in
      action is SwitchTheme ? Theme(isDark: !state.isDark) : nil
    }
    let store = Suas.createStore(reducer: theme)
    store.dispatch(action: SwitchTheme())
    #expect(store.state[forKeyOfType: Theme.self] == Theme(isDark: true))
    #expect(EqualsFilter(old: Theme(), new: Theme(isDark: true)))
  }

  struct Counter {
    var value: Int
  }

  struct Increment: Action {
    var amount = 1
  }

  struct CounterReducer: Reducer {
    var initialState = Counter(value: 0)

    func reduce(state: Counter, action: any Action) -> Counter? {
      guard let action = action as? Increment else { return nil }
      return Counter(value: state.value + action.amount)
    }
  }

  struct CitiesFetched: Action {
    var cities: [String]
  }

  func cities(_ data: Data) -> [String] { [] }

  @Test func `Actions of SuasEffects are dispatched as others are`() {
    let store = Suas.createStore(reducer: CounterReducer(), middleware: AsyncMiddleware())
    let url = URL(string: "http://127.0.0.1:1/")!
    store.dispatch(
      action: URLSessionAsyncAction(url: url) { data, response, error, dispatch in
        dispatch(CitiesFetched(cities: data.map(cities) ?? []))
      })
    store.dispatch(
      action: DiskReadAsyncAction(path: "no such file") { data, dispatch in
        if data == nil { dispatch(Increment()) }
      })
  }

  @Test func `A monitor serves at a port of one's choice`() {
    let store = Suas.createStore(
      reducer: CounterReducer(), middleware: MonitorMiddleware() + AsyncMiddleware())
    store.dispatch(action: Increment())
    #expect(store.state[forKeyOfType: Counter.self]?.value == 1)
  }
}
