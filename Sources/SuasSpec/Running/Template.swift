import CEL

/// A value as a value place holds it: what is known, and what is computed when it is needed.
package indirect enum Template: Sendable {
  case constant(Value)
  /// One `${…}` and nothing else.
  case computed(Program, Fit)
  /// Text with `${…}` in it, for a string or an enum.
  case text([Piece], Fit)
  case list([Template])
  case map([(key: Value, value: Template)])
  case record(Shape, [Template])

  package enum Piece: Sendable {
    case text(String)
    case computed(Program)
  }

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

  /// The value, where nothing has to be computed.
  package var constant: Value? {
    if case .constant(let value) = self { value } else { nil }
  }
}

extension Value {
  /// The value as it stands inside text.
  fileprivate func asText() throws(EvaluationError) -> String {
    switch self {
    case .list, .map, .record, .null, .type, .optional:
      throw .typeMismatch(self, isNot: "something that text can hold")
    default: return interpolated
    }
  }
}
