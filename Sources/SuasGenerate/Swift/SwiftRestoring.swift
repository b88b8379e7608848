import SuasProgram

/// Writes the function that runs the steps of a new store.
struct SwiftRestoring {
  let lowering: Lowering
  let names: SwiftNames

  private var spec: CheckedSpec { lowering.program.spec }

  func writeReactions(to code: inout SwiftCode) throws(NotGenerated) {
    let reactions = spec.saved?.reactions ?? []
    var scope = Scope(avoiding: ["store", "new", "restored", "steps", "runner", "runtime"])
    scope[0] = LoweredExpression(
      .local(Local("store")), .record(StoreShape.typeName), canFail: false)
    scope[1] = LoweredSaved.restored
    var steps = SwiftCode()
    try SwiftSteps(lowering: lowering, names: names)
      .write(reactions, scope, as: .constant, to: &steps)
    var body = SwiftCode()
    if steps.mentions("store") { body.line("let store = \(names.fixed.state)(new.state)") }
    if steps.mentions("restored") {
      body.line("let restored = \(Symbol("Restored", in: "Restored"))(restoration)")
    }
    if steps.mentions("runtime") { body.line("let runtime = runner.runtime") }
    steps.line("runner.perform(\(name: "steps")) { new.dispatch(action: $0) }")
    body.append(steps.raising { "runner.runtime.report(ActionError(error, at: \($0)))" })
    code.line("/// Runs the steps of a new store.")
    code.line("\(names.access)static func react(")
    code.line(
      "  to \(body.mentions("restored") ? "restoration" : "_"): Restoration?, in new: Store, _ runner: \(SwiftRuntime.runner)"
    )
    code.block(") {") { code in
      if !spec.atRest.isEmpty { code.line("runner.judgeEvents(in: new)") }
      code.block("runner.untilRest {", body)
    }
  }
}
