import CEL
import SuasScenario
import SuasSpec
import YAML
import YAMLSyntax

/// The mutations of rules.
extension MutationSource {
  mutating func mutateRules() {
    for rule in spec.sharedRules { mutate(rule.rules) }
    for reducer in spec.reducers {
      for (_, rules) in reducer.handled { mutate(rules) }
    }
    for migration in spec.saved?.migrations ?? [] { mutate(migration.rules) }
  }

  private mutating func mutate(_ rules: [CheckedRule]) {
    for rule in rules { mutate(rule) }
  }

  private mutating func mutate(_ rule: CheckedRule) {
    let place = rule.place
    let reaching = [rule.point]
    mutate(rule.condition, besides: place)
    add(.dropRule, at: place, reaching: reaching) { $0.removingItem(at: place) }
    if let other = Self.counterparts[rule.verb] {
      add(.changeVerb, at: place, reaching: reaching) { editor in
        editor.key(rule.verb, besides: place).flatMap { editor.renaming([($0, other)]) }
      }
    }
    mutateConstants(of: rule)
    if let target = rule.operation.target { mutate(target, reaching) }
    mutate(rule.operation, at: place, reaching)
    for rules in rule.operation.ruleLists { mutate(rules) }
  }

  /// The verbs that take the same arguments.
  private static let counterparts = [
    "append": "prepend", "prepend": "append", "increment": "decrement",
    "decrement": "increment", "remove": "keep", "keep": "remove", "move": "swap", "swap": "move",
  ]

  private mutating func mutate(_ target: Target, _ reaching: [Int]) {
    for component in target.components {
      if case .element(.computed(let key, _)) = component {
        mutate(key, reaching: reaching, isIndex: key.type == .int)
      }
    }
  }

  private mutating func mutate(
    _ operation: Operation, at place: SourceRange, _ reaching: [Int]
  ) {
    switch operation {
    case .set(_, let value), .upsert(_, _, let value), .refuse(_, message: let value):
      mutate(value, reaching: reaching)
    case .add(_, amount: .computed(let amount, _), _):
      // An amount that is written as a number is a constant, which is changed as such.
      let isRead = amount.constant == nil && amount.type == .int
      mutate(amount, reaching: reaching, isIndex: isRead)
    case .add(_, let amount, _): mutate(amount, reaching: reaching)
    case .merge(_, .fields(let fields)):
      for field in fields { mutate(field.value, reaching: reaching) }
    case .merge(_, .whole(let value)): mutate(value, reaching: reaching)
    case .merge(_, .computed(let value, _, _)): mutate(value, reaching: reaching)
    case .insert(_, let insertion, let position):
      switch insertion {
      case .one(let value), .all(let value): mutate(value, reaching: reaching)
      }
      if case .index(let index) = position { mutate(index, reaching: reaching, isIndex: true) }
    case .remove(_, let index): mutate(index, reaching: reaching, isIndex: true)
    case .move(_, let first, let second), .swap(_, let first, let second):
      mutate(first, reaching: reaching, isIndex: true)
      mutate(second, reaching: reaching, isIndex: true)
      exchange("from", "to", besides: place, .offByOne, reaching)
    case .sort(_, let key, let descending):
      if let key { mutate(key, reaching: reaching) }
      if let descending { mutate(condition: descending, reaching: reaching) }
    case .filter(_, .matching(let condition, _)): mutate(condition: condition, reaching: reaching)
    case .filter(_, .unequal(let value)): mutate(value, reaching: reaching)
    case .update(_, _, let condition, _):
      if let condition { mutate(condition: condition, reaching: reaching) }
    case .forEach(let value, _, _, _): mutate(value, reaching: reaching)
    case .branch(let test, _, _):
      mutate(condition: test.expression, reaching: reaching)
      exchange("then", "else", besides: place, .exchangeBranches, reaching)
    case .match(let match): mutate(match, at: place, reaching)
    case .at(let opened, _): mutate(opened.target, reaching)
    case .use(let use):
      mutate(use.target, reaching)
      for argument in use.arguments { mutate(argument, reaching: reaching) }
    case .bind(let values): for bound in values { mutate(bound.value, reaching: reaching) }
    case .empty, .toggle, .reverse, .delete: break
    }
  }

  private mutating func mutate(_ match: Match, at place: SourceRange, _ reaching: [Int]) {
    switch match.subject {
    case .place(let target, _, _): mutate(target, reaching)
    case .value(let value, _): mutate(value, reaching: reaching)
    }
    // Each case and the next one.
    let cases = editor(of: place)?.value("cases", besides: place)?.mapping?.map(\.key) ?? []
    for (former, latter) in zip(cases, cases.dropFirst()) {
      add(.exchangeBranches, at: place, reaching: reaching) {
        $0.renaming([(former, latter.text), (latter, former.text)])
      }
    }
  }

  /// Exchanges the names of two keys of a rule.
  private mutating func exchange(
    _ first: String, _ second: String, besides place: SourceRange, _ kind: MutationOperator,
    _ reaching: [Int]
  ) {
    add(kind, at: place, reaching: reaching) { editor in
      guard let former = editor.key(first, besides: place),
        let latter = editor.key(second, besides: place)
      else { return nil }
      return editor.renaming([(former, second), (latter, first)])
    }
  }

  /// Changes the constants that are written as arguments of a rule.
  private mutating func mutateConstants(of rule: CheckedRule) {
    for key in ["value", "values", "by"] {
      guard
        let value = editor(of: rule.place)?.value(key, besides: rule.place)
      else { continue }
      mutateScalars(of: value, .changeConstant, reaching: [rule.point])
    }
  }
}
