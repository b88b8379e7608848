import CEL
import SuasProgram

/// The steps of operations on a value at its place.
extension OperationPlan {
  static func setting(_ target: TargetPlan, to value: ValuePlan) -> OperationPlan {
    let shortcut =
      value.needsFrame
      ? nil
      : PlaceShortcut(target) { place, action throws(EvaluationError) in
        place = value.value(from: action)
      }
    return OperationPlan(shortcut: shortcut) { execution throws(EvaluationError) in
      let value = try value.evaluate(&execution.frame)
      try target.modify(execution) { $0 = value }
      return true
    }
  }

  static func emptying(_ target: TargetPlan) -> OperationPlan {
    OperationPlan(changing: target) { place throws(EvaluationError) in place = try place.emptied() }
  }

  static func toggling(_ target: TargetPlan) -> OperationPlan {
    OperationPlan(changing: target) { place throws(EvaluationError) in
      guard case .bool(let value) = place else { throw .typeMismatch(place, isNot: "a bool") }
      place = .bool(!value)
    }
  }

  static func adding(
    _ amount: PlannedTemplate, to target: TargetPlan, _ sign: Operation.Sign
  ) -> OperationPlan {
    if let amount = amount.constant {
      return OperationPlan(changing: target) { place throws(EvaluationError) in
        place = try place.adding(amount, sign)
      }
    }
    return OperationPlan { execution throws(EvaluationError) in
      let amount = try amount.evaluate(&execution.frame)
      try target.modify(execution) { place throws(EvaluationError) in
        place = try place.adding(amount, sign)
      }
      return true
    }
  }
}

extension Value {
  fileprivate func emptied() throws(EvaluationError) -> Value {
    switch self {
    case .list: return .list(List())
    case .map: return .map(Map())
    case .string: return .string("")
    default: throw .typeMismatch(self, isNot: "a list, a map or a string")
    }
  }

  fileprivate func adding(
    _ amount: Value, _ sign: Operation.Sign
  ) throws(EvaluationError) -> Value {
    switch (self, amount) {
    case (.int(let value), .int(let amount)):
      let (result, overflow) = value.adding(amount, sign)
      guard !overflow else { throw .overflow(sign.verb, of: "int") }
      return .int(result)
    case (.duration(let value), .duration(let amount)):
      let (result, overflow) = value.nanoseconds.adding(amount.nanoseconds, sign)
      guard !overflow else { throw .overflow(sign.verb, of: "duration") }
      return .duration(CEL.Duration(nanoseconds: result))
    case (.double(let value), .double(let amount)):
      return .double(sign == .plus ? value + amount : value - amount)
    case (.double(let value), .int(let amount)):
      return .double(sign == .plus ? value + Double(amount) : value - Double(amount))
    default:
      throw .typeMismatch(self, isNot: "a number or duration")
    }
  }
}

extension Int64 {
  fileprivate func adding(
    _ amount: Int64, _ sign: Operation.Sign
  ) -> (partialValue: Int64, overflow: Bool) {
    sign == .plus ? addingReportingOverflow(amount) : subtractingReportingOverflow(amount)
  }
}
