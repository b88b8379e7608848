import CEL
import SuasProgram
import YAML

/// Writes the parts of a spec around its reducers: functions, selectors, conditions, listeners,
/// middleware and effects.
struct KotlinParts {
  var lowering: Lowering
  let names: KotlinNames

  var spec: CheckedSpec { lowering.program.spec }

  static let store = Code(.local(Local("store")), .record(StoreShape.typeName), canFail: false)

  func expressions(_ place: SourceRange) -> KotlinExpressions {
    KotlinExpressions(names: names, place: place)
  }

  // MARK: Functions and selectors

  func writeFunctions(to writer: inout KotlinWriter) throws(NotGenerated) {
    var functions: [KotlinWriter] = []
    for case .function(let function) in spec.definitions {
      let (parameters, code) = try lowering.body(of: function)
      let list = zip(parameters, function.parameters).map {
        "\(KotlinNames.local($0)): \(names.typeText(ValueType($1.type)))"
      }.joined(separator: ", ")
      let result = names.typeText(lowering.result(of: function))
      let text = try expressions(function.place).text(code)
      var lines = writer.nested()
      lines.comment(lowering.program.description(.function, function.name))
      let body =
        code.canFail ? "inFunction(\(KotlinNames.literal(function.name))) { \(text) }" : text
      lines.line("fun \(KotlinNames.member(function.name))(\(list)): \(result) = \(body)")
      functions.append(lines)
    }
    guard !functions.isEmpty else { return }
    writer.line("/** The functions of the spec. */")
    writer.block("internal object Functions {") { writer in
      for (index, function) in functions.enumerated() {
        if index > 0 { writer.line() }
        writer.append(function)
      }
    }
  }

  func writeSelectors(to writer: inout KotlinWriter) throws(NotGenerated) {
    guard !spec.selectors.isEmpty else { return }
    writer.line("/** The values that are selected from the whole state. */")
    try writer.block("public object Selectors {") { (writer) throws(NotGenerated) in
      for (index, selector) in spec.selectors.enumerated() {
        if index > 0 { writer.line() }
        let (condition, code) = try lowering.body(of: selector)
        var text = try expressions(selector.place).text(code)
        var result = names.typeText(lowering.type(of: selector))
        if let condition {
          let test = try expressions(selector.place).text(condition)
          text = "if (\(test)) Optional.of(\(text)) else Optional.none()"
          result = "Optional<\(result)>"
        }
        writer.comment(lowering.program.description(.selector, selector.name))
        writer.line(
          "public fun \(KotlinNames.member(selector.name))(store: AppState): \(result) = \(text)")
      }
    }
  }

  // MARK: Conditions

  func conditions() throws(NotGenerated) -> [String] {
    var lines: [String] = []
    for invariant in spec.invariants {
      var scope = Scope(avoiding: ["store", "old", "new"])
      scope[0] = Self.store
      let text = try self.text(invariant.expression, scope)
      lines.append(
        "Validation { _, new, _ -> condition(\(KotlinNames.literal(invariant.name)), \"invariant\", "
          + "\(KotlinNames.literal(invariant.place))) { \(text.replacingName("store", with: "AppState(new)")) } },"
      )
    }
    for transition in spec.transitions { lines.append(try self.transition(transition)) }
    return lines
  }

  private func text(_ expression: CheckedExpression, _ scope: Scope) throws(NotGenerated) -> String
  {
    try expressions(expression.range).text(try lowering.lower(expression, as: .bool, scope))
  }

  private func transition(_ transition: CheckedCondition) throws(NotGenerated) -> String {
    var scope = Scope(avoiding: ["old", "new", "action"])
    scope[0] = Code(.local(Local("oldStore")), .record(StoreShape.typeName), canFail: false)
    scope[1] = Code(.local(Local("newStore")), .record(StoreShape.typeName), canFail: false)
    let actions = transition.actions.map { ids in spec.actions.filter { ids.contains($0.id) } }
    if let only = actions?.first, actions?.count == 1 {
      scope[2] = Code(.local(Local("action")), .record(only.payload.name), canFail: false)
    }
    scope[3] = Code(.local(Local("actionName")), .string, canFail: false)
    let text = try self.text(transition.expression, scope)
      .replacingName("oldStore", with: "AppState(old)").replacingName(
        "newStore", with: "AppState(new)"
      )
      .replacingName("actionName", with: "action.actionName")
    let test = (actions ?? []).map { "action is \(names.action($0.name))" }.joined(
      separator: " || ")
    let call =
      "condition(\(KotlinNames.literal(transition.name)), \"transition\", "
      + "\(KotlinNames.literal(transition.place))) { \(text) }"
    return
      "Validation { old, new, action -> if (\(actions == nil ? "action is AppAction" : test)) \(call) else null },"
  }

  // MARK: Listeners

  func listeners() throws(NotGenerated) -> [String] {
    var lines: [String] = []
    for listener in spec.listeners {
      var parts = [KotlinNames.literal(listener.name)]
      var type = ValueType.record(StoreShape.typeName)
      switch listener.subject {
      case .store: break
      case .stateKey(let slot):
        parts.append("stateKey = \(KotlinNames.literal(spec.reducers[slot].stateKey))")
        type = .record(spec.reducers[slot].state.name)
      case .selector(let index):
        let selector = spec.selectors[index]
        let call = "Selectors.\(KotlinNames.member(selector.name))(AppState(it))"
        let value = selector.condition == nil ? "Optional.of(\(call))" : call
        parts.append(
          "selector = SelectorDefinition(\(KotlinNames.literal(selector.place))) { \(value) }")
        type = lowering.type(of: selector)
      }
      var filterType = type
      if case .selector = listener.subject { filterType = .record(StoreShape.typeName) }
      switch listener.filter {
      case .always: break
      case .changed: parts.append("isForChanges = true")
      case .expression(let test):
        let text = try self.text(test.expression, change(filterType, oldCanBeNull: false))
        parts.append("filterPlace = \(KotlinNames.literal(test.place))")
        parts.append("filter = \(reading(text, filterType, oldCanBeNull: false))")
      }
      if !listener.reactions.isEmpty {
        var oldCanBeNull = false
        if case .selector = listener.subject { oldCanBeNull = true }
        let scope = change(type, oldCanBeNull: oldCanBeNull)
        let steps = try self.steps(listener.reactions, scope) {
          reading($0, type, oldCanBeNull: oldCanBeNull)
        }
        parts.append("reactions = listOf(\(steps.joined(separator: ", ")))")
      }
      lines.append("ListenerDefinition(\(parts.joined(separator: ", "))),")
    }
    return lines
  }

  /// The names `old` and `new` of a listener.
  private func change(_ type: ValueType, oldCanBeNull: Bool) -> Scope {
    var scope = Scope(avoiding: ["old", "new", "scope"])
    let old = oldCanBeNull ? ValueType.nullable(type.nonNull) : type
    scope[0] = Code(.local(Local("old")), old, canFail: false)
    scope[1] = Code(.local(Local("new")), type, canFail: false)
    return scope
  }

  private func reading(_ text: String, _ type: ValueType, oldCanBeNull: Bool) -> String {
    let old = names.typeText(oldCanBeNull ? .nullable(type.nonNull) : type)
    return lambda(
      text,
      [("old", "known<\(old)>(scope.old)"), ("new", "known<\(names.typeText(type))>(scope.new)")])
  }

  /// A lambda on a scope, with the names that its text mentions.
  func lambda(_ text: String, _ locals: [(name: String, value: String)]) -> String {
    let used = locals.filter { text.mentionsName($0.name) }
    if used.isEmpty { return text.mentionsName("scope") ? "{ scope -> \(text) }" : "{ \(text) }" }
    let lines = used.map { "val \($0.name) = \($0.value)" } + [text]
    return "{ scope ->\n\(lines.joined(separator: "\n"))\n}"
  }

  // MARK: Steps

  /// The steps of a listener, of middleware or after an outcome.
  func steps(
    _ reactions: [CheckedReaction], _ scope: Scope, _ lambda: (String) -> String
  ) throws(NotGenerated) -> [String] {
    var steps: [String] = []
    for reaction in reactions { steps.append(try step(reaction, scope, lambda)) }
    return steps
  }

  func step(
    _ reaction: CheckedReaction, _ scope: Scope, _ lambda: (String) -> String
  ) throws(NotGenerated) -> String {
    switch reaction {
    case .dispatch(let dispatch):
      let condition = try condition(dispatch.condition, scope, lambda)
      let make = lambda(try made(dispatch, scope))
      return "SpecStep.Dispatch(\(KotlinNames.literal(dispatch.place))\(condition)) \(make)"
    case .cancel(let cancel):
      var text =
        "SpecStep.Cancel(\(KotlinNames.literal(cancel.place)), \(KotlinNames.literal(cancel.effect))"
      text += try condition(cancel.condition, scope, lambda)
      if let key = cancel.key {
        let code = try lowering.lower(key.expression, scope)
        text += ", key = \(lambda(try expressions(cancel.place).text(code)))"
      }
      return text + ")"
    }
  }

  func condition(
    _ condition: CheckedGuard?, _ scope: Scope, _ lambda: (String) -> String
  ) throws(NotGenerated) -> String {
    guard let condition else { return "" }
    let code = try lowering.lower(condition.test, scope)
    let text = try expressions(condition.test.place).text(condition.isNegated ? code.denied : code)
    return ", condition = \(lambda(text))"
  }

  /// The action that a step dispatches; what is not written has its default.
  func made(_ dispatch: CheckedDispatch, _ scope: Scope) throws(NotGenerated) -> String {
    let action = (spec.actions + spec.effects.map(\.action))[dispatch.action]
    guard let layout = lowering.program.layout(action.payload.name) else {
      throw NotGenerated(action.name, at: dispatch.place)
    }
    guard case .record(_, let fields) = dispatch.payload else {
      guard case .constant(.record(let record)) = dispatch.payload else {
        throw NotGenerated(action.name, at: dispatch.place)
      }
      return names.made(
        layout,
        layout.fields.enumerated().map { slot, field in
          dispatch.named.contains(field.name) ? names.literal(record[slot], field.type) : nil
        })
    }
    var values: [String?] = []
    for (field, template) in zip(layout.fields, fields) {
      guard dispatch.named.contains(field.name) else {
        values.append(nil)
        continue
      }
      let code = try lowering.lower(template, as: field.type, scope)
      values.append(try expressions(dispatch.place).text(code))
    }
    return names.made(layout, values)
  }
}
