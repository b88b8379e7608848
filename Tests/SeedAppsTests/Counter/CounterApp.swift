import Suas

/// A number, and two buttons.
enum CounterApp {
  struct Counter: Codable, Equatable {
    var value = 0
  }

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
  final class Screen {
    private(set) var label = ""
    private let store: Store
    private var subscription: Subscription<Counter>?

    init(store: Store) {
      self.store = store
      subscription = store.addListener(forStateType: Counter.self) { [weak self] state in
        self?.label = "\(state.value)"
      }
      subscription?.informWithCurrentState()
    }

    deinit { subscription?.removeListener() }

    func tapIncrement() { store.dispatch(action: IncrementAction()) }
    func tapDecrement() { store.dispatch(action: DecrementAction()) }
  }
}
