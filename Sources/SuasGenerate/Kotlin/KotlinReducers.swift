import CEL
import SuasProgram
import YAML

/// Writes a reducer: its initial state, and a function for each action that it handles.
struct KotlinReducers {
  let lowering: Lowering
  let names: KotlinNames

  private var spec: CheckedSpec { lowering.program.spec }

  func reducer(_ reducer: CheckedReducer) throws(NotGenerated) -> Document {
    if reducer.isHistory { return try history(reducer) }
    let state = names.type(.record(reducer.state.name))
    var functions: [[String]] = []
    var cases: [Document] = []
    for (id, rules) in reducer.handled where id < spec.actions.count {
      let action = spec.actions[id]
      var call: KotlinExpression?
      if !rules.isEmpty {
        let (function, made) = try self.function(action, rules, reducer)
        functions += function
        call = made
      }
      let result = moving(id, call, reducer, counting: spec.counting(rules))
      cases.append(result.body(of: "is \(names.action(action.name))", "->"))
    }
    let initial = names.constant(.record(reducer.initial), .record(reducer.state.name))
    let members =
      [
        initial.body(of: "override fun getInitialState(): \(state)"),
        "override fun getStateKey(): String = \(names.text(reducer.stateKey))",
      ] + reductions(cases, state) + functions.map { .lines($0, depth: 1) }
    return .comment(
      lowering.program.description(.reducer, reducer.name),
      or: "The reducer of the state under the key `\(reducer.stateKey)`.")
      + .block(
        """
        public class \(names.reducer(reducer.name)) : \(kotlin: "RefusingReducer")<\(state)>() {
        """, [.paragraphs(members)])
  }

  /// The number of actions that one `when` has.
  private static let mostCases = 500

  /// The functions that choose the rules for an action.
  private func reductions(_ cases: [Document], _ state: Document) -> [Document] {
    let parameters: Document = """
      (state: \(state), store: \(kotlin: "State"), action: \(kotlin: "Action"))
      """
    let result: Document = "\(kotlin: "Outcome")<\(state)>"
    let head: Document = "override fun reduce\(parameters): \(result) ="
    if cases.isEmpty {
      return [head + (.hardLine + "\(kotlin: "Outcome").Unchanged").nested(4)]
    }
    return stride(from: 0, to: cases.count, by: Self.mostCases).map { start in
      let end = min(cases.count, start + Self.mostCases)
      let other: Document =
        end < cases.count ? "reducePart\(end / Self.mostCases + 1)(state, store, action)" : "null"
      let choice = Document.block("when (action) {", cases[start..<end] + ["else -> \(other)"])
      if start == 0 {
        return head + (.hardLine + .block("\(kotlin: "reducing")(state) {", [choice])).nested(4)
      }
      let name = "reducePart\(start / Self.mostCases + 1)"
      return "private fun \(name)\(parameters): \(state)? =" + (.hardLine + choice).nested(4)
    }
  }

  /// The call of an action's rules, after the move in the history that it makes.
  private func moving(
    _ id: Int, _ call: KotlinExpression?, _ reducer: CheckedReducer, counting: Counting
  ) -> KotlinExpression {
    let distance: Document
    switch reducer.history?.roles[id] {
    case .undo: distance = "-1L"
    case .redo: distance = "1L"
    case .jump(let field):
      distance = "action.\(KotlinNames.member(spec.actions[id].payload.fields[field].name))"
    default: return call ?? KotlinExpression("null")
    }
    let key = names.text(CheckedHistory.stateKey(of: reducer.stateKey))
    let move = KotlinExpression.call("\(kotlin: "movedState")", ["store", key, distance, "state"])
    guard let call else { return move }
    let moved = KotlinExpression(.name("moved"))
    let next = call.document().replacing("state", with: "\(name: "moved") ?: state")
    let result =
      counting == .always
      ? KotlinExpression(next) : KotlinExpression(KotlinExpression(next), "?:", moved)
    let body = result.document()
    return move.calling(".let \(.lambda(body.mentions("moved") ? "moved" : "", body))")
  }

  /// The function for an action, and its call.
  private func function(
    _ action: CheckedAction, _ rules: [CheckedRule], _ reducer: CheckedReducer
  ) throws(NotGenerated) -> ([[String]], KotlinExpression) {
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
    var arguments: [Document] = []
    if function.body.contains(where: { $0.mentionsName(function.parameter) }) {
      parameters.append("\(function.parameter): \(state)")
      arguments.append(.name("state"))
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
    return ([lines] + parts.functions, .call(Document(name), arguments))
  }

  // MARK: Histories

  /// The type and the reducer of a history.
  private func history(_ reducer: CheckedReducer) throws(NotGenerated) -> Document {
    guard
      let tracked = spec.reducers.first(where: {
        $0.history != nil && CheckedHistory.stateKey(of: $0.stateKey) == reducer.stateKey
      }), let history = tracked.history
    else { return Document() }
    let state = names.type(.record(tracked.state.name))
    var cases: [Document] = []
    for (id, role) in history.roles.sorted(by: { $0.key < $1.key }) where id < spec.actions.count {
      guard let value = try self.role(role, id) else { continue }
      cases.append("is \(names.action(spec.actions[id].name)) -> \(value)")
    }
    let choice = Document.block(
      "when (action) {", cases + ["else -> \(kotlin: "HistoryRole").Ignore"])
    let arguments: [Document] = [
      names.text(tracked.stateKey), names.text(reducer.stateKey), "\(history.limit)",
      "\(kotlin: "History")(type = \(state)History)",
    ]
    let made = Document.block(
      .block(
        "\(kotlin: "HistoryReducer")(", arguments.map { "\($0)," }, ") { action ->"), [choice])
    let type: Document = "\(kotlin: "HistoryReducer")<\(state)>"
    let function =
      "internal fun \(KotlinNames.member(reducer.stateKey))(): \(type) ="
      + (.hardLine + made).nested(4)
    let comment = Document.comment([
      "What actions do to the history of the state under the key `\(tracked.stateKey)`."
    ])
    return .paragraphs(historyType(reducer, of: tracked) + [comment + function])
  }

  /// The type of the histories of a state, beside the first one.
  private func historyType(_ reducer: CheckedReducer, of tracked: CheckedReducer) -> [Document] {
    let first = spec.reducers.first { $0.state.name == reducer.state.name }?.stateKey
    guard first == reducer.stateKey else { return [] }
    let state = names.type(.record(tracked.state.name))
    let isSensitive = reducer.state.fields[CheckedHistory.groupSlot].isSensitive
    let arguments: [Document] = ["\(state).Schema"] + (isSensitive ? ["isSensitive = true"] : [])
    let type = KotlinExpression.call("\(kotlin: "History").type", arguments)
    let head: Document = "public val \(state)History: \(kotlin: "RecordType")"
    return [
      .comment(["The type of the histories of `\(tracked.state.name)`."])
        + type.assigned(to: head)
    ]
  }

  private func role(_ role: CheckedHistory.Role, _ id: Int) throws(NotGenerated) -> Document? {
    let type = Symbol.kotlin("HistoryRole")
    switch role {
    case .undo: return "\(type).Move(-1)"
    case .redo: return "\(type).Move(1)"
    case .jump(let field):
      return
        "\(type).Move(action.\(KotlinNames.member(spec.actions[id].payload.fields[field].name)))"
    case .clear: return "\(type).Clear"
    case .ignore: return nil
    case .record(nil): return "\(type).Enter()"
    case .record(let group?):
      var scope = Scope()
      scope[0] = Code(
        .local(Local("action")), .record(spec.actions[id].payload.name), canFail: false)
      let code = try lowering.lower(group.value, scope)
      let value = try KotlinExpressions(names: names, place: group.place).document(code)
      return "\(type).Enter(\(KotlinNames.literal(group.place))) \(.lambda("", value))"
    }
  }
}
