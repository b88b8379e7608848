import CEL
import SuasProgram

extension Program {
  /// True if Kotlin compares values of the type as the expression language does.
  func isPlainlyEqual(_ type: ValueType) -> Bool {
    var seen: Set<String> = []
    return isPlainlyEqual(type, &seen)
  }

  private func isPlainlyEqual(_ type: ValueType, _ seen: inout Set<String>) -> Bool {
    switch type {
    case .double, .any, .partial, .null: return false
    case .list(let inner), .nullable(let inner), .optional(let inner):
      return isPlainlyEqual(inner, &seen)
    case .map(let key, let value):
      return isPlainlyEqual(key, &seen) && isPlainlyEqual(value, &seen)
    case .record(let name):
      guard seen.insert(name).inserted else { return true }
      guard let layout = layout(name) else { return false }
      if case .runtime = layout.role { return false }
      return layout.fields.allSatisfy { isPlainlyEqual($0.type, &seen) }
    default: return true
    }
  }
}
