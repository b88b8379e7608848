import Suas

struct Counter: Equatable {
  var value = 0
}

struct Increment: Action {
  var amount = 1
}

struct Unknown: Action {}

struct CounterReducer: Reducer {
  var initialState = Counter()

  func reduce(state: Counter, action: any Action) -> Counter? {
    guard let action = action as? Increment else { return nil }
    return Counter(value: state.value + action.amount)
  }
}

/// A part that changes its sub-state and then refuses negative amounts.
struct RefusingPart: StatePart {
  var stateKey = "strict"
  var initialState: Any { 0 }

  func accepts(_ state: Any) -> Bool { state is Int }

  func reduce(_ state: inout Any, action: any Action) throws(ActionError) -> Bool {
    guard let action = action as? Increment else { return false }
    state = state as! Int + action.amount
    if action.amount < 0 {
      throw ActionError(code: "negative-amount", message: "\(action.amount) is negative")
    }
    return true
  }
}
