import Dispatch
import Suas
import Testing

@Suite("Asynchronous actions")
struct AsyncTests {
  struct SearchCities: Equatable {
    var cities: [String]
  }

  struct CitiesFetched: Action {
    let cities: [String]
  }

  /// A simulated network, which answers on another thread.
  struct CityService: Sendable {
    let queue = DispatchQueue(label: "network")

    func search(_ query: String, completion: @escaping @Sendable ([String]) -> Void) {
      queue.async { completion(["London", "Lisbon", "Paris"].filter { $0.hasPrefix(query) }) }
    }
  }

  struct FetchCities: AsyncAction {
    let query: String
    let service: CityService

    func execute(getState: @escaping GetStateFunction, dispatch: @escaping DispatchFunction) {
      service.search(query) { cities in
        dispatch(CitiesFetched(cities: cities))
      }
    }
  }

  struct SearchCitiesReducer: Reducer {
    var initialState = SearchCities(cities: [])

    func reduce(state: SearchCities, action: any Action) -> SearchCities? {
      if let action = action as? CitiesFetched {
        return SearchCities(cities: action.cities)
      }
      return nil
    }
  }

  @Test func `An asynchronous action dispatches what came of it`() {
    let service = CityService()
    let store = Suas.createStore(reducer: SearchCitiesReducer(), middleware: AsyncMiddleware())
    store.dispatch(action: FetchCities(query: "L", service: service))
    service.queue.sync {}
    #expect(
      store.state.value(forKeyOfType: SearchCities.self)
        == SearchCities(cities: ["London", "Lisbon"]))
  }

  @Test func `An asynchronous action goes no further, others do`() {
    let journal = Journal()
    let store = createStore(
      reducer: CounterReducer(), middleware: AsyncMiddleware() + journal.middleware("rest"))
    store.dispatch(
      action: BlockAsyncAction { getState, dispatch in
        journal.write("\(getState())")
        dispatch(Increment())
        journal.write("\(getState())")
      })
    #expect(
      journal.read() == [
        #"["Counter": Counter(value: 0)]"#, "rest < Increment", "rest > Increment",
        #"["Counter": Counter(value: 1)]"#,
      ])
  }
}

/// The typical code of an app compiles in language mode 6 and runs.
@Suite("On the main actor")
@MainActor
struct MainActorTests {
  @MainActor final class Screen {
    var text = ""
    var subscription: Store.Subscription<Counter>?

    func appear(with store: Store) {
      subscription = store.addMainListener(forStateType: Counter.self) { [weak self] counter in
        self?.text = "\(counter.value)"
      }
    }
  }

  @Test func `A screen listens and dispatches`() {
    let store = Suas.createStore(
      reducer: CounterReducer(), middleware: AsyncMiddleware() + LoggerMiddleware(logger: { _ in }))
    let screen = Screen()
    screen.appear(with: store)
    store.dispatch(action: Increment())
    #expect(screen.text == "1")
    screen.subscription?.removeListener()
  }
}
