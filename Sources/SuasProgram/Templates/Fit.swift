import CEL

/// The work left for run time to make a computed value one of its field's type.
package enum Fit: Sendable {
  /// None: the checker has proven that every value fits.
  case proven
  /// A check of the value, and a conversion where the language allows one.
  case judged(FieldType, TypeTable)
  /// The same for a value in the payload of an action; a misfit is `invalid-payload`.
  case payload(of: String, FieldType, TypeTable)
  /// Another fit, for a sensitive value, which no message quotes.
  indirect case hiding(Fit)

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
    case .hiding(let fit):
      do throws(EvaluationError) {
        return try fit.apply(to: value, &frame)
      } catch {
        throw error.withoutValues
      }
    }
  }
}

extension Fit {
  /// True if the value becomes one of an `any`.
  package var isOfAny: Bool {
    switch self {
    case .proven: false
    case .judged(let type, _), .payload(_, let type, _): type == .any
    case .hiding(let fit): fit.isOfAny
    }
  }

  /// The fit for the value of an expression that reads sensitive values, or else the fit itself.
  package func hidingValues(_ isSensitive: Bool) -> Fit {
    if case .proven = self { return self }
    return isSensitive ? .hiding(self) : self
  }
}
