import CEL
import SuasProgram
import YAML

/// Writes a reducer: its initial state, and a function for each action that it handles.
struct KotlinReducers {
  let lowering: Lowering
  let names: KotlinNames

  private var spec: CheckedSpec { lowering.program.spec }

  func write(_ reducer: CheckedReducer, to writer: inout KotlinWriter) throws(NotGenerated) {
    if reducer.isHistory { return try writeHistory(reducer, to: &writer) }
    let state = names.typeText(.record(reducer.state.name))
    writer.comment(
      lowering.program.description(.reducer, reducer.name),
      or: "The reducer of the state under the key `\(reducer.stateKey)`.")
    writer.line("public class \(names.reducer(reducer.name)) : RefusingReducer<\(state)>() {")
    let initial = names.literal(.record(reducer.initial), .record(reducer.state.name))
    writer.line("    override fun getInitialState(): \(state) = \(initial)")
    writer.line()
    writer.line("    override fun getStateKey(): String = \(KotlinNames.literal(reducer.stateKey))")
    writer.line()
    var functions: [[String]] = []
    var cases: [String] = []
    for (id, rules) in reducer.handled where id < spec.actions.count {
      let action = spec.actions[id]
      var call = ""
      if !rules.isEmpty {
        let (function, text) = try self.function(action, rules, reducer)
        functions += function
        call = text
      }
      let text = moving(id, call, reducer, counting: spec.counting(rules))
      cases.append("is \(names.action(action.name)) -> \(text)")
    }
    writer.line(
      "    override fun reduce(state: \(state), store: State, action: Action): Outcome<\(state)> =")
    if cases.isEmpty {
      writer.line("        Outcome.Unchanged")
    } else {
      writer.line("        reducing(state) {")
      for line in choice(cases[..<min(cases.count, Self.mostCases)], of: cases.count) {
        writer.line("            \(line)")
      }
      writer.line("        }")
      for start in stride(from: Self.mostCases, to: cases.count, by: Self.mostCases) {
        let name = "reducePart\(start / Self.mostCases + 1)"
        writer.line()
        writer.line(
          "    private fun \(name)(state: \(state), store: State, action: Action): \(state)? =")
        let some = cases[start..<min(cases.count, start + Self.mostCases)]
        for line in choice(some, of: cases.count) { writer.line("        \(line)") }
      }
    }
    for function in functions {
      writer.line()
      for line in function { writer.line(line) }
    }
    writer.line("}")
  }

  /// The number of actions that one `when` has.
  private static let mostCases = 500

  /// The choice of the rules for some of the actions.
  private func choice(_ cases: ArraySlice<String>, of count: Int) -> [String] {
    let rest = cases.endIndex < count
    let other =
      rest ? "reducePart\(cases.endIndex / Self.mostCases + 1)(state, store, action)" : "null"
    return ["when (action) {"] + (cases + ["else -> \(other)"]).map { "    \($0)" } + ["}"]
  }

  /// The call of an action's rules, after the move in the history that it makes.
  private func moving(
    _ id: Int, _ call: String, _ reducer: CheckedReducer, counting: Counting
  ) -> String {
    let distance: String
    switch reducer.history?.roles[id] {
    case .undo: distance = "-1L"
    case .redo: distance = "1L"
    case .jump(let field):
      distance = "action.\(KotlinNames.member(spec.actions[id].payload.fields[field].name))"
    default: return call.isEmpty ? "null" : call
    }
    let key = KotlinNames.literal(CheckedHistory.stateKey(of: reducer.stateKey))
    let move = "movedState(store, \(key), \(distance), state)"
    guard !call.isEmpty else { return move }
    let other = counting == .always ? "" : " ?: moved"
    let next = call.replacingName("state", with: "moved ?: state") + other
    return "\(move).let { \(next.mentionsName("moved") ? "moved -> " : "")\(next) }"
  }

  /// The function for an action, and its call.
  private func function(
    _ action: CheckedAction, _ rules: [CheckedRule], _ reducer: CheckedReducer
  ) throws(NotGenerated) -> ([[String]], String) {
    var scope = Scope(avoiding: ["state", "action", "store", "ishandled", "old"])
    let root = Code(.local(Local("state")), .record(reducer.state.name), canFail: false)
    scope[0] = root
    scope[1] = Code(.local(Local("action")), .record(action.payload.name), canFail: false)
    scope[2] = Code(.local(Local("store")), .record(StoreShape.typeName), canFail: false)
    let parts = KotlinPartFunctions(of: action.name, names)
    let written = KotlinRules(
      lowering, names, root: root, named: "state", scope, at: rules[0].place, depth: 2, parts)
    let function = try KotlinFunction(
      rules, spec.counting(rules), named: "state", written, depth: 1)
    let state = names.typeText(.record(reducer.state.name))
    var parameters: [String] = []
    var arguments: [String] = []
    if function.body.contains(where: { $0.mentionsName(function.parameter) }) {
      parameters.append("\(function.parameter): \(state)")
      arguments.append("state")
    }
    if function.body.contains(where: { $0.mentionsName("action") }) {
      parameters.append("action: \(names.action(action.name))")
      arguments.append("action")
    }
    if function.body.contains(where: { $0.mentionsName("store") }) {
      parameters.append("store: AppState")
      arguments.append("AppState(store)")
    }
    let name = KotlinNames.member(action.name)
    let lines = function.lines(
      "private fun \(name)", parameters: parameters, result: state, depth: 1)
    return ([lines] + parts.functions, "\(name)(\(arguments.joined(separator: ", ")))")
  }

  // MARK: Histories

  /// Writes the type and the reducer of a history.
  private func writeHistory(_ reducer: CheckedReducer, to writer: inout KotlinWriter)
    throws(NotGenerated)
  {
    guard
      let tracked = spec.reducers.first(where: {
        $0.history != nil && CheckedHistory.stateKey(of: $0.stateKey) == reducer.stateKey
      }), let history = tracked.history
    else { return }
    let state = names.typeText(.record(tracked.state.name))
    let isFirst = spec.reducers.first { $0.state.name == reducer.state.name }?.stateKey
    if isFirst == reducer.stateKey {
      let isSensitive = reducer.state.fields[CheckedHistory.groupSlot].isSensitive
      let type = "\(state).Schema\(isSensitive ? ", isSensitive = true" : "")"
      writer.line("/** The type of the histories of `\(tracked.state.name)`. */")
      writer.line("public val \(state)History: RecordType = History.type(\(type))")
      writer.line()
    }
    writer.line(
      "/** What actions do to the history of the state under the key `\(tracked.stateKey)`. */")
    writer.line(
      "internal fun \(KotlinNames.member(reducer.stateKey))(): HistoryReducer<\(state)> =")
    writer.line("    HistoryReducer(")
    for argument in [
      KotlinNames.literal(tracked.stateKey), KotlinNames.literal(reducer.stateKey),
      "\(history.limit)", "History(type = \(state)History)",
    ] { writer.line("        \(argument),") }
    writer.line("    ) { action ->")
    writer.line("        when (action) {")
    for (id, role) in history.roles.sorted(by: { $0.key < $1.key }) where id < spec.actions.count {
      guard let text = try self.role(role, id) else { continue }
      writer.line("            is \(names.action(spec.actions[id].name)) -> \(text)")
    }
    writer.line("            else -> HistoryRole.Ignore")
    writer.line("        }")
    writer.line("    }")
  }

  private func role(_ role: CheckedHistory.Role, _ id: Int) throws(NotGenerated) -> String? {
    switch role {
    case .undo: return "HistoryRole.Move(-1)"
    case .redo: return "HistoryRole.Move(1)"
    case .jump(let field):
      return
        "HistoryRole.Move(action.\(KotlinNames.member(spec.actions[id].payload.fields[field].name)))"
    case .clear: return "HistoryRole.Clear"
    case .ignore: return nil
    case .record(nil): return "HistoryRole.Enter()"
    case .record(let group?):
      var scope = Scope()
      scope[0] = Code(
        .local(Local("action")), .record(spec.actions[id].payload.name), canFail: false)
      let code = try lowering.lower(group.value, scope)
      let text = try KotlinExpressions(names: names, place: group.place).text(code)
      return "HistoryRole.Enter(\(KotlinNames.literal(group.place))) { \(text) }"
    }
  }
}
