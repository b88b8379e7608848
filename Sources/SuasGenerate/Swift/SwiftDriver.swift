import SuasProgram

/// Writes the program that the trace driver and tests run.
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
    writer.line("/// The spec's program, as the trace driver and tests run it.")
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
    writer.line("    _ state: KeyedState, _ runner: EffectRunner, _ record: RunRecord")
    writer.line("  ) -> Store {")
    writer.line("    Suas.createStore(")
    writer.line(
      "      reducer: RecordingReducer(record: record) + AppStore.reducer(), state: state,")
    if SwiftStore(names: names).hasRunner {
      writer.line("      middleware: AppStore.middleware(runner),")
    }
    let judges = !spec.invariants.isEmpty || !spec.transitions.isEmpty
    let parameters = judges ? "old, new, action" : "_, _, _"
    writer.line("      validate: { \(parameters) throws(ActionError) in")
    if judges { writer.line("        try AppStore.validate(old: old, new: new, action: action)") }
    writer.line("        if !runner.isNested { record.isHandled = true }")
    writer.line("      })")
    writer.line("  }")
    writer.line()
    writer.line("  func keyedState(_ json: JSONValue) throws(Failure) -> KeyedState {")
    if spec.reducers.isEmpty {
      writer.line("    _ = try json.members()")
      writer.line("    return [:]")
      return writer.line("  }")
    }
    writer.line("    let members = try json.members()")
    writer.line("    return [")
    let comma = spec.reducers.count > 1 ? "," : ""
    for reducer in spec.reducers {
      let key = SwiftNames.literal(reducer.stateKey)
      let type = names.type(.record(reducer.state.name))
      writer.line("      \(key): try members.read(\(key)) as \(type)\(comma)")
    }
    writer.line("    ]")
    writer.line("  }")
  }

  private func writeActions(to writer: inout SwiftWriter) {
    guard !actions.isEmpty else {
      writer.line("  func action(")
      writer.line("    _: String, _: OrderedMap<JSONValue, JSONValue>, _: Surroundings")
      writer.line("  ) throws(Failure) -> (any Action)? { nil }")
      writer.line()
      writer.line("  func describe(_: any Action) -> (name: String, payload: JSONValue)? { nil }")
      return
    }
    writer.line("  func action(")
    writer.line(
      "    _ name: String, _ fields: OrderedMap<JSONValue, JSONValue>, _ surroundings: Surroundings"
    )
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
        "    case \(SwiftNames.literal(action.name)): return try \(names.action(action.name))(payload, from: .driver)"
      )
    }
    writer.line("    default: return nil")
    writer.line("    }")
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
      "    _ name: String, _ store: Store, _ runner: EffectRunner, _ record: RunRecord")
    writer.line("  ) -> RunListener? {")
    writer.line("    switch name {")
    for listener in spec.listeners {
      writer.line("    case \(SwiftNames.literal(listener.name)):")
      writer.line("      return RunListener(")
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
