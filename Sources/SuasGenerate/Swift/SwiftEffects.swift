import CEL
import SuasProgram
import YAML

/// Writes the effects of a spec: their requests, the reading of answers, and the steps that follow.
struct SwiftEffects {
  let lowering: Lowering
  let names: SwiftNames

  private var steps: SwiftSteps { SwiftSteps(lowering: lowering, names: names) }

  func write(_ effect: CheckedEffect, to code: inout SwiftCode) throws(NotGenerated) {
    try code.block(SwiftSyntax.type("extension \(names.action(effect.name))", ["Effect"])) {
      code throws(NotGenerated) in
      code.line(traits(of: effect))
      if let key = effect.key { try write(key, of: effect, to: &code) }
      if let debounce = effect.debounce {
        try write("quietTime", debounce, of: effect, "Period?", to: &code)
      }
      if let retry = effect.retry {
        try write("retryDelay", retry.delay, of: effect, "Period", to: &code)
      }
      try writeStart(effect, to: &code)
      writeResponse(effect, to: &code)
      if let outcome = effect.onSuccess {
        try write(
          outcome, of: effect, "onSuccess", "response", Program.response(of: effect),
          ["_ response: Response"], to: &code)
      }
      if let outcome = effect.onFailure {
        try write(
          outcome, of: effect, "onFailure", "error",
          RecordType.effectError(isSensitive: effect.isSensitive).name,
          ["_ error: EffectFailure"], to: &code)
      }
      if let outcome = effect.onEnd {
        try write(outcome, of: effect, "onEnd", nil, nil, [], to: &code)
      }
    }
  }

  private func traits(of effect: CheckedEffect) -> Document {
    var traits: [Document] = [
      "name: \(SwiftNames.quoted(effect.name))", "place: \(names.document(of: effect.place))",
    ]
    if effect.isLatest { traits.append("isLatest: true") }
    if effect.isStream { traits.append("isStream: true") }
    if effect.isSensitive { traits.append("isSensitive: true") }
    if let retry = effect.retry { traits.append("retries: \(retry.times)") }
    return "\(names.access)static let traits = "
      + SwiftSyntax.tallCall("\(Symbol("EffectTraits", in: "Effects"))", traits)
  }

  private func scope(_ effect: CheckedEffect) -> Scope {
    var scope = Scope(avoiding: [
      "store", "action", "runtime", "response", "steps", "rule", "isHidden",
    ])
    scope[0] = LoweredExpression(
      .local(Local("store")), .record(StoreShape.typeName), canFail: false)
    scope[1] = LoweredExpression(
      .local(Local("action")), .record(effect.action.payload.name), canFail: false)
    scope[2] = LoweredExpression(.constant(.string(effect.name)), .string, canFail: false)
    return scope
  }

  /// Writes a function of the effect's payload, the store and the runtime of the app.
  private func write(
    _ name: String, _ parameters: [Document], _ result: Document, _ body: SwiftCode,
    to code: inout SwiftCode
  ) {
    code.line()
    code.block(SwiftSyntax.function("\(names.access)func \(name)", parameters, result)) { code in
      let readsAction = body.mentions("action")
      if readsAction { code.line("let action = self") }
      code.append(readsAction ? body : body.body)
    }
  }

  /// Writes a function that returns a value.
  private func write(
    _ name: String, _ parameters: [Document], _ result: Document, returning value: Document,
    to code: inout SwiftCode
  ) {
    var body = SwiftCode()
    body.result(value)
    write(name, parameters, result, body, to: &code)
  }

  private var standard: [Document] {
    [
      "_ store: \(names.fixed.state)", "_ runtime: AppRuntime",
    ]
  }

  private func write(
    _ key: CheckedKey, of effect: CheckedEffect, to code: inout SwiftCode
  ) throws(NotGenerated) {
    var scope = Scope(avoiding: ["action"])
    scope[0] = LoweredExpression(
      .local(Local("action")), .record(effect.action.payload.name), canFail: false)
    let value = try lowering.lower(key.expression, scope)
    write(
      "runKey", [], "throws(Failure) -> JSONValue?",
      returning: (value.canFail ? "try " : "") + (try expressions(effect).dynamic(value)),
      to: &code)
  }

  private func write(
    _ name: String, _ template: CheckedTemplate, of effect: CheckedEffect, _ result: Document,
    to code: inout SwiftCode
  ) throws(NotGenerated) {
    let value = try lowering.lower(template, as: .duration, scope(effect))
    write(
      name, standard, "throws(Failure) -> \(result)",
      returning: try expressions(effect).trying(value), to: &code)
  }

  private func expressions(_ effect: CheckedEffect) -> SwiftExpressionPrinter {
    SwiftExpressionPrinter(names: names, place: effect.place)
  }

  // MARK: Start

  /// A call that can need a `try`.
  private typealias Call = (document: Document, canFail: Bool)

  private func string(_ template: CheckedTemplate, _ scope: Scope) throws(NotGenerated)
    -> LoweredExpression
  {
    let code = try lowering.lower(template, scope)
    if code.type == .string { return code }
    return LoweredExpression(.text([.value(code)]), .string, canFail: code.canFail)
  }

  private func writeStart(
    _ effect: CheckedEffect, to code: inout SwiftCode
  ) throws(NotGenerated) {
    let (call, canFail) = try start(of: effect)
    let value = (canFail ? "try " : "") + call
    guard effect.isSensitive, canFail else {
      return write(
        "start", standard, "throws(Failure) -> EffectRun", returning: value, to: &code)
    }
    var body = SwiftCode()
    let start: Document = value.mentions("action") ? "return " : ""
    body.block("\(start)try hidingValues { () throws(Failure) in") { $0.line(value) }
    write("start", standard, "throws(Failure) -> EffectRun", body, to: &code)
  }

  private func start(of effect: CheckedEffect) throws(NotGenerated) -> Call {
    let scope = scope(effect)
    let expressions = expressions(effect)
    switch effect.run {
    case .http(let http): return (try self.http(http, scope, expressions), true)
    case .delay(let duration):
      let value = try lowering.lower(duration, as: .duration, scope)
      return (SwiftSyntax.call(".delay", ["checking: \(try expressions.document(value))"]), true)
    case .every(let interval):
      let value = try lowering.lower(interval, as: .duration, scope)
      return (SwiftSyntax.call(".every", ["checking: \(try expressions.document(value))"]), true)
    case .readFile(let path):
      let path = try string(path, scope)
      return request(".readFile", ["path: \(try expressions.document(path))"], path.canFail)
    case .writeFile(let path, let value):
      let (path, value) = (try string(path, scope), try json(value, scope, effect.place))
      return request(
        ".writeFile", ["path: \(try expressions.document(path))", "value: \(value.document)"],
        path.canFail || value.canFail)
    case .custom(let name, let input):
      let value = try json(input, scope, effect.place)
      return request(
        ".custom", ["name: \(SwiftNames.quoted(name))", "input: \(value.document)"],
        value.canFail)
    }
  }

  private func request(_ name: Document, _ arguments: [Document], _ canFail: Bool) -> Call {
    (
      SwiftSyntax.call(".request", [SwiftSyntax.call(name, arguments), "timeout: nil"]), canFail
    )
  }

  private func http(
    _ http: CheckedHTTP, _ scope: Scope, _ expressions: SwiftExpressionPrinter
  ) throws(NotGenerated) -> Document {
    var pieces: [Document] = []
    for piece in http.url.pieces {
      switch piece {
      case .text(let text): pieces.append(SwiftSyntax.call(".text", [SwiftNames.quoted(text)]))
      case .computed:
        let value = try lowering.lower([piece], scope)
        pieces.append(SwiftSyntax.call(".value", [try expressions.document(value)]))
      }
    }
    var arguments = [SwiftNames.quoted(http.method), SwiftSyntax.collection(pieces)]
    for (label, fields) in [("query", http.query), ("headers", http.headers)]
    where !fields.isEmpty {
      var pairs: [Document] = []
      for field in fields {
        let value = try expressions.document(try string(field.value, scope))
        pairs.append(SwiftSyntax.tuple([SwiftNames.quoted(field.name), value]))
      }
      arguments.append("\(label): \(SwiftSyntax.collection(pairs))")
    }
    if let body = http.body {
      arguments.append("body: \(try json(body, scope, expressions.place).document)")
    }
    let timeout = try lowering.lower(http.timeout, as: .duration, scope)
    arguments.append("timeout: \(try expressions.document(timeout))")
    return SwiftSyntax.tallCall(".http", arguments)
  }

  /// A template as a value of JSON.
  private func json(
    _ template: CheckedTemplate, _ scope: Scope, _ place: SourceRange
  ) throws(NotGenerated) -> Call {
    switch template {
    case .map(let entries):
      var members: [Document] = []
      var canFail = false
      for entry in entries {
        let value = try json(entry.value, scope, place)
        canFail = canFail || value.canFail
        members.append(SwiftSyntax.entry(names.jsonKeyDocument(entry.key), value.document))
      }
      let map = SwiftSyntax.collection(members, ifEmpty: "[:]")
      return (SwiftSyntax.call(".object", [map]), canFail)
    case .list(let elements):
      var values: [Document] = []
      var canFail = false
      for element in elements {
        let value = try json(element, scope, place)
        canFail = canFail || value.canFail
        values.append(value.document)
      }
      return (SwiftSyntax.call(".array", [SwiftSyntax.collection(values)]), canFail)
    case .constant(let value): return (names.jsonDocument(value), false)
    case .computed, .text, .record:
      let code = try lowering.lower(template, as: .any, scope)
      let expressions = SwiftExpressionPrinter(names: names, place: place)
      return (try expressions.dynamic(code), code.canFail)
    }
  }

  // MARK: Outcomes

  private func writeResponse(_ effect: CheckedEffect, to code: inout SwiftCode) {
    let (type, method, arguments, check) = response(of: effect)
    code.line()
    code.block(
      SwiftSyntax.function(
        "\(names.access)func response", ["of answer: EffectAnswer"],
        "throws(EffectFailure) -> \(type)")
    ) {
      let call: Document = "answer.\(method)"
      $0.line(
        "try "
          + (check.map { SwiftSyntax.call(call, arguments, trailing: $0) }
            ?? SwiftSyntax.call(call, arguments)))
    }
  }

  /// The type as which an answer is read, with the method that reads it.
  private func response(
    of effect: CheckedEffect
  ) -> (type: Document, method: Document, arguments: [Document], check: Document?) {
    let sensitive: Document = "isSensitive: \(effect.isSensitive ? "true" : "false")"
    switch effect.run {
    case .http(let http):
      let body = ValueType(effect.response.fields[2].type)
      let ranges = SwiftSyntax.collection(
        http.expected.map { "\($0.lowerBound)...\($0.upperBound)" })
      return (
        "HTTPResponse<\(names.document(of: body))>", "http",
        ["expecting: \(ranges)", sensitive], check(body)
      )
    case .custom where effect.response.fields.isEmpty: return ("NoResponse", "end", [], nil)
    case .custom(let name, _):
      let result = ValueType(effect.response.fields[0].type)
      return (
        "CustomResponse<\(names.document(of: result))>", "result",
        ["of: \(SwiftNames.quoted(name))", sensitive], check(result)
      )
    case .readFile: return ("TextResponse", "text", [], nil)
    case .delay, .every, .writeFile: return ("NoResponse", "done", [], nil)
    }
  }

  /// The closure that judges the constraints of the answer; nil if it has none.
  private func check(_ type: ValueType) -> Document? {
    guard lowering.program.hasConstraints(type) else { return nil }
    var code = SwiftCode()
    SwiftTypes.writeInnerConstraints(.name("value"), type, to: &code)
    return SwiftSyntax.failingClosure("value", code.document)
  }

  private func write(
    _ outcome: CheckedOutcome, of effect: CheckedEffect, _ name: String, _ local: String?,
    _ type: String?, _ parameter: [Document], to code: inout SwiftCode
  ) throws(NotGenerated) {
    if outcome.steps.isEmpty { return }
    var scope = scope(effect)
    if let local, let type {
      scope[3] = LoweredExpression(.local(Local(local)), .record(type), canFail: false)
    }
    var body = SwiftCode()
    try steps.write(outcome.steps, scope, as: .result, to: &body)
    write(
      name, parameter + standard, "throws(ActionError) -> [ProgramStep]",
      body.raising { "throw ActionError(error, at: \($0))" }, to: &code)
  }
}
