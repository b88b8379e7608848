/// Whether the checker has seen all of an expression's types: where something in it is known only
/// when it runs, a type around that is what the checker may count on, not what is sure.
extension CheckedExpr.Node {
  var isProven: Bool {
    guard !type.isUncertain else { return false }
    guard case .comprehension(let it) = kind else {
      return allChildren { $0.isProven }
    }
    return it.range.isProven && (it.filter?.isProven ?? true) && it.body.isProven
  }
}

extension Type {
  /// Whether the type leaves something to run time.
  fileprivate var isUncertain: Bool {
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
