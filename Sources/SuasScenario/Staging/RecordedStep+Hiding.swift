import CEL
import SuasSpec

extension ValueDisplay {
  /// Returns a step in one line, as it is typed in a session; shortened if it is long.
  func line(of act: RecordedStep.Act, _ spec: CompiledSpec) -> String {
    guard hidesSensitiveValues else { return act.line }
    if case .respond(let effect, let which, let answer) = act, spec.isSensitive(effect) {
      return "\(answer.verb) \(RecordedStep.Act.name(effect, which)) \(Shape.Field.hidden)"
    }
    return act.hidingSensitiveFields(of: spec).line
  }
}

extension RecordedStep.Act {
  /// The act with `***` in the place of each sensitive field's value.
  fileprivate func hidingSensitiveFields(of spec: CompiledSpec) -> RecordedStep.Act {
    switch self {
    case .dispatch(let name, let fields, let times):
      let payload = spec.actionType(name)?.payload
      let shown = fields.map { field in
        let isSensitive = payload?.fields.first { $0.name == field.name }?.isSensitive == true
        return (
          name: field.name,
          value: isSensitive ? Shape.Field.hiddenValue : field.value.hidingSensitiveFields
        )
      }
      return .dispatch(name: name, fields: shown, times: times)
    case .respond(let name, let which, let answer):
      guard let effect = spec.plan.effects.first(where: { $0.name == name }) else { return self }
      let typed = effect.typed(answer, spec.typesOfEverything)
      return .respond(effect: name, which: which, typed.hidingSensitiveFields)
    default: return self
    }
  }
}

extension CompiledSpec {
  /// True if the effect of a name is sensitive.
  fileprivate func isSensitive(_ effect: String) -> Bool {
    checked.effects.contains { $0.name == effect && $0.isSensitive }
  }
}

extension EffectAnswer {
  /// The word with which the answer is given in a session.
  fileprivate var verb: String {
    switch self {
    case .failure: "fail"
    case .last: "end"
    default: "respond"
    }
  }

  /// An answer of its effect's type with `***` in the place of each sensitive field's value.
  fileprivate var hidingSensitiveFields: EffectAnswer {
    switch self {
    case .http(let status, let headers, let body):
      .http(status: status, headers: headers, body: body.hidingSensitiveFields)
    case .result(let value): .result(value.hidingSensitiveFields)
    case .last(let last): .last(last.map(\.hidingSensitiveFields))
    case .text, .done, .failure: self
    }
  }
}
