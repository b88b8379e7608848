import SuasProgram

/// The knowledge which shared rules note what they overwrite: those that can fail after their first
/// write, and those that a function uses which notes it.
enum SwiftUndoPlan {
  static func notingRules(
    _ lowering: Lowering, _ names: SwiftNames
  ) throws(NotGenerated) -> Set<Int> {
    let spec = lowering.program.spec
    let rules = SwiftSharedRules(lowering: lowering, names: names)
    var noting: Set<Int> = []
    for (index, rule) in spec.sharedRules.enumerated() {
      if try rules.lines(of: rule, notes: false).undoing == .notes { noting.insert(index) }
    }
    let reducers = SwiftReducers(lowering: lowering, names: names)
    for reducer in spec.reducers where !reducer.isHistory {
      for (id, rules) in reducer.handled where spec.actions.indices.contains(id) {
        if try reducers.undoing(spec.actions[id], rules, reducer) == .notes {
          noting.formUnion(used(by: rules))
        }
      }
    }
    var rest = Array(noting)
    while let index = rest.popLast() {
      for used in used(by: spec.sharedRules[index].rules) where noting.insert(used).inserted {
        rest.append(used)
      }
    }
    return noting
  }

  private static func used(by rules: [CheckedRule]) -> Set<Int> {
    var found: Set<Int> = []
    for rule in rules {
      if case .use(let use) = rule.operation { found.insert(use.rule) }
      for list in rule.operation.ruleLists { found.formUnion(used(by: Array(list))) }
    }
    return found
  }
}
