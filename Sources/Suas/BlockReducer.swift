/// A reducer made from a closure, for cases in which a separate type would add nothing.
public final class BlockReducer<StateType: Sendable>: Reducer, Sendable {
  public let initialState: StateType
  public let stateKey: String
  private let function: ReducerFunction<StateType>

  /// Makes a reducer whose sub-state is held under the name of its type.
  public convenience init(
    initialState: StateType, reduce: @escaping ReducerFunction<StateType>
  ) {
    self.init(
      initialState: initialState, stateKey: Suas.stateKey(for: StateType.self), reduce: reduce)
  }

  /// Makes a reducer whose sub-state is held under `stateKey`.
  public init(
    initialState: StateType, stateKey: String, reduce: @escaping ReducerFunction<StateType>
  ) {
    self.initialState = initialState
    self.stateKey = stateKey
    self.function = reduce
  }

  /// Makes a reducer whose sub-state is held under `stateKey`, which has the type of the sub-state.
  public convenience init(
    initialState: StateType, stateKey: StateKey<StateType>,
    reduce: @escaping ReducerFunction<StateType>
  ) {
    self.init(initialState: initialState, stateKey: stateKey.name, reduce: reduce)
  }

  public func reduce(state: StateType, action: any Action) -> StateType? {
    function(state, action)
  }
}
