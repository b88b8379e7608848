import CEL
import YAML

/// A `where`: a condition on `self`, the value of a field.
package struct Constraint: Sendable {
  package let expression: CheckedExpression
  /// The condition, planned in advance because values are also checked while a spec is checked.
  private let program: ExpressionPlan

  package init(_ expression: CheckedExpression) {
    self.expression = expression
    program = expression.planned()
  }

  /// The condition as the author wrote it.
  package var text: String { String(expression.text) }
  package var place: SourceRange { expression.range }

  package func holds(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    try program.evaluateBool(&frame)
  }

  /// True if the condition holds of a value without an error.
  package func holds(of value: Value) -> Bool {
    var frame = Frame(slots: [value], budget: Frame.standardBudget)
    return (try? holds(&frame)) ?? false
  }
}

/// A constraint that a value breaks, and the field that holds the value.
package struct ConstraintViolation: Error {
  /// The field, after the name of its record: `CartItem.quantity`.
  package var field: String
  package var constraint: Constraint
  /// The error that the condition itself met, if any.
  package var error: EvaluationError?

  package var message: String {
    guard let error else { return "'\(field)' breaks its constraint: \(constraint.text)" }
    return "the constraint of '\(field)' meets the error \(error.code): \(error.message)"
  }
}

extension TypeTable {
  /// Checks the constraints of every record in a value.
  package func judge(_ value: Value, _ type: FieldType) throws(ConstraintViolation) {
    guard hasConstraints(type) else { return }
    switch (type, value) {
    case (.optional(let wrapped), _) where value != .null:
      try judge(value, wrapped)
    case (.list(let element), .list(let list)):
      for item in list { try judge(item, element) }
    case (.map(_, let element), .map(let map)):
      for (_, item) in map { try judge(item, element) }
    case (.record(let name), .record(let record)):
      if let type = records[name] { try judge(record, type) }
    case (.partial(let name), .map(let fields)):
      if let type = records[name] { try judge(fields, partOf: type) }
    default: break
    }
  }

  /// Checks the constraints of a record and of everything in it.
  package func judge(
    _ record: Record, _ type: RecordType
  ) throws(ConstraintViolation) {
    for (slot, field) in type.fields.enumerated() {
      if type.isVariant, record[slot] == .null { continue }
      try judgeConstraint(of: type, slot, in: record)
      try judge(record[slot], field.type)
    }
  }

  /// Checks the constraints of those fields of a record that are there.
  private func judge(_ fields: Map, partOf type: RecordType) throws(ConstraintViolation) {
    for (slot, field) in type.fields.enumerated() {
      guard let value = fields[.string(field.name)] else { continue }
      try judgeConstraint(of: type, slot, value)
      try judge(value, field.type)
    }
  }

  /// Checks the constraint of one field, but not those inside its value.
  package func judgeConstraint(
    of type: RecordType, _ slot: Int, in record: Record
  ) throws(ConstraintViolation) {
    if type.isVariant, record[slot] == .null { return }
    try judgeConstraint(of: type, slot, record[slot])
  }

  private func judgeConstraint(
    of type: RecordType, _ slot: Int, _ value: Value
  ) throws(ConstraintViolation) {
    let field = type.fields[slot]
    guard let constraint = field.constraint else { return }
    try judge(
      value, constraint,
      field: type.name.isEmpty ? field.name : "\(type.name).\(field.name)",
      isSensitive: field.isSensitive || recordsInSensitiveFields.contains(type.name))
  }

  private func judge(
    _ value: Value, _ constraint: Constraint, field: String,
    isSensitive: @autoclosure () -> Bool
  ) throws(ConstraintViolation) {
    var violation = ConstraintViolation(field: field, constraint: constraint)
    var frame = Frame(slots: [value], budget: Frame.standardBudget)
    do throws(EvaluationError) {
      if try constraint.holds(&frame) { return }
    } catch {
      violation.error = isSensitive() ? error.withoutValues : error
    }
    throw violation
  }
}
