/// Accepts every change. Passing no filter does the same and is faster, because no old value is
/// kept.
public func alwaysFilter<Value>(old: Value, new: Value) -> Bool { true }

/// Accepts a change unless both values are equal; values that cannot be compared count as changed.
public func stateChangedFilter<Value>(old: Value, new: Value) -> Bool {
  !areEqual(old, new)
}

/// Accepts a change unless both values are equal; another name for `stateChangedFilter`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public func EqualsFilter<Value>(old: Value, new: Value) -> Bool {
  !areEqual(old, new)
}

/// A type whose values can be compared with a value of a type known only at run time.
///
/// An `Equatable` type only has to declare the conformance.
public protocol SuasDynamicEquatable {
  /// Returns true if `other` is of the same type and equal.
  func isEqual(to other: Any) -> Bool
}

extension SuasDynamicEquatable where Self: Equatable {
  /// Returns true if `other` is of the same type and equal.
  public func isEqual(to other: Any) -> Bool {
    other as? Self == self
  }
}

extension State: SuasDynamicEquatable {
  /// Returns true if `other` is a state with the same keys and, for each of them, an equal
  /// sub-state.
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
