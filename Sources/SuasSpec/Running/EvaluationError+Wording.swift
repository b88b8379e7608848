import CEL

/// What rules say when they meet an error.
extension EvaluationError {
  static func indexOutOfRange(_ index: Int64, count: Int) -> EvaluationError {
    let holds = count == 1 ? "1 element" : "\(count) elements"
    return EvaluationError(
      code: "index-out-of-range", message: "index \(index) is out of range of a list of \(holds)")
  }

  static func noSuchKey(_ key: Value) -> EvaluationError {
    EvaluationError(code: "no-such-key", message: "there is no key \(key)")
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

  static func typeMismatch(_ value: Value, isNot expected: String) -> EvaluationError {
    EvaluationError(
      code: "type-mismatch", message: "\(value.kindName) stands where \(expected) is needed")
  }

  static func typeMismatch(_ value: Value, isNot type: FieldType) -> EvaluationError {
    typeMismatch(value, isNot: "\(type)")
  }

  static func overflow(_ verb: String) -> EvaluationError {
    EvaluationError(code: "overflow", message: "'\(verb)' leaves the range of int")
  }
}
