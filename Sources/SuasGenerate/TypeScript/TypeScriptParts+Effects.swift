import CEL
import SuasProgram
import YAML

extension TypeScriptParts {
  // MARK: Middleware

  func middleware() throws(NotGenerated) -> [Document] {
    var all: [Document] = []
    for middleware in spec.middleware {
      switch middleware {
      case .builtIn(.logger): all.append("\"logger\"")
      case .builtIn(.async): all.append("\"async\"")
      case .builtIn(.monitor): all.append("\"monitor\"")
      case .declared(let declared): all.append(try self.declared(declared))
      }
    }
    return all
  }

  private func declared(_ declared: CheckedMiddleware.Declared) throws(NotGenerated) -> Document {
    let all = spec.actions + spec.effects.map(\.action)
    let actions = declared.actions.map { ids in all.filter { ids.contains($0.id) } }
    var parts: [Document] = ["name: \(names.text(declared.name))"]
    if let actions {
      parts.append("actions: \(.bracketed(actions.map { names.text($0.name) }))")
    }
    let only = actions?.count == 1 ? actions?.first : nil
    let scope = scope(only)
    let aliases = aliases(only)
    if let condition = declared.condition {
      let test = try expressions(condition.place, aliases).expression(
        try lowering.lower(condition, scope))
      parts.append("conditionPlace: \(place(condition.place))")
      parts.append("condition: \(function(test))")
    }
    var steps: [Document] = []
    for step in declared.steps { steps.append(try self.step(step, scope, only, aliases)) }
    parts.append("steps: \(.bracketed(steps))")
    let type = only.map { names.actionType($0.name) } ?? "\(names.anyAction)"
    return "\(ts: "middleware")<\(names.state), \(type)>" + .parenthesized([.braced(parts)])
  }

  private func step(
    _ step: CheckedMiddleware.Step, _ scope: Scope, _ only: CheckedAction?,
    _ aliases: [Local: Document]
  ) throws(NotGenerated) -> Document {
    switch step {
    case .next(let condition, let place, _, let onRefused):
      return .braced(
        ["kind: \"next\"", "place: \(self.place(place))"]
          + (try self.condition(condition, scope, aliases)) + (try refused(onRefused, only)))
    case .replace(let dispatch, let onRefused):
      let make = function(try made(dispatch, scope, aliases))
      return .braced(
        ["kind: \"replace\"", "place: \(place(dispatch.place))"]
          + (try condition(dispatch.condition, scope, aliases)) + ["make: \(make)"]
          + (try refused(onRefused, only)))
    case .react(let reaction): return try self.step(reaction, scope, aliases)
    }
  }

  /// The property for what follows a refusal; none if nothing does.
  private func refused(
    _ outcome: CheckedOutcome?, _ only: CheckedAction?
  ) throws(NotGenerated) -> [Document] {
    guard let outcome else { return [] }
    let scope = scope(only, outcome: "error", .refusal(isSensitive: false))
    return ["onRefused: \(.bracketed(try steps(outcome.steps, scope, aliases(only))))"]
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

  /// The documents in place of names in a function with a scope.
  private func aliases(_ action: CheckedAction?) -> [Local: Document] {
    let payload: Document =
      action == nil ? "\(name: "scope").payload" : "\(name: "scope").action.payload"
    return [
      Local("store"): "\(name: "scope").state", Local("action"): payload,
      // Its type has some texts only, which the compiler would compare with others for nothing.
      Local("actionType"): "(\(name: "scope").action.type as string)",
      Local("response"): "\(name: "scope").response", Local("error"): "\(name: "scope").error",
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
    let start = try start(effect, scope, expressions(effect.place, aliases(effect.action)))
    var parts: [Document] = [
      "name: \(names.text(effect.name))", "place: \(place(effect.place))",
      "kind: \"\(kind(effect))\"", "start: \(function(start))",
    ]
    switch effect.run {
    case .http(let http):
      let ranges = http.expected.map { "[\($0.lowerBound), \($0.upperBound)]" as Document }
      parts.append("expected: \(.bracketed(ranges))")
    case .custom(let name, _): parts.append("customName: \(names.text(name))")
    default: break
    }
    if let field = effect.response.fields.first(where: { $0.name == "body" || $0.name == "result" })
    {
      parts.append("responseType: \(names.fieldType(ValueType(field.type)))")
    }
    parts += try timing(effect, scope)
    if effect.isStream { parts.append("isStream: true") }
    parts += try outcomes(effect)
    if effect.isSensitive { parts.append("isSensitive: true") }
    if effect.kind == .custom, effect.response.fields.isEmpty {
      parts.append("isWithoutResult: true")
    }
    return "\(ts: "effect")<\(names.state), \(names.actionType(effect.name))>"
      + .parenthesized([.braced(parts)])
  }

  /// The properties for when an effect starts, and starts again.
  private func timing(_ effect: CheckedEffect, _ scope: Scope) throws(NotGenerated) -> [Document] {
    let writer = expressions(effect.place, aliases(effect.action))
    let duration = { (template: CheckedTemplate) throws(NotGenerated) -> Document in
      function(try value(template, .duration, scope, writer))
    }
    var parts: [Document] = []
    if let debounce = effect.debounce { parts.append("debounce: \(try duration(debounce))") }
    if effect.isLatest { parts.append("isLatest: true") }
    if let key = effect.key {
      var keys = Scope(avoiding: ["action", "scope"])
      keys[0] = scope[1]
      let value = try self.key(key.expression, keys, aliases(effect.action), effect.place)
      parts.append("key: \(function(value))")
    }
    if let retry = effect.retry {
      parts.append("retryTimes: \(retry.times)")
      parts.append("retryDelay: \(try duration(retry.delay))")
    }
    return parts
  }

  /// The properties for what follows an effect's outcome.
  private func outcomes(_ effect: CheckedEffect) throws(NotGenerated) -> [Document] {
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
      let steps = try self.steps(outcome.steps, inner, aliases(effect.action))
      parts.append("\(name): \(.bracketed(steps))")
    }
    return parts
  }

  private func kind(_ effect: CheckedEffect) -> String {
    switch effect.kind {
    case .http: "http"
    case .delay: "delay"
    case .every: "every"
    case .readFile: "read-file"
    case .writeFile: "write-file"
    case .custom: "custom"
    }
  }

  private func start(
    _ effect: CheckedEffect, _ scope: Scope, _ writer: TypeScriptExpressions
  ) throws(NotGenerated) -> TypeScriptExpression {
    switch effect.run {
    case .http(let http): return try request(http, scope, writer)
    case .delay(let duration):
      return .call("\(ts: "delay")", [try value(duration, .duration, scope, writer).document()])
    case .every(let interval):
      return .call("\(ts: "every")", [try value(interval, .duration, scope, writer).document()])
    case .readFile(let path):
      return .call("\(ts: "readFile")", [try interpolated(path, scope, writer).document()])
    case .writeFile(let path, let value):
      return .call(
        "\(ts: "writeFile")",
        [
          try interpolated(path, scope, writer).document(),
          try json(value, scope, writer).document(),
        ])
    case .custom(let name, let input):
      return .call(
        "\(ts: "custom")", [names.text(name), try json(input, scope, writer).document()])
    }
  }

  private func request(
    _ http: CheckedHTTP, _ scope: Scope, _ writer: TypeScriptExpressions
  ) throws(NotGenerated) -> TypeScriptExpression {
    var headers: [Document] = []
    for field in http.headers {
      let value = try interpolated(field.value, scope, writer).document()
      headers.append(.bracketed([names.text(field.name), value]))
    }
    let body = try http.body.map { body throws(NotGenerated) in
      try json(body, scope, writer).document()
    }
    let timeout = try value(http.timeout, .duration, scope, writer).document()
    return .call(
      "\(ts: "httpRequest")",
      [
        names.text(http.method), try address(http, scope, writer).document(),
        .bracketed(headers), body ?? "undefined",
        TypeScriptExpression.call("\(ts: "waitingTime")", [timeout]).document(),
      ])
  }

  private func address(
    _ http: CheckedHTTP, _ scope: Scope, _ writer: TypeScriptExpressions
  ) throws(NotGenerated) -> TypeScriptExpression {
    var plain = ""
    var text = Document()
    var isComputed = false
    for piece in http.url.pieces {
      switch piece {
      case .text(let part):
        plain += part
        text += Document(TypeScriptNames.escaped(part, in: "`"))
      case .computed(let expression):
        let value = try interpolated(try lowering.lower(expression, scope), writer)
        let encoded = TypeScriptExpression.call(
          "\(ts: "percentEncoded")", [value.document()])
        text += "${\(encoded.document().flattened)}"
        isComputed = true
      }
    }
    let url: Document = isComputed ? "`\(text)`" : names.text(plain)
    var query: [Document] = []
    for field in http.query {
      query.append(
        .bracketed([names.text(field.name), try json(field.value, scope, writer).document()]))
    }
    if !isComputed, query.isEmpty { return TypeScriptExpression(url) }
    let more = query.isEmpty ? [] : [Document.bracketed(query)]
    return .call("\(ts: "webAddress")", [url, isComputed ? "true" : "false"] + more)
  }

  // MARK: Values

  private func value(
    _ template: CheckedTemplate, _ type: ValueType?, _ scope: Scope,
    _ writer: TypeScriptExpressions
  ) throws(NotGenerated) -> TypeScriptExpression {
    try writer.expression(try lowering.lower(template, as: type, scope))
  }

  /// A value of any type, boxed, such as the body of a request.
  private func json(
    _ template: CheckedTemplate, _ scope: Scope, _ writer: TypeScriptExpressions
  ) throws(NotGenerated) -> TypeScriptExpression {
    switch template {
    case .constant(let value): return names.constant(value, .any)
    case .list(let elements):
      var values: [Document] = []
      for element in elements { values.append(try json(element, scope, writer).document()) }
      return .list(values)
    case .map(let entries):
      var pairs: [(TypeScriptExpression, TypeScriptExpression)] = []
      for entry in entries {
        pairs.append((names.constant(entry.key, .any), try json(entry.value, scope, writer)))
      }
      return names.map(pairs, types: ["unknown", "unknown"])
    default: return try writer.boxed(try lowering.lower(template, as: .any, scope))
    }
  }

  /// A value inside of a text.
  private func interpolated(
    _ template: CheckedTemplate, _ scope: Scope, _ writer: TypeScriptExpressions
  ) throws(NotGenerated) -> TypeScriptExpression {
    try interpolated(try lowering.lower(template, scope), writer)
  }

  private func interpolated(
    _ code: LoweredExpression, _ writer: TypeScriptExpressions
  ) throws(NotGenerated) -> TypeScriptExpression {
    if code.type == .string || code.type.hasEnums { return try writer.expression(code) }
    return .call("\(ts: "interpolated")", [try writer.boxed(code).document()])
  }
}
