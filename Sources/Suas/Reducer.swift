/// Computes the next value of one sub-state from the current one and an action.
///
/// ```swift
/// nonisolated struct CounterReducer: Reducer {
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
///
/// A reducer runs on the thread that dispatched, so neither it nor its sub-state can be isolated to
/// an actor: see <doc:Isolation>. One that has to refuse actions, or to read other sub-states, is a
/// ``RefusingReducer``.
public protocol Reducer<StateType>: SendableMetatype {
  /// The type of the reducer's sub-state.
  associatedtype StateType: Sendable

  /// The sub-state of a store that is created without another one.
  var initialState: StateType { get }

  /// The key of the sub-state in the state; by default the name of `StateType`, with the types that
  /// it is nested in: see ``StateKey``.
  var stateKey: String { get }

  /// Returns the next sub-state, or `nil` if `action` does not change it.
  ///
  /// A returned value counts as a change even if it equals the current one.
  func reduce(state: StateType, action: any Action) -> StateType?
}

extension Reducer {
  /// The name of the state type, with the types that it is nested in.
  public var stateKey: String { Suas.stateKey(for: StateType.self) }
}
