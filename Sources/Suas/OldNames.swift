// The forms of older guides and releases: the compiler names the replacement.

extension Reducer {
  /// Tells a type that has `reduce(action:state:)` of the order.
  @available(*, unavailable, message: "write 'reduce(state:action:)', the state first")
  public func reduce(state: StateType, action: any Action) -> StateType? { nil }
}

extension BlockReducer {
  @available(
    *, unavailable,
    message: "write 'BlockReducer(initialState:)' with '{ state, action in … }', the state first"
  )
  public convenience init(
    state: StateType, reduce: @escaping (any Action, StateType) -> StateType?
  ) {
    self.init(initialState: state) { _, _ in nil }
  }
}

extension Store {
  @available(*, unavailable, message: "write 'addListener(stateSelector:)'")
  @discardableResult
  public func addListener<Value>(
    if filter: FilterFunction<State>? = nil, stateConverter: @escaping StateSelector<Value>,
    callback: @escaping ListenerFunction<Value>
  ) -> Subscription<Value> {
    addListener(if: filter, stateSelector: stateConverter, callback: callback)
  }
}
