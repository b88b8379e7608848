import SuasProgram

/// Writes the program that the trace driver and tests run.
struct SwiftDriver {
  let lowering: Lowering
  let names: SwiftNames
  let digest: String

  private var spec: CheckedSpec { names.program.spec }
  private var actions: [CheckedAction] { spec.actions + spec.effects.map(\.action) }

  func writeMain(to code: inout SwiftCode) {
    code.line("drive(\(names.fixed.of("DriverProgram"))())")
  }

  func write(to code: inout SwiftCode) {
    code.line("/// The spec's program, as the trace driver and tests run it.")
    code.block("struct \(names.fixed.of("DriverProgram")): DrivenProgram {") { code in
      code.line("let digest = \(SwiftNames.literal(digest))")
      let listeners = SwiftSyntax.collection(spec.listeners.map { SwiftNames.quoted($0.name) })
      code.line(SwiftSyntax.constant("listeners", "[String]", listeners))
      code.line()
      writeStore(to: &code)
      code.line()
      writeKeyedState(to: &code)
      code.line()
      if actions.isEmpty {
        Self.writeNoActions(to: &code)
      } else {
        writeMakingActions(to: &code)
        code.line()
        writeDescribingActions(to: &code)
      }
      code.line()
      code.line("func json(_ state: Store.State) -> JSONValue { \(names.fixed.state)(state).json }")
      code.line()
      writeListeners(to: &code)
      if spec.saved != nil { writeSaving(to: &code) }
    }
  }

  // MARK: Saved state

  private func writeSaving(to code: inout SwiftCode) {
    let saved = names.fixed.of("AppSaved")
    code.line()
    code.line("func restore(_ text: [UInt8]?) -> Restoration? { \(saved)().restore(text) }")
    code.line()
    code.block("func savedText(of state: Store.State) -> [UInt8]? {") { code in
      code.line("\(saved)().savedText(of: state, at: nil)")
    }
    guard SwiftStore(names: names).reacts else { return }
    code.line()
    code.line("func react(")
    code.line("  to restoration: Restoration?, in store: Store, _ runner: \(SwiftRuntime.runner)")
    code.block(") {") { code in
      code.line("\(names.fixed.store).react(to: restoration, in: store, runner)")
    }
  }

  // MARK: Store

  private func writeStore(to code: inout SwiftCode) {
    let judges = SwiftStore(names: names).hasConditions
    code.line("func makeStore(")
    code.line("  _ state: Store.State, _ runner: \(SwiftRuntime.runner), _ record: RunRecord")
    // A restart is judged even if nothing is dispatched after it.
    let isJudgedAtRest = spec.saved != nil && !spec.atRest.isEmpty
    code.block(") -> Store {") { code in
      code.block("\(isJudgedAtRest ? "let store = " : "")Suas.createStore(", "") { code in
        code.line(
          "reducer: RecordingReducer(record: record) + \(names.fixed.store).reducer(), state: state,"
        )
        if SwiftStore(names: names).hasRunner {
          code.line("middleware: \(names.fixed.store).middleware(runner),")
        }
        let parameters = judges ? "old, new, action" : "_, _, _"
        code.block("validate: { \(parameters) throws(ActionError) in", "})") { code in
          if judges {
            code.line("try \(names.fixed.store).validate(old: old, new: new, action: action)")
          }
          code.line("if !runner.isNested { record.isHandled = true }")
        }
      }
      if isJudgedAtRest {
        code.line("runner.judgeEvents(in: store)")
        code.line("return store")
      }
    }
  }

  private func writeKeyedState(to code: inout SwiftCode) {
    code.block("func keyedState(_ json: JSONValue) throws(Failure) -> KeyedState {") { code in
      if spec.reducers.isEmpty {
        code.line("_ = try json.members()")
        return code.line("return [:]")
      }
      code.line("let members = try json.members()")
      let states = spec.reducers.map { reducer -> Document in
        let key = SwiftNames.literal(reducer.stateKey)
        let type = names.document(of: .record(reducer.state.name))
        let cast: Document = .line + "as \(type)"
        return ("\(key): try members.read(\(key))" + cast.nested(SwiftSyntax.indentation)).grouped
      }
      code.line("return " + SwiftSyntax.tallCollection(states))
    }
  }

  // MARK: Actions

  private static func writeNoActions(to code: inout SwiftCode) {
    code.line("func action(")
    code.line("  _: String, _: OrderedMap<JSONValue, JSONValue>, _: AppRuntime")
    code.line(") throws(Failure) -> (any Action)? { nil }")
    code.line()
    code.line("func describe(_: any Action) -> (name: String, payload: JSONValue)? { nil }")
  }

  private func writeMakingActions(to code: inout SwiftCode) {
    let late = actions.flatMap { action in
      action.payload.fields.compactMap { field in
        field.lateDefault.map { (action: action.name, field: field.name, kind: $0) }
      }
    }
    code.line("func action(")
    code.line(
      "  _ name: String, _ fields: OrderedMap<JSONValue, JSONValue>, _ runtime: AppRuntime")
    code.block(") throws(Failure) -> (any Action)? {") { code in
      code.line("\(late.isEmpty ? "let" : "var") fields = fields")
      for (action, field, kind) in late {
        Self.writeFilling(field, of: action, with: kind, to: &code)
      }
      code.line("let payload = JSONValue.object(fields)")
      code.line("switch name {")
      for action in actions {
        let made: Document = "return try \(names.action(action.name))(payload, from: .driver)"
        code.line(SwiftSyntax.case(SwiftNames.quoted(action.name), made))
      }
      code.line("default: return nil")
      code.line("}")
    }
  }

  /// Writes the code that fills a field at dispatch.
  private static func writeFilling(
    _ field: String, of action: String, with kind: LateDefault, to code: inout SwiftCode
  ) {
    let field = SwiftNames.literal(field)
    let isMissing: Document =
      "name == \(SwiftNames.literal(action)),"
      + (.line + "!fields.hasKey(\(field))").nested(SwiftSyntax.indentation)
    code.block(SwiftSyntax.head("if", isMissing)) { code in
      switch kind {
      case .now: code.line("fields[\(field)] = runtime.now.json")
      case .uuid: code.line("fields[\(field)] = runtime.makeIdentifier().json")
      }
    }
  }

  private func writeDescribingActions(to code: inout SwiftCode) {
    code.block("func describe(_ action: any Action) -> (name: String, payload: JSONValue)? {") {
      code in
      code.line("switch action {")
      for action in actions {
        code.line(
          SwiftSyntax.case(
            "let action as \(names.action(action.name))",
            "(\(SwiftNames.literal(action.name)), action.json)"))
      }
      code.line("default: nil")
      code.line("}")
    }
  }

  // MARK: Listeners

  /// The end of the call of a listener, with what tells its values.
  private func tell(_ listener: CheckedListener) -> Document {
    let (name, type) = (SwiftNames.quoted(listener.name), lowering.type(of: listener))
    if type.isCoded { return ") { record.tell(\(name), $0.json) })" }
    let value = SwiftExpressionPrinter(names: names, place: .nowhere).dynamic("value", from: type)
    return ") " + SwiftSyntax.closure("value", SwiftSyntax.call("record.tell", [name, value])) + ")"
  }

  private func writeListeners(to code: inout SwiftCode) {
    code.line("func listen(")
    code.line(
      "  _ name: String, _ store: Store, _ runner: \(SwiftRuntime.runner), _ record: RunRecord")
    code.block(") -> RunListener? {") { code in
      code.line("switch name {")
      for listener in spec.listeners {
        let name = SwiftNames.literal(listener.name)
        code.block("case \(name):", "") { code in
          code.block("return RunListener(", "") { code in
            let told = tell(listener)
            code.block("\(names.fixed.of("Listeners")).\(SwiftNames.member(listener.name))(", told)
            { code in
              let runner = listener.reactions.isEmpty ? "" : ", runner"
              code.line("store\(runner), report: { record.errors.append($0) }")
            }
          }
        }
      }
      code.line("default: return nil")
      code.line("}")
    }
  }
}
