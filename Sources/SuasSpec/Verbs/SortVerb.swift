import CEL
import YAML

/// `sort: path` with `by`, an expression on the item, and `descending`: sorts a list, elements of
/// equal rank in the order they had.
struct SortVerb: Verb {
  static let keyword = "sort"

  let path: ExpressionSyntax
  let name: Name?
  let by: ExpressionSyntax?
  let descending: ExpressionSyntax?

  init?(decoding rule: inout RuleReader) {
    name = rule.elementName()
    by = rule.optionalExpression("by")
    descending = rule.optionalExpression("descending")
    guard let path = rule.path() else { return nil }
    self.path = path
  }

  func check(in scope: inout Scope) -> Step? {
    guard let (target, element) = scope.listTarget(path) else { return nil }
    var inner = scope
    guard let elements = Elements(path, as: name, in: &inner) else { return nil }
    var rank: Program?
    if let by {
      rank = inner.values.compile(by)
      if rank == nil { return nil }
    }
    let type = rank?.type ?? element.cel
    guard type.isOrdered else {
      scope.findings.report(.noOrder(type, at: by?.range ?? path.range))
      return nil
    }
    var isDescending: Program?
    if let descending {
      isDescending = scope.expression(descending, as: .bool)
      if isDescending == nil { return nil }
    }
    return Step { [rank, isDescending] execution throws(EvaluationError) in
      let descending = try isDescending?.evaluateBool(&execution.frame) ?? false
      let list = try target.read(execution)
      guard case .list = list else { throw .typeMismatch(list, isNot: "a list") }
      var ranked: [(rank: Value, value: Value)] = []
      for (key, value) in try elements.entries(of: list, execution) {
        elements.bind(key, value, in: execution)
        ranked.append((try rank?.evaluate(&execution.frame) ?? value, value))
      }
      elements.unbind(in: execution)
      try execution.spend(ranked.count * (Int.bitWidth - ranked.count.leadingZeroBitCount))
      // Values of one type all have an order, or none of them has: neighbours tell.
      for (left, right) in zip(ranked, ranked.dropFirst())
      where left.rank.precedes(right.rank) == nil {
        throw .unordered(left.rank, right.rank)
      }
      // The standard library's sort keeps the order of equals; so does this, turned around.
      ranked.sort {
        (descending ? $1.rank.precedes($0.rank) : $0.rank.precedes($1.rank)) ?? false
      }
      let sorted = List(ranked.lazy.map(\.value))
      try target.modify(execution) { $0 = .list(sorted) }
      return true
    }
  }
}
