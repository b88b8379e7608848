import CEL
import SuasProgram
import YAML

extension KotlinParts {
  // MARK: Middleware

  func middleware() throws(NotGenerated) -> [Document] {
    var all: [Document] = []
    for middleware in spec.middleware {
      switch middleware {
      case .builtIn(.logger): all.append("\(kotlin: "NamedMiddleware.Logger")")
      case .builtIn(.async): all.append("\(kotlin: "NamedMiddleware.Async")")
      case .builtIn(.monitor): all.append("\(kotlin: "NamedMiddleware.Monitor")")
      case .declared(let declared):
        all.append(
          "\(kotlin: "NamedMiddleware.Declared")\(.arguments([try self.declared(declared)]))")
      }
    }
    return all
  }

  private func declared(_ declared: CheckedMiddleware.Declared) throws(NotGenerated) -> Document {
    let all = spec.actions + spec.effects.map(\.action)
    let actions = declared.actions.map { ids in all.filter { ids.contains($0.id) } }
    var parts = [names.text(declared.name)]
    if let actions {
      parts.append("actions = setOf\(.arguments(actions.map { names.text($0.name) }))")
    }
    let only = actions?.count == 1 ? actions?.first : nil
    let scope = scope(only)
    let lambda = { self.lambda($0, locals) }
    if let condition = declared.condition {
      let test = try expressions(condition.place).document(try lowering.lower(condition, scope))
      parts.append("conditionPlace = \(place(condition.place))")
      parts.append("condition = \(lambda(test))")
    }
    var steps: [Document] = []
    for step in declared.steps { steps.append(try self.step(step, scope, only, lambda)) }
    parts.append("steps = \(list(steps))")
    let type = only.map { names.action($0.name) } ?? names.fixed.action
    return "\(kotlin: "MiddlewareDefinition")<\(type)>\(.arguments(parts))"
  }

  private func step(
    _ step: CheckedMiddleware.Step, _ scope: Scope, _ only: CheckedAction?,
    _ lambda: (Document) -> Document
  ) throws(NotGenerated) -> Document {
    switch step {
    case .next(let condition, let place, _, let onRefused):
      let arguments =
        try [self.place(place)] + self.condition(condition, scope, lambda)
        + refused(onRefused, only)
      return "\(kotlin: "SpecStep").Next\(.arguments(arguments))"
    case .replace(let dispatch, let onRefused):
      let arguments =
        try [place(dispatch.place)] + condition(dispatch.condition, scope, lambda)
        + refused(onRefused, only)
      let make = lambda(try made(dispatch, scope))
      return "\(kotlin: "SpecStep").Replace\(.arguments(arguments)) \(make)"
    case .react(let reaction): return try self.step(reaction, scope, lambda)
    }
  }

  /// The argument for the steps that follow a refusal; none if there are no steps.
  private func refused(
    _ outcome: CheckedOutcome?, _ only: CheckedAction?
  ) throws(NotGenerated) -> [Document] {
    guard let outcome else { return [] }
    let steps = try self.steps(
      outcome.steps, scope(only, outcome: "error", .refusal(isSensitive: false))
    ) {
      lambda($0, locals)
    }
    return ["onRefused = \(list(steps))"]
  }

  // MARK: Scopes

  /// The names of middleware and effects: `store`, `action`, `actionType`, and the outcome.
  private func scope(
    _ action: CheckedAction?, outcome: String? = nil, _ record: RecordType? = nil
  ) -> Scope {
    var scope = Scope(avoiding: ["store", "action", "actiontype", "scope", "response", "error"])
    scope[0] = Self.store
    scope[1] =
      action.map {
        LoweredExpression(.local(Local("action")), .record($0.payload.name), canFail: false)
      }
      ?? Self.anyAction
    scope[2] = LoweredExpression(.local(Local("actionType")), .string, canFail: false)
    if let outcome, let record {
      scope[3] = LoweredExpression(.local(Local(outcome)), .record(record.name), canFail: false)
    }
    return scope
  }

  private var locals: [(name: String, value: Document)] {
    [
      ("store", "\(names.fixed.state)(scope.state)"), ("actionType", "scope.actionType"),
      ("action", "scope.action"), ("response", "scope.response"), ("error", "scope.error"),
    ]
  }

  // MARK: Effects

  func effects() throws(NotGenerated) -> [Document] {
    var effects: [Document] = []
    for effect in spec.effects { effects.append(try definition(effect)) }
    return effects
  }

  private func definition(_ effect: CheckedEffect) throws(NotGenerated) -> Document {
    let scope = scope(effect.action)
    let lambda = { self.lambda($0, locals) }
    var parts = [names.text(effect.name), place(effect.place)]
    parts.append("start = \(lambda(try start(effect, scope)))")
    parts.append("kind = \(kotlin: "EffectDefinition").Kind.\(kind(effect))")
    if case .http(let http) = effect.run {
      let ranges = http.expected.map { "\($0.lowerBound)L..\($0.upperBound)L" as Document }
      parts.append("expected = \(list(ranges))")
    }
    if let field = effect.response.fields.first(where: { $0.name == "body" || $0.name == "result" })
    {
      parts.append("responseType = \(names.fieldType(ValueType(field.type)))")
    }
    parts += try timing(effect, scope, lambda)
    if effect.isStream { parts.append("isStream = true") }
    parts += try outcomes(effect, lambda)
    if effect.isSensitive { parts.append("\(Symbol.isSensitive) = true") }
    if effect.kind == .custom, effect.response.fields.isEmpty {
      parts.append("isWithoutResult = true")
    }
    let definition: Document =
      "\(kotlin: "EffectDefinition")<\(names.action(effect.name))>\(.arguments(parts))"
    guard case .custom(let name, _) = effect.run else { return definition }
    return "\(definition).apply \(.lambda("", "customName = \(names.text(name))"))"
  }

  /// The arguments for the start of an effect, and for its retries.
  private func timing(
    _ effect: CheckedEffect, _ scope: Scope, _ lambda: (Document) -> Document
  ) throws(NotGenerated) -> [Document] {
    var parts: [Document] = []
    if let debounce = effect.debounce {
      parts.append(
        "debounce = \(lambda(try value(debounce, .duration, scope, effect.place).document()))")
    }
    if effect.isLatest { parts.append("isLatest = true") }
    if let key = effect.key {
      var keys = Scope(avoiding: ["action", "scope"])
      keys[0] = scope[1]
      parts.append("key = \(lambda(try self.key(key.expression, keys, effect.place)))")
    }
    if let retry = effect.retry {
      parts.append("retryTimes = \(retry.times)")
      parts.append(
        "retryDelay = \(lambda(try value(retry.delay, .duration, scope, effect.place).document()))")
    }
    return parts
  }

  /// The arguments for the steps that follow an effect's outcome.
  private func outcomes(
    _ effect: CheckedEffect, _ lambda: (Document) -> Document
  ) throws(NotGenerated) -> [Document] {
    let error = RecordType.effectError(isSensitive: effect.isSensitive)
    let outcomes = [
      ("onSuccess", effect.onSuccess, "response", effect.response),
      ("onFailure", effect.onFailure, "error", error),
      ("onEnd", effect.onEnd, nil, effect.response),
    ]
    var parts: [Document] = []
    for (name, outcome, variable, record) in outcomes {
      guard let outcome, !outcome.steps.isEmpty else { continue }
      let inner = scope(effect.action, outcome: variable, record)
      parts.append("\(name) = \(list(try steps(outcome.steps, inner, lambda)))")
    }
    return parts
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

  private func start(_ effect: CheckedEffect, _ scope: Scope) throws(NotGenerated) -> Document {
    let place = effect.place
    switch effect.run {
    case .http(let http): return try request(http, scope, place)
    case .delay(let duration):
      let time: Document =
        "\(kotlin: "waitingTime")(\(try value(duration, .duration, scope, place).document()))"
      return "\(kotlin: "EffectRun").Delay(\(time))"
    case .every(let interval):
      return "\(kotlin: "every")(\(try value(interval, .duration, scope, place).document()))"
    case .readFile(let path):
      let path = try interpolated(path, scope, place).document()
      return requested("ReadFile", [path])
    case .writeFile(let path, let value):
      let arguments = try [interpolated(path, scope, place), json(value, scope, place)]
      return "\(kotlin: "writeFile")\(.arguments(arguments.map { $0.document() }))"
    case .custom(let name, let input):
      return requested("Custom", [names.text(name), try json(input, scope, place).document()])
    }
  }

  private func requested(_ kind: String, _ arguments: [Document]) -> Document {
    let request: Document = "\(kotlin: "EffectRequest").\(kind)\(.arguments(arguments))"
    return "\(kotlin: "EffectRun").Request\(.arguments([request, "null"]))"
  }

  private func request(
    _ http: CheckedHTTP, _ scope: Scope, _ place: SourceRange
  ) throws(NotGenerated) -> Document {
    var parts = [names.text(http.method), try address(http, scope, place)]
    var headers: [Document] = []
    for field in http.headers {
      headers.append(
        .pair(
          KotlinLiteral(field.name).expression, try interpolated(field.value, scope, place)))
    }
    if !headers.isEmpty { parts.append("headers = \(list(headers))") }
    if let body = http.body {
      parts.append(try json(body, scope, place).assigned(to: "body"))
      parts.append("hasBody = true")
    }
    let timeout = try value(http.timeout, .duration, scope, place).document()
    parts.append("timeout = \(kotlin: "waitingTime")(\(timeout))")
    return "\(kotlin: "httpRequest")\(.arguments(parts))"
  }

  private func address(
    _ http: CheckedHTTP, _ scope: Scope, _ place: SourceRange
  ) throws(NotGenerated) -> Document {
    var url = KotlinLiteral()
    var isComputed = false
    for piece in http.url.pieces {
      switch piece {
      case .text(let text): url.append(text)
      case .computed(let expression):
        let value = try interpolated(try lowering.lower(expression, scope), place)
        url.append(value: .call("\(kotlin: "percentEncoded")", [value.document()]))
        isComputed = true
      }
    }
    var query: [Document] = []
    for field in http.query {
      query.append(
        .pair(KotlinLiteral(field.name).expression, try json(field.value, scope, place)))
    }
    var arguments = [url.expression.document()]
    if !isComputed, query.isEmpty { return arguments[0] }
    if isComputed { arguments.append("isComputed = true") }
    if !query.isEmpty { arguments.append("query = \(list(query))") }
    return "\(kotlin: "webAddress")\(.arguments(arguments))"
  }

  // MARK: Values

  private func value(
    _ template: CheckedTemplate, _ type: ValueType?, _ scope: Scope, _ place: SourceRange
  ) throws(NotGenerated) -> KotlinExpression {
    try expressions(place).expression(try lowering.lower(template, as: type, scope))
  }

  /// A value of any type, such as the body of a request.
  private func json(
    _ template: CheckedTemplate, _ scope: Scope, _ place: SourceRange
  ) throws(NotGenerated) -> KotlinExpression {
    switch template {
    case .constant(let value): return names.constant(value, .any)
    case .list(let elements):
      var values: [Document] = []
      for element in elements { values.append(try json(element, scope, place).document()) }
      return KotlinExpression(
        values.isEmpty ? "emptyList<\(kotlin: "JsonValue")>()" : list(values))
    case .map(let entries):
      var pairs: [Document] = []
      for entry in entries {
        pairs.append(.pair(names.constant(entry.key, .any), try json(entry.value, scope, place)))
      }
      let types: Document = "<String, \(kotlin: "JsonValue")>"
      return .call("\(kotlin: "persistentMapOf")\(types)", pairs)
    default: return try value(template, .any, scope, place)
    }
  }

  /// A value inside of a text.
  private func interpolated(
    _ template: CheckedTemplate, _ scope: Scope, _ place: SourceRange
  ) throws(NotGenerated) -> KotlinExpression {
    try interpolated(try lowering.lower(template, scope), place)
  }

  private func interpolated(
    _ code: LoweredExpression, _ place: SourceRange
  ) throws(NotGenerated) -> KotlinExpression {
    let value = try expressions(place).expression(code)
    return code.type == .string ? value : .call("\(kotlin: "interpolated")", [value.document()])
  }
}
