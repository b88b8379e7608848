import CEL
import SuasProgram
import YAML

/// Writes the parts of a spec around its reducers: functions, selectors, conditions, listeners,
/// middleware and effects.
struct KotlinParts {
  var lowering: Lowering
  let names: KotlinNames

  var spec: CheckedSpec { lowering.program.spec }

  static let store = LoweredExpression(
    .local(Local("store")), .record(StoreShape.typeName), canFail: false)

  /// An action of one of several types.
  static let anyAction = LoweredExpression(.local(Local("action")), .any, canFail: false)

  func expressions(_ place: SourceRange) -> KotlinExpressions {
    KotlinExpressions(names: names, place: place)
  }

  func place(_ place: SourceRange) -> Document { Document(names.literal(place)) }

  /// A list of one or more elements.
  func list(_ elements: [Document]) -> Document { "listOf\(.arguments(elements))" }

  // MARK: Functions and selectors

  /// The constants of the spec that are lists, maps or records; nothing if there are none.
  func constants() -> Document {
    let constants = lowering.program.namedConstants.map { constant in
      let type = ValueType(constant.type)
      return (constant, type, value: names.constant(constant.value, type))
    }
    if constants.isEmpty { return Document() }
    // One method makes all of them; a function makes a constant of its own, and has a method for it.
    let isLong = KotlinPieces.divides(constants.map { $0.value.document() })
    let members = constants.map { constant, type, value -> Document in
      let made =
        isLong ? KotlinExpression("lazy \(.lambda("", value.document())).value") : value
      return .comment(lowering.program.description(.constant, constant.name))
        + made.assigned(to: "val \(KotlinNames.member(constant.name)): \(names.type(type))")
    }
    return "/** The constants of the spec that are lists, maps or records. */" + .hardLine
      + .block("internal object \(names.fixed.of("Constants")) {", members)
  }

  /// The functions of the spec; nothing if there are none.
  func functions() throws(NotGenerated) -> Document {
    var functions: [Document] = []
    for case .function(let function) in spec.definitions {
      let (parameters, code) = try lowering.body(of: function)
      let list = zip(parameters, function.parameters).map {
        "\(KotlinNames.local($0)): \(names.type(ValueType($1.type)))" as Document
      }
      var body = try expressions(function.place).expression(code)
      if code.canFail {
        let name = names.text(function.name)
        body = KotlinExpression(
          "\(kotlin: "inFunction")(\(name)) \(.lambda("", body.document()))")
      }
      let result = names.type(lowering.result(of: function))
      let head: Document =
        "fun \(KotlinNames.function(function.name))\(.arguments(list)): \(result)"
      functions.append(
        .comment(lowering.program.description(.function, function.name)) + body.body(of: head))
    }
    if functions.isEmpty { return Document() }
    return "/** The functions of the spec. */" + .hardLine
      + .block("internal object \(names.fixed.of("Functions")) {", [.paragraphs(functions)])
  }

  /// The selectors of the spec; nothing if there are none.
  func selectors() throws(NotGenerated) -> Document {
    var selectors: [Document] = []
    for selector in spec.selectors {
      let (condition, code) = try lowering.body(of: selector)
      let writer = expressions(selector.place)
      var value = try writer.expression(code)
      var result = names.type(lowering.type(of: selector))
      if let condition {
        let optional = Symbol.kotlin("Optional")
        value = KotlinExpression(
          .choice(
            try writer.expression(condition),
            then: .call("\(optional).of", [value.document()]),
            otherwise: KotlinExpression("\(optional).none()")), .any)
        result = "\(optional)<\(result)>"
      }
      let head: Document =
        "public fun \(KotlinNames.member(selector.name))(store: \(names.fixed.state)): \(result)"
      selectors.append(
        .comment(lowering.program.description(.selector, selector.name)) + value.body(of: head))
    }
    if selectors.isEmpty { return Document() }
    return "/** The values that are selected from the whole state. */" + .hardLine
      + .block("\(names.access)object \(names.fixed.of("Selectors")) {", [.paragraphs(selectors)])
  }

  // MARK: Conditions

  func conditions() throws(NotGenerated) -> (invariants: [Document], transitions: [Document]) {
    var (invariants, transitions): ([Document], [Document]) = ([], [])
    for invariant in spec.invariants {
      var scope = Scope(avoiding: ["store", "old", "new"])
      scope[0] = Self.store
      let test = try test(invariant.expression, scope).replacing(
        "store", with: "\(names.fixed.state)(new)")
      let call = condition(invariant.name, "invariant", invariant.place, test)
      invariants.append("\(kotlin: "Validation") \(.lambda("_, new, _", call))")
    }
    for transition in spec.transitions { transitions.append(try self.transition(transition)) }
    return (invariants, transitions)
  }

  /// The promises at rest.
  func promises() throws(NotGenerated) -> [Document] {
    guard let layout = RecordLayout.pending(of: spec) else { return [] }
    var scope = Scope(avoiding: ["store", "state", "pending", "counts"])
    scope[0] = Self.store
    scope[1] = LoweredExpression(.local(Local("pending")), .record(layout.name), canFail: false)
    return try spec.atRest.map { promise throws(NotGenerated) in
      let test = try test(promise.expression, scope)
      let readsPending = test.mentions("pending")
      let counts = layout.fields.map { "counts(\(names.text($0.name)))" as Document }
      let pending: Document =
        readsPending
        ? "val pending = \(names.type(layout))\(.arguments(counts))" + .hardLine : Document()
      let parameters: Document =
        (test.mentions("store") ? "state" : "_") + ", " + (readsPending ? "counts" : "_")
      let arguments = Document.arguments([names.text(promise.name), place(promise.place)])
      let holds = test.replacing("store", with: "\(names.fixed.state)(state)")
      let call: Document = "\(kotlin: "promiseAtRest")\(arguments) \(.lambda("", holds))"
      return "\(kotlin: "RestPromise") \(.lambda(parameters, pending + call))"
    }
  }

  private func condition(
    _ name: String, _ kind: String, _ place: SourceRange, _ test: Document
  ) -> Document {
    let arguments = Document.arguments([
      names.text(name), Document(KotlinNames.literal(kind)), self.place(place),
    ])
    return "\(kotlin: "condition")\(arguments) \(.lambda("", test))"
  }

  private func test(
    _ expression: CheckedExpression, _ scope: Scope
  ) throws(NotGenerated) -> Document {
    try expressions(expression.range).document(
      try lowering.lower(expression, as: .bool, scope))
  }

  private func transition(_ transition: CheckedCondition) throws(NotGenerated) -> Document {
    var scope = Scope(avoiding: ["old", "new", "action"])
    scope[0] = LoweredExpression(
      .local(Local("oldStore")), .record(StoreShape.typeName), canFail: false)
    scope[1] = LoweredExpression(
      .local(Local("newStore")), .record(StoreShape.typeName), canFail: false)
    let actions = transition.actions.map { ids in spec.actions.filter { ids.contains($0.id) } }
    if let only = actions?.first, actions?.count == 1 {
      scope[2] = LoweredExpression(
        .local(Local("action")), .record(only.payload.name), canFail: false)
    } else if actions != nil {
      scope[2] = Self.anyAction
    }
    scope[3] = LoweredExpression(.local(Local("actionName")), .string, canFail: false)
    let test = try test(transition.expression, scope)
      .replacing("oldStore", with: "\(names.fixed.state)(old)").replacing(
        "newStore", with: "\(names.fixed.state)(new)"
      )
      .replacing("actionName", with: "\(name: "action").actionName")
    let types = actions?.map { Document(names.action($0.name)) } ?? [Document(names.fixed.action)]
    let isMeant = KotlinExpression.joined(
      types.map { KotlinExpression("action is \($0)", .namedCheck) }, "||")
    let choice = KotlinExpression(
      .choice(
        isMeant,
        then: KotlinExpression(condition(transition.name, "transition", transition.place, test)),
        otherwise: KotlinExpression("null")), .any)
    return "\(kotlin: "Validation") \(.lambda("old, new, action", choice.document()))"
  }

  // MARK: Listeners

  func listeners() throws(NotGenerated) -> [Document] {
    var listeners: [Document] = []
    for listener in spec.listeners { listeners.append(try self.listener(listener)) }
    return listeners
  }

  private func listener(_ listener: CheckedListener) throws(NotGenerated) -> Document {
    var parts = [names.text(listener.name)]
    let store = ValueType.record(StoreShape.typeName)
    var type = store
    var isOfSelector = false
    switch listener.subject {
    case .store: break
    case .stateKey(let slot):
      parts.append("stateKey = \(names.text(spec.reducers[slot].stateKey))")
      type = .record(spec.reducers[slot].state.name)
    case .selector(let index):
      isOfSelector = true
      parts.append("selector = \(selection(spec.selectors[index]))")
      type = lowering.type(of: spec.selectors[index])
      if case .caseOf? = names.program.layout(of: type)?.role {
        parts.append("asAny = { \(kotlin: "CaseContents")(it) }")
      }
    }
    switch listener.filter {
    case .always: break
    case .changed: parts.append("isForChanges = true")
    case .expression(let test):
      let seen = isOfSelector ? store : type
      let body = try self.test(test.expression, change(seen, oldCanBeNull: false))
      let (old, new): (Document, Document) =
        isOfSelector
        ? ("\(names.fixed.state)(scope.old)", "\(names.fixed.state)(scope.new)")
        : ("scope.old", "scope.new")
      parts.append("filterPlace = \(place(test.place))")
      let filter = lambda(body, [("old", old), ("new", new)])
      parts.append("\(isOfSelector ? "stateFilter" : "filter") = \(filter)")
    }
    if !listener.reactions.isEmpty {
      let scope = change(type, oldCanBeNull: isOfSelector)
      let old: Document = isOfSelector ? "scope.oldIfAny" : "scope.old"
      let steps = try self.steps(listener.reactions, scope) {
        lambda($0, [("old", old), ("new", "scope.new")])
      }
      parts.append("reactions = \(list(steps))")
    }
    return "\(kotlin: "ListenerDefinition")<\(names.type(type))>\(.arguments(parts))"
  }

  private func selection(_ selector: CheckedSelector) -> Document {
    let call: Document =
      "\(names.selector(selector.name))(\(names.fixed.state)(it))"
    let value: Document = selector.condition == nil ? "\(kotlin: "Optional").of(\(call))" : call
    return "\(kotlin: "SelectorDefinition")(\(place(selector.place))) \(.lambda("", value))"
  }

  /// The names `old` and `new` of a listener.
  private func change(_ type: ValueType, oldCanBeNull: Bool) -> Scope {
    var scope = Scope(avoiding: ["old", "new", "scope"])
    let old = oldCanBeNull ? ValueType.nullable(type.nonNull) : type
    scope[0] = LoweredExpression(.local(Local("old")), old, canFail: false)
    scope[1] = LoweredExpression(.local(Local("new")), type, canFail: false)
    return scope
  }

  /// A lambda on a scope, with the names that its body mentions.
  func lambda(_ body: Document, _ locals: [(name: String, value: Document)]) -> Document {
    let used = locals.filter { body.mentions($0.name) }
    if used.isEmpty { return .lambda(body.mentions("scope") ? "scope" : "", body) }
    let lines = used.map { "val \($0.name) = \($0.value)" as Document } + [body]
    return .block("{ scope ->", lines)
  }

  // MARK: Steps

  /// The steps of a new store.
  func firstSteps() throws(NotGenerated) -> [Document] {
    var scope = Scope(avoiding: ["store", "restored", "scope"])
    scope[0] = Self.store
    scope[1] = LoweredSaved.restored
    return try steps(spec.saved?.reactions ?? [], scope) {
      lambda($0, [("store", "\(names.fixed.state)(scope.state)"), ("restored", "scope.restored")])
    }
  }

  /// The steps of a listener, of middleware or after an outcome.
  func steps(
    _ reactions: [CheckedReaction], _ scope: Scope, _ lambda: (Document) -> Document
  ) throws(NotGenerated) -> [Document] {
    var steps: [Document] = []
    for reaction in reactions { steps.append(try step(reaction, scope, lambda)) }
    return steps
  }

  func step(
    _ reaction: CheckedReaction, _ scope: Scope, _ lambda: (Document) -> Document
  ) throws(NotGenerated) -> Document {
    switch reaction {
    case .dispatch(let dispatch):
      let arguments = try [place(dispatch.place)] + condition(dispatch.condition, scope, lambda)
      let make = lambda(try made(dispatch, scope))
      return "\(kotlin: "SpecStep").Dispatch\(.arguments(arguments)) \(make)"
    case .cancel(let cancel):
      var arguments =
        try [place(cancel.place), names.text(cancel.effect)]
        + condition(cancel.condition, scope, lambda)
      if let key = cancel.key {
        arguments.append("key = \(lambda(try self.key(key.expression, scope, cancel.place)))")
      }
      return "\(kotlin: "SpecStep").Cancel\(.arguments(arguments))"
    }
  }

  /// The key of an effect; an enum's case is the same key as its text.
  func key(
    _ expression: CheckedExpression, _ scope: Scope, _ place: SourceRange
  ) throws(NotGenerated) -> Document {
    let code = try lowering.lower(expression, scope)
    return try expressions(place).document(
      code.type.hasEnums ? try lowering.coerce(code, to: code.type.withoutEnums) : code)
  }

  /// The argument for a condition; none if there is no condition.
  func condition(
    _ condition: CheckedGuard?, _ scope: Scope, _ lambda: (Document) -> Document
  ) throws(NotGenerated) -> [Document] {
    guard let condition else { return [] }
    let code = try lowering.lower(condition.test, scope)
    let test = try expressions(condition.test.place).document(
      condition.isNegated ? code.negated : code)
    return ["condition = \(lambda(test))"]
  }

  /// The action that a step dispatches; fields that are not written have their defaults.
  func made(_ dispatch: CheckedDispatch, _ scope: Scope) throws(NotGenerated) -> Document {
    let action = (spec.actions + spec.effects.map(\.action))[dispatch.action]
    guard let layout = lowering.program.layout(action.payload.name) else {
      throw NotGenerated(action.name, at: dispatch.place)
    }
    var values: [KotlinExpression?] = []
    switch dispatch.payload {
    case .constant(.record(let record)):
      for (slot, field) in layout.fields.enumerated() {
        let isNamed = dispatch.named.contains(field.name)
        values.append(isNamed ? names.constant(record[slot], field.type) : nil)
      }
    case .record(_, let fields):
      for (field, template) in zip(layout.fields, fields) {
        guard dispatch.named.contains(field.name) else {
          values.append(nil)
          continue
        }
        let code = try lowering.lower(template, as: field.type, scope)
        values.append(try expressions(dispatch.place).expression(code))
      }
    default: throw NotGenerated(action.name, at: dispatch.place)
    }
    return names.made(layout, values).document()
  }
}
