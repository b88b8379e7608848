import CEL
import SuasProgram
import YAML

/// Prints reducers: the initial state, and a function for each action that they handle.
struct TypeScriptReducers {
  let lowering: Lowering
  let names: TypeScriptNames
  let rules: LoweredRules

  private var spec: CheckedSpec { lowering.program.spec }

  func reducer(_ reducer: CheckedReducer) throws(NotGenerated) -> Document {
    if reducer.isHistory { return try history(reducer) }
    let state = names.type(.record(reducer.state.name))
    let handlers = rules.reducers[reducer.stateKey]?.handlers ?? []
    let constant = names.reducer(reducer).name
    var taken: Set<String> = [constant, "state", "store", "action", "reduce"]
    var functions: [Document] = []
    var cases: [Document] = []
    for (id, rules) in reducer.handled where id < spec.actions.count {
      let action = spec.actions[id]
      var call: TypeScriptExpression?
      if !rules.isEmpty, let handler = handlers.first(where: { $0.action.id == id }) {
        var name = TypeScriptNames.value(action.name)
        while !taken.insert(name).inserted { name += "Rules" }
        let (function, made) = try self.function(handler, name, spec.counting(rules), reducer)
        functions.append(function)
        call = made
      }
      let result = moving(id, call, reducer, counting: spec.counting(rules))
      cases.append(.lines("case \(names.text(action.name)):", [result.returned], Document()))
    }
    let schema = names.program.layout(reducer.state.name).flatMap(names.schema) ?? ""
    let initial = names.constant(.record(reducer.initial), .record(reducer.state.name))
    let arguments = [
      names.text(reducer.stateKey), initial.document(), schema,
      cases.isEmpty ? "() => null" : "reduce",
    ]
    let types: Document = "<\(state), \(names.state), \(names.anyAction)>"
    let made = TypeScriptExpression.call("\(ts: "reducer")\(types)", arguments)
    let comment = Document.comment(
      lowering.program.description(.reducer, reducer.name),
      or: "The reducer of the state under the key `\(reducer.stateKey)`.")
    let declaration = comment + "\(made.assigned(to: "export const \(constant)"));"
    return .paragraphs(functions + reduction(cases, state) + [declaration])
  }

  /// The function that chooses the rules for an action.
  private func reduction(_ cases: [Document], _ state: Document) -> [Document] {
    if cases.isEmpty { return [] }
    let choice = Document.lines(
      "switch (\(name: "action").type) {",
      cases.map(\.withoutLastLine) + [
        .lines("default:", ["return null;"], Document()).withoutLastLine
      ])
    let store = TypeScriptNames.parameter("store", isRead: choice.mentions("store"))
    let own = TypeScriptNames.parameter("state", isRead: choice.mentions("state"))
    return [
      .lines(
        "function reduce"
          + .parenthesized([
            "\(own): \(state)", "\(store): \(names.state)", "action: \(names.anyAction)",
          ]) + ": \(state) | null {", [choice])
    ]
  }

  /// The call of an action's rules, after the move in the history that it makes.
  private func moving(
    _ id: Int, _ call: TypeScriptExpression?, _ reducer: CheckedReducer, counting: Counting
  ) -> TypeScriptExpression {
    let distance: Document
    switch reducer.history?.roles[id] {
    case .undo: distance = names.constant(-1).document()
    case .redo: distance = names.constant(1).document()
    case .jump(let field):
      let name = spec.actions[id].payload.fields[field].name
      distance = "action.payload\(TypeScriptNames.property(name))"
    default: return call ?? TypeScriptExpression("null")
    }
    let key = CheckedHistory.stateKey(of: reducer.stateKey)
    let move = TypeScriptExpression.call(
      "\(ts: "movedState")",
      ["\(name: "store")\(TypeScriptNames.property(key))", distance, .name("state")])
    guard let call else { return move }
    let next = TypeScriptExpression(
      call.document().replacing("state", with: "\(name: "moved") ?? \(name: "state")"))
    let result =
      counting == .always
      ? next : TypeScriptExpression(next, "??", TypeScriptExpression(.name("moved")))
    let isRead = result.document().mentions("moved")
    return .call(
      "\(ts: "bind")", [move.document(), .arrow(isRead ? "(\(name: "moved"))" : "()", result)])
  }

  /// The function for an action, and its call.
  private func function(
    _ handler: LoweredReducer.Handler, _ name: String, _ counting: Counting,
    _ reducer: CheckedReducer
  ) throws(NotGenerated) -> (Document, TypeScriptExpression) {
    var expressions = TypeScriptExpressions(names: names, place: .nowhere)
    expressions.aliases = [
      Local("action"): .name("payload"), Local("state"): .name("state"),
      Local("store"): .name("store"),
    ]
    let printer = try TypeScriptFunction(handler.function.ofRules(counting), expressions)
    let payload: Document = "\(names.actionType(handler.action.name))[\"payload\"]"
    let all: [(name: String, type: Document, argument: Document)] = [
      ("state", names.type(.record(reducer.state.name)), .name("state")),
      ("payload", payload, "\(name: "action").payload"),
      ("store", "\(names.state)", .name("store")),
    ]
    let used = all.filter { printer.names.contains($0.name) }
    let parameters = used.map { "\(name: $0.name): \($0.type)" as Document }
    return (
      printer.document("function \(name)", parameters: parameters),
      .call(Document(name), used.map(\.argument))
    )
  }

  // MARK: Histories

  /// The reducer of a history.
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
      cases.append(
        .lines("case \(names.text(spec.actions[id].name)):", [value.returned], Document())
          .withoutLastLine)
    }
    cases.append(.lines("default:", ["return null;"], Document()).withoutLastLine)
    let function = Document.lines(
      "function roleOf(action: \(names.anyAction)): \(ts: "HistoryRole") | null {",
      [.lines("switch (action.type) {", cases)])
    let arguments: [Document] = [
      names.text(tracked.stateKey), names.text(reducer.stateKey), "\(history.limit)", "roleOf",
    ]
    let made = TypeScriptExpression.call(
      "\(ts: "historyReducer")<\(state), \(names.anyAction)>", arguments)
    let comment = Document.comment([
      "What actions do to the history of the state under the key `\(tracked.stateKey)`."
    ])
    return .paragraphs([
      function, comment + "\(made.assigned(to: "export const \(names.reducer(reducer).name)"));",
    ])
  }

  private func role(
    _ role: CheckedHistory.Role, _ id: Int
  ) throws(NotGenerated) -> TypeScriptExpression? {
    let move = { (distance: Document) in
      TypeScriptExpression.object(["kind: \"move\"", "distance: \(distance)"])
    }
    switch role {
    case .undo: return move(names.constant(-1).document())
    case .redo: return move(names.constant(1).document())
    case .jump(let field):
      let name = spec.actions[id].payload.fields[field].name
      return move("action.payload\(TypeScriptNames.property(name))")
    case .clear: return .object(["kind: \"clear\""])
    case .ignore: return nil
    case .record(nil): return .object(["kind: \"enter\""])
    case .record(let group?):
      var scope = Scope()
      scope[0] = LoweredExpression(
        .local(Local("action")), .record(spec.actions[id].payload.name), canFail: false)
      let code = try lowering.lower(group.value, scope)
      var expressions = TypeScriptExpressions(names: names, place: group.place)
      expressions.aliases = [Local("action"): "action.payload"]
      let value = try expressions.boxed(code)
      return .object([
        "kind: \"enter\"", "place: \(names.literal(group.place))", "group: \(.lazy(value))",
      ])
    }
  }
}

/// Prints the shared rules of a spec as functions.
struct TypeScriptSharedRules {
  let names: TypeScriptNames
  let rules: LoweredSharedRules

  /// The object with the functions; nothing if there are none.
  func document() throws(NotGenerated) -> Document {
    let shared = names.program.spec.sharedRules
    if shared.isEmpty { return Document() }
    var functions: [Document] = []
    for (rule, function) in zip(shared, rules.functions) {
      functions.append("\(try self.function(rule, function)),")
    }
    return "/** The rules that reducers share. */" + .hardLine
      + .lines("export const \(names.rules.name) = {", [.paragraphs(functions)], "};")
  }

  private func function(
    _ rule: SharedRule, _ function: LoweredFunction
  ) throws(NotGenerated) -> Document {
    var expressions = TypeScriptExpressions(names: names, place: rule.place)
    expressions.aliases = [Local("record"): .name("record"), Local("store"): .name("store")]
    let printer = try TypeScriptFunction(function, expressions)
    func parameter(_ name: String, _ type: Document) -> Document {
      "\(TypeScriptNames.parameter(name, isRead: printer.names.contains(name))): \(type)"
    }
    var parameters = [parameter("record", names.type(.record(rule.record.name)))]
    for (declared, local) in zip(rule.parameters, function.parameters) {
      parameters.append(
        parameter(TypeScriptNames.local(local), names.type(ValueType(declared.type))))
    }
    if function.steps.facts.reads.readsStore {
      parameters.append(parameter("store", "\(names.state)"))
    }
    return .comment(names.program.description(.sharedRule, rule.name))
      + printer.document(TypeScriptNames.key(rule.name), parameters: parameters)
  }
}
