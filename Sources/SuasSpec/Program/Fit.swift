import CEL

/// What is left to do at run time before a computed value is one of its field's type.
package enum Fit: Sendable {
  /// The checker knows that every value fits.
  case proven
  /// The value is judged, and converted where the language allows it.
  case judged(FieldType, TypeTable)
  /// The same of a value in the payload of an action, which does not fit where it does not.
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
