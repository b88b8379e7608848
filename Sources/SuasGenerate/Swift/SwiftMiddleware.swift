import CEL
import SuasProgram
import YAML

/// Writes the middleware of a spec.
struct SwiftMiddleware {
  let lowering: Lowering
  let names: SwiftNames

  private var spec: CheckedSpec { lowering.program.spec }
  private var steps: SwiftSteps { SwiftSteps(lowering: lowering, names: names) }

  func write(
    _ middleware: CheckedMiddleware.Declared, to code: inout SwiftCode
  ) throws(NotGenerated) {
    let actions = (middleware.actions?.sorted() ?? []).compactMap(steps.action)
    let scope = scope(for: actions)
    var body = SwiftCode()
    if let condition = middleware.condition {
      try write(condition, scope, to: &body)
    }
    for step in middleware.steps { try write(step, scope, to: &body) }
    let reads = SwiftActionReads(of: body)
    var tests = self.tests(actions, isNamed: body.mentions("action") && actions.count == 1)
    if !reads.isEmpty { tests.insert(SwiftActionReads.cast(names), at: 0) }
    if tests.isEmpty { tests = ["\(name: "action") is any \(names.specAction)"] }
    code.comment(lowering.program.description(.middleware, middleware.name))
    code.block("struct \(names.middleware(middleware.name)): RefusalWatcher {") { code in
      code.line("let runner: \(SwiftRuntime.runner)")
      code.line()
      code.line("func onAction(")
      code.line("  action: any Action, getState: @escaping GetStateFunction,")
      code.line("  dispatch: @escaping DispatchFunction, handOn next: @escaping HandOnFunction")
      code.block(") {") { code in
        code.block(
          SwiftSyntax.guard(tests)
        ) { code in
          code.line("_ = next(action)")
          code.line("return")
        }
        code.append(reads.constants)
        if body.mentions("runtime") {
          code.line("let runtime = runner.runtime")
        }
        code.append(
          body.raising { "runner.runtime.report(ActionError(error, at: \($0)))" })
      }
    }
  }

  private func scope(for actions: [CheckedAction]) -> Scope {
    var scope = Scope(
      avoiding: [
        "store", "action", "runtime", "dispatch", "next", "steps", "rule", "isHidden", "error",
      ])
    scope[0] = LoweredExpression(
      .local(Local("store")), .record(StoreShape.typeName), canFail: false)
    if actions.count == 1 {
      scope[1] = LoweredExpression(
        .local(Local("action")), .record(actions[0].payload.name), canFail: false)
      scope[2] = .text(actions[0].name)
    } else {
      scope[1] = SwiftActionReads.payload
      scope[2] = SwiftActionReads.actionType
    }
    return scope
  }

  /// Writes the condition of the whole middleware: an action for which the condition does not hold
  /// is handed on.
  private func write(
    _ condition: CheckedTest, _ scope: Scope, to code: inout SwiftCode
  ) throws(NotGenerated) {
    let test = try lowering.lower(condition, scope)
    code.place(condition.place, names, ifAny: test.canFail)
    let head = try steps.expressions(condition.place).heading(test)
    if head.mentions("store") { code.line(store) }
    code.block(SwiftSyntax.guard(head), canFail: test.canFail) { code in
      code.line("_ = \(Self.handOn("action"))")
      code.line("return")
    }
  }

  private func tests(_ actions: [CheckedAction], isNamed: Bool) -> [Document] {
    if isNamed, let action = actions.first {
      return ["let action = \(name: "action") as? \(names.action(action.name))"]
    }
    if actions.isEmpty { return [] }
    return [
      SwiftSyntax.any(of: actions.map { "\(name: "action") is \(names.action($0.name))" })
    ]
  }

  private func write(
    _ step: CheckedMiddleware.Step, _ scope: Scope, to code: inout SwiftCode
  ) throws(NotGenerated) {
    switch step {
    case .next(let condition, let place, _, let onRefused):
      let lines = try handOn("action", onRefused, scope)
      try write(lines, condition, place, scope, readsStore: nil, to: &code)
    case .replace(let dispatch, let onRefused):
      var lines = SwiftCode()
      try write(dispatch, scope, to: &lines)
      let readsStore = lines.mentions("store")
      lines.append(try handOn("replacement", onRefused, scope))
      try write(
        lines, dispatch.condition, dispatch.place, scope, readsStore: readsStore, to: &code)
    case .react(let reaction):
      var body = SwiftCode()
      try steps.write([reaction], scope, as: Self.performed, to: &body)
      writeSteps(body, to: &code)
    }
  }

  private static func handOn(_ action: String) -> Document {
    "runner.handOn(\(name: action), next)"
  }

  private static let performed = SwiftSteps.Use.argument {
    SwiftSyntax.call("runner.performNested", [$0, "dispatch"])
  }

  private var store: Document { "let store = \(names.fixed.state)(getState())" }

  /// Writes steps that are performed at once; they read the store anew.
  private func writeSteps(_ body: SwiftCode, to code: inout SwiftCode) {
    guard body.mentions("store") || body.mentions("steps") else { return code.append(body) }
    code.block("do {") { code in
      if body.mentions("store") { code.line(store) }
      code.append(body)
    }
  }

  /// Writes the action that takes the place of the one that came.
  private func write(
    _ dispatch: CheckedDispatch, _ scope: Scope, to code: inout SwiftCode
  ) throws(NotGenerated) {
    let expressions = steps.expressions(dispatch.place)
    var action = try steps.action(dispatch, scope)
    let isJudged = lowering.program.hasConstraints(action.type)
    code.place(dispatch.place, names, ifAny: action.canFail || isJudged)
    if action.canFail, steps.makesIdentifier(dispatch) {
      let constants: SwiftCode
      (constants, action) = try steps.opened(action, scope, expressions, \.canFail)
      code.append(constants)
    }
    code.line(
      SwiftSyntax.assignment("let replacement", try expressions.trying(action)),
      canFail: action.canFail)
    if isJudged { code.line("try \(name: "replacement").checkConstraints()", canFail: true) }
  }

  /// The lines that hand an action on, and take the steps that follow a refusal.
  private func handOn(
    _ action: String, _ onRefused: CheckedOutcome?, _ scope: Scope
  ) throws(NotGenerated) -> SwiftCode {
    var code = SwiftCode()
    let call = Self.handOn(action)
    guard let onRefused, !onRefused.steps.isEmpty else {
      code.line("if \(call) != nil { return }")
      return code
    }
    var scope = scope
    scope[3] = LoweredExpression(
      .local(Local("error")), .record(RecordType.refusal(isSensitive: false).name), canFail: false)
    var follow = SwiftCode()
    for step in onRefused.steps {
      var body = SwiftCode()
      try steps.write([step], scope, as: Self.performed, to: &body)
      writeSteps(body, to: &follow)
    }
    let isNamed = follow.mentions("error")
    follow.line("return")
    code.block(isNamed ? "if let error = \(call) {" : "if \(call) != nil {", follow)
    return code
  }

  /// Writes lines with the condition of their step.
  ///
  /// - Parameter readsStore: True if the lines read the store; nil if they have no constants.
  private func write(
    _ lines: SwiftCode, _ condition: CheckedGuard?, _ place: SourceRange, _ scope: Scope,
    readsStore: Bool?, to code: inout SwiftCode
  ) throws(NotGenerated) {
    guard let condition else {
      guard let readsStore else { return code.append(lines) }
      return code.block("do {") { code in
        if readsStore { code.line(store) }
        code.append(lines)
      }
    }
    let (head, canFail) = try steps.test(condition, place, scope)
    code.block("do {") { code in
      if head.mentions("store") || readsStore == true { code.line(store) }
      code.place(place, names, ifAny: canFail)
      code.block(SwiftSyntax.head("if", head), lines, canFail: canFail)
    }
  }
}
