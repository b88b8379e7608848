import CEL

/// A value with constant parts and parts that expressions compute.
package indirect enum Template<Expression: Sendable>: Sendable {
  case constant(Value)
  /// A single `${…}`.
  case computed(Expression, Fit)
  /// Text with `${…}` in it, for a string or an enum.
  case text([Piece], Fit)
  case list([Template])
  case map([(key: Value, value: Template)])
  case record(Shape, [Template])

  package enum Piece: Sendable {
    case text(String)
    case computed(Expression)
  }
}

/// A value of a spec whose expressions are checked.
package typealias CheckedTemplate = Template<CheckedExpression>

/// A value whose expressions are planned.
package typealias PlannedTemplate = Template<ExpressionPlan>

extension Template {
  /// The value, if nothing has to be computed.
  package var constant: Value? {
    if case .constant(let value) = self { value } else { nil }
  }
}

extension CheckedTemplate {
  /// True if some part of the value is computed from sensitive values.
  package var readsSensitiveValues: Bool { contains { $0.readsSensitiveValues } }

  /// True if some part of the value is sensitive or has a sensitive part, which a plain map that
  /// keeps it would not know.
  package var hasSensitiveValues: Bool { contains { $0.hasSensitiveValues } }

  private func contains(_ isSensitive: (CheckedExpr) -> Bool) -> Bool {
    switch self {
    case .constant: false
    case .computed(let expression, _): isSensitive(expression.tree)
    case .text(let pieces, _): pieces.contains(where: \.readsSensitiveValues)
    case .list(let elements): elements.contains { $0.contains(isSensitive) }
    case .map(let entries): entries.contains { $0.value.contains(isSensitive) }
    case .record(_, let fields): fields.contains { $0.contains(isSensitive) }
    }
  }

  /// Plans how the value is evaluated.
  package func planned() -> PlannedTemplate {
    switch self {
    case .constant(let value): .constant(value)
    case .computed(let expression, let fit):
      .computed(expression.planned(), fit.hidingValues(expression.tree.readsSensitiveValues))
    case .text(let pieces, let fit):
      .text(
        pieces.map { $0.planned() },
        fit.hidingValues(pieces.contains(where: \.readsSensitiveValues)))
    case .list(let elements): .list(elements.map { $0.planned() })
    case .map(let entries): .map(entries.map { ($0.key, $0.value.planned()) })
    case .record(let shape, let fields): .record(shape, fields.map { $0.planned() })
    }
  }
}

extension CheckedTemplate.Piece {
  /// True if the piece is computed from sensitive values.
  package var readsSensitiveValues: Bool {
    if case .computed(let expression) = self { expression.tree.readsSensitiveValues } else { false }
  }

  package func planned() -> PlannedTemplate.Piece {
    switch self {
    case .text(let text): .text(text)
    case .computed(let expression): .computed(expression.planned())
    }
  }
}

extension PlannedTemplate {
  package func evaluate(_ frame: inout Frame) throws(EvaluationError) -> Value {
    switch self {
    case .constant(let value):
      return value
    case .computed(let program, let fit):
      return try fit.apply(to: try program.evaluate(&frame), &frame)
    case .text(let pieces, let fit):
      var text = ""
      for piece in pieces {
        switch piece {
        case .text(let part): text += part
        case .computed(let program): text += try program.evaluate(&frame).asText()
        }
        try frame.spend(text.utf8.count)
      }
      return try fit.apply(to: .string(text), &frame)
    case .list(let elements):
      var list = List()
      for element in elements { list.append(try element.evaluate(&frame)) }
      return .list(list)
    case .map(let entries):
      var map = Map()
      for entry in entries { map[entry.key] = try entry.value.evaluate(&frame) }
      return .map(map)
    case .record(let shape, let fields):
      return .record(
        try Record(shape) { slot throws(EvaluationError) in try fields[slot].evaluate(&frame) })
    }
  }
}

extension Value {
  /// The value inside a text.
  fileprivate func asText() throws(EvaluationError) -> String {
    switch self {
    case .list, .map, .record, .null, .type, .optional:
      throw .typeMismatch(self, isNot: "something that text can hold")
    default: return interpolated
    }
  }
}
