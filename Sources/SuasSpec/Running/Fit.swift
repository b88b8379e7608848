import CEL

/// What is left to do at run time before a computed value is one of its field's type.
package enum Fit: Sendable {
  /// The checker knows that every value fits.
  case proven
  /// The value is judged, and converted where the language allows it.
  case judged(FieldType, TypeTable)

  package func apply(
    to value: Value, _ frame: inout Frame
  ) throws(EvaluationError) -> Value {
    guard case .judged(let type, let types) = self else { return value }
    try value.checkDepth(&frame)
    return try types.fit(value, to: type)
  }
}
