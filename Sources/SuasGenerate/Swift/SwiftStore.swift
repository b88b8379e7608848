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

  /// True if the store needs a runner of effects, which has the clock as well.
  var hasRunner: Bool {
    !spec.effects.isEmpty || !spec.atRest.isEmpty || !constrained.isEmpty || middleware.count > 0
      || spec.listeners.contains { !$0.reactions.isEmpty }
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

  func write(to code: inout SwiftCode) {
    code.comment(names.program.description, or: "The store of the spec.")
    code.block("\(names.access)enum \(names.fixed.store) {") { code in
      writeMake(to: &code)
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
    code.line("/// Makes the store.")
    code.line("///")
    if hasRunner {
      code.line("/// - Parameters:")
      code.line("///   - runner: It runs the effects, and has the clock.")
      code.line("///   - state: The sub-states to begin with, in place of the reducers' own.")
    } else {
      code.line(
        "/// - Parameter state: The sub-states to begin with, in place of the reducers' own.")
    }
    let runner = hasRunner ? "_ runner: EffectRunner, " : ""
    code.block("\(names.access)static func make(\(runner)state: KeyedState = [:]) -> Store {") {
      code in
      var arguments: [Document] = ["reducer: reducer()", "state: state"]
      if hasRunner { arguments.append("middleware: middleware(runner)") }
      if hasConditions { arguments.append("validate: validate") }
      code.line(SwiftSyntax.call("createStore", arguments))
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

  /// Writes a sum, each term on a line if they do not fit on one.
  private static func writeSum(_ terms: [Document], to code: inout SwiftCode) {
    let rest = terms.dropFirst().map { .line + "+ " + $0 }.joined(separator: "")
    code.line((terms[0] + rest.nested(SwiftSyntax.indentation)).grouped)
  }
}
