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
  func action(_ step: CheckedDispatch, _ scope: Scope) throws(NotGenerated) -> LoweredExpression {
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
        case .now: LoweredExpression(.now, .timestamp, canFail: false)
        case .uuid: LoweredExpression(.identifier, .string, canFail: false)
        }
    }
    return LoweredExpression(
      .record(filled), .record(layout.name), canFail: filled.contains(where: \.canFail))
  }

  /// The use of the steps whose conditions hold.
  enum Use: Sendable {
    /// The steps are the function's result.
    case result
    /// The steps are the constant `steps`.
    case constant
    /// The steps are an argument of a call, which is made from the list.
    case argument(@Sendable (Document) -> Document)
  }

  /// A step as it is made, after the constants that it needs.
  private struct Made {
    let constants: SwiftCode
    let step: Document
    let place: SourceRange
    /// True if the constants or the step can fail.
    let canFail: Bool

    /// True if the step itself needs a `try`.
    var tries: Bool { canFail && constants.isEmpty }
    var attempt: Document { tries ? "try " : "" }

    /// The constants and a statement.
    func followed(by statement: Document) -> SwiftCode {
      var code = constants
      code.line(statement, canFail: tries)
      return code
    }

    /// The constants, and the result of the function.
    func followed(byResult value: Document) -> SwiftCode {
      var code = constants
      code.result(attempt + value, canFail: tries)
      return code
    }

    /// The constants and a statement, in a scope where other steps can have the same constants.
    func scoped(_ statement: Document) -> SwiftCode {
      if constants.isEmpty { return followed(by: statement) }
      var code = SwiftCode()
      code.block("do {", followed(by: statement))
      return code
    }
  }

  private static let list = Document.name("steps")
  private static let declaration: Document = "var \(name: "steps"): [ProgramStep] = []"

  /// Writes a list of steps: evaluates their conditions, and the values of those that are taken.
  func write(
    _ steps: [CheckedReaction], _ scope: Scope, as use: Use, to code: inout SwiftCode
  ) throws(NotGenerated) {
    if steps.count == 1 { return try writeOnly(steps[0], scope, as: use, to: &code) }
    code.line(Self.declaration)
    for step in steps {
      let made = try self.made(step, scope)
      let statement = made.attempt + SwiftSyntax.call(Self.list + ".append", [made.step])
      guard let condition = step.condition else {
        code.place(made.place, names, ifAny: made.canFail)
        code.append(made.scoped(statement))
        continue
      }
      let (test, testFails) = try self.test(condition, made.place, scope)
      code.place(made.place, names, ifAny: made.canFail || testFails)
      code.block(
        SwiftSyntax.head("if", test), made.followed(by: statement), canFail: testFails)
    }
    switch use {
    case .result: code.result(Self.list)
    case .constant: break
    case .argument(let call): code.line(call(Self.list))
    }
  }

  /// Writes a list that has no other step.
  private func writeOnly(
    _ step: CheckedReaction, _ scope: Scope, as use: Use, to code: inout SwiftCode
  ) throws(NotGenerated) {
    let made = try self.made(step, scope)
    let condition = try step.condition.map { (condition) throws(NotGenerated) in
      try test(condition, made.place, scope)
    }
    let testFails = condition?.canFail ?? false
    code.place(made.place, names, ifAny: made.canFail || testFails)
    let list = SwiftSyntax.collection([made.step])
    switch (use, condition?.head) {
    case (.result, let test?):
      code.line(
        SwiftSyntax.block(SwiftSyntax.guard(test), ["return []"], isShort: true),
        canFail: testFails)
      code.append(made.followed(byResult: list))
    case (.result, nil): code.append(made.followed(byResult: list))
    case (.constant, let test?):
      code.line(Self.declaration)
      code.block(
        SwiftSyntax.head("if", test),
        made.followed(by: SwiftSyntax.assignment(Self.list, made.attempt + list)),
        canFail: testFails)
    case (.constant, nil):
      code.append(
        made.followed(
          by: SwiftSyntax.assignment(
            "let \(Self.list): [ProgramStep]", made.attempt + list)))
    case (.argument(let call), let test?):
      code.block(
        SwiftSyntax.head("if", test), made.followed(by: made.attempt + call(list)),
        canFail: testFails)
    case (.argument(let call), nil): code.append(made.scoped(made.attempt + call(list)))
    }
  }

  /// The longest step whose values stand in the call that makes it, even if one can fail.
  private static let longest = 60

  private func made(_ step: CheckedReaction, _ scope: Scope) throws(NotGenerated) -> Made {
    switch step {
    case .dispatch(let dispatch):
      let code = try action(dispatch, scope)
      let expressions = expressions(dispatch.place)
      let isLate = makesIdentifier(dispatch)
      let step = Self.dispatch(try expressions.document(code), isLate: isLate)
      guard code.canFail, isLate || !step.fits(Self.longest) else {
        return Made(
          constants: SwiftCode(), step: step, place: dispatch.place, canFail: code.canFail)
      }
      let (constants, opened) = try opened(code, scope, expressions) { isLate ? $0.canFail : true }
      return Made(
        constants: constants,
        step: Self.dispatch(try expressions.document(opened), isLate: isLate),
        place: dispatch.place, canFail: true)
    case .cancel(let cancel):
      let code = try cancel.key.map { key throws(NotGenerated) in
        try lowering.lower(key.expression, scope)
      }
      let key = try code.map { code throws(NotGenerated) in
        try expressions(cancel.place).dynamic(code)
      }
      return Made(
        constants: SwiftCode(),
        step: SwiftSyntax.call(
          ".cancel", [SwiftNames.quoted(cancel.effect), "key: \(key ?? "nil")"]),
        place: cancel.place, canFail: code?.canFail ?? false)
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
  private static func dispatch(_ action: Document, isLate: Bool) -> Document {
    isLate ? ".making \(SwiftSyntax.closure(action))" : SwiftSyntax.call(".dispatch", [action])
  }

  /// An action that is made from constants, after those constants.
  ///
  /// - Parameter isWanted: True for the values that become constants, unless they are simple.
  func opened(
    _ action: LoweredExpression, _ scope: Scope, _ expressions: SwiftExpressionPrinter,
    _ isWanted: (LoweredExpression) -> Bool
  ) throws(NotGenerated) -> (constants: SwiftCode, action: LoweredExpression) {
    guard case .record(let values) = action.kind,
      let layout = lowering.program.layout(of: action.type)
    else { throw NotGenerated(at: expressions.place) }
    var constants = SwiftCode()
    var named: [LoweredExpression] = []
    var scope = scope
    for (field, value) in zip(layout.fields, values) {
      guard !value.isSimple, isWanted(value) else {
        named.append(value)
        continue
      }
      let local = scope.local(field.name, "\(field.name)Value")
      constants.line(
        SwiftSyntax.constant(
          SwiftNames.local(local), names.document(of: value.type), try expressions.trying(value)),
        canFail: value.canFail)
      named.append(LoweredExpression(.local(local), value.type, canFail: false))
    }
    return (constants, LoweredExpression(.record(named), action.type, canFail: false))
  }

  /// The condition of a step as it stands in the head of a statement.
  func test(
    _ condition: CheckedGuard, _ place: SourceRange, _ scope: Scope
  ) throws(NotGenerated) -> (head: Document, canFail: Bool) {
    let test = try lowering.lower(condition.test, scope)
    let code = condition.isNegated ? test.negated : test
    return (try expressions(place).heading(code), test.canFail)
  }

  func expressions(_ place: SourceRange) -> SwiftExpressionPrinter {
    SwiftExpressionPrinter(names: names, place: place)
  }
}

extension LoweredExpression {
  /// The values of a record that is made here, also of one that is constant.
  fileprivate func recordKind(of layout: RecordLayout) -> Kind {
    guard case .constant(.record(let record)) = kind else { return kind }
    return .record(
      zip(layout.fields, record.fields).map {
        LoweredExpression(.constant($1), $0.type, canFail: false)
      })
  }
}
