/// A sub-state that can be read as other types than its own.
///
/// A sub-state that a spec describes is read as the `Decodable` types of an app through this.
package protocol ConvertibleSubState {
  /// The sub-state as a value of `type`, or `nil` if it cannot be one.
  func converted<Value>(to type: Value.Type) -> Value?

  /// Why it cannot be one of `type`, for people; `nil` if that says enough.
  func misfit(with type: Any.Type) -> String?
}

extension ConvertibleSubState {
  package func misfit(with type: Any.Type) -> String? { nil }
}

/// `subState` as a `Value`: as it is, by a cast or, failing that, by its own conversion.
@inlinable
func typed<Value>(_ subState: Any, as type: Value.Type) -> Value? {
  // Comparing types first takes a third of the time of a cast.
  func open<Actual>(_ actual: Actual) -> Value? {
    Actual.self == Value.self ? unsafeBitCast(actual, to: Value.self) : nil
  }
  return _openExistential(subState, do: open) ?? converted(subState, to: type)
}

@usableFromInline
func converted<Value>(_ subState: Any, to type: Value.Type) -> Value? {
  if let value = subState as? Value { return value }
  return (subState as? any ConvertibleSubState)?.converted(to: type)
}

/// `subState` as a `Value`, which it is.
@inlinable
func known<Value>(_ subState: Any, as type: Value.Type) -> Value {
  func open<Actual>(_ actual: Actual) -> Value {
    Actual.self == Value.self ? unsafeBitCast(actual, to: Value.self) : actual as! Value
  }
  return _openExistential(subState, do: open)
}
