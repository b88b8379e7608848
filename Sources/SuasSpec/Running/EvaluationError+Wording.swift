import CEL

/// What rules say when they meet an error.
extension EvaluationError {
  static func indexOutOfRange(_ index: Int64, count: Int) -> EvaluationError {
    EvaluationError(code: "index-out-of-range", index, Int64(count)) { index, count in
      "there is no index \(index) in a list of \(count) element\(count == 1 ? "" : "s")"
    }
  }

  static func noSuchKey(_ key: Value) -> EvaluationError {
    EvaluationError(code: "no-such-key", message: "the map has no key \(key)")
  }

  static func noSuchField(_ name: Value, of type: String) -> EvaluationError {
    EvaluationError(code: "no-such-field", message: "\(type) has no field \(name)")
  }

  static func missingField(_ name: String, of type: String) -> EvaluationError {
    EvaluationError(code: "type-mismatch", message: "\(type) needs its field '\(name)'")
  }

  static func noSuchCase(_ text: String, of type: String) -> EvaluationError {
    EvaluationError(code: "no-such-case", message: "\(type) has no case '\(text)'")
  }

  static func caseNotPresent(_ name: String, of type: String) -> EvaluationError {
    EvaluationError(code: "no-such-case", message: "the \(type) is not '\(name)' now")
  }

  /// Something else than null is needed wherever a rule reaches through a null.
  static func typeMismatch(_ value: Value, isNot expected: String) -> EvaluationError {
    if case .null = value {
      return EvaluationError(code: "null-value", message: "null stands where \(expected) is needed")
    }
    return EvaluationError(
      code: "type-mismatch", message: "\(value.kindName) stands where \(expected) is needed")
  }

  static func typeMismatch(_ value: Value, isNot type: FieldType) -> EvaluationError {
    typeMismatch(value, isNot: type.withArticle)
  }

  static func invalidPayload(of action: String, _ reason: String) -> EvaluationError {
    EvaluationError(
      code: "invalid-payload", message: ActionType.misfit(in: action, reason))
  }

  static let tooDeep = EvaluationError(
    code: "state-too-large",
    message: "the value is nested more than \(Value.maximumDepth) levels deep")

  /// - Parameter count: How many leaves the state would have.
  static func tooLarge(limit: Int, _ count: LeafCount.Excess) -> EvaluationError {
    let count =
      switch count {
      case .exactly(let count): "\(count)"
      case .moreThan(let count): "more than \(count)"
      }
    return EvaluationError(
      code: "state-too-large",
      message: "the state has more than \(limit) leaves: it would have \(count); "
        + raising("--max-leaves"))
  }

  /// The message of an error that was met within the limits of a spec: of a cost that was too high it
  /// says how the limit is raised.
  package var messageWithinLimits: String {
    isAboutCost
      ? "\(message); \(Self.raising("--max-cost"))" : message
  }

  private static func raising(_ option: String) -> String {
    "'\(option)', or 'CompiledSpec.limits' in Swift, raises the limit"
  }

  static func overflow(_ verb: String, of type: String) -> EvaluationError {
    EvaluationError(code: "overflow", message: "'\(verb)' leaves the range of \(type)")
  }

  static func unordered(_ left: Value, _ right: Value) -> EvaluationError {
    EvaluationError(
      code: "no-matching-overload",
      message: "\(left.kindName) and \(right.kindName) have no order")
  }
}
