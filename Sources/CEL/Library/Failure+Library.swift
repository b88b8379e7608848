extension Failure {
  static let divisionByZero = Failure("division-by-zero", "division by zero")

  static func overflow(_ type: String) -> Failure {
    Failure("overflow", "the result does not fit into \(type)")
  }
  static func invalidArgument(_ message: String) -> Failure { Failure("invalid-argument", message) }
  static func indexOutOfRange(_ index: String, count: Int) -> Failure {
    Failure(
      "index-out-of-range",
      "there is no index \(index) in a list of \(count) element\(count == 1 ? "" : "s")")
  }
  static func noSuchKey(_ key: Value) -> Failure {
    Failure("no-such-key", "the map has no key \(key.brief)")
  }
  static func noSuchField(_ name: String, in type: String) -> Failure {
    Failure("no-such-field", "\(type) has no field '\(name)'")
  }
  /// The error for a field that a partial record may have, but has not.
  static func fieldNotThere(_ name: String, in type: String) -> Failure {
    Failure("no-such-field", "the \(type) has no '\(name)' now")
  }
  static func noSuchCase(_ name: String, in type: String) -> Failure {
    Failure("no-such-case", "\(type) is not '\(name)' now")
  }
  static func missingField(_ name: String, in type: String) -> Failure {
    .invalidArgument("the field '\(name)' of \(type) has no value")
  }
  static func notOneCase(_ type: String) -> Failure {
    .invalidArgument("a value of \(type) has exactly one case")
  }
  static let nullValue = Failure("null-value", "the value is null")

  /// A function got values of types that it does not take; the call, which knows the function's
  /// name, adds the message.
  static let mismatch = Failure("no-matching-overload", "")

  /// Returns the failure of an operation that is not defined for values of these types.
  static func noMatchingOverload(_ name: String, _ values: Value...) -> Failure {
    noMatchingOverload(name, values)
  }
  static func noMatchingOverload(_ name: String, _ values: [Value]) -> Failure {
    if values.contains(.null) { return nullValue }
    let types = values.map { $0.type.name }.joined(separator: ", ")
    return Failure(
      "no-matching-overload", "no overload of '\(name.asWritten)' takes (\(types))")
  }
}

extension String {
  /// The name of a function as expressions write it: `_+_` is `+`.
  var asWritten: String {
    if self == "@in" { return "in" }
    if self == "_[_]" { return "[]" }
    if self == "_?_:_" { return "?:" }
    return contains("_") && !contains(where: \.isLetter) ? filter { $0 != "_" } : self
  }
}
