import CEL
import YAML

/// What the rules of one handler are checked against: the names in scope, the state they change.
struct Scope {
  private(set) var values: ValueReader
  /// The reducer's state shape.
  let state: RecordType
  /// The reducer's initial state.
  let initial: Record
  /// The elements that are being updated, by the names that rules give them.
  private(set) var elements: [String: Element] = [:]
  /// The names of values that are no places: what `let` and `for-each` bind.
  private(set) var copies: Set<String> = []
  /// The lists and maps that are being updated: nothing else in them is a target.
  private(set) var updated: [Target] = []
  /// Where what rules can come to is listed.
  let survey: CoverageSurvey

  /// An element that is being updated.
  struct Element {
    var components: [Target.Component]
    var type: FieldType
    /// The element itself and those around it.
    var items: [Target.Item]
  }

  var findings: Findings { values.findings }

  /// Names that win over a field of that name.
  static let reserved: Set<String> = [
    "action", "actionType", "error", "index", "item", "key", "new", "old", "response", "state",
    "store",
  ]

  /// The scope that the handlers of a reducer have in common.
  init(
    state: RecordType, initial: Record, types: TypeTable, celTypes: CEL.Types,
    findings: Findings, usage: Usage, survey: CoverageSurvey
  ) {
    var environment = Environment(types: celTypes)
    let slot = environment.declare("state", .record(state.shape.name))
    for (index, field) in state.fields.enumerated() where !Self.reserved.contains(field.name) {
      environment.declare(field.name, field.type.cel, field: index, ofSlot: slot)
    }
    var vocabulary = Vocabulary(usage, types)
    vocabulary["state"] = .record(state)
    for field in state.fields where !Self.reserved.contains(field.name) {
      vocabulary[field.name] = .field(field.name, of: state)
    }
    values = ValueReader(types: types, environment: environment, findings: findings)
    values.vocabulary = vocabulary
    self.state = state
    self.initial = initial
    self.survey = survey
  }

  /// The scope of the handler of an action with a payload.
  func handling(_ payload: RecordType) -> Scope {
    var scope = self
    _ = scope.declare("action", .record(payload.shape.name), meaning: .record(payload))
    return scope
  }

  /// Brings a name into scope and answers the slot of its value.
  private mutating func declare(
    _ name: String, _ type: Type, meaning: Vocabulary.Meaning? = nil
  ) -> Int {
    var environment = values.environment
    let slot = environment.declare(name, type)
    values = values.with(environment)
    values.vocabulary?[name] = meaning
    return slot
  }

  /// Brings the name of a value into scope that is no place, and answers its slot.
  ///
  /// - Parameter meaning: What the value is in the spec's own words, where they have one for it.
  mutating func bind(
    _ name: String, _ type: Type, meaning: Vocabulary.Meaning? = nil
  ) -> Int {
    copies.insert(name)
    elements[name] = nil
    return declare(name, type, meaning: meaning)
  }

  /// A slot that no name is for.
  mutating func reserveSlot() -> Int { declare("#\(values.environment.slotCount)", .dyn) }

  /// Brings the elements of a list or map that is being updated into scope.
  mutating func bind(_ name: String, updating target: Target, _ element: Element, slot: Int) {
    copies.remove(name)
    elements[name] = element
    updated.append(target)
  }

  /// The scope where a test has come out so.
  func assuming(_ test: ExpressionSyntax, is truth: Bool) -> Scope {
    guard let expression = values.parse(test, reporting: false) else { return self }
    var scope = self
    scope.values = values.with(values.environment.assuming(expression, is: truth))
    return scope
  }

  /// Checks rules that follow one another in a list.
  func check(_ rules: [Rule]) -> [CheckedRule]? {
    var scope = self
    var checked: [CheckedRule] = []
    warnAfterFailure(in: rules)
    var isReachable = true
    for rule in rules {
      var condition: Program?
      var isSound = true
      var runsNever = false
      let point = survey.add(.rule, "rule", at: rule.extent)
      if let syntax = rule.condition?.expression {
        condition = scope.expression(syntax, as: .bool)
        isSound = condition != nil
        _ = survey.add(
          .guardian, "guard", syntax, scope.values.environment,
          constant: condition?.constant, isNegated: rule.condition?.negated ?? false)
        if case .bool(let truth)? = condition?.constant {
          let runs = truth != rule.condition?.negated
          warn(.constantGuard(runs: runs, at: syntax.range))
          runsNever = !runs
        }
      }
      let step: Step?
      if let test = rule.condition {
        // What the guard has shown holds for its rule alone, which brings no name into scope.
        var guarded = scope.assuming(test.expression, is: !test.negated)
        step = rule.verb.check(in: &guarded)
      } else {
        step = rule.verb.check(in: &scope)
      }
      // What never runs has been warned of, and is not missed.
      if !isReachable || runsNever { survey.exclude(point..<survey.next) }
      if rule.verb is FailVerb, rule.condition == nil { isReachable = false }
      guard let step, isSound else { continue }
      checked.append(
        CheckedRule(
          place: rule.place, condition: condition, negated: rule.condition?.negated ?? false,
          point: point, step: step))
    }
    return checked.count == rules.count ? checked : nil
  }

  func warn(_ warning: Diagnostic) { values.vocabulary?.usage.warn(warning) }

  /// What follows an unguarded `fail` in a list is never reached.
  private func warnAfterFailure(in rules: [Rule]) {
    let failure = rules.firstIndex { $0.verb is FailVerb && $0.condition == nil }
    guard let failure, failure + 1 < rules.count else { return }
    warn(.afterFailure(at: rules[failure + 1].place))
  }

  /// An expression that must have a type.
  func expression(_ syntax: ExpressionSyntax, as type: Type) -> Program? {
    values.expression(syntax, as: type)
  }

  /// An expression whose value goes to a place of a type.
  func template(_ syntax: ExpressionSyntax, as type: FieldType) -> Template? {
    values.template(syntax, as: type)
  }

  /// A value place.
  func value(_ node: Node, as type: FieldType) -> Template? { values.read(node, as: type) }
}
