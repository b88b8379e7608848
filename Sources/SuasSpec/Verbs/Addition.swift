import CEL
import YAML

/// What a list is to be given: one `value`, or the elements of `values`.
enum Addition: Sendable {
  case value(Node)
  case values(ExpressionSyntax)

  init?(decoding rule: inout RuleReader) {
    let value = rule.optional("value")
    let values = rule.optionalExpression("values")
    switch (value, values) {
    case (let value?, nil): self = .value(value)
    case (nil, let values?): self = .values(values)
    case (_?, _?):
      rule.reportConflict("value", with: "values")
      return nil
    case (nil, nil):
      rule.reportMissing("value")
      return nil
    }
  }

  /// Types the addition for a list of `element`; answers what computes the elements to add.
  func check(in scope: Scope, element: FieldType) -> Plan? {
    switch self {
    case .value(let node): scope.value(node, as: element).map { .one(ValuePlan.plan($0)) }
    case .values(let syntax): scope.template(syntax, as: .list(element)).map { .all($0) }
    }
  }

  enum Plan: Sendable {
    case one(ValuePlan)
    case all(Template)

    func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Added {
      switch self {
      case .one(let plan):
        return .one(try plan.evaluate(&frame))
      case .all(let template):
        let value = try template.evaluate(&frame)
        guard case .list(let list) = value else { throw .typeMismatch(value, isNot: "a list") }
        return .all(list)
      }
    }
  }
}

/// The elements that a list is given.
enum Added {
  case one(Value)
  case all(List)

  var count: Int {
    switch self {
    case .one: 1
    case .all(let list): list.count
    }
  }

  /// Puts the elements into a list, the first of them at an index.
  func insert(into list: inout List, at index: Int) {
    switch self {
    case .one(let value): list.insert(value, at: index)
    case .all(let added):
      for (offset, value) in added.enumerated() { list.insert(value, at: index + offset) }
    }
  }
}

/// What `append` and `prepend` share: a list at a path, and what it is to be given.
struct AdditionToList: Sendable {
  private let path: ExpressionSyntax
  private let addition: Addition
  private let fallback: Node?

  init?(decoding rule: inout RuleReader) {
    fallback = rule.optional("default")
    let path = rule.path()
    guard let addition = Addition(decoding: &rule), let path else { return nil }
    self.path = path
    self.addition = addition
  }

  /// - Parameter add: Adds the elements to the list, and answers how that is undone.
  func check(
    in scope: Scope, adding add: @escaping @Sendable (inout List, Added) -> Undo
  ) -> Step? {
    guard let (target, element) = scope.listTarget(path, default: fallback),
      let plan = addition.check(in: scope, element: element)
    else { return nil }
    let shortcut: Shortcut? =
      if case .one(let value) = plan { AdditionShortcut(target, value, add) } else { nil }
    return Step(shortcut: shortcut) { execution throws(EvaluationError) in
      let values = try plan.evaluate(&execution.frame)
      try execution.spend(values.count)
      try target.modifyList(execution) { add(&$0, values) }
      return true
    }
  }
}
