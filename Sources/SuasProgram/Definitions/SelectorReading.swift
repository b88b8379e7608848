import CEL

/// `selected.NAME`: the value of a selector over the store in a slot of the frame.
package final class SelectedValue: HostValue {
  package let reading: SelectorReading
  package let storeSlot: Int

  package init(_ reading: SelectorReading, ofStoreIn storeSlot: Int) {
    self.reading = reading
    self.storeSlot = storeSlot
  }

  package func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var inner = Frame(slots: [frame[storeSlot]], budget: frame.budget)
    inner.limit = frame.limit
    inner.host = frame.host
    defer { frame.budget = inner.budget }
    return try reading.value(&inner)
  }
}

/// The way in which expressions read the value of a selector.
package final class SelectorReading: Sendable {
  package let name: String
  /// The type of the value; optional if the selector has a condition.
  package let type: Type
  /// The type of the spec language for the value.
  package let meaning: FieldType
  /// The types of mappings in the value, which are read as records.
  package let shapes: [Shape]
  private let condition: PlannedTest?
  private let template: PlannedTemplate
  private let point: Int

  /// - Parameters:
  ///   - template: The selector's value, with records in place of mappings.
  ///   - type: The type of that value.
  package init(
    _ selector: CheckedSelector, as template: CheckedTemplate, _ type: Type, shapes: [Shape]
  ) {
    name = selector.name
    meaning = selector.type
    condition = selector.condition?.planned()
    self.type = condition == nil ? type : .optional(type)
    self.shapes = shapes
    self.template = template.planned()
    point = selector.point
  }

  /// Creates the reading of a selector in which something is wrong, which has been reported.
  package init(unsound name: String) {
    self.name = name
    type = .dyn
    meaning = .any
    shapes = []
    condition = nil
    template = .constant(.null)
    point = 0
  }

  /// Computes the value from the store in the frame's first slot.
  fileprivate func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let observer = frame.host as? any OutcomeHost
    guard let condition else {
      observer?.noteRead(point)
      return try template.evaluate(&frame)
    }
    let isTrue = try condition.expression.evaluateBool(&frame)
    observer?.noteRead(isTrue ? condition.point : condition.point + 1)
    guard isTrue else { return .optional(nil) }
    observer?.noteRead(point)
    return .optional(try template.evaluate(&frame))
  }
}
