import CEL
import SuasProgram
import YAML

/// Prints reducers: the initial state, and a function for each action that they handle.
struct KotlinReducers {
  let lowering: Lowering
  let names: KotlinNames
  let rules: LoweredRules

  private var spec: CheckedSpec { lowering.program.spec }

  func reducer(_ reducer: CheckedReducer) throws(NotGenerated) -> Document {
    if reducer.isHistory { return try history(reducer) }
    let state = names.type(.record(reducer.state.name))
    let handlers = rules.reducers[reducer.stateKey]?.handlers ?? []
    var functions: [Document] = []
    var cases: [Document] = []
    for (id, rules) in reducer.handled where id < spec.actions.count {
      let action = spec.actions[id]
      var call: KotlinExpression?
      if !rules.isEmpty, let handler = handlers.first(where: { $0.action.id == id }) {
        let (function, made) = try self.function(handler, spec.counting(rules), reducer)
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
      ] + reductions(cases, state) + functions
    return .comment(
      lowering.program.description(.reducer, reducer.name),
      or: "The reducer of the state under the key `\(reducer.stateKey)`.")
      + .block(
        """
        \(names.access)class \(names.reducer(reducer.name)) : \(kotlin: "RefusingReducer")<\(state)>() {
        """, [.paragraphs(members)])
  }

  /// The number of actions that one `when` has.
  private static let mostCases = 500

  /// The functions that choose the rules for an action.
  private func reductions(_ cases: [Document], _ state: Document) -> [Document] {
    let parameters = Document.arguments([
      "state: \(state)", "store: \(kotlin: "State")", "action: \(kotlin: "Action")",
    ])
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

  /// The function for an action with the functions for its parts, and its call.
  private func function(
    _ handler: LoweredReducer.Handler, _ counting: Counting, _ reducer: CheckedReducer
  ) throws(NotGenerated) -> ([Document], KotlinExpression) {
    let action = handler.action
    let types: [String: Document] = [
      "action": Document(names.action(action.name)), "store": Document(names.fixed.state),
    ]
    let printer = try KotlinFunctionPrinter(
      handler.function.ofRules(counting), named: action.name,
      KotlinExpressions(names: names, place: .nowhere), types)
    let state = names.type(.record(reducer.state.name))
    var parameters: [Document] = []
    var arguments: [Document] = []
    if printer.names.contains(printer.parameter) {
      parameters.append("\(name: printer.parameter): \(state)")
      arguments.append(.name("state"))
    }
    let others: [(name: String, argument: Document)] = [
      ("action", "action"), ("store", "\(names.fixed.state)(store)"),
    ]
    for (name, argument) in others where printer.names.contains(name) {
      parameters.append("\(name: name): \(types[name] ?? "")")
      arguments.append(argument)
    }
    let name = KotlinNames.member(action.name)
    let function = printer.document("private fun \(name)", parameters: parameters)
    return ([function] + printer.parts, .call(Document(name), arguments))
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
      "\(kotlin: "History")(type = \(names.history(of: tracked.state.name)))",
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
    let isSensitive = reducer.state.fields[CheckedHistory.groupSlot].isSensitive
    let arguments: [Document] =
      [Document(names.schema(ofRecord: tracked.state.name))]
      + (isSensitive ? ["\(Symbol.isSensitive) = true"] : [])
    let type = KotlinExpression.call("\(kotlin: "History").type", arguments)
    let head: Document =
      "\(names.access)val \(names.history(of: tracked.state.name)): \(kotlin: "RecordType")"
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
      scope[0] = LoweredExpression(
        .local(Local("action")), .record(spec.actions[id].payload.name), canFail: false)
      let code = try lowering.lower(group.value, scope)
      let value = try KotlinExpressions(names: names, place: group.place).document(code)
      return "\(type).Enter(\(names.literal(group.place))) \(.lambda("", value))"
    }
  }
}
