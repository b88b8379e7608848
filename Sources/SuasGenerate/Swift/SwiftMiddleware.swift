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
    _ middleware: CheckedMiddleware.Declared, to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    var scope = Scope(
      avoiding: [
        "store", "action", "surroundings", "dispatch", "next", "steps", "rule", "isHidden", "error",
      ])
    scope[0] = Code(.local(Local("store")), .record(StoreShape.typeName), canFail: false)
    let actions = (middleware.actions?.sorted() ?? []).compactMap(steps.action)
    if actions.count == 1 {
      scope[1] = Code(
        .local(Local("action")), .record(actions[0].payload.name), canFail: false)
      scope[2] = .text(actions[0].name)
    } else {
      scope[1] = SwiftActionReads.payload
      scope[2] = SwiftActionReads.actionType
    }
    writer.comment(lowering.program.description(.middleware, middleware.name))
    writer.line("struct \(Self.type(middleware)): RefusalWatcher {")
    writer.line("  let runner: EffectRunner")
    writer.line()
    writer.line("  func onAction(")
    writer.line("    action: any Action, getState: @escaping GetStateFunction,")
    writer.line("    dispatch: @escaping DispatchFunction, handOn next: @escaping HandOnFunction")
    writer.line("  ) {")
    var body = SwiftWriter(depth: 2)
    var place: String?
    if let condition = middleware.condition {
      let code = try lowering.lower(condition, scope)
      place = condition.place.literal
      if code.canFail { body.line(SwiftRules.placeMark + condition.place.literal) }
      let test = try steps.expressions(condition.place).heading(code)
      if test.mentions("store") { body.line("let store = AppState(getState())") }
      body.line("guard \(test) else {")
      body.line("  _ = \(Self.handOn("action"))")
      body.line("  return")
      body.line("}")
    }
    for step in middleware.steps { try write(step, scope, to: &body) }
    let readsSurroundings = body.mentions("surroundings")
    let reads = SwiftActionReads(of: body)
    var test = self.test(actions, body.mentions("action") && actions.count == 1)
    if !reads.isEmpty {
      test = "let action = action as? any SpecAction" + (test.isEmpty ? "" : ", \(test)")
    }
    if middleware.actions == nil, reads.isEmpty { test = "action is any SpecAction" }
    writer.line("    guard \(test) else {")
    writer.line("      _ = next(action)")
    writer.line("      return")
    writer.line("    }")
    for line in reads.lines { writer.line("    \(line)") }
    if readsSurroundings { writer.line("    let surroundings = runner.surroundings") }
    let function = SwiftFunction(body, end: nil) {
      "runner.surroundings.report(ActionError(error, at: \($0)))"
    }
    _ = place
    for line in function.lines { writer.line(line) }
    writer.line("  }")
    writer.line("}")
  }

  static func type(_ middleware: CheckedMiddleware.Declared) -> String {
    "\(middleware.name.typeName)Middleware"
  }

  private func test(_ actions: [CheckedAction], _ isNamed: Bool) -> String {
    if isNamed, let action = actions.first {
      return "let action = action as? \(names.action(action.name))"
    }
    return actions.map { "action is \(names.action($0.name))" }.joined(separator: " || ")
  }

  private func write(
    _ step: CheckedMiddleware.Step, _ scope: Scope, to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    switch step {
    case .next(let condition, let place, _, let onRefused):
      try write(Self.handOn("action"), condition, place, onRefused, scope, nil, to: &writer)
    case .replace(let dispatch, let onRefused):
      try write(
        Self.handOn("replacement"), dispatch.condition, dispatch.place, onRefused, scope, dispatch,
        to: &writer)
    case .react(let reaction):
      var body = SwiftWriter(depth: 2)
      try steps.write([reaction], scope, as: Self.performed, to: &body)
      writeSteps(body, to: &writer)
    }
  }

  private static func handOn(_ action: String) -> String { "runner.handOn(\(action), next)" }

  private static let performed = SwiftSteps.Use.argument {
    "runner.performNested(\($0), dispatch)"
  }

  /// Writes steps that are performed at once; they read the store anew.
  private func writeSteps(_ body: SwiftWriter, to writer: inout SwiftWriter) {
    let lines = body.lines.map { $0.drop(first: 4) }
    guard body.mentions("store") || body.mentions("steps") else { return writer.lines(lines) }
    writer.line("do {")
    if body.mentions("store") { writer.line("  let store = AppState(getState())") }
    for line in lines { writer.line("  " + line) }
    writer.line("}")
  }

  private func write(
    _ call: String, _ condition: CheckedGuard?, _ place: SourceRange,
    _ onRefused: CheckedOutcome?, _ scope: Scope, _ replacement: CheckedDispatch?,
    to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    var inner = SwiftWriter()
    var readsStore = false
    if let replacement {
      let expressions = steps.expressions(place)
      var action = try steps.action(replacement, scope)
      let isJudged = lowering.program.hasConstraints(action.type)
      if action.canFail || isJudged { inner.line(SwiftRules.placeMark + place.literal) }
      if action.canFail, steps.makesIdentifier(replacement) {
        let constants: [String]
        (constants, action) = try steps.opened(action, scope, expressions, \.canFail)
        inner.lines(constants)
      }
      inner.line("let replacement = \(try expressions.trying(action))")
      if isJudged { inner.line("try replacement.checkConstraints()") }
    }
    if let onRefused, !onRefused.steps.isEmpty {
      var follow = scope
      follow[3] = Code(.local(Local("error")), .record(RecordType.refusal.name), canFail: false)
      readsStore = inner.mentions("store")
      var nested = SwiftWriter()
      for step in onRefused.steps {
        var body = SwiftWriter()
        try steps.write([step], follow, as: Self.performed, to: &body)
        writeSteps(body, to: &nested)
      }
      inner.line(
        nested.mentions("error") ? "if let error = \(call) {" : "if \(call) != nil {")
      for line in nested.lines { inner.line("  " + line) }
      inner.line("  return")
      inner.line("}")
    } else {
      readsStore = inner.mentions("store")
      inner.line("if \(call) != nil { return }")
    }
    guard let condition else {
      guard readsStore || replacement != nil else {
        for line in inner.lines { writer.line(line) }
        return
      }
      writer.line("do {")
      if readsStore { writer.line("  let store = AppState(getState())") }
      for line in inner.lines { writer.line("  " + line) }
      writer.line("}")
      return
    }
    let (head, canFail) = try steps.test(condition, place, scope)
    writer.line("do {")
    if head.mentions("store") || readsStore {
      writer.line("  let store = AppState(getState())")
    }
    if canFail { writer.line("  " + SwiftRules.placeMark + place.literal) }
    writer.line("  if \(head) {")
    for line in inner.lines { writer.line("    " + line) }
    writer.line("  }")
    writer.line("}")
  }
}

extension String {
  fileprivate func drop(first count: Int) -> String {
    String(dropFirst(Swift.min(count, prefix { $0 == " " }.count)))
  }
}
