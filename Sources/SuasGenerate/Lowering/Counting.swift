import SuasProgram

/// The possible answers to whether rules count as having handled an action.
package enum Counting: Sendable {
  case never, sometimes, always

  /// The result for two lists of rules, only one of which runs.
  package func either(_ other: Counting) -> Counting { self == other ? self : .sometimes }

  /// The result for rules that run one after the other.
  package func then(_ other: Counting) -> Counting {
    if self == .always || other == .always { return .always }
    return self == .never ? other : .sometimes
  }

  /// The result for rules that may not run.
  package var maybe: Counting { self == .never ? .never : .sometimes }
}

extension CheckedSpec {
  package func counting(_ rules: [CheckedRule]) -> Counting {
    rules.reduce(.never) { $0.then(counting($1)) }
  }

  package func counting(_ rule: CheckedRule) -> Counting {
    let counting = self.counting(rule.operation)
    return rule.condition == nil ? counting : counting.maybe
  }

  package func counting(_ operation: SuasProgram.Operation) -> Counting {
    switch operation {
    case .filter, .delete: .sometimes
    case .update(_, _, _, let rules), .forEach(_, _, _, let rules): counting(rules).maybe
    case .branch(_, let then, let otherwise): counting(then).either(counting(otherwise))
    case .match(let match):
      (match.cases.map(\.rules) + [match.otherwise].compactMap(\.self)).map(counting)
        .reduce(nil) { (all: Counting?, one) in all?.either(one) ?? one } ?? .never
    case .at(_, let rules): counting(rules)
    case .use(let use): counting(sharedRules[use.rule].rules)
    case .bind, .refuse: .never
    default: .always
    }
  }
}
