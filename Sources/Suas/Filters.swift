import Locking
import Logging

/// Accepts every change. Passing no filter does the same and is faster, because no old value is
/// kept.
@Sendable
public func alwaysFilter<Value>(old: Value, new: Value) -> Bool { true }

// A filter runs on any thread, so a comparison that is isolated to an actor is refused by the
// compiler: `SendableMetatype`. A cast to `any Equatable` would just fail there.

/// Accepts a change unless both values are equal.
@Sendable
public func stateChangedFilter<Value: Equatable & SendableMetatype>(
  old: Value, new: Value
) -> Bool {
  old != new
}

/// Accepts a change unless the old value says that it is equal to the new one.
@Sendable
public func stateChangedFilter<Value: SuasDynamicEquatable & SendableMetatype>(
  old: Value, new: Value
) -> Bool {
  !old.isEqual(to: new)
}

/// Accepts a change unless the old value says that it is equal to the new one.
@Sendable
public func stateChangedFilter<Value: Equatable & SuasDynamicEquatable & SendableMetatype>(
  old: Value, new: Value
) -> Bool {
  !old.isEqual(to: new)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Accepts a change unless both values are equal; another name for `stateChangedFilter`.
@Sendable
public func EqualsFilter<Value: Equatable & SendableMetatype>(old: Value, new: Value) -> Bool {
  old != new
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Accepts a change unless both values are equal; another name for `stateChangedFilter`.
@Sendable
public func EqualsFilter<Value: SuasDynamicEquatable & SendableMetatype>(
  old: Value, new: Value
) -> Bool {
  !old.isEqual(to: new)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Accepts a change unless both values are equal; another name for `stateChangedFilter`.
@Sendable
public func EqualsFilter<Value: Equatable & SuasDynamicEquatable & SendableMetatype>(
  old: Value, new: Value
) -> Bool {
  !old.isEqual(to: new)
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

extension Store.State: SuasDynamicEquatable {
  /// Returns true if `other` is a state with the same keys and, for each of them, an equal
  /// sub-state.
  ///
  /// A sub-state that cannot be compared counts as changed, and a warning is logged once: its type
  /// is not `Equatable`, or is isolated to the main actor while this is called elsewhere.
  public func isEqual(to other: Any) -> Bool {
    guard let other = other as? Store.State, Set(keys) == Set(other.keys) else { return false }
    return zip(keys, values).allSatisfy { key, value in
      other[key].map { areEqual(value, $0, under: key) } ?? false
    }
  }
}

// The types of the sub-states are not known where whole states are compared.
private func areEqual(_ old: Any, _ new: Any, under key: String) -> Bool {
  if let old = old as? any SuasDynamicEquatable { return old.isEqual(to: new) }
  if let old = old as? any Equatable { return isEqual(old, to: new) }
  if !hasWarned.exchange(true, ordering: .relaxed) {
    logger.warning(
      """
      whole states are compared, but sub-states under '\(key)' count as always changed: \
      \(type(of: old)) cannot be compared on this thread
      """)
  }
  return false
}

private let hasWarned = Atomic<Bool>(false)

private func isEqual<Value: Equatable>(_ value: Value, to other: Any) -> Bool {
  other as? Value == value
}
