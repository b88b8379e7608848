public import Values

/// A sub-state that can be read as types other than its own.
///
/// Through this protocol, apps read sub-states described by a spec as their own `Decodable` types.
package protocol ConvertibleSubState {
  /// Converts the sub-state to `type`; returns `nil` if that is impossible.
  func converted<Value>(to type: Value.Type) -> Value?

  /// Explains to people why it cannot be converted to `type`; `nil` if there is nothing to add.
  func misfit(with type: Any.Type) -> String?
}

extension ConvertibleSubState {
  package func misfit(with type: Any.Type) -> String? { nil }
}

/// Returns `subState` as a `Value`: directly, by a cast or, failing that, by its own conversion.
@inlinable
func typed<Value>(_ subState: Any, as type: Value.Type) -> Value? {
  ExistentialAccess.copy(of: subState, as: type) ?? converted(subState, to: type)
}

@usableFromInline
func converted<Value>(_ subState: Any, to type: Value.Type) -> Value? {
  if let value = subState as? Value { return value }
  return (subState as? any ConvertibleSubState)?.converted(to: type)
}

/// Returns `subState`, which is known to be a `Value`, as a `Value`.
@inlinable
func known<Value>(_ subState: Any, as type: Value.Type) -> Value {
  ExistentialAccess.copy(of: subState, as: type) ?? (subState as! Value)
}
