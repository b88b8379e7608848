import CEL
import SuasSpec

extension FieldFlow {
  /// Follows the values of a spec through its rules, and reads its conditions.
  init(_ spec: CheckedSpec) {
    let types = spec.typesOfEverything
    for (name, record) in types.records.sorted(by: { $0.key < $1.key }) {
      for field in record.fields {
        guard let constraint = field.constraint else { continue }
        let mention = Mention(field: FieldName(record: name, field: field.name))
        read(constraint.expression.tree.root, Scope(slots: [0: [mention]]))
      }
    }
    for reducer in spec.reducers {
      for (_, rules) in reducer.handled { follow(rules, in: Scope(state: reducer.state), types) }
    }
    for rule in spec.sharedRules {
      var scope = Scope(state: rule.record)
      for (slot, parameter) in rule.parameters.enumerated() {
        let field = FieldName(record: Self.owner(ofParametersOf: rule.name), field: parameter.name)
        scope.slots[SharedRule.firstParameterSlot + slot] = [Mention(field: field)]
      }
      follow(rule.rules, in: scope, types)
    }
    readRuntime(of: spec)
    for condition in spec.invariants + spec.transitions + spec.atRest + spec.goals + spec.waysOut {
      for expression in [condition.expression, condition.origin].compactMap(\.self) {
        read(expression.tree.root, Scope())
      }
    }
    parameters(of: spec)
  }

  /// The name of the record that the parameters of a shared rule are taken for.
  private static func owner(ofParametersOf rule: String) -> String { "the rule \(rule)" }

  /// Links the arguments of shared rules, whose names are known by now, to their parameters.
  private mutating func parameters(of spec: CheckedSpec) {
    let scopes =
      spec.reducers.map { reducer in (reducer.state, reducer.handled.flatMap(\.rules)) }
      + spec.sharedRules.map { ($0.record, $0.rules) }
    for (state, rules) in scopes {
      for use in rules.flatMap(\.uses) {
        let names = spec.sharedRules[use.rule].parameters.map(\.name)
        for (name, argument) in zip(names, use.arguments) {
          let field = FieldName(record: Self.owner(ofParametersOf: use.name), field: name)
          assign(argument, to: field, Scope(state: state))
        }
      }
    }
  }

  /// Reads the conditions around the reducers, and follows the dispatches there.
  private mutating func readRuntime(of spec: CheckedSpec) {
    for point in spec.coverage.points {
      if let condition = point.condition { read(condition.expression.tree.root, Scope()) }
    }
    for case .declared(let middleware) in spec.middleware {
      for case .replace(let dispatch, _) in middleware.steps {
        assign(dispatch.payload, to: nil, Scope())
      }
      follow(
        middleware.steps.compactMap { if case .react(let step) = $0 { step } else { nil } })
    }
    for listener in spec.listeners { follow(listener.reactions) }
    for effect in spec.effects {
      for outcome in [effect.onSuccess, effect.onFailure, effect.onEnd] {
        follow(outcome?.steps ?? [])
      }
    }
  }

  private mutating func follow(_ reactions: [CheckedReaction]) {
    for case .dispatch(let dispatch) in reactions { assign(dispatch.payload, to: nil, Scope()) }
  }

  private mutating func follow(_ rules: [CheckedRule], in scope: Scope, _ types: TypeTable) {
    var scope = scope
    for rule in rules {
      if let guardian = rule.condition { read(guardian.test.expression.tree.root, scope) }
      switch rule.operation {
      case .bind(let names):
        for (_, slot, value) in names { scope.slots[slot] = mentions(value.tree.root, scope) }
      case .branch(let test, _, _): read(test.expression.tree.root, scope)
      case .filter(_, .matching(let condition, _)), .update(_, _, let condition?, _):
        read(condition.tree.root, scope)
      default: assign(by: rule.operation, scope, types)
      }
      for list in rule.operation.ruleLists { follow(list, in: scope, types) }
    }
  }

  private mutating func assign(by operation: Operation, _ scope: Scope, _ types: TypeTable) {
    guard let target = operation.target, let state = scope.state else { return }
    let (field, type) = end(of: target, in: state, scope, types)
    switch operation {
    case .set(_, let value), .add(_, let value, _), .insert(_, .one(let value), _),
      .insert(_, .all(let value), _), .upsert(_, _, let value), .merge(_, .whole(let value)):
      assign(value, to: field, scope)
    case .merge(_, .fields(let fields)):
      guard case .record(let name) = type.unwrapped, let record = types.records[name] else {
        return
      }
      for (slot, value) in fields {
        assign(value, to: FieldName(record: name, field: record.fields[slot].name), scope)
      }
    default: break
    }
  }

  /// Returns the last field on a path, and the type at its end. The keys on the path meet those of
  /// the maps.
  private mutating func end(
    of target: Target, in state: RecordType, _ scope: Scope, _ types: TypeTable
  ) -> (field: FieldName?, type: FieldType) {
    var (field, type) = (FieldName?.none, FieldType.record(state.name))
    for component in target.components {
      switch (component, type.unwrapped) {
      case (.field(let slot), .record(let name)):
        let record = name == state.name ? state : types.records[name]
        guard let record else { return (nil, .any) }
        field = FieldName(record: name, field: record.fields[slot].name)
        type = record.fields[slot].type
      case (.element(let key), .map(_, let inner)):
        if case .computed(let key, _) = key, let field {
          for mention in mentions(key.tree.root, scope) { link(field, mention.field) }
        }
        type = inner
      case (_, .list(let inner)): type = inner
      default: return (nil, .any)
      }
    }
    return (field, type)
  }
}

extension CheckedRule {
  /// The uses of shared rules, in this rule and those inside.
  fileprivate var uses: [RuleUse] {
    if case .use(let use) = operation { return [use] }
    return operation.ruleLists.joined().flatMap(\.uses)
  }
}
