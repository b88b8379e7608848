import CEL

/// The work left for run time to make a computed value one of its field's type.
package enum Fit: Sendable {
  /// None: the checker has proven that every value fits.
  case proven
  /// A check of the value, and a conversion where the language allows one.
  case judged(FieldType, TypeTable)
  /// The same for a value in the payload of an action; a misfit is `invalid-payload`.
  case payload(of: String, FieldType, TypeTable)

  package func apply(
    to value: Value, _ frame: inout Frame
  ) throws(EvaluationError) -> Value {
    switch self {
    case .proven: return value
    case .judged(let type, let types):
      try value.checkDepth(&frame)
      return try types.fit(value, to: type)
    case .payload(let action, let type, let types):
      try value.checkDepth(&frame)
      do throws(EvaluationError) {
        return try types.fit(value, to: type)
      } catch {
        throw .invalidPayload(of: action, error.message)
      }
    }
  }
}
