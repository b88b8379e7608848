import CEL
import SuasProgram
import YAML

/// Checks the declarations of a spec, section by section.
struct Checker {
  let spec: Spec
  package let sink: DiagnosticSink
  /// The cost limit that the constants of the spec share.
  let budget = EvaluationBudget()
  let resolver: TypeResolver
  let usage = Usage()
  let survey = CoverageSurvey()
  let sizes = Sizes()
  let faults = Faults()
  let lateTypes: LateTypes
  let sharedRules: SharedRules

  /// Creates a checker that knows the findings of another one, and reports to a sink of its own.
  init(knowing other: Checker, _ sink: DiagnosticSink) {
    spec = other.spec
    self.sink = sink
    resolver = other.resolver.reporting(to: sink)
    sharedRules = SharedRules(copying: other.sharedRules)
    lateTypes = other.lateTypes
  }

  init(_ spec: Spec, _ sink: DiagnosticSink) {
    self.spec = spec
    self.sink = sink
    lateTypes = LateTypes()
    sharedRules = SharedRules(spec.sharedRules.map(\.name.text))
    resolver = TypeResolver(
      enums: spec.enums.lazy.map(\.name.text), records: spec.records.lazy.map(\.name.text),
      variants: Set(spec.records.lazy.filter { $0.section == .variants }.map(\.name.text)),
      names: spec.enums.map(\.name.text)
        + spec.records.filter { $0.section != .cases }.map(\.name.text),
      sink: sink)
  }

  func checkActions(_ types: TypeTable) -> [CheckedAction] {
    spec.actions.enumerated().map { id, declaration in
      action(declaration.name, declaration.fields, id: id, types)
    }
  }

  /// Returns the effects as actions that can be dispatched.
  func checkEffectPayloads(
    _ types: TypeTable, after actions: [CheckedAction]
  ) -> [CheckedAction] {
    spec.effects.enumerated().map { index, declaration in
      action(
        declaration.name, declaration.fields, id: actions.count + index, types, kind: "effect",
        isSensitive: declaration.isSensitive)
    }
  }

  func action(
    _ name: Name, _ declared: [FieldDeclaration], id: Int, _ types: TypeTable,
    kind: String = "action", isSensitive: Bool = false
  ) -> CheckedAction {
    var fields = declared.map { field in
      guard let type = resolve(field.type) else {
        var unknown = RecordType.Field(name: field.name.text, type: .any, default: nil)
        unknown.isUnsound = true
        return unknown
      }
      return checkPayloadField(field, type: type, types)
    }
    if isSensitive { for index in fields.indices { fields[index].isSensitive = true } }
    return CheckedAction(
      id: id, name: name.text,
      payload: RecordType(
        name: RecordType.name(ofPayload: name.text, of: kind), fields: fields, enums: types.enums))
  }

  /// Checks a payload field, whose default may be made when the action is dispatched.
  private func checkPayloadField(
    _ field: FieldDeclaration, type: FieldType, _ types: TypeTable
  ) -> RecordType.Field {
    guard let node = field.default, let late = LateDefault(node) else {
      return check(field, default: field.default, type: type, types)
    }
    guard type.unwrapped == late.type else {
      sink.report(
        .typeMismatch(
          "the default is \(late.type.withArticle), where \(type.withArticle) is needed",
          at: node.range))
      var unsound = check(field, default: nil, type: type, types)
      unsound.isUnsound = true
      return unsound
    }
    let checked = check(field, default: nil, type: type, types)
    var payloadField = RecordType.Field(
      name: checked.name, type: type, default: late.placeholder)
    payloadField.constraint = checked.constraint
    payloadField.isSensitive = checked.isSensitive
    payloadField.samples = checked.samples
    payloadField.lateDefault = late
    return payloadField
  }

  /// Checks a field, including its default, constraint and samples.
  func check(
    _ field: FieldDeclaration, default written: Node?, type: FieldType, _ types: TypeTable
  ) -> RecordType.Field {
    var value: Value?
    if let node = written {
      value = fieldConstant(node, as: type, types, failure: .invalidInitial)
    } else if case .optional = type {
      value = .null
    }
    var checked = RecordType.Field(name: field.name.text, type: type, default: value)
    // Some fields of a record are a map, which does not know which of them are sensitive.
    checked.isSensitive =
      field.isSensitive || type.partialRecord.map { types.holdsSensitiveFields($0) } ?? false
    checked.isUnsound = written != nil && value == nil
    if let condition = field.condition {
      checked.constraint = constraint(condition, on: type, types)
    }
    if let node = written, let value,
      checked.constraint != nil || types.hasConstraints(type)
    {
      let record = RecordType(name: "", fields: [checked], enums: types.enums)
      judge(Record(record.shape, [value]), record, types, at: node.range)
    }
    for sample in field.samples {
      if let value = fieldConstant(sample, as: type, types, failure: .invalidLiteral) {
        checked.samples.append(value)
      }
    }
    return checked
  }

  /// Reads a default or sample of a field; nil if it is wrong, or if a default that it may depend
  /// on is, which has been reported.
  private func fieldConstant(
    _ node: Node, as type: FieldType, _ types: TypeTable, failure: Diagnostic.Code
  ) -> Value? {
    // An expression may call a function that was not defined.
    guard !node.holdsExpressions || faults.names.isEmpty else { return nil }
    return constant(node, as: type, types, failure: failure)
  }

  /// Reads a constant; nil if it is wrong, which has been reported.
  func constant(
    _ node: Node, as type: FieldType, _ types: TypeTable, failure: Diagnostic.Code
  ) -> Value? {
    // An expression may make records, and a record with a wrong default has unknown contents.
    guard !node.holdsExpressions || !types.hasUnsoundDefaults else { return nil }
    let reader = constantReader(types, failure: failure)
    guard let value = reader.readConstant(node, as: type), takeSize(of: value, at: node.range)
    else { return nil }
    return value
  }

  /// Returns a reader of constants that notes the names that their expressions use.
  func constantReader(_ types: TypeTable, failure: Diagnostic.Code) -> ValueReader {
    var reader = ValueReader(
      constantsOf: types, failure: failure, sink: sink, budget: budget)
    reader.vocabulary = Vocabulary(usage, types)
    return reader
  }

  private func constraint(
    _ condition: ExpressionSyntax, on type: FieldType, _ types: TypeTable
  ) -> Constraint? {
    guard faults.names.isEmpty else { return nil }
    var environment = Environment(types: types.cel)
    environment.declare("self", type.cel)
    var reader = ValueReader(types: types, environment: environment, sink: sink)
    reader.vocabulary = Vocabulary(usage, types)
    reader.vocabulary?["self"] = .value(type)
    return reader.expression(condition, as: .bool).map(Constraint.init)
  }

  /// Reports a default or initial state that breaks a constraint.
  package func judge(
    _ record: Record, _ type: RecordType, _ types: TypeTable, at range: SourceRange
  ) {
    do throws(ConstraintViolation) {
      try types.judge(record, type)
    } catch {
      sink.report(.brokenConstraint(error, at: range))
    }
  }

  /// Reports every name that is declared twice in its namespace.
  func reportDuplicateNames() {
    reportDuplicates(spec.enums.map(\.name) + spec.records.map(\.name))
    for declaration in spec.enums { reportDuplicates(declaration.cases) }
    reportDuplicates(spec.constants.map(\.name) + spec.functions.map(\.name))
    reportTakenNames()
    reportDuplicates(spec.actions.map(\.name) + spec.effects.map(\.name))
    reportDuplicates(spec.sharedRules.map(\.name))
    reportDuplicates(spec.reducers.map(\.name))
    reportDuplicates(spec.selectors.map(\.name))
    reportDuplicates(spec.listeners.map(\.name))
    reportDuplicates(spec.middleware.map(\.name))
    reportDuplicates(spec.invariants.map(\.name))
    reportDuplicates(spec.transitions.map(\.name))
    reportDuplicates(spec.atRest.map(\.name))
    reportDuplicates(spec.goals.map(\.name))
    reportDuplicates(spec.waysOut.map(\.name))
    reportDuplicates(spec.saved.map { Name(text: $0.key.text, range: $0.key.range) })
  }

  /// Reports each repetition of a name.
  func reportDuplicates(_ names: [Name]) {
    guard Set(names.lazy.map(\.text)).count < names.count else { return }
    var first: [String: Name] = [:]
    for name in names.sorted(by: { place(of: $0) < place(of: $1) }) {
      if let other = first[name.text] {
        sink.report(.duplicateName(name, first: other))
      } else {
        first[name.text] = name
      }
    }
  }

  /// Returns the position of a name: the index of its file, and its offset in the file.
  private func place(of name: Name) -> (file: Int, offset: Int) {
    (spec.sources.firstIndex { $0 === name.range.source } ?? 0, name.range.lowerBound)
  }
}
