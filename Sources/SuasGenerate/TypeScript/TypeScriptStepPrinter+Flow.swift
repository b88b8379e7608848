import CEL
import SuasProgram

extension TypeScriptStepPrinter {
  mutating func branch(
    _ test: LoweredExpression, _ then: Steps, _ otherwise: Steps, ends: Bool
  ) throws(NotGenerated) -> TypeScriptStatement {
    let condition = try placed(test)
    let head: Document = "if \(condition.inParentheses) {"
    let outer = expressions
    expressions = expressions.knowing(condition)
    // What an ending block leaves is known after it.
    defer { if !then.facts.isEnded { expressions.conditions = outer.conditions } }
    let first = Self.lines(try block(then))
    if otherwise.isEmpty { return TypeScriptStatement(.lines(head, first)) }
    let rest = Self.lines(try block(otherwise))
    return TypeScriptStatement(.lines(.lines(head, first, "} else {"), rest), ends: ends)
  }

  static func lines(_ statements: [TypeScriptStatement]) -> [Document] {
    statements.map(\.document)
  }

  // MARK: Choices

  mutating func statement(_ choice: Choice, ends: Bool) throws(NotGenerated) -> TypeScriptStatement
  {
    let outer = (expressions.aliases, expressions.conditions)
    defer { (expressions.aliases, expressions.conditions) = outer }
    let subject = choice.subject
    let isVariant = program.layout(of: subject.type)?.isVariant == true
    let value = placed(try self.whole(subject), subject.canFail)
    let isNamed = choice.cases.contains { $0.contents != nil }
    let name = isNamed ? fresh("matched", "matchedCase") : nil
    let member: Document = subject.type == subject.type.nonNull ? ".case" : "?.case"
    let matched = name.map { TypeScriptExpression(.name($0)) } ?? value
    // A null is no case of a variant, and told apart as what `?.` makes of it.
    var whole = isVariant ? matched.member(member) : matched
    if whole.isFixed || expressions.isDecided(whole) {
      // The compiler would refuse a case that it knows not to be the one.
      whole = .call(
        "\(ts: "known")<\(isVariant ? "string | undefined" : names.type(subject.type))>",
        [whole.document()])
    } else {
      expressions = expressions.knowing(whole)
    }
    var clauses: [Document] = []
    for item in choice.cases {
      if let contents = item.contents, let name { expressions.aliases[contents] = .name(name) }
      let label = try label(of: item, subject)
      clauses.append(clause("case \(label):", try block(item.steps)))
    }
    if let rest = try rest(of: choice, value) { clauses.append(clause("default:", rest)) }
    let statement = Document.lines("switch (\(whole.document())) {", clauses)
    guard let name else { return TypeScriptStatement(statement, ends: ends) }
    let start = constant(name, value).document
    return TypeScriptStatement(
      start + .hardLine + statement, binds: true, ends: ends)
  }

  private func clause(_ head: Document, _ statements: [TypeScriptStatement]) -> Document {
    var lines = Self.lines(statements)
    let ends = statements.last?.ends ?? false
    if !ends { lines.append("break;") }
    let binds = statements.contains(where: \.binds)
    return binds ? .lines("\(head) {", lines) : .lines(head, lines, Document()).withoutLastLine
  }

  private func label(of item: Choice.Case, _ subject: LoweredExpression) throws(NotGenerated)
    -> Document
  {
    switch item.label {
    case .value(.null) where program.layout(of: subject.type)?.isVariant == true: "undefined"
    case .value(let value): names.constant(value, subject.type).document()
    case .variant(_, let name): names.text(name)
    }
  }

  /// The steps for a value that none of the cases is for; nil if there is no such value.
  private mutating func rest(
    of choice: Choice, _ subject: TypeScriptExpression
  ) throws(NotGenerated) -> [TypeScriptStatement]? {
    if !choice.isStrict {
      return try choice.otherwise.map { steps throws(NotGenerated) in try block(steps) }
    }
    let failure = placed(.call("\(ts: "noCase")", [subject.document()]))
    return [TypeScriptStatement(failure.returned, ends: true)]
  }

  // MARK: Loops

  mutating func statement(_ loop: Loop) throws(NotGenerated) -> TypeScriptStatement {
    let range = try range(of: loop)
    guard !loop.body.isEmpty else { return TypeScriptStatement("\(range.document());") }
    let variable = variable(of: loop)
    let body = Self.lines(try block(loop.body))
    return TypeScriptStatement(.lines("for (const \(variable) of \(range.document())) {", body))
  }

  private mutating func variable(of loop: Loop) -> Document {
    let key = loop.key.map { Document.name(TypeScriptNames.local($0)) }
    let item = loop.item.map { Document.name(TypeScriptNames.local($0)) }
    guard case .elements(let code) = loop.range, key != nil || code.type == .any else {
      return key ?? item ?? .name("_\(fresh("element", "eachElement"))")
    }
    guard let item else { return key.map { "[\($0)]" } ?? "[]" }
    return "[\(key ?? ""), \(item)]"
  }

  private func range(of loop: Loop) throws(NotGenerated) -> TypeScriptExpression {
    switch loop.range {
    case .places(let place, let test):
      return try places(at: place, where: test)
    case .elements(let code):
      let value = try expressions.expression(code)
      guard code.type != .any else {
        return placed(.call("\(ts: "entriesOf")", [value.document()]))
      }
      let range = placed(value, code.canFail)
      if case .map = code.type { return loop.key == nil ? range.member(".values()") : range }
      return loop.key == nil ? range : .call("\(ts: "numbered")", [range.document()])
    }
  }

  private func places(
    at place: LoweredExpression, where test: (key: Local, condition: LoweredExpression)?
  ) throws(NotGenerated) -> TypeScriptExpression {
    let collection = try expressions.expression(place)
    let isOpen = place.type == .any
    var range: TypeScriptExpression
    switch place.type {
    case .list: range = .call("\(ts: "indices")", [collection.document()])
    case .map: range = collection.member(".keys()")
    default: range = .call("\(ts: "placesOf")", [collection.document()])
    }
    guard let test else { return placed(range, isOpen) }
    let condition = try expressions.expression(test.condition)
    let parameters = TypeScriptExpressions.parameters(
      [TypeScriptNames.local(test.key)], in: condition.document())
    range = range.member(".filter" + .parenthesized([.arrow(parameters, condition)]))
    return placed(range, test.condition.canFail || isOpen)
  }

  // MARK: Shared rules

  mutating func statements(
    _ call: RuleCall, canFail: Bool
  ) throws(NotGenerated) -> [TypeScriptStatement] {
    var statements = try checks(call.path)
    let target = call.path.place
    switch call.counting {
    case .never:
      let result = try called(call, try expressions.expression(target), canFail)
      statements.append(TypeScriptStatement("\(placed(result, canFail).document());"))
    case .always:
      let value = try places().changed(call.path) { place throws(NotGenerated) in
        kept(try called(call, place, canFail), call)
      }
      statements.append(assignment(placed(value, canFail)))
    case .sometimes:
      let changed = fresh("changed", "\(program.spec.sharedRules[call.rule].name.memberName)Result")
      let result = try called(call, try expressions.expression(target), canFail)
      statements.append(constant(changed, placed(result, canFail)))
      let value = try places().changed(call.path) { _ in
        // Inside of a function, the compiler does not know what was tested around it.
        kept(TypeScriptExpression(canFail ? "\(name: changed)!" : .name(changed)), call)
      }
      let lines = [assignment(placed(value, canFail))] + (call.notesCount ? count : [])
      statements.append(
        TypeScriptStatement(.lines("if (\(name: changed) !== null) {", Self.lines(lines))))
    }
    return statements
  }

  /// The call of a shared rule's function on a record.
  private func called(
    _ call: RuleCall, _ record: TypeScriptExpression, _ canFail: Bool
  ) throws(NotGenerated) -> TypeScriptExpression {
    let rule = program.spec.sharedRules[call.rule]
    var arguments = [fitted(record.document(), to: rule, call.path.place.type)]
    arguments += try expressions.list(call.arguments)
    if call.callee.reads.readsStore { arguments.append(.name("store")) }
    let made = TypeScriptExpression.call(
      "\(names.rules)\(TypeScriptNames.property(rule.name))", arguments)
    guard canFail else { return made }
    return .call(
      "\(ts: "use")", [names.text(rule.name), names.literal(call.place), .lazy(made)])
  }

  /// The record as what goes back to its place: in an `any`, what is like JSON.
  private func kept(_ record: TypeScriptExpression, _ call: RuleCall) -> TypeScriptExpression {
    guard call.path.place.type == .any else { return record }
    let type = ValueType.record(program.spec.sharedRules[call.rule].record.name)
    let boxed = names.boxed(record, type)
    return .call("\(ts: "fit")<unknown>", [boxed.document(), names.fieldType(.any)])
  }

  /// The record that a shared rule gets.
  private func fitted(_ record: Document, to rule: SharedRule, _ type: ValueType) -> Document {
    if type == .any {
      let type = ValueType.record(rule.record.name)
      return "\(ts: "fit")<\(names.type(type))>"
        + .parenthesized([record, names.fieldType(type)])
    }
    guard type != type.nonNull else { return record }
    return "\(ts: "there")"
      + .parenthesized([record, names.text("the record of '\(rule.name)'")])
  }
}
