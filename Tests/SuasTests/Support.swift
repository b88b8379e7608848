import Suas
import Values

struct Counter: Equatable {
  var value = 0
}

struct Label: Equatable {
  var text = ""
}

struct Increment: Action {
  var amount = 1
}

struct SetLabel: Action {
  var text: String
}

struct Unknown: Action {}

struct CounterReducer: Reducer {
  var initialState = Counter()

  func reduce(state: Counter, action: any Action) -> Counter? {
    guard let action = action as? Increment else { return nil }
    return Counter(value: state.value + action.amount)
  }
}

struct LabelReducer: Reducer {
  var initialState = Label()

  func reduce(state: Label, action: any Action) -> Label? {
    guard let action = action as? SetLabel else { return nil }
    return Label(text: action.text)
  }
}

/// A part that adds amounts, and refuses negative ones.
final class RefusingPart: StatePart {
  var stateKey = "strict"
  var initialState: Any { 0 }

  func accepts(_ state: Any) -> Bool { state is Int }

  func reduce(
    _ state: Inout<Any>, _ action: any Action, kind: Int?
  ) -> PartOutcome {
    guard let action = action as? Increment else { return .unchanged }
    if action.amount < 0 { return .refused(Refusal(.negative(action.amount))) }
    state.pointee = state.pointee as! Int + action.amount
    return .changed(nil)
  }
}

extension ActionError {
  static func negative(_ amount: Int) -> ActionError {
    ActionError(code: "negative-amount", message: "\(amount) is negative")
  }
}

/// A record of the events in a test, for use by one thread at a time.
final class Journal: @unchecked Sendable {
  private(set) var entries: [String] = []

  func write(_ entry: String) { entries.append(entry) }

  /// Returns the entries since the last call.
  func read() -> [String] {
    defer { entries = [] }
    return entries
  }

  /// Returns a middleware that records the arrival and the end of each action.
  func middleware(
    _ name: String,
    onAction: @escaping @Sendable (any Action, DispatchFunction) -> Void = { _, _ in }
  ) -> BlockMiddleware {
    BlockMiddleware { action, _, dispatch, next in
      self.write("\(name) < \(Suas.name(of: action))")
      onAction(action, dispatch)
      next(action)
      self.write("\(name) > \(Suas.name(of: action))")
    }
  }
}

extension Store {
  var counter: Int? { state.value(forKeyOfType: Counter.self)?.value }
}
