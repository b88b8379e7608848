import CEL
import SuasSpec

/// The values that a live session keeps to itself: those of sensitive fields, and the answers to
/// sensitive effects.
extension Session {
  var display: ValueDisplay { ValueDisplay(hidesSensitiveValues: live != nil) }

  /// Returns a step in one line.
  func line(of step: Step) -> String {
    let act = step.recorded.act
    guard display.hidesSensitiveValues else { return act.line }
    switch act {
    case .dispatch(let name, let fields, let times):
      let payload = spec.actionType(name)?.payload
      let shown = fields.map { field in
        let isSensitive = payload?.fields.first { $0.name == field.name }?.isSensitive == true
        return (
          name: field.name,
          value: isSensitive ? Shape.Field.hiddenValue : field.value.hidingSensitiveFields
        )
      }
      return RecordedStep.Act.dispatch(name: name, fields: shown, times: times).line
    case .respond(let effect, _, _) where isSensitive(effect):
      return "respond \(effect) \(Shape.Field.hidden)"
    default: return act.line
    }
  }

  func isSensitive(_ effect: String) -> Bool {
    spec.checked.effects.contains { $0.name == effect && $0.isSensitive }
  }

  /// The sensitive effect whose real answer is among the steps, so that they cannot be written.
  var sensitiveAnswer: String? {
    for step in steps[..<position] where step.isPerformed {
      if case .respond(let effect, _, _) = step.recorded.act, isSensitive(effect) { return effect }
    }
    return nil
  }
}
