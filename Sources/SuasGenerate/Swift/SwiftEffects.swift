import CEL
import SuasProgram
import YAML

/// Writes the effects of a spec: what they send, how they read answers, and what follows.
struct SwiftEffects {
  let lowering: Lowering
  let names: SwiftNames

  private var steps: SwiftSteps { SwiftSteps(lowering: lowering, names: names) }

  func write(_ effect: CheckedEffect, to writer: inout SwiftWriter) throws(NotGenerated) {
    var traits = ["name: \(SwiftNames.literal(effect.name))"]
    traits.append("place: ActionError.Place(\(effect.place.literal))")
    if effect.isLatest { traits.append("isLatest: true") }
    if effect.isStream { traits.append("isStream: true") }
    if effect.isSensitive { traits.append("isSensitive: true") }
    if let retry = effect.retry { traits.append("retries: \(retry.times)") }
    writer.line("extension \(names.action(effect.name)): Effect {")
    writer.line("  static let traits = EffectTraits(")
    writer.line("    \(traits.joined(separator: ",\n    ")))")
    if let key = effect.key { try write(key, of: effect, to: &writer) }
    if let debounce = effect.debounce {
      try write("quietTime", debounce, of: effect, "Period?", to: &writer)
    }
    if let retry = effect.retry {
      try write("retryDelay", retry.delay, of: effect, "Period", to: &writer)
    }
    try writeStart(effect, to: &writer)
    try writeResponse(effect, to: &writer)
    if let outcome = effect.onSuccess, !outcome.steps.isEmpty {
      try write(
        outcome, of: effect, "onSuccess", "response", Program.response(of: effect),
        "_ response: Response, ", to: &writer)
    }
    if let outcome = effect.onFailure, !outcome.steps.isEmpty {
      try write(
        outcome, of: effect, "onFailure", "error",
        RecordType.effectError(isSensitive: effect.isSensitive).name, "_ error: EffectFailure, ",
        to: &writer)
    }
    if let outcome = effect.onEnd, !outcome.steps.isEmpty {
      try write(outcome, of: effect, "onEnd", nil, nil, "", to: &writer)
    }
    writer.line("}")
  }

  private func scope(_ effect: CheckedEffect) -> Scope {
    var scope = Scope(avoiding: [
      "store", "action", "surroundings", "response", "steps", "rule", "isHidden",
    ])
    scope[0] = Code(.local(Local("store")), .record(StoreShape.typeName), canFail: false)
    scope[1] = Code(
      .local(Local("action")), .record(effect.action.payload.name), canFail: false)
    scope[2] = Code(.constant(.string(effect.name)), .string, canFail: false)
    return scope
  }

  private func text(_ code: Code, _ effect: CheckedEffect) throws(NotGenerated) -> String {
    try SwiftExpressions(names: names, place: effect.place).trying(code)
  }

  /// Writes a function of the effect's payload, the store and the surroundings.
  private func write(
    _ name: String, _ parameters: String, _ result: String, _ body: SwiftWriter,
    to writer: inout SwiftWriter
  ) {
    writer.line()
    let head = "  func \(name)(\(parameters)) \(result) {"
    if head.count <= 100 {
      writer.line(head)
    } else {
      writer.line("  func \(name)(")
      writer.line("    \(parameters)")
      writer.line("  ) \(result) {")
    }
    if body.mentions("action") {
      writer.line("    let action = self")
      writer.append(body)
    } else if let only = body.onlyResult {
      writer.append(only)
    } else {
      writer.append(body)
    }
    writer.line("  }")
  }

  private static let standard = "_ store: AppState, _ surroundings: Surroundings"

  private func write(
    _ key: CheckedKey, of effect: CheckedEffect, to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    var scope = Scope(avoiding: ["action"])
    scope[0] = Code(
      .local(Local("action")), .record(effect.action.payload.name), canFail: false)
    let code = try lowering.lower(key.expression, scope)
    var body = SwiftWriter(depth: 2)
    let value = try SwiftExpressions(names: names, place: effect.place).dynamic(code)
    body.line("return \(code.canFail ? "try " : "")\(value)")
    write("runKey", "", "throws(Failure) -> JSONValue?", body, to: &writer)
  }

  private func write(
    _ name: String, _ template: CheckedTemplate, of effect: CheckedEffect, _ result: String,
    to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    let code = try lowering.lower(template, as: .duration, scope(effect))
    var body = SwiftWriter(depth: 2)
    body.line("return \(try text(code, effect))")
    write(name, Self.standard, "throws(Failure) -> \(result)", body, to: &writer)
  }

  // MARK: Start

  private func string(_ template: CheckedTemplate, _ scope: Scope) throws(NotGenerated) -> Code {
    let code = try lowering.lower(template, scope)
    if code.type == .string { return code }
    return Code(.text([.value(code)]), .string, canFail: code.canFail)
  }

  private func writeStart(
    _ effect: CheckedEffect, to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    let scope = scope(effect)
    let expressions = SwiftExpressions(names: names, place: effect.place)
    var text: String
    switch effect.run {
    case .http(let http): text = try self.http(http, scope, expressions)
    case .delay(let duration):
      let code = try lowering.lower(duration, as: .duration, scope)
      text = "try .delay(checking: \(try expressions.text(code)))"
    case .every(let interval):
      let code = try lowering.lower(interval, as: .duration, scope)
      text = "try .every(checking: \(try expressions.text(code)))"
    case .readFile(let path):
      let code = try string(path, scope)
      text =
        "\(code.canFail ? "try " : "").request(.readFile(path: \(try expressions.text(code))), timeout: nil)"
    case .writeFile(let path, let value):
      let (path, value) = (try string(path, scope), try json(value, scope, effect.place))
      text =
        "\(path.canFail || value.canFail ? "try " : "").request("
        + ".writeFile(path: \(try expressions.text(path)), value: \(value.text)), timeout: nil)"
    case .custom(let name, let input):
      let value = try json(input, scope, effect.place)
      text =
        "\(value.canFail ? "try " : "").request("
        + ".custom(name: \(SwiftNames.literal(name)), input: \(value.text)), timeout: nil)"
    }
    var body = SwiftWriter(depth: 2)
    if effect.isSensitive, text.hasPrefix("try ") {
      body.line("return try hidingValues { () throws(Failure) in")
      let parts = text.split(separator: "\n")
      for (index, line) in parts.enumerated() {
        if index == 0 { body.line("  \(line)") } else { body.append(["  \(line)"]) }
      }
      body.line("}")
    } else {
      body.line("return \(text)")
    }
    write("start", Self.standard, "throws(Failure) -> EffectRun", body, to: &writer)
  }

  private func http(
    _ http: CheckedHTTP, _ scope: Scope, _ expressions: SwiftExpressions
  ) throws(NotGenerated) -> String {
    var pieces: [String] = []
    for piece in http.url.pieces {
      switch piece {
      case .text(let text): pieces.append(".text(\(SwiftNames.literal(text)))")
      case .computed:
        let code = try lowering.lower([piece], scope)
        pieces.append(".value(\(try expressions.text(code)))")
      }
    }
    var arguments = [SwiftNames.literal(http.method), "[\(pieces.joined(separator: ", "))]"]
    for (label, fields) in [("query", http.query), ("headers", http.headers)]
    where !fields.isEmpty {
      var texts: [String] = []
      for field in fields {
        let value = try expressions.text(try string(field.value, scope))
        texts.append("(\(SwiftNames.literal(field.name)), \(value))")
      }
      arguments.append("\(label): [\(texts.joined(separator: ", "))]")
    }
    if let body = http.body {
      arguments.append("body: \(try json(body, scope, expressions.place).text)")
    }
    let timeout = try lowering.lower(http.timeout, as: .duration, scope)
    arguments.append("timeout: \(try expressions.text(timeout))")
    return "try .http(\n      \(arguments.joined(separator: ",\n      ")))"
  }

  /// A template as a value of JSON.
  private func json(
    _ template: CheckedTemplate, _ scope: Scope, _ place: SourceRange
  ) throws(NotGenerated) -> (text: String, canFail: Bool) {
    let expressions = SwiftExpressions(names: names, place: place)
    switch template {
    case .map(let entries):
      var texts: [String] = []
      var canFail = false
      for entry in entries {
        let value = try json(entry.value, scope, place)
        canFail = canFail || value.canFail
        texts.append("\(names.jsonKey(entry.key)): \(value.text)")
      }
      return (".object([\(texts.isEmpty ? ":" : texts.joined(separator: ", "))])", canFail)
    case .list(let elements):
      var texts: [String] = []
      var canFail = false
      for element in elements {
        let value = try json(element, scope, place)
        canFail = canFail || value.canFail
        texts.append(value.text)
      }
      return (".array([\(texts.joined(separator: ", "))])", canFail)
    case .constant(let value): return (names.json(value), false)
    case .computed, .text, .record:
      let code = try lowering.lower(template, scope)
      return (try expressions.dynamic(code), code.canFail)
    }
  }

  // MARK: Outcomes

  private func writeResponse(
    _ effect: CheckedEffect, to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    let type: String
    let reading: String
    let sensitive = "isSensitive: \(effect.isSensitive)"
    switch effect.run {
    case .http(let http):
      let body = ValueType(effect.response.fields[2].type)
      type = "HTTPResponse<\(names.type(body))>"
      let ranges = http.expected.map { "\($0.lowerBound)...\($0.upperBound)" }
      reading =
        "answer.http(expecting: [\(ranges.joined(separator: ", "))], \(sensitive)\(check(body)))"
    case .custom where effect.response.fields.isEmpty:
      (type, reading) = ("NoResponse", "answer.end()")
    case .custom(let name, _):
      let result = ValueType(effect.response.fields[0].type)
      type = "CustomResponse<\(names.type(result))>"
      reading = "answer.result(of: \(SwiftNames.literal(name)), \(sensitive)\(check(result)))"
    case .readFile: (type, reading) = ("TextResponse", "answer.text()")
    case .delay, .every, .writeFile: (type, reading) = ("NoResponse", "answer.done()")
    }
    writer.line()
    writer.line("  func response(of answer: EffectAnswer) throws(EffectFailure) -> \(type) {")
    writer.line("    try \(reading)")
    writer.line("  }")
  }

  /// The argument that judges the constraints of what is read.
  private func check(_ type: ValueType) -> String {
    guard lowering.program.hasConstraints(type), case .record = type else { return "" }
    return ", { value throws(Failure) in try value.checkConstraints() }"
  }

  private func write(
    _ outcome: CheckedOutcome, of effect: CheckedEffect, _ name: String, _ local: String?,
    _ type: String?, _ parameter: String, to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    var scope = scope(effect)
    if let local, let type {
      scope[3] = Code(.local(Local(local)), .record(type), canFail: false)
    }
    var body = SwiftWriter(depth: 2)
    try steps.write(outcome.steps, scope, as: .result, to: &body)
    let function = SwiftFunction(body, end: nil) { "throw ActionError(error, at: \($0))" }
    var written = SwiftWriter()
    for line in function.lines { written.line(line) }
    write(
      name, parameter + Self.standard, "throws(ActionError) -> [ProgramStep]", written, to: &writer)
  }
}
