/// Computes the next value of one sub-state from the current one and an action.
///
/// ```swift
/// struct CounterReducer: Reducer {
///   var initialState = Counter(value: 0)
///
///   func reduce(state: Counter, action: any Action) -> Counter? {
///     guard let action = action as? Increment else { return nil }
///     return Counter(value: state.value + action.amount)
///   }
/// }
/// ```
///
/// A reducer is pure: it uses only its arguments, and changes nothing else. If a reducer calls the
/// store that runs it, to dispatch or for anything else, that is a precondition failure.
public protocol Reducer<StateType> {
  /// The type of the reducer's sub-state.
  associatedtype StateType

  /// The sub-state of a store that is created without another one.
  var initialState: StateType { get }

  /// The key of the sub-state in the state; by default the name of `StateType`.
  var stateKey: StateKey { get }

  /// Returns the next sub-state, or `nil` if `action` does not change it.
  ///
  /// A returned value counts as a change even if it equals the current one.
  func reduce(state: StateType, action: any Action) -> StateType?
}

extension Reducer {
  /// The name of the state type.
  public var stateKey: StateKey { Suas.stateKey(for: StateType.self) }
}

/// Returns the default key for a value of `type`.
@usableFromInline
func stateKey(for type: Any.Type) -> StateKey { String(describing: type) }
