// Values of a type that a place asks for.

extension JSONCoded {
  /// Takes a value of the program as one of the type.
  package init(fitting value: JSONValue) throws(Failure) {
    try value.checkDepth()
    try self.init(value, from: .program)
  }

  /// Takes a value of the program as one of the type, for a field of a record; its depth is checked
  /// where the record is kept.
  package init(fittingMember value: JSONValue) throws(Failure) {
    try self.init(value, from: .program)
  }

  /// Takes a value of the program as one of the type, for the payload of an action.
  package init(fitting value: JSONValue, payloadOf action: String) throws(Failure) {
    try value.checkDepth()
    do throws(Failure) {
      try self.init(value, from: .program)
    } catch {
      throw Failure("invalid-payload", "action '\(action)' is not made so: \(error.message)")
    }
  }

  /// Takes a value of the program as the result of a function of the spec.
  package init(fittingResult value: JSONValue) throws(Failure) {
    do throws(Failure) {
      try self.init(fitting: value)
    } catch {
      // A key that a record lacks makes the value one of another type.
      guard error.code == "no-such-field" else { throw error }
      throw Failure("type-mismatch", error.message)
    }
  }

  /// Takes a value of the program as one of the type, for a parameter of a function of the spec.
  package init(fitting value: JSONValue, _ parameter: String, of function: String) throws(Failure) {
    do throws(Failure) {
      try self.init(fittingResult: value)
    } catch {
      throw Failure(error.code, "'\(parameter)' of '\(function)': \(error.message)")
    }
  }
}

extension JSONValue {
  package static var mostLevels: Int { 200 }

  /// Fails if the value is nested too deep.
  package func checkDepth(_ left: Int = mostLevels) throws(Failure) {
    let parts: [JSONValue]
    switch self {
    case .array(let elements): parts = elements
    case .object(let members): parts = members.values
    case .record(let record): parts = record.values
    default: return
    }
    guard left > 0 else {
      throw Failure(
        "state-too-large", "the value is nested more than \(Self.mostLevels) levels deep")
    }
    for part in parts { try part.checkDepth(left - 1) }
  }
}
