import CEL
import SuasProgram
import SuasScenario

/// The value of a selector after a step, in the types of the program.
struct ObservedSelection {
  let name: String
  /// Nil if the selector has no value after the step.
  let value: Value?
  let type: ValueType
  /// True for a selector with a condition, whose value may be absent.
  let isConditional: Bool
  /// True if the selector can meet an error on other states.
  let canFail: Bool

  init(_ observed: (selector: CheckedSelector, value: Value?), _ lowering: Lowering) {
    let (selector, value) = observed
    let type = lowering.type(of: selector)
    self.type = type
    name = selector.name
    isConditional = selector.condition != nil
    canFail = lowering.failing.contains(RecordLayout.name(ofSelector: name))
    self.value = value.map { lowering.program.laidOut($0, as: type) }
  }
}

extension Program {
  /// Returns a value in which the maps that the program has as records are records.
  fileprivate func laidOut(_ value: Value, as type: ValueType) -> Value {
    guard case .map(let map) = value, case .record(let name) = type, let layout = layout(name)
    else { return value }
    let shape = Shape(
      name: name, fields: layout.fields.map { Shape.Field(name: $0.name, type: .dyn) })
    return .record(
      Record(
        shape,
        layout.fields.map { field in
          laidOut(map[.string(field.name)] ?? .null, as: field.type)
        }))
  }
}
