import CEL
import SuasProgram

/// The steps of operations that run rules on a place: `match`, `at`, `use`.
extension OperationPlan {
  static func matching(_ match: Match, _ planner: RulePlanner) -> OperationPlan {
    let read = MatchedValue(match.subject)
    let choice = CaseChoice(match, planner)
    let point = planner.isObserved ? match.point : nil
    return OperationPlan { execution throws(EvaluationError) in
      let value = try read.value(execution)
      let index = try choice.index(of: value)
      if let slot = read.itemSlot { execution.bind(slot, value) }
      if let point { execution.probe?.note(point, case: point + index) }
      try execution.run(choice.rules[index])
      if let slot = read.itemSlot { execution.bind(slot, .null) }
      return false
    }
  }

  static func running(_ rules: [RulePlan], at opened: OpenedPlace) -> OperationPlan {
    let (pathSlots, itemSlot) = (opened.pathSlots, opened.itemSlot)
    let path = TargetPlan(opened.target)
    let place = TargetPlan(opened.target.pinned(to: pathSlots))
    return OperationPlan { execution throws(EvaluationError) in
      for (slot, key) in zip(pathSlots, try path.keys(execution)) { execution.bind(slot, key) }
      try place.keepingNewKey(execution) { () throws(EvaluationError) in
        execution.bind(itemSlot, try place.read(execution))
        try execution.run(rules)
        execution.bind(itemSlot, .null)
      }
      return false
    }
  }

  static func using(_ rule: SharedRulePlan, _ use: RuleUse) -> OperationPlan {
    let arguments = use.arguments.map { $0.planned() }
    let path = TargetPlan(use.target)
    let place = use.pathSlots.isEmpty ? path : TargetPlan(use.target.pinned(to: use.pathSlots))
    return OperationPlan { execution throws(EvaluationError) in
      // The slots of an execution; shared rules have no payload.
      var slots: ContiguousArray<Value> = [.null, .null, execution.frame[Execution.storeSlot]]
      for argument in arguments { slots.append(try argument.evaluate(&execution.frame)) }
      if !use.pathSlots.isEmpty {
        for (slot, key) in zip(use.pathSlots, try path.keys(execution)) {
          execution.bind(slot, key)
        }
      }
      try place.keepingNewKey(execution) { () throws(EvaluationError) in
        try place.lend(execution, fitting: use.fit, as: use.name) { record in
          execution.call(rule, used: use.place, on: record, slots)
        }
      }
      return false
    }
  }
}

/// The value whose case decides on the rules of a `match`.
private struct MatchedValue: Sendable {
  private enum Source: Sendable {
    case place(TargetPlan, pathSlots: [Int], pinned: TargetPlan)
    case expression(ExpressionPlan)
  }

  private let source: Source
  /// The slot for a copy of a variant.
  let itemSlot: Int?

  init(_ subject: Match.Subject) {
    switch subject {
    case .place(let target, let pathSlots, let itemSlot):
      source = .place(
        TargetPlan(target), pathSlots: pathSlots,
        pinned: TargetPlan(target.pinned(to: pathSlots)))
      self.itemSlot = itemSlot
    case .value(let expression, let itemSlot):
      source = .expression(expression.planned())
      self.itemSlot = itemSlot
    }
  }

  func value(_ execution: Execution) throws(EvaluationError) -> Value {
    switch source {
    case .expression(let program): return try program.evaluate(&execution.frame)
    case .place(let target, let slots, let pinned):
      guard !slots.isEmpty else { return try target.read(execution) }
      for (slot, key) in zip(slots, try target.keys(execution)) { execution.bind(slot, key) }
      return try pinned.read(execution)
    }
  }
}

/// The rules of a `match` for each of its cases.
private struct CaseChoice: Sendable {
  /// The rules of the cases in order, then those of `else`.
  let rules: [[RulePlan]]
  private let otherwise: Int?
  /// The indices of the cases by the slots of a variant's cases.
  private var variants: [Int: Int] = [:]
  /// The indices of the cases by their values.
  private var values = Map()
  private var null: Int?

  init(_ match: Match, _ planner: RulePlanner) {
    rules = (match.cases.map(\.rules) + (match.otherwise.map { [$0] } ?? [])).map(planner.plan)
    otherwise = match.otherwise == nil ? nil : match.cases.count
    for (index, item) in match.cases.enumerated() {
      switch item.label {
      case .variant(let slot, _): variants[slot] = index
      case .value(.null): null = index
      case .value(let value): values[value] = .int(Int64(index))
      }
    }
  }

  /// Returns the index of the rules for a value.
  func index(of value: Value) throws(EvaluationError) -> Int {
    switch value {
    case .record(let record) where record.shape.isVariant:
      if let index = record.presentCase.flatMap({ variants[$0] }) { return index }
    case .null: if let null { return null }
    case .string, .bool:
      if case .int(let index)? = values[value] { return Int(index) }
    default: break
    }
    guard let otherwise else {
      throw .typeMismatch(value, isNot: "a value that 'match' has a case for")
    }
    return otherwise
  }
}
