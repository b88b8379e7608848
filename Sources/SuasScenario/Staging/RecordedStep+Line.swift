import CEL
import SuasSpec

extension RecordedStep.Act {
  /// The step in one line, as it is typed in a session; shortened if it is long.
  package var line: String {
    switch self {
    case .dispatch(let name, let fields, let times):
      let line = Self.line(name, fields)
      return times == 1 ? line : "\(line), \(times) times"
    case .respond(let effect, let which, .failure(let message)):
      return "fail \(Self.name(effect, which)) \(message)"
    case .respond(let effect, let which, .last(let answer)):
      let line = Self.line("end \(Self.name(effect, which))", answer?.fields ?? [])
      // An answer without fields is distinguished from the end of a stream without an answer.
      return answer?.fields.isEmpty == true ? "\(line) {}" : line
    case .respond(let effect, let which, let answer):
      return Self.line("respond \(Self.name(effect, which))", answer.fields)
    case .cancel(let effect): return "cancel \(effect)"
    case .advance(let duration): return "advance \(duration)"
    case .listen(let name): return "listen \(name)"
    case .unlisten(let name): return "unlisten \(name)"
    case .reset: return "reset"
    case .restart: return "restart"
    case .note(let text): return "note \(text)"
    }
  }

  static func name(_ effect: String, _ which: Int) -> String {
    which == 0 ? effect : "\(effect)#\(which)"
  }

  private static func line(_ name: String, _ fields: [(name: String, value: Value)]) -> String {
    guard !fields.isEmpty else { return name }
    var text = FlowText()
    text.writeEntries(fields) { text, field in
      text.write(key: field.name)
      text.write(field.value)
    }
    return "\(name) \(text.text)"
  }
}

extension CheckedStep {
  /// Returns the step in one line, shortened if it is long.
  func title(of spec: CompiledSpec, _ display: ValueDisplay) -> String {
    if case .golden(let name, let subject) = act {
      return subject == .state ? "golden \(name)" : "golden \(name) of \(subject.rawValue)"
    }
    guard let act, let recorded = RecordedStep.Act(act, of: spec) else { return kind }
    let line = display.line(of: recorded, spec)
    if case .dispatch = act { return "dispatch \(line)" }
    return line
  }
}

extension EffectAnswer {
  /// The fields of the answer, except those with default values.
  var fields: [(name: String, value: Value)] {
    switch self {
    case .failure, .done: return []
    case .last(let answer): return answer?.fields ?? []
    case .text(let text): return [(name: "text", value: .string(text))]
    case .result(let value): return [(name: "result", value: value)]
    case .http(let status, let headers, let body):
      var fields: [(name: String, value: Value)] = []
      if status != 200 { fields.append((name: "status", value: .int(Int64(status)))) }
      if !headers.isEmpty {
        var map = Map()
        for (name, value) in headers { map[.string(name)] = .string(value) }
        fields.append((name: "headers", value: .map(map)))
      }
      if body != .null { fields.append((name: "body", value: body)) }
      return fields
    }
  }
}
