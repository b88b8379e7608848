extension State {
  /// The sub-state under `key`, or `nil` if there is none.
  public func value(forKey key: StateKey) -> Any? { self[key] }

  /// The sub-state under the name of its type, or `nil` if there is none of that type.
  public func value<Value>(forKeyOfType type: Value.Type) -> Value? {
    value(forKey: stateKey(for: type), ofType: type)
  }

  /// The sub-state under `key`, or `nil` if there is none or it is of another type.
  public func value<Value>(forKey key: StateKey, ofType type: Value.Type) -> Value? {
    self[key].flatMap { typed($0, as: type) }
  }

  /// The sub-state under the name of its type.
  public subscript<Value>(forKeyOfType type: Value.Type) -> Value? {
    get { value(forKeyOfType: type) }
    set { self[stateKey(for: type)] = newValue }
  }

  /// The sub-state under `key`, if it is of `type`.
  public subscript<Value>(forKey key: StateKey, ofType type: Value.Type) -> Value? {
    get { value(forKey: key, ofType: type) }
    set { self[key] = newValue }
  }
}
