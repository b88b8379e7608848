import CEL
import SuasProgram

/// The steps of operations that run other rules, bind names or refuse.
extension OperationPlan {
  static func going(
    through collection: ExpressionPlan, itemSlot: Int, keySlot: Int, _ rules: [RulePlan]
  ) -> OperationPlan {
    OperationPlan { execution throws(EvaluationError) in
      func run(_ key: Value, _ element: Value) throws(EvaluationError) {
        try execution.spend(1)
        execution.bind(itemSlot, element)
        execution.bind(keySlot, key)
        try execution.run(rules)
      }
      let value = try collection.evaluate(&execution.frame)
      switch value {
      case .list(let elements):
        for (position, element) in elements.enumerated() { try run(.int(Int64(position)), element) }
      case .map(let entries):
        for (key, element) in entries { try run(key, element) }
      default: throw .typeMismatch(value, isNot: "a list or a map")
      }
      execution.bind(itemSlot, .null)
      return false
    }
  }

  static func branching(
    on test: @escaping @Sendable (Execution) throws(EvaluationError) -> Bool, _ then: [RulePlan],
    _ otherwise: [RulePlan]
  ) -> OperationPlan {
    OperationPlan { execution throws(EvaluationError) in
      let truth = try test(execution)
      try execution.run(truth ? then : otherwise)
      return false
    }
  }

  static func binding(_ bindings: [(slot: Int, value: ExpressionPlan)]) -> OperationPlan {
    OperationPlan { execution throws(EvaluationError) in
      for (slot, program) in bindings {
        execution.bind(slot, try program.evaluate(&execution.frame))
      }
      return false
    }
  }

  static func refusing(_ code: String, _ message: CheckedTemplate) -> OperationPlan {
    let isSensitive = message.readsSensitiveValues
    let message = message.planned()
    return OperationPlan { execution throws(EvaluationError) in
      let message = try message.evaluate(&execution.frame)
      try execution.refuse(code: code, message.interpolated, isSensitive: isSensitive)
    }
  }
}
