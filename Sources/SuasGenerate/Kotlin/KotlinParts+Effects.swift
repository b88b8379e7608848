import CEL
import SuasProgram
import YAML

extension KotlinParts {
  // MARK: Middleware

  func middleware() throws(NotGenerated) -> [String] {
    var lines: [String] = []
    for middleware in spec.middleware {
      switch middleware {
      case .builtIn(.logger): lines.append("NamedMiddleware.Logger,")
      case .builtIn(.async): lines.append("NamedMiddleware.Async,")
      case .builtIn(.monitor): lines.append("NamedMiddleware.Monitor,")
      case .declared(let declared):
        lines.append("NamedMiddleware.Declared(\(try self.declared(declared))),")
      }
    }
    return lines
  }

  private func declared(
    _ declared: CheckedMiddleware.Declared
  ) throws(NotGenerated) -> String {
    let all = spec.actions + spec.effects.map(\.action)
    let actions = declared.actions.map { ids in all.filter { ids.contains($0.id) } }
    var parts = [KotlinNames.literal(declared.name)]
    if let actions {
      let names = actions.map { KotlinNames.literal($0.name) }.joined(separator: ", ")
      parts.append("actions = setOf(\(names))")
    }
    let only = actions?.count == 1 ? actions?.first : nil
    let scope = scope(only)
    let lambda = { self.lambda($0, self.locals(only)) }
    if let condition = declared.condition {
      let text = try expressions(condition.place).text(try lowering.lower(condition, scope))
      parts.append("conditionPlace = \(KotlinNames.literal(condition.place))")
      parts.append("condition = \(lambda(text))")
    }
    var steps: [String] = []
    for step in declared.steps { steps.append(try self.step(step, scope, only, lambda)) }
    parts.append("steps = listOf(\(steps.joined(separator: ", ")))")
    return "MiddlewareDefinition(\(parts.joined(separator: ", ")))"
  }

  private func step(
    _ step: CheckedMiddleware.Step, _ scope: Scope, _ only: CheckedAction?,
    _ lambda: (String) -> String
  ) throws(NotGenerated) -> String {
    switch step {
    case .next(let condition, let place, _, let onRefused):
      let test = try self.condition(condition, scope, lambda)
      return "SpecStep.Next(\(KotlinNames.literal(place))\(test)\(try refused(onRefused, only)))"
    case .replace(let dispatch, let onRefused):
      let test = try condition(dispatch.condition, scope, lambda)
      let head =
        "SpecStep.Replace(\(KotlinNames.literal(dispatch.place))\(test)\(try refused(onRefused, only)))"
      return "\(head) \(lambda(try made(dispatch, scope)))"
    case .react(let reaction): return try self.step(reaction, scope, lambda)
    }
  }

  private func refused(
    _ outcome: CheckedOutcome?, _ only: CheckedAction?
  ) throws(NotGenerated) -> String {
    guard let outcome else { return "" }
    let steps = try self.steps(outcome.steps, scope(only, outcome: "error", RecordType.refusal)) {
      lambda($0, locals(only))
    }
    return ", onRefused = listOf(\(steps.joined(separator: ", ")))"
  }

  // MARK: Scopes

  /// The names of middleware and effects: `store`, `action`, `actionType`, and the outcome.
  private func scope(
    _ action: CheckedAction?, outcome: String? = nil, _ record: RecordType? = nil
  ) -> Scope {
    var scope = Scope(avoiding: ["store", "action", "scope", "response", "error"])
    scope[0] = Self.store
    if let action {
      scope[1] = Code(.local(Local("action")), .record(action.payload.name), canFail: false)
    }
    scope[2] = Code(.local(Local("actionType")), .string, canFail: false)
    if let outcome, let record {
      scope[3] = Code(.local(Local(outcome)), .record(record.name), canFail: false)
    }
    return scope
  }

  private func locals(_ action: CheckedAction?) -> [(name: String, value: String)] {
    var locals = [("store", "AppState(scope.state)"), ("actionType", "scope.actionType")]
    if let action { locals.append(("action", "known<\(names.action(action.name))>(scope.action)")) }
    return locals + [("response", "scope.response"), ("error", "scope.error")]
  }

  // MARK: Effects

  func effects() throws(NotGenerated) -> [String] {
    var lines: [String] = []
    for effect in spec.effects { lines.append("\(try definition(effect)),") }
    return lines
  }

  private func definition(_ effect: CheckedEffect) throws(NotGenerated) -> String {
    let scope = scope(effect.action)
    let lambda = { self.lambda($0, self.locals(effect.action)) }
    var parts = [KotlinNames.literal(effect.name), KotlinNames.literal(effect.place)]
    parts.append("start = \(lambda(try start(effect, scope)))")
    parts.append("kind = EffectDefinition.Kind.\(kind(effect))")
    if case .http(let http) = effect.run {
      let ranges = http.expected.map { "\($0.lowerBound)L..\($0.upperBound)L" }.joined(
        separator: ", ")
      parts.append("expected = listOf(\(ranges))")
    }
    if let field = effect.response.fields.first(where: { $0.name == "body" || $0.name == "result" })
    {
      parts.append("responseType = \(names.fieldTypeText(ValueType(field.type)))")
    }
    if let debounce = effect.debounce {
      parts.append("debounce = \(lambda(try text(debounce, .duration, scope, effect.place)))")
    }
    if effect.isLatest { parts.append("isLatest = true") }
    if let key = effect.key {
      var keys = Scope(avoiding: ["action", "scope"])
      keys[0] = scope[1]
      let code = try lowering.lower(key.expression, keys)
      parts.append("key = \(lambda(try expressions(effect.place).text(code)))")
    }
    if let retry = effect.retry {
      parts.append("retryTimes = \(retry.times)")
      parts.append("retryDelay = \(lambda(try text(retry.delay, .duration, scope, effect.place)))")
    }
    if effect.isStream { parts.append("isStream = true") }
    let error = RecordType.effectError(isSensitive: effect.isSensitive)
    let outcomes = [
      ("onSuccess", effect.onSuccess, "response", effect.response),
      ("onFailure", effect.onFailure, "error", error),
      ("onEnd", effect.onEnd, nil, effect.response),
    ]
    for (name, outcome, variable, record) in outcomes {
      guard let outcome, !outcome.steps.isEmpty else { continue }
      let inner = self.scope(effect.action, outcome: variable, record)
      let steps = try steps(outcome.steps, inner, lambda)
      parts.append("\(name) = listOf(\(steps.joined(separator: ", ")))")
    }
    if effect.isSensitive { parts.append("isSensitive = true") }
    if effect.kind == .custom, effect.response.fields.isEmpty {
      parts.append("isWithoutResult = true")
    }
    var text = "EffectDefinition(\(parts.joined(separator: ", ")))"
    if case .custom(let name, _) = effect.run {
      text += ".apply { customName = \(KotlinNames.literal(name)) }"
    }
    return text
  }

  private func kind(_ effect: CheckedEffect) -> String {
    switch effect.kind {
    case .http: "HTTP"
    case .delay: "DELAY"
    case .every: "EVERY"
    case .readFile: "READ_FILE"
    case .writeFile: "WRITE_FILE"
    case .custom: "CUSTOM"
    }
  }

  private func text(
    _ template: CheckedTemplate, _ type: ValueType?, _ scope: Scope, _ place: SourceRange
  ) throws(NotGenerated) -> String {
    try expressions(place).text(try lowering.lower(template, as: type, scope))
  }

  /// A value of any type, such as the body of a request.
  private func json(
    _ template: CheckedTemplate, _ scope: Scope, _ place: SourceRange
  ) throws(NotGenerated) -> String {
    switch template {
    case .constant(let value): return names.literal(value, .any)
    case .list(let elements):
      var texts: [String] = []
      for element in elements { texts.append(try json(element, scope, place)) }
      return texts.isEmpty ? "emptyList<JsonValue>()" : "listOf(\(texts.joined(separator: ", ")))"
    case .map(let entries):
      var texts: [String] = []
      for entry in entries {
        texts.append("\(names.literal(entry.key, .any)) to \(try json(entry.value, scope, place))")
      }
      return "persistentMapOf<String, JsonValue>(\(texts.joined(separator: ", ")))"
    default: return try text(template, nil, scope, place)
    }
  }

  /// A value inside of a text.
  private func interpolated(
    _ template: CheckedTemplate, _ scope: Scope, _ place: SourceRange
  ) throws(NotGenerated) -> String {
    let code = try lowering.lower(template, scope)
    let text = try expressions(place).text(code)
    return code.type == .string ? text : "interpolated(\(text))"
  }

  private func start(_ effect: CheckedEffect, _ scope: Scope) throws(NotGenerated) -> String {
    let place = effect.place
    switch effect.run {
    case .http(let http): return try request(http, scope, place)
    case .delay(let duration):
      return "EffectRun.Delay(waitingTime(\(try text(duration, .duration, scope, place))))"
    case .every(let interval): return "every(\(try text(interval, .duration, scope, place)))"
    case .readFile(let path):
      return
        "EffectRun.Request(EffectRequest.ReadFile(\(try interpolated(path, scope, place))), null)"
    case .writeFile(let path, let value):
      let content = try json(value, scope, place)
      return "writeFile(\(try interpolated(path, scope, place)), \(content))"
    case .custom(let name, let input):
      let value = try json(input, scope, place)
      return "EffectRun.Request(EffectRequest.Custom(\(KotlinNames.literal(name)), \(value)), null)"
    }
  }

  private func request(
    _ http: CheckedHTTP, _ scope: Scope, _ place: SourceRange
  ) throws(NotGenerated) -> String {
    var url = "\""
    var isComputed = false
    for piece in http.url.pieces {
      switch piece {
      case .text(let text): url += KotlinNames.escaped(text)
      case .computed(let expression):
        let code = try lowering.lower(expression, scope)
        let text = try expressions(place).text(code)
        let value = code.type == .string ? text : "interpolated(\(text))"
        url += "${percentEncoded(\(value))}"
        isComputed = true
      }
    }
    var query: [String] = []
    for field in http.query {
      query.append(
        "\(KotlinNames.literal(field.name)) to \(try json(field.value, scope, place))")
    }
    var headers: [String] = []
    for field in http.headers {
      headers.append(
        "\(KotlinNames.literal(field.name)) to \(try interpolated(field.value, scope, place))")
    }
    var address = "\(url)\""
    if isComputed || !query.isEmpty {
      if isComputed { address += ", isComputed = true" }
      if !query.isEmpty { address += ", query = listOf(\(query.joined(separator: ", ")))" }
      address = "webAddress(\(address))"
    }
    var parts = [KotlinNames.literal(http.method), address]
    if !headers.isEmpty { parts.append("headers = listOf(\(headers.joined(separator: ", ")))") }
    if let body = http.body {
      parts.append("body = \(try json(body, scope, place))")
      parts.append("hasBody = true")
    }
    parts.append("timeout = waitingTime(\(try text(http.timeout, .duration, scope, place)))")
    return "httpRequest(\(parts.joined(separator: ", ")))"
  }
}
