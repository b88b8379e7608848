import SuasProgram

/// Writes the program that the trace driver runs.
struct SwiftDriver {
  let names: SwiftNames
  let digest: String

  private var spec: CheckedSpec { names.program.spec }
  private var actions: [CheckedAction] { spec.actions + spec.effects.map(\.action) }

  func writeMain(to writer: inout SwiftWriter) {
    writer.line("drive(DriverProgram())")
  }

  func write(to writer: inout SwiftWriter) {
    writer.line("import Suas")
    writer.line()
    writer.line("/// The spec's program, as the trace driver runs it.")
    writer.line("struct DriverProgram: DrivenProgram {")
    writer.line("  let digest = \(SwiftNames.literal(digest))")
    let listeners = spec.listeners.map { SwiftNames.literal($0.name) }.joined(separator: ", ")
    writer.line("  let listeners: [String] = [\(listeners)]")
    writer.line()
    writeStore(to: &writer)
    writer.line()
    writeActions(to: &writer)
    writer.line()
    writeState(to: &writer)
    writer.line()
    writeListeners(to: &writer)
    writer.line("}")
  }

  private func writeStore(to writer: inout SwiftWriter) {
    writer.line("  func makeStore(")
    writer.line("    _ state: JSONValue, _ runner: EffectRunner, _ record: DriverRecord")
    writer.line("  ) throws(Failure) -> Store {")
    writer.line("    \(spec.reducers.isEmpty ? "_" : "let members") = try state.members()")
    writer.line("    return Suas.createStore(")
    var list = ""
    for (index, reducer) in spec.reducers.enumerated() {
      list +=
        reducer.isHistory && index > 0
        ? " + \(SwiftNames.reducer(spec.reducers[index - 1].name))History()"
        : " + \(SwiftNames.reducer(reducer.name))()"
    }
    writer.line("      reducer: RecordingReducer(record: record)\(list),")
    if spec.reducers.isEmpty {
      writer.line("      state: [:] as KeyedState,")
    } else {
      writer.line("      state: [")
    }
    for reducer in spec.reducers {
      let key = SwiftNames.literal(reducer.stateKey)
      let type = names.type(.record(reducer.state.name))
      let comma = spec.reducers.count > 1 ? "," : ""
      writer.line("        \(key): try members.read(\(key)) as \(type)\(comma)")
    }
    if !spec.reducers.isEmpty { writer.line("      ] as KeyedState,") }
    var middleware = ["EntryMiddleware(runner: runner, check: check)"]
    for item in spec.middleware {
      switch item {
      case .builtIn(.async): middleware.append("EffectMiddleware(runner: runner)")
      case .builtIn: break
      case .declared(let declared):
        middleware.append("\(SwiftMiddleware.type(declared))(runner: runner)")
      }
    }
    writer.line("      middleware: \(middleware.joined(separator: "\n        + ")),")
    let checksTransitions = !spec.transitions.isEmpty
    let checksInvariants = !spec.invariants.isEmpty
    let parameters =
      checksTransitions
      ? "old, new, action" : checksInvariants ? "_, new, _" : "_, _, _"
    writer.line("      validate: { \(parameters) throws(ActionError) in")
    if checksInvariants { writer.line("        try Conditions.checkInvariants(AppState(new))") }
    if checksTransitions {
      writer.line(
        "        try Conditions.checkTransitions(from: AppState(old), to: AppState(new), action)")
    }
    writer.line("        if !runner.isNested { record.isHandled = true }")
    writer.line("      })")
    writer.line("  }")
  }

  private func writeActions(to writer: inout SwiftWriter) {
    writer.line("  func action(")
    writer.line(
      "    _ name: String, _ fields: OrderedMap<String, JSONValue>, _ surroundings: Surroundings")
    writer.line("  ) throws(Failure) -> (any Action)? {")
    let late = actions.flatMap { action in
      action.payload.fields.compactMap { field in
        field.lateDefault.map { (action.name, field.name, $0) }
      }
    }
    writer.line("    \(late.isEmpty ? "let" : "var") fields = fields")
    for (action, field, kind) in late {
      let value =
        switch kind {
        case .now: "surroundings.now.json"
        case .uuid: "surroundings.makeIdentifier().json"
        }
      writer.line(
        "    if name == \(SwiftNames.literal(action)), !fields.hasKey(\(SwiftNames.literal(field))) {"
      )
      writer.line("      fields[\(SwiftNames.literal(field))] = \(value)")
      writer.line("    }")
    }
    writer.line("    let payload = JSONValue.object(fields)")
    writer.line("    switch name {")
    for action in actions {
      writer.line(
        "    case \(SwiftNames.literal(action.name)): return try \(names.action(action.name))(json: payload)"
      )
    }
    writer.line("    default: return nil")
    writer.line("    }")
    writer.line("  }")
    writer.line()
    writer.line("  private func check(_ action: any Action) throws(ActionError) {")
    let constrained = actions.filter {
      names.program.hasConstraints(.record($0.payload.name))
    }
    if constrained.isEmpty {
      writer.line("    _ = action")
    } else {
      writer.line("    do throws(Failure) {")
      writer.line("      switch action {")
      for action in constrained {
        writer.line(
          "      case let action as \(names.action(action.name)): try action.checkConstraints()")
      }
      writer.line("      default: break")
      writer.line("      }")
      writer.line("    } catch {")
      writer.line("      throw ActionError(error)")
      writer.line("    }")
    }
    writer.line("  }")
    writer.line()
    writer.line("  func describe(_ action: any Action) -> (name: String, payload: JSONValue)? {")
    writer.line("    switch action {")
    for action in actions {
      writer.line(
        "    case let action as \(names.action(action.name)): "
          + "(\(SwiftNames.literal(action.name)), action.json)")
    }
    writer.line("    default: nil")
    writer.line("    }")
    writer.line("  }")
  }

  private func writeState(to writer: inout SwiftWriter) {
    writer.line("  func json(_ state: Store.State) -> JSONValue { AppState(state).json }")
  }

  private func writeListeners(to writer: inout SwiftWriter) {
    writer.line("  func listen(")
    writer.line(
      "    _ name: String, _ store: Store, _ runner: EffectRunner, _ record: DriverRecord")
    writer.line("  ) -> DriverListener? {")
    writer.line("    switch name {")
    for listener in spec.listeners {
      writer.line("    case \(SwiftNames.literal(listener.name)):")
      writer.line("      return DriverListener(")
      writer.line("        Listeners.\(SwiftNames.member(listener.name))(")
      let runner = listener.reactions.isEmpty ? "" : ", runner"
      writer.line("          store\(runner), report: { record.errors.append($0) }")
      writer.line("        ) { record.tell(\(SwiftNames.literal(listener.name)), $0.json) })")
    }
    writer.line("    default: return nil")
    writer.line("    }")
    writer.line("  }")
  }
}
