extension Store.State {
  /// The sub-state under `key`, or `nil` if there is none.
  public func value(forKey key: String) -> Any? { self[key] }

  /// The sub-state under the name of its type, or `nil` if there is none of that type.
  public func value<Value>(forKeyOfType type: Value.Type) -> Value? {
    value(forKey: stateKey(for: type), ofType: type)
  }

  /// The sub-state under `key`, or `nil` if there is none or it is of another type.
  public func value<Value>(forKey key: String, ofType type: Value.Type) -> Value? {
    self[key].flatMap { typed($0, as: type) }
  }

  /// The sub-state under `key`, if it is of the type that is asked for; setting `nil` removes the
  /// key, and a new key is added last.
  public subscript<Value: Sendable>(key: String) -> Value? {
    get { value(forKey: key, ofType: Value.self) }
    set {
      if let newValue { set(newValue, under: key) } else { removeValue(forKey: key) }
    }
  }

  /// The sub-state under `key`, if it is of the key's type.
  public subscript<Value>(key: StateKey<Value>) -> Value? {
    get { self[key.name] }
    set { self[key.name] = newValue }
  }

  /// The sub-state under the name of its type.
  public subscript<Value: Sendable>(forKeyOfType type: Value.Type) -> Value? {
    get { value(forKeyOfType: type) }
    set { self[stateKey(for: type)] = newValue }
  }

  /// The sub-state under `key`, if it is of `type`.
  public subscript<Value: Sendable>(forKey key: String, ofType type: Value.Type) -> Value? {
    get { value(forKey: key, ofType: type) }
    set { self[key] = newValue }
  }
}
