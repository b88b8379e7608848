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

  private var hasConditions: Bool { !spec.invariants.isEmpty || !spec.transitions.isEmpty }

  /// True if the store needs a runner of effects, which has the clock as well.
  var hasRunner: Bool {
    !spec.effects.isEmpty || !constrained.isEmpty || middleware.count > 0
      || spec.listeners.contains { !$0.reactions.isEmpty }
  }

  /// The middleware that the spec names, but for those that change nothing.
  private var middleware: [String] {
    spec.middleware.compactMap { item in
      switch item {
      case .builtIn(.async): "EffectMiddleware(runner: runner)"
      case .builtIn: nil
      case .declared(let declared): "\(SwiftMiddleware.type(declared))(runner: runner)"
      }
    }
  }

  func write(to writer: inout SwiftWriter) {
    writer.comment(names.program.description, or: "The store of the spec.")
    writer.block("enum AppStore") { writer in
      writeMake(to: &writer)
      writer.line()
      writeReducer(to: &writer)
      if hasRunner {
        writer.line()
        writeMiddleware(to: &writer)
      }
      if hasConditions {
        writer.line()
        writeValidation(to: &writer)
      }
      if hasRunner, !constrained.isEmpty {
        writer.line()
        writeCheck(to: &writer)
      }
    }
    if spec.reducers.isEmpty {
      writer.line()
      writeNoReducer(to: &writer)
    }
  }

  /// Writes the reducer of a store without states.
  private func writeNoReducer(to writer: inout SwiftWriter) {
    writer.line("/// A reducer that changes nothing, since the spec has no states.")
    writer.block("struct NoReducer: Reducer") { writer in
      writer.line("let stateKey = \"no state\"")
      writer.line("let initialState = false")
      writer.line()
      writer.line("func reduce(state: Bool, action: any Action) -> Bool? { nil }")
    }
  }

  private func writeMake(to writer: inout SwiftWriter) {
    writer.line("/// Makes the store.")
    writer.line("///")
    if hasRunner {
      writer.line("/// - Parameters:")
      writer.line("///   - runner: It runs the effects, and has the clock.")
      writer.line("///   - state: The sub-states to begin with, in place of the reducers' own.")
    } else {
      writer.line(
        "/// - Parameter state: The sub-states to begin with, in place of the reducers' own.")
    }
    let runner = hasRunner ? "_ runner: EffectRunner, " : ""
    writer.block("static func make(\(runner)state: KeyedState = [:]) -> Store") { writer in
      var arguments = ["reducer: reducer()", "state: state"]
      if hasRunner { arguments.append("middleware: middleware(runner)") }
      if hasConditions { arguments.append("validate: validate") }
      writer.line("createStore(\(arguments.joined(separator: ", ")))")
    }
  }

  private func writeReducer(to writer: inout SwiftWriter) {
    var reducers = spec.reducers.enumerated().map { index, reducer in
      reducer.isHistory && index > 0
        ? "\(names.reducer(spec.reducers[index - 1].name))History()"
        : "\(names.reducer(reducer.name))()"
    }
    if reducers.isEmpty { reducers = ["NoReducer()"] }
    let type = reducers.count == 1 ? String(reducers[0].dropLast(2)) : "CombinedReducer"
    writer.line("/// The reducers, in the order of the spec.")
    writer.block("static func reducer() -> sending \(type)") { writer in
      Self.writeSum(reducers, to: &writer)
    }
  }

  private func writeMiddleware(to writer: inout SwiftWriter) {
    writer.line("/// The middleware, in the order of the spec.")
    writer.block("static func middleware(_ runner: EffectRunner) -> sending any Middleware") {
      writer in
      let check = constrained.isEmpty ? "{ _ in }" : "check"
      Self.writeSum(["EntryMiddleware(runner: runner, check: \(check))"] + middleware, to: &writer)
    }
  }

  private func writeValidation(to writer: inout SwiftWriter) {
    writer.line("/// Judges the state that an action would lead to.")
    writer.line("static func validate(")
    writer.line("  old: Store.State, new: Store.State, action: any Action")
    writer.block(") throws(ActionError)") { writer in
      if !spec.invariants.isEmpty { writer.line("try Conditions.checkInvariants(AppState(new))") }
      if !spec.transitions.isEmpty {
        writer.line(
          "try Conditions.checkTransitions(from: AppState(old), to: AppState(new), action)")
      }
    }
  }

  private func writeCheck(to writer: inout SwiftWriter) {
    writer.line("/// Judges the payload of an action.")
    writer.line("@Sendable")
    writer.block("private static func check(_ action: any Action) throws(ActionError)") { writer in
      writer.line("do throws(Failure) {")
      writer.line("  switch action {")
      for action in constrained {
        let type = names.action(action.name)
        writer.line("  case let action as \(type): try action.checkConstraints()")
      }
      writer.line("  default: break")
      writer.line("  }")
      writer.line("} catch {")
      writer.line("  throw ActionError(error)")
      writer.line("}")
    }
  }

  /// Writes a sum, each term on a line if they do not fit on one.
  private static func writeSum(_ terms: [String], to writer: inout SwiftWriter) {
    let sum = terms.joined(separator: " + ")
    guard sum.count > 96 else { return writer.line(sum) }
    writer.line(terms[0])
    for term in terms.dropFirst() { writer.line("  + \(term)") }
  }
}
