/// Whether the checker has seen all of an expression's types: where something in it is known only
/// when it runs, a type around that is what the checker may count on, not what is sure.
extension CheckedExpr.Node {
  var isProven: Bool {
    guard !type.isUncertain, children.allSatisfy(\.isProven) else { return false }
    guard case .comprehension(let it) = kind else { return true }
    return it.range.isProven && (it.filter?.isProven ?? true) && it.body.isProven
  }
}

extension Type {
  /// Whether the type leaves something to run time.
  fileprivate var isUncertain: Bool {
    switch self {
    case .dyn, .parameter: true
    default: parameters.contains(where: \.isUncertain)
    }
  }
}
