/// Tells whether the types in an expression are certain: around a part whose type is known only at
/// run time, the checker's types are assumptions.
extension CheckedExpr.Node {
  var isProven: Bool {
    guard !type.isUncertain else { return false }
    // A value that does not fit a parameter is refused.
    if case .apply(let call) = kind { return call.function.isProven }
    guard case .comprehension(let it) = kind else {
      // No element of an empty list or map has another type than the one that is taken for it.
      return allChildren { $0.isProven || $0.isEmptyLiteral }
    }
    return it.parts.allSatisfy(\.isProven)
  }

  private var isEmptyLiteral: Bool {
    // In an expression that was not checked, it may stand where no list or map can.
    if type == .dyn { return false }
    return switch kind {
    case .list(let elements): elements.isEmpty
    case .map(let entries): entries.isEmpty
    case .constant(.list(let list)): list.isEmpty
    case .constant(.map(let map)): map.isEmpty
    default: false
    }
  }
}

extension Type {
  /// True if the type leaves something to run time.
  var isUncertain: Bool {
    switch self {
    case .dyn, .parameter: true
    case .list(let element): element.isUncertain
    case .map(let key, let value): key.isUncertain || value.isUncertain
    case .type(let type), .nullable(let type): type.isUncertain
    case .abstract(_, let parameters): parameters.contains(where: \.isUncertain)
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .record: false
    }
  }
}
