import CEL
import YAML

/// What the rules of one handler are checked against: the names in scope, the state they change.
struct Scope {
  private(set) var values: ValueReader
  private let reducer: Reducer
  /// The elements that are being updated, by the names that rules give them.
  private(set) var elements: [String: Element] = [:]
  /// The names of values that are no places: what `let` and `for-each` bind.
  private(set) var copies: Set<String> = []
  /// The lists and maps that are being updated: nothing else in them is a target.
  private(set) var updated: [Target] = []

  /// What all rules of a reducer have in common: one reference, as scopes are copied for many of them.
  private final class Reducer {
    let state: RecordType
    let initial: Record
    let survey: CoverageSurvey

    init(state: RecordType, initial: Record, survey: CoverageSurvey) {
      self.state = state
      self.initial = initial
      self.survey = survey
    }
  }

  /// The reducer's state shape.
  var state: RecordType { reducer.state }
  /// The reducer's initial state.
  var initial: Record { reducer.initial }
  /// Where what rules can come to is listed.
  var survey: CoverageSurvey { reducer.survey }

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
    reducer = Reducer(state: state, initial: initial, survey: survey)
  }

  /// Makes this the scope of the handler of an action with a payload; it may have been that of
  /// another one before.
  mutating func handle(_ payload: RecordType) {
    values.redeclare("action", .record(payload.shape.name), meaning: .record(payload))
  }

  /// Brings a name into scope and answers the slot of its value.
  private mutating func declare(
    _ name: String, _ type: Type, meaning: Vocabulary.Meaning? = nil
  ) -> Int {
    values.declare(name, type, meaning: meaning)
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
  mutating func bind(_ name: String, updating target: Target, _ element: Element) {
    copies.remove(name)
    elements[name] = element
    updated.append(target)
  }

  /// The scope where a test has come out so; of one that cannot be read nothing is known.
  func assuming(_ test: Expr?, is truth: Bool) -> Scope {
    guard let test else { return self }
    var scope = self
    scope.values.look(into: values.environment.assuming(test, is: truth))
    return scope
  }

  /// Checks rules that follow one another in a list.
  func check(_ rules: [Rule]) -> [CheckedRule]? {
    var scope = self
    var checked: [CheckedRule] = []
    checked.reserveCapacity(rules.count)
    var isReachable = true
    for (index, rule) in rules.enumerated() {
      var condition: CheckedGuard?
      var isSound = true
      var runsNever = false
      let point = survey.add(.rule, "rule", at: rule.extent)
      let operation: Operation?
      if let test = rule.condition {
        let syntax = test.expression
        let expression = scope.values.parse(syntax)
        let checked = expression.flatMap {
          scope.values.expression(parsed: $0, of: syntax, as: .bool)
        }
        let point = survey.add(.guardian, "guard", syntax, checked, isNegated: test.negated)
        condition = checked.map {
          CheckedGuard(
            test: CheckedTest(expression: $0, point: point), isNegated: test.negated)
        }
        isSound = condition != nil
        if case .bool(let truth)? = checked?.constant {
          let runs = truth != test.negated
          warn(.constantGuard(runs: runs, at: syntax.range))
          runsNever = !runs
        }
        // What the guard has shown holds for its rule alone, which brings no name into scope.
        var guarded = scope.assuming(expression, is: !test.negated)
        operation = rule.verb.check(in: &guarded)
      } else {
        operation = rule.verb.check(in: &scope)
      }
      // What never runs has been warned of, and is not missed.
      if !isReachable || runsNever { survey.exclude(point..<survey.next) }
      if rule.refuses {
        if isReachable, index + 1 < rules.count { warn(.afterFailure(at: rules[index + 1].place)) }
        isReachable = false
      }
      guard let operation, isSound else { continue }
      checked.append(
        CheckedRule(
          place: rule.place, verb: type(of: rule.verb).keyword, condition: condition,
          point: point, operation: operation))
    }
    return checked.count == rules.count ? checked : nil
  }

  func warn(_ warning: Diagnostic) { values.vocabulary?.usage.warn(warning) }

  /// An expression that must have a type.
  func expression(_ syntax: ExpressionSyntax, as type: Type) -> CheckedExpression? {
    values.expression(syntax, as: type)
  }

  /// An expression whose value goes to a place of a type.
  func template(_ syntax: ExpressionSyntax, as type: FieldType) -> CheckedTemplate? {
    values.template(syntax, as: type)
  }

  /// A value place.
  func value(_ node: Node, as type: FieldType) -> CheckedTemplate? { values.read(node, as: type) }
}

extension Rule {
  /// Whether it always refuses the action, so that no rule after it in a list is reached.
  fileprivate var refuses: Bool { condition == nil && type(of: verb) == FailVerb.self }
}
