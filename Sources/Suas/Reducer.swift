/// Computes the next value of one sub-state from the present one and an action.
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
/// A reducer is pure: it uses what it is given and touches nothing else. One that calls the store
/// that runs it, to dispatch or for anything else, is a precondition failure.
public protocol Reducer<StateType> {
  /// What the reducer's sub-state is made of.
  associatedtype StateType

  /// The sub-state of a store that was given no other.
  var initialState: StateType { get }

  /// Where the state holds the sub-state; by default the name of `StateType`.
  var stateKey: StateKey { get }

  /// Makes the next sub-state, or answers `nil` if `action` does not change it.
  ///
  /// A value counts as a change even if it equals the present one.
  func reduce(state: StateType, action: any Action) -> StateType?
}

extension Reducer {
  /// The name of the state type.
  public var stateKey: StateKey { Suas.stateKey(for: StateType.self) }
}

/// The key under which a value of `type` is held unless another is named.
@usableFromInline
func stateKey(for type: Any.Type) -> StateKey { String(describing: type) }
