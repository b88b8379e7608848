import CEL
import SuasProgram
import YAML

/// Writes steps that dispatch actions or cancel effects.
struct SwiftSteps {
  let lowering: Lowering
  let names: SwiftNames

  private var spec: CheckedSpec { lowering.program.spec }

  /// The action or effect with an id.
  func action(_ id: Int) -> CheckedAction? {
    let all = spec.actions + spec.effects.map(\.action)
    return all.indices.contains(id) ? all[id] : nil
  }

  /// The action that a step dispatches; late defaults are filled in.
  func action(_ step: CheckedDispatch, _ scope: Scope) throws(NotGenerated) -> Code {
    guard let action = action(step.action),
      let layout = lowering.program.layout(action.payload.name),
      case .record(let values) = try lowering.lower(
        step.payload, as: .record(layout.name), scope
      ).recordKind(of: layout)
    else { throw NotGenerated(at: step.place) }
    var filled = values
    for (slot, field) in layout.fields.enumerated() {
      guard let late = field.lateDefault, !step.named.contains(field.name) else { continue }
      filled[slot] =
        switch late {
        case .now: Code(.now, .timestamp, canFail: false)
        case .uuid: Code(.identifier, .string, canFail: false)
        }
    }
    return Code(
      .record(filled), .record(layout.name), canFail: filled.contains(where: \.canFail))
  }

  /// The use of the steps whose conditions hold.
  enum Use: Sendable {
    /// They are the function's result.
    case result
    /// They are the constant `steps`.
    case constant
    /// They are an argument of a call, which is made from the text of the list.
    case argument(@Sendable (String) -> String)
  }

  /// Writes a list of steps: evaluates their conditions, and the values of those that are taken.
  func write(
    _ steps: [CheckedReaction], _ scope: Scope, as use: Use, to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    if steps.count == 1 { return try writeOnly(steps[0], scope, as: use, to: &writer) }
    writer.line("var steps: [ProgramStep] = []")
    for step in steps {
      let (constants, text, place, canFail) = try self.text(step, scope)
      let statement = "\(canFail && constants.isEmpty ? "try " : "")steps.append(\(text))"
      guard let condition = step.condition else {
        if canFail { writer.line(SwiftRules.placeMark + place.literal) }
        writer.lines(Self.scoped(constants, statement))
        continue
      }
      let (test, testFails) = try self.test(condition, place, scope)
      if canFail || testFails { writer.line(SwiftRules.placeMark + place.literal) }
      writer.line("if \(test) {")
      writer.lines((constants + [statement]).map { "  " + $0 })
      writer.line("}")
    }
    switch use {
    case .result: writer.line("return steps")
    case .constant: break
    case .argument(let call): writer.line(call("steps"))
    }
  }

  /// Writes a list that has no other step.
  private func writeOnly(
    _ step: CheckedReaction, _ scope: Scope, as use: Use, to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    let (constants, text, place, canFail) = try self.text(step, scope)
    let attempt = canFail && constants.isEmpty ? "try " : ""
    let condition = try step.condition.map { (condition) throws(NotGenerated) in
      try test(condition, place, scope)
    }
    if canFail || condition?.canFail ?? false { writer.line(SwiftRules.placeMark + place.literal) }
    let list = "\(attempt)[\(text)]"
    switch (use, condition?.text) {
    case (.result, let test?):
      writer.line("guard \(test) else { return [] }")
      writer.lines(constants + ["return \(list)"])
    case (.result, nil): writer.lines(constants + ["return \(list)"])
    case (.constant, let test?):
      writer.line("var steps: [ProgramStep] = []")
      writer.line("if \(test) {")
      writer.lines((constants + ["steps = \(list)"]).map { "  " + $0 })
      writer.line("}")
    case (.constant, nil):
      writer.lines(constants + ["let steps: [ProgramStep] = \(list)"])
    case (.argument(let call), let test?):
      writer.line("if \(test) {")
      writer.lines((constants + ["\(attempt)\(call("[\(text)]"))"]).map { "  " + $0 })
      writer.line("}")
    case (.argument(let call), nil):
      writer.lines(Self.scoped(constants, "\(attempt)\(call("[\(text)]"))"))
    }
  }

  /// A statement after its constants, which other steps of the same function may have, too.
  private static func scoped(_ constants: [String], _ statement: String) -> [String] {
    guard !constants.isEmpty else { return [statement] }
    return ["do {"] + (constants + [statement]).map { "  " + $0 } + ["}"]
  }

  /// The longest step whose values stand in the call that makes it, even if one can fail.
  private static let longest = 60

  /// A step as an expression, after the constants that it needs.
  private func text(
    _ step: CheckedReaction, _ scope: Scope
  ) throws(NotGenerated) -> (constants: [String], text: String, place: SourceRange, canFail: Bool) {
    switch step {
    case .dispatch(let dispatch):
      let code = try action(dispatch, scope)
      let expressions = expressions(dispatch.place)
      let isLate = makesIdentifier(dispatch)
      let text = Self.dispatch(try expressions.text(code), isLate: isLate)
      guard code.canFail, isLate || text.count > Self.longest else {
        return ([], text, dispatch.place, code.canFail)
      }
      let (constants, made) = try opened(code, scope, expressions) { isLate ? $0.canFail : true }
      return (
        constants, Self.dispatch(try expressions.text(made), isLate: isLate), dispatch.place, true
      )
    case .cancel(let cancel):
      let name = SwiftNames.literal(cancel.effect)
      guard let key = cancel.key else {
        return ([], ".cancel(\(name), key: nil)", cancel.place, false)
      }
      let code = try lowering.lower(key.expression, scope)
      let text = try expressions(cancel.place).dynamic(code)
      return ([], ".cancel(\(name), key: \(text))", cancel.place, code.canFail)
    }
  }

  /// True if an action gets an id of its own when it is dispatched.
  func makesIdentifier(_ step: CheckedDispatch) -> Bool {
    action(step.action)?.payload.fields.contains {
      $0.lateDefault == .uuid && !step.named.contains($0.name)
    } ?? false
  }

  /// A step that dispatches an action; an id is made no sooner than that, since an error in a later
  /// step leaves none dispatched.
  private static func dispatch(_ action: String, isLate: Bool) -> String {
    isLate ? ".making { \(action) }" : ".dispatch(\(action))"
  }

  /// An action that is made of constants, after these.
  ///
  /// - Parameter isWanted: True for the values that become constants, unless they are simple.
  func opened(
    _ action: Code, _ scope: Scope, _ expressions: SwiftExpressions, _ isWanted: (Code) -> Bool
  ) throws(NotGenerated) -> (constants: [String], action: Code) {
    guard case .record(let values) = action.kind,
      let layout = lowering.program.layout(of: action.type)
    else { throw NotGenerated(at: expressions.place) }
    var constants: [String] = []
    var named: [Code] = []
    var scope = scope
    for (field, value) in zip(layout.fields, values) {
      guard !value.isSimple, isWanted(value) else {
        named.append(value)
        continue
      }
      let local = scope.local(field.name, "\(field.name)Value")
      constants.append(
        "let \(SwiftNames.local(local)): \(names.type(value.type)) = \(try expressions.trying(value))"
      )
      named.append(Code(.local(local), value.type, canFail: false))
    }
    return (constants, Code(.record(named), action.type, canFail: false))
  }

  /// The condition of a step as it stands in the head of a statement.
  func test(
    _ condition: CheckedGuard, _ place: SourceRange, _ scope: Scope
  ) throws(NotGenerated) -> (text: String, canFail: Bool) {
    let test = try lowering.lower(condition.test, scope)
    let code = condition.isNegated ? test.negated : test
    return (try expressions(place).heading(code), test.canFail)
  }

  func expressions(_ place: SourceRange) -> SwiftExpressions {
    SwiftExpressions(names: names, place: place)
  }
}

extension Code {
  /// The values of a record that is made here, also of one that is constant.
  fileprivate func recordKind(of layout: Layout) -> Kind {
    guard case .constant(.record(let record)) = kind else { return kind }
    return .record(
      zip(layout.fields, record.fields).map { Code(.constant($1), $0.type, canFail: false) })
  }
}
