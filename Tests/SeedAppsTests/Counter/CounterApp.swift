import Suas

struct Counter: Codable, Equatable {
  var value = 0
}

/// A number, and two buttons.
enum CounterApp {
  // Not nested here, so that its key is that of the spec.
  typealias Counter = SeedAppsTests.Counter

  struct IncrementAction: Action, Encodable {
    var incrementValue = 1
  }

  struct DecrementAction: Action, Encodable {
    var decrementValue = 1
  }

  struct CounterReducer: Reducer {
    var initialState = Counter()

    func reduce(state: Counter, action: any Action) -> Counter? {
      if let action = action as? IncrementAction {
        return Counter(value: state.value + action.incrementValue)
      }
      if let action = action as? DecrementAction {
        return Counter(value: state.value - action.decrementValue)
      }
      return nil
    }
  }

  static let spec = """
    suas: 1
    states:
      Counter: { value: int = 0 }
    actions:
      IncrementAction: { incrementValue: int = 1 }
      DecrementAction: { decrementValue: int = 1 }
    reducers:
      CounterReducer:
        state: Counter
        on:
          IncrementAction: [{ increment: value, by: action.incrementValue }]
          DecrementAction: [{ decrement: value, by: action.decrementValue }]
    """
}

extension CounterApp {
  /// The app's only screen.
  @MainActor final class Screen {
    private(set) var label = ""
    private let store: Store
    private var token: ListenerToken?

    init(store: Store) {
      self.store = store
      let subscription = store.addMainListener(forStateType: Counter.self) { [weak self] state in
        self?.label = "\(state.value)"
      }
      token = subscription.token()
      subscription.informWithCurrentState()
    }

    func tapIncrement() { store.dispatch(action: IncrementAction()) }
    func tapDecrement() { store.dispatch(action: DecrementAction()) }
  }
}
