extension ExpressionPlan {
  /// Plans how a checked expression is evaluated.
  package init(planning expr: CheckedExpr) {
    var planner = Planner(expr)
    let planned = planner.root()
    let root = expr.readsSensitiveValues ? HidingNode.around(planned) : planned
    self.init(
      root, type: expr.type, frameSize: expr.frameSize,
      costLimit: root is ConstantNode ? 0 : expr.root.costLimit, isProven: expr.isProven)
  }
}

extension CheckedExpr {
  /// The value, where the expression is constant and its evaluation meets no error.
  package var constant: Value? {
    guard root.isClosed else { return nil }
    if case .constant(let value) = root.kind { return value }
    return ExpressionPlan(planning: self).constant
  }
}
