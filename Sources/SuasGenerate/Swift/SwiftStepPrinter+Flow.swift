import CEL
import SuasProgram

extension SwiftStepPrinter {
  // MARK: Choices

  mutating func statement(_ choice: Choice) throws(NotGenerated) -> Document {
    let subject = choice.subject
    var cases: [Document] = []
    for item in choice.cases {
      cases.append(
        SwiftSyntax.case(pattern(of: item, subject), try block(item.steps)))
    }
    if choice.isStrict {
      let other = fresh("other", "otherValue")
      let misfit: Document = "\(other).\(SwiftRuntime.place("misfit"))"
      cases.append(
        SwiftSyntax.case(
          "case let \(other)", ["throw \(misfit)(\"a value that 'match' has a case for\")"]))
    } else if let otherwise = choice.otherwise {
      cases.append(SwiftSyntax.case("default", try block(otherwise)))
    }
    return SwiftSyntax.switch(try expressions.heading(subject), cases)
  }

  private func pattern(of item: Choice.Case, _ subject: LoweredExpression) -> Document {
    let some = subject.type == subject.type.nonNull ? "" : "?"
    switch item.label {
    case .value(let value) where subject.type == .any:
      return "case \(names.jsonDocument(value))"
    case .value(.null): return "case nil"
    case .value(.bool(let bool)): return "case \(bool ? "true" : "false")\(some)"
    case .value(.string(let text)): return "case .\(SwiftNames.enumCase(text))\(some)"
    case .value(let value):
      return "case \(names.expression(value, subject.type.nonNull).document)\(some)"
    case .variant(_, let name):
      let contents = item.contents.map { "(let \(SwiftNames.local($0)))" } ?? ""
      return "case .\(SwiftNames.member(name))\(contents)\(some)"
    }
  }

  // MARK: Loops

  mutating func statements(_ loop: Loop) throws(NotGenerated) -> [Document] {
    var before: [Document] = []
    var range: Document
    switch loop.range {
    case .places(let place, let test):
      (before, range) = try self.range(of: place, test, loop)
    case .elements(let code): range = try self.range(of: code, loop)
    }
    guard !loop.body.isEmpty else { return before + ["_ = \(range)"] }
    let body = try block(loop.body)
    return before + [
      SwiftSyntax.block(SwiftSyntax.loop(variable(of: loop), in: range), body)
    ]
  }

  private func variable(of loop: Loop) -> Document {
    func name(_ local: Local?) -> Document {
      local.map { .name(SwiftNames.local($0)) } ?? "_"
    }
    switch loop.range {
    case .places: return name(loop.key)
    case .elements(let code) where code.type == .any:
      return "(\(name(loop.key)), \(name(loop.item)))"
    case .elements:
      return loop.key == nil ? name(loop.item) : "(\(name(loop.key)), \(name(loop.item)))"
    }
  }

  /// The places in the state that a loop goes through; those that a condition selects are found before
  /// the first is changed.
  private mutating func range(
    of place: LoweredExpression, _ test: (key: Local, condition: LoweredExpression)?, _ loop: Loop
  ) throws(NotGenerated) -> ([Document], Document) {
    let collection = try expressions.place(place)
    let isOpen = place.type == .any
    let all: Document =
      switch place.type {
      case .list: SwiftSyntax.member(collection, "indices")
      case .map: SwiftSyntax.member(collection, "keys")
      default: "\(collection).\(SwiftRuntime.place("places"))()"
      }
    guard let test else { return ([], isOpen ? "try \(all)" : all) }
    let closure = try expressions.closure([SwiftNames.local(test.key)], test.condition)
    let method: Document = test.condition.canFail ? "select" : "filter"
    let start: Document = test.condition.canFail || isOpen ? "try " : ""
    let selected = start + expressions.applied(all, method, closure)
    guard !loop.body.isEmpty else { return ([], selected) }
    let found = fresh("found", "\(test.key.name.memberName)s")
    return ([SwiftSyntax.assignment("let \(found)", selected)], found)
  }

  private func range(of code: LoweredExpression, _ loop: Loop) throws(NotGenerated) -> Document {
    guard code.type != .any else {
      let value = try expressions.inHead.dynamic(code)
      return "try \(value).\(SwiftRuntime.place("parts"))()"
    }
    var range = try expressions.inHead.document(code, .postfix)
    var isMap = false
    if case .map = code.type { isMap = true }
    if loop.key != nil {
      range += isMap ? ".entries" : ".numbered"
    } else if isMap {
      range += ".values"
    }
    guard code.canFail else { return range }
    return SwiftSyntax.keyword("try", range, indents: !range.opensWithLiteral)
  }

  // MARK: Shared rules

  mutating func statements(_ call: RuleCall) throws(NotGenerated) -> [Document] {
    var statements = try checks(call.path)
    let rule = program.spec.sharedRules[call.rule]
    let isOpen = call.path.place.type == .any
    var place = try expressions.place(call.path.place)
    if isOpen {
      let type = ValueType.record(rule.record.name)
      let record = fresh(type.shortName.memberName, "\(rule.name.memberName)Record")
      statements.append("var \(record) = try \(names.document(of: type))(fitting: \(place))")
      place = record
    } else if case .nullable = call.path.place.type {
      statements.append(required(place, "the record of '\(rule.name)'"))
      place = "\(place)!"
    }
    var arguments: [Document] = ["&\(place)"]
    for (parameter, argument) in zip(rule.parameters, call.arguments) {
      arguments.append(
        SwiftSyntax.argument(
          "\(SwiftNames.label(parameter.name))", try expressions.document(argument)))
    }
    if call.callee.reads.readsStore { arguments.append("store: \(name: "store")") }
    if notes, !isOpen, rules.noting.contains(call.rule) {
      let undo = fresh("\(rule.name.memberName)Undo")
      let type = names.document(of: .record(rule.record.name))
      statements.append("let \(undo) = \(SwiftRuntime.undo)<\(type)>()")
      statements += note(SwiftSyntax.call("\(undo).putBack", ["&\(place)"]))
      arguments.append("undo: \(undo)")
    }
    let start: Document = call.callee.canFail ? "try " : ""
    let document =
      start
      + SwiftSyntax.call("\(names.fixed.of("Rules")).\(SwiftNames.member(rule.name))", arguments)
    return isOpen
      ? try statements + puttingBack(place, document, call)
      : statements + self.call(document, call)
  }

  /// The call of a shared rule, which says whether it counted.
  private func call(_ document: Document, _ call: RuleCall) -> [Document] {
    guard call.counting == .sometimes else { return [document] }
    guard call.notesCount, counter != nil else { return ["_ = \(document)"] }
    return [SwiftSyntax.block(SwiftSyntax.head("if", document), count, isShort: true)]
  }

  /// The call of a shared rule on a record out of an `any`, which gets it back if the rule counted.
  private func puttingBack(
    _ record: Document, _ document: Document, _ call: RuleCall
  ) throws(NotGenerated) -> [Document] {
    guard call.counting != .never else { return [document] }
    let whole = try expressions.place(call.path.place)
    let back: Document = "\(whole) = try \(record).json.\(SwiftRuntime.likeJSON)()"
    let kept = note(keeping: whole, "\(whole) = old")
    guard call.counting == .sometimes else { return kept + [document, back] }
    let counted = call.notesCount ? count : []
    return kept + [SwiftSyntax.block(SwiftSyntax.head("if", document), [back] + counted)]
  }

  // MARK: Histories

  mutating func statements(_ move: HistoryMove) throws(NotGenerated) -> [Document] {
    let history = try expressions.document(
      LoweredExpression(
        .field(
          LoweredExpression(.local(Local("store")), .record(StoreShape.typeName), canFail: false),
          move.stateKey),
        .any, canFail: false), .postfix)
    let moved = fresh("moved")
    let state = try expressions.document(root)
    let test: Document =
      SwiftSyntax.assignment(
        "let \(moved)",
        SwiftSyntax.method(
          history, "state", ["after: \(try expressions.document(move.distance))"]))
    let replaced = note(keeping: state, "\(state) = old") + ["\(state) = \(moved)"]
    guard move.notesCount, counter != nil else {
      return [SwiftSyntax.block(SwiftSyntax.guard(test), ["return false"])] + replaced
    }
    return [SwiftSyntax.block(SwiftSyntax.head("if", test), replaced + count)]
  }
}
