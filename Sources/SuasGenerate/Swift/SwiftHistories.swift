import CEL
import SuasProgram

/// Prints the history of a reducer's state: a reducer that follows the one whose states it keeps.
struct SwiftHistories {
  let lowering: Lowering
  let names: SwiftNames

  private var spec: CheckedSpec { lowering.program.spec }

  func document(
    _ reducer: CheckedReducer, of tracked: CheckedReducer, _ history: CheckedHistory
  ) throws(NotGenerated) -> Document {
    let type = names.document(of: .record(tracked.state.name))
    let state: Document = "\(SwiftRuntime.history)<\(type)>"
    let name = "\(names.reducer(tracked.name))History"
    let head: Document =
      "\(names.access)func reduce(" + .hardLine
      + "  state: inout \(state), store: Store.State, action: any Action" + .hardLine
      + ") throws(ActionError) -> Bool {"
    let members: [Document] = [
      "\(names.access)let stateKey = \(SwiftNames.literal(reducer.stateKey))",
      "\(names.access)let initialState = \(state)()", "",
      SwiftSyntax.block(head, try body(tracked, history)),
    ]
    return SwiftSyntax.comment(["The history of the state under the key `\(tracked.stateKey)`."])
      + SwiftSyntax.block("\(names.access)struct \(name): RefusingReducer {", members)
  }

  private func body(
    _ tracked: CheckedReducer, _ history: CheckedHistory
  ) throws(NotGenerated) -> [Document] {
    var statements: [Document] = [
      "let before = \(names.fixed.state)(store).\(SwiftNames.member(tracked.stateKey))"
    ]
    let cases = moves(of: history)
    if !cases.isEmpty {
      statements.append("switch action {")
      statements += cases + ["default: break", "}"]
    }
    statements.append("var after = before")
    let isSame = lowering.program.isSameWhenEqual(.record(tracked.state.name))
    let change: Document = isSame ? "after != before" : "after.json != before.json"
    let call: Document =
      "try \(names.reducer(tracked.name))().reduce(state: &after, store: store, action: action)"
    statements.append(
      "guard \(call)," + (.hardLine + change).nested(SwiftSyntax.indentation) + .hardLine
        + "else { return false }")
    let groups = try self.groups(of: history)
    statements.append("\(groups.isEmpty ? "let" : "var") group = \(SwiftRuntime.value).null")
    statements += groups
    statements.append("return state.record(before, group: group, limit: \(history.limit))")
    return statements
  }

  /// The cases of the actions that move in the history, empty it, or leave it alone.
  private func moves(of history: CheckedHistory) -> [Document] {
    var cases: [Document] = []
    for id in history.roles.keys.sorted() where spec.actions.indices.contains(id) {
      let type = names.action(spec.actions[id].name)
      switch history.roles[id] {
      case .ignore: cases.append("case is \(type): return false")
      case .clear: cases.append("case is \(type): return state.clear()")
      case .undo: cases.append("case is \(type): return state.move(-1, from: before)")
      case .redo: cases.append("case is \(type): return state.move(1, from: before)")
      case .jump(let field):
        let by = SwiftNames.member(spec.actions[id].payload.fields[field].name)
        cases.append(
          "case let action as \(type): return state.move(action.\(by), from: before)")
      case .record, nil: break
      }
    }
    return cases
  }

  /// The statements that find the group of an entry.
  private func groups(of history: CheckedHistory) throws(NotGenerated) -> [Document] {
    var statements: [Document] = []
    for id in history.roles.keys.sorted() where spec.actions.indices.contains(id) {
      guard case .record(let group?) = history.roles[id] else { continue }
      let action = spec.actions[id]
      var scope = Scope(avoiding: ["action", "state", "before", "after", "group", "store"])
      scope[0] = LoweredExpression(
        .local(Local("action")), .record(action.payload.name), canFail: false)
      let code = try lowering.lower(group.value, scope)
      let printer = SwiftExpressionPrinter(names: names, place: group.place)
      let value = try printer.dynamic(code)
      var assignment = SwiftSyntax.assignment("group", (code.canFail ? "try " : "") + value)
      if code.canFail {
        let raise: Document =
          "throw ActionError(error, at: \(names.document(of: group.place)))"
        assignment =
          SwiftSyntax.block("do throws(Failure) {", [assignment]) + " catch {"
          + SwiftSyntax.body([raise]) + "}"
      }
      let isRead = code.reads.locals.contains(Local("action"))
      let type = names.action(action.name)
      let head: Document =
        isRead ? "let action = action as? \(type)" : "action is \(type)"
      statements.append(SwiftSyntax.block(SwiftSyntax.head("if", head), [assignment]))
    }
    return statements
  }
}
