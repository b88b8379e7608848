import CEL
import SuasProgram

/// Writes the history of a reducer's state: a reducer that follows the one whose states it keeps.
struct SwiftHistories {
  let lowering: Lowering
  let names: SwiftNames

  private var spec: CheckedSpec { lowering.program.spec }

  /// The number of steps by which an action moves in a history; nil for one that does not.
  func steps(_ id: Int, _ history: CheckedHistory) -> String? {
    switch history.roles[id] {
    case .undo: return "-1"
    case .redo: return "1"
    case .jump(let field):
      return "action.\(SwiftNames.member(spec.actions[id].payload.fields[field].name))"
    case .clear, .record, .ignore, nil: return nil
    }
  }

  func write(
    _ reducer: CheckedReducer, of tracked: CheckedReducer, to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    guard let history = tracked.history else { return }
    let state = names.type(.record(tracked.state.name))
    let name = names.reducer(tracked.name)
    writer.comment(["The history of the state under the key `\(tracked.stateKey)`."])
    writer.line("struct \(name)History: RefusingReducer {")
    writer.line("  let stateKey = \(SwiftNames.literal(reducer.stateKey))")
    writer.line("  let initialState = History<\(state)>()")
    writer.line()
    writer.line("  func reduce(")
    writer.line("    state: inout History<\(state)>, store: Store.State, action: any Action")
    writer.line("  ) throws(ActionError) -> Bool {")
    writer.line("    let before = AppState(store).\(SwiftNames.member(tracked.stateKey))")
    var groups: [(action: String, code: Code, place: String)] = []
    var cases: [String] = []
    for id in history.roles.keys.sorted() {
      guard spec.actions.indices.contains(id) else { continue }
      let action = spec.actions[id]
      let type = names.action(action.name)
      switch history.roles[id] {
      case .ignore: cases.append("case is \(type): return false")
      case .clear: cases.append("case is \(type): return state.clear()")
      case .record(let group?):
        var scope = Scope(avoiding: ["action", "state", "before", "after", "group", "store"])
        scope[0] = Code(.local(Local("action")), .record(action.payload.name), canFail: false)
        let code = try lowering.lower(group.value, scope)
        groups.append((type, code, group.place.literal))
      default:
        guard let steps = steps(id, history) else { continue }
        let start = steps.mentions("action") ? "case let action as" : "case is"
        cases.append("\(start) \(type): return state.move(\(steps), from: before)")
      }
    }
    if !cases.isEmpty {
      writer.line("    switch action {")
      for item in cases { writer.line("    \(item)") }
      writer.line("    default: break")
      writer.line("    }")
    }
    writer.line("    var after = before")
    writer.line("    guard try \(name)().reduce(state: &after, store: store, action: action),")
    let isSame = lowering.program.isSameWhenEqual(.record(tracked.state.name))
    writer.line(isSame ? "      after != before" : "      after.json != before.json")
    writer.line("    else { return false }")
    writer.line("    \(groups.isEmpty ? "let" : "var") group = JSONValue.null")
    for (action, code, place) in groups {
      let text = try SwiftExpressions(names: names, place: .nowhere).dynamic(code)
      writer.line("    if let action = action as? \(action) {")
      if code.canFail {
        writer.line("      do throws(Failure) {")
        writer.line("        group = try \(text)")
        writer.line("      } catch {")
        writer.line("        throw ActionError(error, at: ActionError.Place(\(place)))")
        writer.line("      }")
      } else {
        writer.line("      group = \(text)")
      }
      writer.line("    }")
    }
    writer.line(
      "    return state.record(before, group: group, limit: \(history.limit))")
    writer.line("  }")
    writer.line("}")
  }
}
