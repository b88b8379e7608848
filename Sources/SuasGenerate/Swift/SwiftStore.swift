import SuasProgram

/// Writes the store of a spec: its reducers, middleware and conditions, put together.
struct SwiftStore {
  let names: SwiftNames

  private var spec: CheckedSpec { names.program.spec }

  private var constrained: [CheckedAction] {
    (spec.actions + spec.effects.map(\.action)).filter {
      names.program.hasConstraints(.record($0.payload.name))
    }
  }

  var hasConditions: Bool { !spec.invariants.isEmpty || !spec.transitions.isEmpty }

  /// True if a new store has steps.
  var reacts: Bool { spec.saved?.reactions.isEmpty == false }

  /// True if the store needs a runner of effects, which has the clock as well.
  var hasRunner: Bool {
    !spec.effects.isEmpty || !spec.atRest.isEmpty || !constrained.isEmpty || middleware.count > 0
      || spec.listeners.contains { !$0.reactions.isEmpty } || reacts
  }

  /// The middleware that the spec names, without those that change nothing.
  private var middleware: [Document] {
    spec.middleware.compactMap { item in
      switch item {
      case .builtIn(.async): "EffectMiddleware(runner: runner)"
      case .builtIn: nil
      case .declared(let declared): "\(names.middleware(declared.name))(runner: runner)"
      }
    }
  }

  func write(_ lowering: Lowering, to code: inout SwiftCode) throws(NotGenerated) {
    code.comment(names.program.description, or: "The store of the spec.")
    try code.block("\(names.access)enum \(names.fixed.store) {") { code throws(NotGenerated) in
      writeMake(to: &code)
      if reacts {
        code.line()
        try SwiftRestoring(lowering: lowering, names: names).writeReactions(to: &code)
      }
      code.line()
      writeReducer(to: &code)
      if hasRunner {
        code.line()
        writeMiddleware(to: &code)
      }
      if hasConditions {
        code.line()
        writeValidation(to: &code)
      }
      if hasRunner, !constrained.isEmpty {
        code.line()
        writeCheck(to: &code)
      }
    }
    if spec.reducers.isEmpty {
      code.line()
      writeNoReducer(to: &code)
    }
  }

  /// Writes the reducer of a store without states.
  private func writeNoReducer(to code: inout SwiftCode) {
    code.line("/// A reducer that changes nothing, since the spec has no states.")
    code.block("\(names.access)struct \(names.fixed.of("NoReducer")): Reducer {") { code in
      code.line("\(names.access)let stateKey = \"no state\"")
      code.line("\(names.access)let initialState = false")
      code.line()
      code.line("\(names.access)func reduce(state: Bool, action: any Action) -> Bool? { nil }")
    }
  }

  private func writeMake(to code: inout SwiftCode) {
    var parameters: [(name: String, declaration: String, comment: String)] = []
    if hasRunner {
      parameters.append(
        ("runner", "_ runner: EffectRunner", "It runs the effects, and has the clock."))
    }
    if spec.saved == nil {
      parameters.append(
        (
          "state", "state: KeyedState = [:]",
          "The sub-states to begin with, in place of the reducers' own."
        ))
    } else {
      parameters.append(
        (
          "restoration", "restoring restoration: Restoration? = nil",
          "What to begin with; nil for the initial state."
        ))
    }
    if reacts {
      parameters.append(
        (
          "listen", "listen: (Store) -> Void = { _ in }",
          "Adds listeners, before the steps of the new store are run."
        ))
    }
    code.line("/// Makes the store\(reacts ? ", and runs its first steps" : "").")
    code.line("///")
    if parameters.count > 1 { code.line("/// - Parameters:") }
    for (name, _, comment) in parameters {
      code.line("/// \(parameters.count > 1 ? "  -" : "- Parameter") \(name): \(comment)")
    }
    let head = SwiftSyntax.function(
      "\(names.access)static func make", parameters.map { Document($0.declaration) }, "-> Store")
    code.block(head) { code in
      let state: Document = spec.saved == nil ? "state" : "restoration?.state ?? [:]"
      var arguments: [Document] = ["reducer: reducer()", "state: \(state)"]
      if hasRunner { arguments.append("middleware: middleware(runner)") }
      if hasConditions { arguments.append("validate: validate") }
      let store = SwiftSyntax.call("createStore", arguments)
      guard reacts else { return code.line(store) }
      code.line("let store = " + store)
      code.line("listen(store)")
      code.line("react(to: restoration, in: store, runner)")
      code.line("return store")
    }
  }

  private func writeReducer(to code: inout SwiftCode) {
    var reducers = spec.reducers.enumerated().map { index, reducer in
      reducer.isHistory && index > 0
        ? "\(names.reducer(spec.reducers[index - 1].name))History" : names.reducer(reducer.name)
    }
    if reducers.isEmpty { reducers = [names.fixed.of("NoReducer")] }
    let type = reducers.count == 1 ? reducers[0] : "CombinedReducer"
    code.line("/// The reducers, in the order of the spec.")
    code.block("\(names.access)static func reducer() -> sending \(type) {") { code in
      Self.writeSum(reducers.map { "\($0)()" }, to: &code)
    }
  }

  private func writeMiddleware(to code: inout SwiftCode) {
    code.line("/// The middleware, in the order of the spec.")
    code.block(
      "\(names.access)static func middleware(_ runner: \(SwiftRuntime.runner)) -> sending any Middleware {"
    ) {
      code in
      let check = constrained.isEmpty ? "{ _ in }" : "check"
      Self.writeSum(
        resting + ["EntryMiddleware(runner: runner, check: \(check))"] + middleware, to: &code)
    }
  }

  /// The middleware that judges promises at rest, if there are any.
  private var resting: [Document] {
    if spec.atRest.isEmpty { return [] }
    let judge: Document =
      "{ \(names.fixed.of("Conditions")).brokenAtRest(\(names.fixed.state)($0), $1) }"
    return [
      SwiftSyntax.call(
        "\(Symbol("RestingMiddleware", in: "Rest"))", ["runner: runner", "judge: \(judge)"])
    ]
  }

  private func writeValidation(to code: inout SwiftCode) {
    code.line("/// Judges the state that an action would lead to.")
    code.line("\(names.access)static func validate(")
    code.line("  old: Store.State, new: Store.State, action: any Action")
    code.block(") throws(ActionError) {") { code in
      if !spec.invariants.isEmpty {
        code.line("try \(names.fixed.of("Conditions")).checkInvariants(\(names.fixed.state)(new))")
      }
      if !spec.transitions.isEmpty {
        code.line(
          "try \(names.fixed.of("Conditions")).checkTransitions(from: \(names.fixed.state)(old), to: \(names.fixed.state)(new), action)"
        )
      }
    }
  }

  private func writeCheck(to code: inout SwiftCode) {
    code.line("/// Judges the payload of an action.")
    code.line("@Sendable")
    code.block("private static func check(_ action: any Action) throws(ActionError) {") { code in
      var (lines, handler) = (SwiftCode(), SwiftCode())
      lines.line("switch action {")
      for action in constrained {
        let type = names.action(action.name)
        lines.line("case let action as \(type): try action.checkConstraints()")
      }
      lines.line("default: break")
      lines.line("}")
      handler.line("throw ActionError(error)")
      code.attempt(lines, catching: handler)
    }
  }

  /// Writes a sum as what a function returns, each term on a line if they do not fit on one. Many
  /// terms are added one by one: the time that the compiler takes for a sum grows exponentially.
  private static func writeSum(_ terms: [Document], to code: inout SwiftCode) {
    if terms.count > 8 {
      let start = SwiftSyntax.operation(terms[0], ["+ " + terms[1]])
      code.line(SwiftSyntax.assignment("var sum", start))
      for term in terms.dropFirst(2) {
        code.line(SwiftSyntax.assignment("sum", SwiftSyntax.operation("sum", ["+ " + term])))
      }
      return code.line("return sum")
    }
    let rest = terms.dropFirst().map { .line + "+ " + $0 }.joined(separator: "")
    code.line((terms[0] + rest.nested(SwiftSyntax.indentation)).grouped)
  }
}
