import CEL

/// `selected.NAME`: the value of a selector over the store in a slot of the frame.
package final class SelectedValue: HostValue {
  package let reading: SelectorReading
  package let storeSlot: Int

  package init(_ reading: SelectorReading, ofStoreIn storeSlot: Int) {
    self.reading = reading
    self.storeSlot = storeSlot
  }

  package var isSensitive: Bool { reading.isSensitive }

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
  package let condition: CheckedTest?
  /// The value, with records in place of mappings.
  package let template: CheckedTemplate
  /// The type of that value.
  package let valueType: Type
  /// The number of its outcome in the coverage.
  package let point: Int
  /// True if the value is computed from sensitive ones.
  let isSensitive: Bool
  private let plannedCondition: PlannedTest?
  private let plannedTemplate: PlannedTemplate

  /// - Parameters:
  ///   - template: The selector's value, with records in place of mappings.
  ///   - type: The type of that value.
  ///   - meaning: The type of the spec language for the value.
  ///   - point: The number of its outcome in the coverage.
  package init(
    _ name: String, as template: CheckedTemplate, _ type: Type, meaning: FieldType,
    if condition: CheckedTest?, shapes: [Shape], point: Int
  ) {
    self.name = name
    isSensitive = template.readsSensitiveValues
    self.meaning = meaning
    self.condition = condition
    self.type = condition == nil ? type : .optional(type)
    self.shapes = shapes
    self.template = template
    self.point = point
    valueType = type
    plannedCondition = condition?.planned()
    plannedTemplate = template.planned()
  }

  /// Creates the reading of a selector in which something is wrong, which has been reported.
  package convenience init(unsound name: String) {
    self.init(
      name, as: .constant(.null), .dyn, meaning: .any, if: nil, shapes: [], point: 0)
  }

  /// Computes the value from the store in the frame's first slot.
  fileprivate func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let observer = frame.host as? any OutcomeHost
    guard let condition = plannedCondition else {
      observer?.noteRead(point)
      return try plannedTemplate.evaluate(&frame)
    }
    let isTrue = try condition.expression.evaluateBool(&frame)
    observer?.noteRead(isTrue ? condition.point : condition.point + 1)
    guard isTrue else { return .optional(nil) }
    observer?.noteRead(point)
    return .optional(try plannedTemplate.evaluate(&frame))
  }
}
