import SuasProgram

/// The rules for an action in a reducer, or a shared rule, as steps on a record.
package struct LoweredFunction: Sendable {
  /// The record that the steps change.
  package let root: LoweredExpression
  package let steps: Steps
  /// True, always or sometimes, if the rules count as having handled the action.
  package let counting: Counting
  /// The parameters of a shared rule, by their names in the steps.
  package let parameters: [Local]
}

extension LoweredFunction {
  /// The condition and the steps of a function that does nothing unless the condition holds, and the
  /// place of the rule if the condition or the steps themselves can fail.
  package var guarded: (place: RulePlace?, test: LoweredExpression, then: Steps)? {
    guard counting == .sometimes, steps.steps.count == 1 else { return nil }
    var step = steps.steps[0]
    var place: RulePlace?
    if case .rule(let rule, let inner) = step, inner.steps.count == 1 {
      step = inner.steps[0]
      if inner.facts.failsHere { place = rule }
    }
    guard case .branch(let test, let then, let otherwise) = step, otherwise.isEmpty,
      then.steps.contains(where: { if case .count = $0 { true } else { false } })
    else { return nil }
    return (place, test, then)
  }

  var isGuarded: Bool { guarded != nil }

  /// True if it is noted in a variable whether the rules count, which is read at the end.
  package var notesCount: Bool {
    counting == .sometimes && steps.facts.notesCount && !steps.facts.isEnded && !isGuarded
  }
}

/// The shared rules of a spec, each lowered once.
package struct LoweredSharedRules: Sendable {
  package private(set) var functions: [LoweredFunction] = []
  /// The numbers of the rules that note the values that they overwrite: because they have to, or
  /// because steps that note such values call them.
  package private(set) var noting: Set<Int> = []

  package init(_ lowering: Lowering) throws(NotGenerated) {
    let rules = lowering.program.spec.sharedRules
    var made = [LoweredFunction?](repeating: nil, count: rules.count)
    for index in rules.indices { try Self.make(index, lowering, &made) }
    functions = made.compactMap(\.self)
  }

  /// Lowers a rule after those that it uses; none uses itself.
  private static func make(
    _ index: Int, _ lowering: Lowering, _ made: inout [LoweredFunction?]
  ) throws(NotGenerated) {
    guard made[index] == nil else { return }
    let rule = lowering.program.spec.sharedRules[index]
    for used in rule.rules.usedRules { try make(used, lowering, &made) }
    var scope = Scope(avoiding: RuleLowering.reservedNames)
    let root = LoweredExpression(.local(Local("record")), .record(rule.record.name), canFail: false)
    scope[0] = root
    scope[2] = LoweredExpression(
      .local(Local("store")), .record(StoreShape.typeName), canFail: false)
    let parameters = rule.parameters.enumerated().map { index, parameter in
      scope.bind(SharedRule.firstParameterSlot + index, parameter.name, ValueType(parameter.type))
    }
    let counting = lowering.program.spec.counting(rule.rules)
    var rules = RuleLowering(
      lowering, root: root, scope, at: rule.place, callees: made,
      notesCounts: counting == .sometimes)
    made[index] = LoweredFunction(
      root: root, steps: try rules.lower(rule.rules), counting: counting, parameters: parameters)
  }

  /// Finds the rules that have to note the values that they overwrite.
  ///
  /// - Parameter callers: The facts about the functions of reducers.
  package mutating func note(callers: [StepFacts]) {
    var rest = callers.filter { $0.undoing == .notes }.flatMap(\.calls)
    rest += functions.indices.filter { functions[$0].steps.facts.undoing == .notes }
    while let index = rest.popLast() {
      if noting.insert(index).inserted { rest += functions[index].steps.facts.calls }
    }
  }
}

extension [CheckedRule] {
  /// The numbers of the shared rules that are used here or inside.
  fileprivate var usedRules: Set<Int> {
    var found: Set<Int> = []
    for rule in self {
      if case .use(let use) = rule.operation { found.insert(use.rule) }
      for list in rule.operation.ruleLists { found.formUnion(list.usedRules) }
    }
    return found
  }
}
