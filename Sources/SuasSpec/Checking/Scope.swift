import CEL
import YAML

/// What the rules of one handler are checked against: the names in scope, the state they change.
struct Scope {
  let values: ValueReader
  /// The reducer's state shape.
  let state: RecordType
  /// The reducer's initial state.
  let initial: Record

  var findings: Findings { values.findings }

  /// Names that win over a field of that name.
  static let reserved: Set<String> = [
    "action", "actionType", "error", "index", "item", "key", "new", "old", "response", "state",
    "store",
  ]

  /// The scope that the handlers of a reducer have in common.
  init(
    state: RecordType, initial: Record, types: TypeTable, celTypes: CEL.Types,
    findings: Findings
  ) {
    var environment = Environment(types: celTypes)
    let slot = environment.declare("state", .record(state.shape.name))
    for (index, field) in state.fields.enumerated() where !Self.reserved.contains(field.name) {
      environment.declare(field.name, field.type.cel, field: index, ofSlot: slot)
    }
    values = ValueReader(types: types, environment: environment, findings: findings)
    self.state = state
    self.initial = initial
  }

  private init(_ scope: Scope, values: ValueReader) {
    self.values = values
    state = scope.state
    initial = scope.initial
  }

  /// The scope of the handler of an action with a payload.
  func handling(_ payload: RecordType) -> Scope {
    var environment = values.environment
    environment.declare("action", .record(payload.shape.name))
    return Scope(self, values: values.with(environment))
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

  func check(_ rules: [Rule]) -> [CheckedRule]? {
    var checked: [CheckedRule] = []
    for rule in rules {
      var condition: Program?
      var isSound = true
      if let syntax = rule.condition?.expression {
        condition = expression(syntax, as: .bool)
        isSound = condition != nil
      }
      guard let step = rule.verb.check(in: self), isSound else { continue }
      checked.append(
        CheckedRule(
          place: rule.place, condition: condition, negated: rule.condition?.negated ?? false,
          step: step))
    }
    return checked.count == rules.count ? checked : nil
  }
}
