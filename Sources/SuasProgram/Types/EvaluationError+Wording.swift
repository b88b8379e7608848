import CEL

/// The messages for errors that rules meet.
extension EvaluationError {
  package static func noSuchField(_ name: Value, of type: String) -> EvaluationError {
    EvaluationError(code: "no-such-field", message: "\(type) has no field \(name)")
  }

  package static func missingField(_ name: String, of type: String) -> EvaluationError {
    EvaluationError(code: "type-mismatch", message: "\(type) needs its field '\(name)'")
  }

  package static func noSuchCase(_ text: String, of type: String) -> EvaluationError {
    EvaluationError(code: "no-such-case", message: "\(type) has no case '\(text)'")
  }

  package static func caseNotPresent(_ name: String, of type: String) -> EvaluationError {
    EvaluationError(code: "no-such-case", message: "the \(type) is not '\(name)' now")
  }

  /// The error for a value of the wrong type: `null-value` for null, else `type-mismatch`.
  package static func typeMismatch(_ value: Value, isNot expected: String) -> EvaluationError {
    if case .null = value {
      return EvaluationError(code: "null-value", message: "null stands where \(expected) is needed")
    }
    return EvaluationError(
      code: "type-mismatch", message: "\(value.kindName) stands where \(expected) is needed")
  }

  package static func typeMismatch(_ value: Value, isNot type: FieldType) -> EvaluationError {
    typeMismatch(value, isNot: type.withArticle)
  }

  /// - Parameter key: The key of a map that stands where an `any` is needed.
  static func mapKeyInAny(_ key: Value) -> EvaluationError {
    EvaluationError(
      code: "type-mismatch",
      message: """
        \(key.kindName) stands as a key where an any is needed, whose maps have string keys
        """)
  }

  package static func invalidPayload(of action: String, _ reason: String) -> EvaluationError {
    EvaluationError(
      code: "invalid-payload", message: misfit(in: action, reason))
  }

  /// The message for a payload that does not fit the type of its action.
  package static func misfit(in action: String, _ reason: String) -> String {
    "action '\(action)' is not made so: \(reason)"
  }

  package static let tooDeep = EvaluationError(
    code: "state-too-large",
    message: "the value is nested more than \(Value.maximumDepth) levels deep")

  /// The message for an error met within the limits of a spec; if a cost was too high, it says how
  /// to raise the limit.
  package var messageWithinLimits: String {
    isAboutCost
      ? "\(message); \(Self.raising("--max-cost"))" : message
  }

  package static func raising(_ option: String) -> String {
    "'\(option)', or 'CompiledSpec.limits' in Swift, raises the limit"
  }
}
