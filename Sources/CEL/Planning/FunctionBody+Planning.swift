extension CheckedExpr: FunctionBody {
  func planned(from slot: Int) -> any PlanNode {
    var planner = Planner(self, slotsFrom: slot)
    return planner.root()
  }
}

extension DefinedFunction {
  /// Creates a function with a checked body; nil if its calls would nest too deep.
  ///
  /// - Parameters:
  ///   - body: An expression whose variables are the parameters, in their order.
  ///   - result: The type of a call; that of the body if it is left out.
  ///   - resultFit: The conversion of the body's value to that type.
  package convenience init?(
    _ name: String, _ parameters: [Parameter], _ body: CheckedExpr, returning result: Type? = nil,
    resultFit: Fit? = nil, isProven: Bool? = nil
  ) {
    let measures = body.root.measures
    guard measures.height <= Self.heightLimit else { return nil }
    self.init(
      name, parameters, result ?? body.type, resultFit: resultFit,
      isProven: isProven ?? body.isProven, body: body, program: ExpressionPlan(planning: body),
      measures)
  }

  /// The greatest height of a body with the bodies of all functions that it calls: their
  /// evaluation is recursive.
  package static let heightLimit = 480
}

extension CheckedExpr.Node {
  /// The measures of the expression as the body of a function.
  var measures: DefinedFunction.Measures {
    var result = DefinedFunction.Measures(size: 1, height: 0, nesting: 0)
    var parts = children
    if case .comprehension(let it) = kind { parts = it.parts }
    for part in parts {
      let inner = part.measures
      result.size += inner.size
      result.height = max(result.height, inner.height)
      result.nesting = max(result.nesting, inner.nesting)
    }
    switch kind {
    case .comprehension(let it):
      result.height += 3
      result.nesting = 1 + it.parts.reduce(0) { $0 + $1.measures.nesting }
    case .list, .map, .record:
      result.height += 1
      result.nesting += 1
    case .apply(let call):
      let body = call.function.measures
      result.size += call.function.isInlined ? body.size : 0
      result.height += 3 + body.height
      result.nesting += body.nesting
    default: result.height += 1
    }
    return result
  }
}
