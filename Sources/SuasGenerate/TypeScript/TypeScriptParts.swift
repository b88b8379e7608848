import CEL
import SuasProgram
import YAML

/// Writes the parts of a spec around its reducers: functions, selectors, conditions, listeners,
/// middleware and effects.
struct TypeScriptParts {
  var lowering: Lowering
  let names: TypeScriptNames

  var spec: CheckedSpec { lowering.program.spec }

  static let store = LoweredExpression(
    .local(Local("store")), .record(StoreShape.typeName), canFail: false)

  /// An action of one of several types.
  static let anyAction = LoweredExpression(.local(Local("action")), .any, canFail: false)

  func expressions(
    _ place: SourceRange, _ aliases: [Local: Document] = [:]
  ) -> TypeScriptExpressions {
    TypeScriptExpressions(names: names, place: place, aliases: aliases)
  }

  func place(_ place: SourceRange) -> Document { names.literal(place) }

  // MARK: Functions and selectors

  /// The constants of the spec that are lists, maps or records; nothing if there are none.
  func constants() -> Document {
    let constants = lowering.program.namedConstants.filter(names.canName)
    if constants.isEmpty { return Document() }
    let types = constants.map { constant -> Document in
      .comment(lowering.program.description(.constant, constant.name))
        + "readonly \(TypeScriptNames.key(constant.name)): \(names.type(ValueType(constant.type)));"
    }
    let values = constants.map { constant -> Document in
      let value = names.constant(constant.value, ValueType(constant.type))
      return "\(TypeScriptNames.key(constant.name)): \(value.document()),"
    }
    return "/** The constants of the spec that are lists, maps or records. */" + .hardLine
      + .lines(
        .lines("export const \(names.constants.name): {", types, "} = {"), values, "};")
  }

  /// The functions of the spec; nothing if there are none.
  func functions() throws(NotGenerated) -> Document {
    var functions: [Document] = []
    for case .function(let function) in spec.definitions {
      let (parameters, code) = try lowering.body(of: function)
      var body = try expressions(function.place).expression(code)
      let list = zip(parameters, function.parameters).map { local, parameter -> Document in
        let name = TypeScriptNames.local(local)
        let shown = TypeScriptNames.parameter(name, isRead: body.document().mentions(name))
        return "\(shown): \(names.type(ValueType(parameter.type)))"
      }
      if code.canFail {
        body = .call("\(ts: "inFunction")", [names.text(function.name), .lazy(body)])
      }
      let result = names.type(lowering.result(of: function))
      let head: Document =
        "\(TypeScriptNames.key(function.name))" + .parenthesized(list) + ": \(result) {"
      functions.append(
        .comment(lowering.program.description(.function, function.name))
          + .lines(head, [body.returned], "},"))
    }
    if functions.isEmpty { return Document() }
    return "/** The functions of the spec. */" + .hardLine
      + .lines("export const \(names.functions.name) = {", [.paragraphs(functions)], "};")
  }

  /// The selectors of the spec; nothing if there are none.
  func selectors() throws(NotGenerated) -> Document {
    var selectors: [Document] = []
    for selector in spec.selectors {
      let (condition, code) = try lowering.body(of: selector)
      let writer = expressions(selector.place, [Local("store"): .name("store")])
      var value = try writer.expression(code)
      var result = names.type(lowering.type(of: selector))
      if let condition {
        let optional = Symbol.typescript("Optional")
        value = .choice(
          try writer.expression(condition), .call("\(optional).of<\(result)>", [value.document()]),
          TypeScriptExpression("\(optional).none()"))
        result = "\(optional)<\(result)>"
      }
      let store = TypeScriptNames.parameter(
        "store", isRead: value.document().mentions("store"))
      let head: Document =
        "\(TypeScriptNames.key(selector.name))(\(store): \(names.state)): \(result) {"
      selectors.append(
        .comment(lowering.program.description(.selector, selector.name))
          + .lines(head, [value.returned], "},"))
    }
    if selectors.isEmpty { return Document() }
    return "/** The values that are selected from the whole state. */" + .hardLine
      + .lines("export const \(names.selectors.name) = {", [.paragraphs(selectors)], "};")
  }

  // MARK: Conditions

  func conditions() throws(NotGenerated) -> [Document] {
    var conditions: [Document] = []
    for invariant in spec.invariants {
      var scope = Scope(avoiding: ["store"])
      scope[0] = Self.store
      let test = try test(invariant.expression, scope, [Local("store"): .name("state")])
      let parameters: Document = test.document().mentions("state") ? "(\(name: "state"))" : "()"
      conditions.append(
        "\(ts: "invariant")<\(names.state)>"
          + .parenthesized([
            names.text(invariant.name), place(invariant.place), .arrow(parameters, test),
          ]))
    }
    for transition in spec.transitions { conditions.append(try self.transition(transition)) }
    return conditions
  }

  /// The promises at rest.
  func promises() throws(NotGenerated) -> [Document] {
    guard let layout = RecordLayout.pending(of: spec) else { return [] }
    var scope = Scope(avoiding: ["store", "state", "pending", "counts"])
    scope[0] = Self.store
    scope[1] = LoweredExpression(.local(Local("pending")), .record(layout.name), canFail: false)
    let counts = names.made(
      layout,
      layout.fields.map { TypeScriptExpression("\(name: "counts")(\(names.text($0.name)))") })
    return try spec.atRest.map { promise throws(NotGenerated) in
      var test = try test(
        promise.expression, scope,
        [Local("store"): .name("state"), Local("pending"): .name("pending")])
      if test.document().mentions("pending") {
        test = .call(
          "\(ts: "bind")", [counts.document(), .arrow("(\(name: "pending"))", test)])
      }
      let parameters = TypeScriptExpressions.parameters(["state", "counts"], in: test.document())
      return "\(ts: "restPromise")<\(names.state)>"
        + .parenthesized([
          names.text(promise.name), place(promise.place), .arrow(parameters, test),
        ])
    }
  }

  private func test(
    _ expression: CheckedExpression, _ scope: Scope, _ aliases: [Local: Document]
  ) throws(NotGenerated) -> TypeScriptExpression {
    try expressions(expression.range, aliases).expression(
      try lowering.lower(expression, as: .bool, scope))
  }

  private func transition(_ transition: CheckedCondition) throws(NotGenerated) -> Document {
    var scope = Scope(avoiding: ["old", "new", "action"])
    scope[0] = LoweredExpression(
      .local(Local("oldStore")), .record(StoreShape.typeName), canFail: false)
    scope[1] = LoweredExpression(
      .local(Local("newStore")), .record(StoreShape.typeName), canFail: false)
    let all = spec.actions
    let actions = transition.actions.map { ids in all.filter { ids.contains($0.id) } }
    let only = actions?.count == 1 ? actions?.first : nil
    if let only {
      scope[2] = LoweredExpression(
        .local(Local("action")), .record(only.payload.name), canFail: false)
    } else if actions != nil {
      scope[2] = Self.anyAction
    }
    scope[3] = LoweredExpression(.local(Local("actionName")), .string, canFail: false)
    let test = try test(
      transition.expression, scope,
      [
        Local("oldStore"): .name("before"), Local("newStore"): .name("after"),
        Local("action"): only == nil ? payload("\(name: "action")") : "\(name: "action").payload",
        Local("actionName"): "\(name: "action").type",
      ])
    let named = actions ?? (all + spec.effects.map(\.action))
    let type = only.map { names.actionType($0.name) } ?? "\(names.anyAction)"
    let parameters = TypeScriptExpressions.parameters(
      ["before", "after", "action"], in: test.document())
    return "\(ts: "transition")<\(names.state), \(type)>"
      + .parenthesized([
        names.text(transition.name), place(transition.place),
        .bracketed(named.map { names.text($0.name) }), .arrow(parameters, test),
      ])
  }

  /// The payload of an action of one of several types, boxed.
  private func payload(_ action: Document) -> Document {
    "\(ts: "boxedPayload")(\(names.spec), \(action))"
  }

  // MARK: Listeners

  func listeners() throws(NotGenerated) -> [Document] {
    var listeners: [Document] = []
    for listener in spec.listeners { listeners.append(try self.listener(listener)) }
    return listeners
  }

  private func listener(_ listener: CheckedListener) throws(NotGenerated) -> Document {
    var parts: [Document] = ["name: \(names.text(listener.name))"]
    let store = ValueType.record(StoreShape.typeName)
    var type = store
    var isOfSelector = false
    switch listener.subject {
    case .store: break
    case .stateKey(let slot):
      parts.append("stateKey: \(names.text(spec.reducers[slot].stateKey))")
      type = .record(spec.reducers[slot].state.name)
    case .selector(let index):
      isOfSelector = true
      parts.append("selector: \(selection(spec.selectors[index]))")
      type = lowering.type(of: spec.selectors[index])
    }
    parts.append("type: \(names.fieldType(type))")
    switch listener.filter {
    case .always: break
    case .changed: parts.append("isForChanges: true")
    case .expression(let test):
      let body = try self.test(
        test.expression, change(isOfSelector ? store : type, oldCanBeNull: false), Self.change)
      parts.append("filterPlace: \(place(test.place))")
      parts.append("\(isOfSelector ? "stateFilter" : "filter"): \(function(body))")
    }
    if !listener.reactions.isEmpty {
      let scope = change(type, oldCanBeNull: isOfSelector)
      let steps = try self.steps(listener.reactions, scope, Self.change)
      parts.append("reactions: \(.bracketed(steps))")
    }
    return "\(ts: "listener")<\(names.state), \(names.type(type))>"
      + .parenthesized([.braced(parts)])
  }

  private func selection(_ selector: CheckedSelector) -> Document {
    let call = TypeScriptExpression(
      "\(names.selectors)\(TypeScriptNames.property(selector.name))(\(name: "state"))")
    let value: TypeScriptExpression =
      selector.condition == nil ? .call("\(ts: "Optional").of", [call.document()]) : call
    return .braced([
      "place: \(place(selector.place))", "select: \(.arrow("(\(name: "state"))", value))",
    ])
  }

  /// The names `old` and `new` of a listener.
  private func change(_ type: ValueType, oldCanBeNull: Bool) -> Scope {
    var scope = Scope(avoiding: ["old", "new", "scope"])
    let old = oldCanBeNull ? ValueType.nullable(type.nonNull) : type
    scope[0] = LoweredExpression(.local(Local("old")), old, canFail: false)
    scope[1] = LoweredExpression(.local(Local("new")), type, canFail: false)
    return scope
  }

  private static let change: [Local: Document] = [
    Local("old"): "\(name: "scope").old", Local("new"): "\(name: "scope").new",
  ]

  /// A function of a scope.
  func function(_ body: TypeScriptExpression) -> Document {
    .arrow(body.document().mentions("scope") ? "(\(name: "scope"))" : "()", body)
  }

  // MARK: Steps

  /// The steps of a listener, of middleware or after an outcome.
  func steps(
    _ reactions: [CheckedReaction], _ scope: Scope, _ aliases: [Local: Document]
  ) throws(NotGenerated) -> [Document] {
    var steps: [Document] = []
    for reaction in reactions { steps.append(try step(reaction, scope, aliases)) }
    return steps
  }

  func step(
    _ reaction: CheckedReaction, _ scope: Scope, _ aliases: [Local: Document]
  ) throws(NotGenerated) -> Document {
    switch reaction {
    case .dispatch(let dispatch):
      let make = function(try made(dispatch, scope, aliases))
      return .braced(
        ["kind: \"dispatch\"", "place: \(place(dispatch.place))"]
          + (try condition(dispatch.condition, scope, aliases)) + ["make: \(make)"])
    case .cancel(let cancel):
      var parts: [Document] = [
        "kind: \"cancel\"", "place: \(place(cancel.place))", "effect: \(names.text(cancel.effect))",
      ]
      parts += try condition(cancel.condition, scope, aliases)
      if let key = cancel.key {
        let value = try self.key(key.expression, scope, aliases, cancel.place)
        parts.append("key: \(function(value))")
      }
      return .braced(parts)
    }
  }

  /// The key of an effect, boxed; an enum's case is the same key as its text.
  func key(
    _ expression: CheckedExpression, _ scope: Scope, _ aliases: [Local: Document],
    _ place: SourceRange
  ) throws(NotGenerated) -> TypeScriptExpression {
    try expressions(place, aliases).boxed(try lowering.lower(expression, scope))
  }

  /// The property for a condition; none if there is no condition.
  func condition(
    _ condition: CheckedGuard?, _ scope: Scope, _ aliases: [Local: Document]
  ) throws(NotGenerated) -> [Document] {
    guard let condition else { return [] }
    let code = try lowering.lower(condition.test, scope)
    let test = try expressions(condition.test.place, aliases).expression(
      condition.isNegated ? code.negated : code)
    return ["condition: \(function(test))"]
  }

  /// The action that a step dispatches; what is not written has its default.
  func made(
    _ dispatch: CheckedDispatch, _ scope: Scope, _ aliases: [Local: Document]
  ) throws(NotGenerated) -> TypeScriptExpression {
    let action = (spec.actions + spec.effects.map(\.action))[dispatch.action]
    guard let layout = lowering.program.layout(action.payload.name) else {
      throw NotGenerated(action.name, at: dispatch.place)
    }
    var properties: [Document] = []
    for (slot, field) in layout.fields.enumerated() {
      guard dispatch.named.contains(field.name) else {
        guard !names.mayBeLeftOut(field), let value = names.defaultValue(field) else { continue }
        properties.append(names.property(field.name, value))
        continue
      }
      let value: TypeScriptExpression
      switch dispatch.payload {
      case .constant(.record(let record)): value = names.constant(record[slot], field.type)
      case .record(_, let fields):
        let code = try lowering.lower(fields[slot], as: field.type, scope)
        value = try expressions(dispatch.place, aliases).expression(code)
      default: throw NotGenerated(action.name, at: dispatch.place)
      }
      properties.append(names.property(field.name, value))
    }
    let arguments = properties.isEmpty ? [] : [Document.braced(properties)]
    return .call("\(names.creator(layout))", arguments)
  }
}
