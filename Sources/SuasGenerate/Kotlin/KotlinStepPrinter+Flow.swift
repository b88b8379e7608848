import CEL
import SuasProgram

extension KotlinStepPrinter {
  mutating func branch(
    _ test: LoweredExpression, _ then: Steps, _ otherwise: Steps, ends: Bool
  ) throws(NotGenerated) -> KotlinStatement {
    let condition = try placed(test)
    let head: Document = "if \(condition.inParentheses) {"
    let outer = tests
    tests.append(condition.document())
    // What an ending block leaves is known after it.
    defer { if !then.facts.isEnded { tests = outer } }
    let first = try block(then)
    if otherwise.isEmpty { return composed([head], [first], "}") }
    return composed([head, "} else {"], [first, try block(otherwise)], "}", ends: ends)
  }

  // MARK: Choices

  /// The number of cases that one `when` has.
  private static let mostCases = 200

  mutating func statement(
    _ choice: Choice, isRest: Bool = false, ends: Bool
  ) throws(NotGenerated) -> KotlinStatement {
    let subject = choice.subject.matched
    // The compiler would warn of null as a case where a test has shown that there is a value.
    let wrapper =
      subject.type == .any ? "plain" : subject.type == subject.type.nonNull ? nil : "nullable"
    let value = try expressions.document(subject)
    let whole = placed(
      wrapper.map { .call("\(kotlin: $0)", [value]) } ?? KotlinExpression(value), subject.canFail)
    let isTested = wrapper == nil && tests.contains { $0.contains(value) }
    let outer = tests
    defer { tests = outer }
    tests.append(value)
    let cases = choice.cases.prefix(Self.mostCases)
    let local = cases.contains { $0.contents != nil } ? fresh("matched", "matchedCase") : nil
    var branches: [(head: Document, block: KotlinBlock)] = []
    for item in cases {
      let head: Document = "\(try label(item.label, subject)) -> {"
      branches.append((head, try block(of: item, subject, local)))
    }
    if let rest = try rest(of: choice, whole, isRest: isRest) {
      // The compiler would warn of `else` where tests have shown that no other case is left.
      let others = isTested && !choice.isStrict ? try otherCases(of: choice, subject) : nil
      branches.append(("\(others?.joined(separator: ", ") ?? "else") -> {", rest))
    }
    let start = local.map { "val \(name: $0) = \(whole.document())" } ?? whole.document()
    return composed("when (\(start)) {", branches, ends: ends)
  }

  /// The labels of the cases that a choice does not name; nil if the type has none.
  private func otherCases(
    of choice: Choice, _ subject: LoweredExpression
  ) throws(NotGenerated) -> [Document]? {
    let labels: [Match.Label]
    if case .enumeration(let name) = subject.type {
      labels = program.cases(of: name).map { .value(.string($0)) }
    } else if let layout = program.layout(of: subject.type), layout.isVariant {
      labels = layout.fields.enumerated().map { .variant($0.offset, $0.element.name) }
    } else {
      return nil
    }
    let named = choice.cases.map(\.label)
    // Null may be a case of a match, and is none of the type.
    let count = labels.count + (named.contains(.value(.null)) ? 1 : 0)
    guard count <= Self.mostCases else { return nil }
    let others = labels.filter { !named.contains($0) }
    if others.isEmpty { return nil }
    return try others.map { other throws(NotGenerated) in try label(other, subject) }
  }

  private func label(_ label: Match.Label, _ subject: LoweredExpression) throws(NotGenerated)
    -> Document
  {
    switch label {
    case .value(let value): return names.constant(value, subject.type).document()
    case .variant(_, let name):
      guard let layout = program.layout(of: subject.type) else {
        throw NotGenerated(at: expressions.place)
      }
      return "is \(names.type(layout)).\(names.caseType(name))"
    }
  }

  private mutating func block(
    of item: Choice.Case, _ subject: LoweredExpression, _ local: String?
  ) throws(NotGenerated) -> KotlinBlock {
    let outer = (types, expressions.aliases)
    defer { (types, expressions.aliases) = outer }
    if let contents = item.contents, let local, case .variant(let slot, _) = item.label,
      let layout = program.layout(of: subject.type)
    {
      expressions.aliases[contents] = local
      types[local] = names.type(layout.fields[slot].type)
    }
    return try block(item.steps)
  }

  /// The steps for a value that none of the first cases is for; nil if there is no such value.
  private mutating func rest(
    of choice: Choice, _ subject: KotlinExpression, isRest: Bool
  ) throws(NotGenerated) -> KotlinBlock? {
    if choice.cases.count > Self.mostCases {
      let rest = Choice(
        subject: choice.subject, isPlace: choice.isPlace,
        cases: Array(choice.cases.dropFirst(Self.mostCases)), otherwise: choice.otherwise,
        isStrict: choice.isStrict)
      let statement = try statement(
        rest, isRest: true, ends: Step.choose(rest).facts.isEnded)
      return KotlinBlock(statements: [part([statement], types)], types: types)
    }
    if !choice.isStrict, let otherwise = choice.otherwise { return try block(otherwise) }
    guard choice.isStrict || isRest || hasManyCases(choice.subject.type.nonNull) else { return nil }
    var failure = statement(
      placed(.call("\(kotlin: "noCase")", [subject.document()])).document())
    failure.ends = true
    return KotlinBlock(statements: [failure], types: types)
  }

  /// True for an enum that has too many cases to be one in Kotlin.
  private func hasManyCases(_ type: ValueType) -> Bool {
    guard case .enumeration(let name) = type else { return false }
    return program.cases(of: name).count > KotlinTypes.mostCases
  }

  // MARK: Loops

  mutating func statement(_ loop: Loop) throws(NotGenerated) -> KotlinStatement {
    let outer = types
    defer { types = outer }
    let range = try range(of: loop)
    guard !loop.body.isEmpty else { return statement(range.document()) }
    let variable = variable(of: loop)
    let body = try block(loop.body)
    let head = KotlinExpression("\(variable) in \(range.document())")
    return composed(["for \(head.inParentheses) {"], [body], "}")
  }

  /// The variables of a loop, whose types are noted.
  private mutating func variable(of loop: Loop) -> Document {
    let key = loop.key.map(KotlinNames.local)
    let item = loop.item.map(KotlinNames.local)
    switch loop.range {
    case .places(let place, _):
      let keyType: Document =
        switch place.type {
        case .list: "Int"
        case .map(let key, _): names.type(key)
        default: names.type(.any)
        }
      if let key { types[key] = keyType }
      return .name(key ?? fresh("place", "elementPlace"))
    case .elements(let code):
      let (keyType, itemType): (ValueType, ValueType) =
        switch code.type {
        case .list(let element): (.int, element)
        case .map(let key, let value): (key, value)
        default: (.any, .any)
        }
      if let key { types[key] = names.type(keyType) }
      if let item { types[item] = names.type(itemType) }
      if key == nil, code.type != .any { return .name(item ?? fresh("element", "eachElement")) }
      let parts = [key, item].map { $0.map { Document.name($0) } ?? "_" }
      return "(\(parts.joined(separator: ", ")))"
    }
  }

  private func range(of loop: Loop) throws(NotGenerated) -> KotlinExpression {
    switch loop.range {
    case .places(let place, let test):
      let collection = try expressions.expression(place, isAlone: true)
      let isOpen = place.type == .any
      var range: KotlinExpression
      switch place.type {
      case .list: range = collection.reading(".indices")
      case .map: range = collection.reading(".keys")
      default: range = .call("\(kotlin: "placesOf")", [collection.document()])
      }
      guard let test else { return placed(range, isOpen) }
      let lambda = try expressions.lambda([KotlinNames.local(test.key)], test.condition)
      range = range.calling(".filter \(lambda)")
      return placed(range, test.condition.canFail || isOpen)
    case .elements(let code):
      let value = try expressions.expression(code, isAlone: true)
      guard code.type != .any else {
        return placed(.call("\(kotlin: "entriesOf")", [value.document()]))
      }
      let range = placed(value, code.canFail)
      if case .map = code.type { return loop.key == nil ? range.reading(".values") : range }
      return loop.key == nil ? range : range.calling(".\(kotlin: "numbered")()")
    }
  }

  // MARK: Shared rules

  mutating func statements(
    _ call: RuleCall, canFail: Bool
  ) throws(NotGenerated) -> [KotlinStatement] {
    var statements = try checks(call.path)
    let rule = program.spec.sharedRules[call.rule]
    let target = call.path.place
    var arguments = try call.arguments.map { code throws(NotGenerated) in
      try expressions.document(code)
    }
    if call.callee.reads.readsStore { arguments.append(.name("store")) }
    let made = { [self] (record: KotlinExpression) -> KotlinExpression in
      let record = fitted(record.document(), to: rule, target.type)
      let value: Document =
        "\(names.fixed.of("Rules")).\(KotlinNames.function(rule.name))\(.arguments([record] + arguments))"
      guard canFail else { return KotlinExpression(value) }
      let use = Document.arguments(
        [names.text(rule.name), "\(names.literal(call.place))"])
      return KotlinExpression("\(kotlin: "use")\(use) \(.lambda("", value))")
    }
    // A value that goes back into an `any` is like JSON.
    let kept = { [self] (record: KotlinExpression) -> KotlinExpression in
      target.type == .any
        ? .call(
          "\(kotlin: "fit")<\(names.type(.any))>", [record.document(), names.fieldType(.any)])
        : record
    }
    switch call.counting {
    case .never:
      statements.append(
        statement(placed(made(try expressions.expression(target)), canFail).document()))
    case .always:
      let value = try places().changed(call.path) { kept(made($0)) }
      statements.append(assignment(placed(value, canFail)))
    case .sometimes:
      let changed = fresh("changed", "\(rule.name.memberName)Result")
      types[changed] = "\(names.type(.record(rule.record.name)))?"
      let result = placed(made(try expressions.expression(target)), canFail)
      statements.append(statement(result.assigned(to: "val \(name: changed)"), binding: changed))
      let value = try places().changed(call.path) { _ in kept(KotlinExpression(.name(changed))) }
      let isChanged = KotlinExpression(
        KotlinExpression(.name(changed)), "!=", KotlinExpression("null"))
      let changing = assignment(placed(value, canFail))
      let block = KotlinBlock(
        statements: [changing] + (call.notesCount ? count : []), types: types)
      statements.append(composed(["if \(isChanged.inParentheses) {"], [block], "}"))
    }
    return statements
  }

  /// The record that a shared rule gets.
  private func fitted(
    _ record: Document, to rule: SharedRule, _ type: ValueType
  ) -> Document {
    if type == .any {
      let type = ValueType.record(rule.record.name)
      let arguments = Document.arguments([record, names.fieldType(type)])
      return "\(kotlin: "fit")<\(names.type(type))>\(arguments)"
    }
    guard type != type.nonNull else { return record }
    return "\(kotlin: "recordThere")\(.arguments([record, names.text(rule.name)]))"
  }
}

extension LoweredExpression {
  /// The value that the cases of a choice are compared with: Kotlin compares texts by their code units.
  fileprivate var matched: LoweredExpression {
    if case .convert(let text, .toAny) = kind, text.type.nonNull == .string { text } else { self }
  }
}
