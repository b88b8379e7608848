/// Lets every change pass, as does no filter at all, which is faster: nothing old is kept for it.
public func alwaysFilter<Value>(old: Value, new: Value) -> Bool { true }

/// Lets a change pass unless both values are equal; values that cannot be compared count as changed.
public func stateChangedFilter<Value>(old: Value, new: Value) -> Bool {
  !areEqual(old, new)
}

/// Lets a change pass unless both values are equal; another name of `stateChangedFilter`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func EqualsFilter<Value>(old: Value, new: Value) -> Bool {
  !areEqual(old, new)
}

/// Says whether it equals a value of a type that only running shows.
///
/// An `Equatable` type has only to declare that it conforms.
public protocol SuasDynamicEquatable {
  /// Whether `other` is of the same type and equal.
  func isEqual(to other: Any) -> Bool
}

extension SuasDynamicEquatable where Self: Equatable {
  /// Whether `other` is of the same type and equal.
  public func isEqual(to other: Any) -> Bool {
    other as? Self == self
  }
}

extension State: SuasDynamicEquatable {
  /// Whether `other` is a state with the same keys and, for each of them, an equal sub-state.
  public func isEqual(to other: Any) -> Bool {
    guard let other = other as? State, Set(keys) == Set(other.keys) else { return false }
    return keys.allSatisfy { areEqual(self[$0]!, other[$0]!) }
  }
}

private func areEqual(_ old: Any, _ new: Any) -> Bool {
  if let old = old as? any SuasDynamicEquatable { return old.isEqual(to: new) }
  if let old = old as? any Equatable { return isEqual(old, to: new) }
  return false
}

private func isEqual<Value: Equatable>(_ value: Value, to other: Any) -> Bool {
  other as? Value == value
}
