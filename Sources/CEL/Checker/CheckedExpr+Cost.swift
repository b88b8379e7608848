/// The upper bound for the cost of an evaluation, found without running it.
extension CheckedExpr.Node {
  /// The bound; nil if it depends on unknown values. More than any budget counts as `Int.max`.
  var costLimit: Int? {
    if case .comprehension(let it) = kind { return it.costLimit }
    var total = 0
    let isKnown = allChildren { child in
      guard let cost = child.costLimit else { return false }
      total = total.addingSaturated(cost)
      return true
    }
    guard isKnown else { return nil }
    if case .apply(let call) = kind {
      guard let body = call.function.program.costLimit, !call.isJudged.contains(true),
        !call.function.isResultConverted
      else { return nil }
      return total.addingSaturated(body).addingSaturated(1)
    }
    guard case .call(let name, _, let arguments) = kind else { return total }
    var cost = 1
    for argument in arguments where !argument.type.isScalar {
      guard Self.linear.contains(name), argument.type.isFlat, let size = argument.size else {
        return nil
      }
      cost = cost.addingSaturated(size)
    }
    if name == "lists.range" {
      guard let size else { return nil }
      cost = cost.addingSaturated(size)
    }
    return total.addingSaturated(cost)
  }

  /// The functions that go through their arguments at most once.
  private static let linear: Set<String> = [
    "size", "contains", "startsWith", "endsWith", "@in", "_[_]", "_+_",
  ]

  /// The greatest possible number of elements, entries or bytes of the value; nil if unknown.
  fileprivate var size: Int? {
    switch kind {
    case .constant(.list(let list)): list.count
    case .constant(.map(let map)): map.count
    case .constant(.string(let text)): text.utf8.count
    case .constant(.bytes(let bytes)): bytes.count
    case .list(let elements): elements.count
    case .map(let entries): entries.count
    case .call("lists.range", _, let arguments):
      if case .constant(.int(let count))? = arguments.first?.kind {
        max(0, Int(count))
      } else {
        nil
      }
    case .comprehension(let it):
      switch it.kind {
      case .map, .filter, .transformList, .transformMap, .sortBy: it.range.size
      default: nil
      }
    default: nil
    }
  }
}

extension CheckedExpr.Comprehension {
  fileprivate var costLimit: Int? {
    switch kind {
    case .closure, .sortBy, .fold: return nil
    case .bind, .optMap, .optFlatMap:
      guard let first = range.costLimit, let second = body.costLimit else { return nil }
      return first.addingSaturated(second).addingSaturated(1)
    default:
      guard let before = range.costLimit, let rounds = range.size,
        let each = body.costLimit, let test = filter.map(\.costLimit) ?? 0
      else { return nil }
      let round = each.addingSaturated(test).addingSaturated(1)
      let (all, overflow) = round.multipliedReportingOverflow(by: rounds)
      return before.addingSaturated(overflow ? .max : all)
    }
  }
}

extension Type {
  /// True if the size of a value determines the cost of going through it.
  fileprivate var isFlat: Bool {
    switch self {
    case .string, .bytes: true
    case .list(let element): element.isScalar
    case .map(let key, let value): key.isScalar && value.isScalar
    default: false
    }
  }

  /// True if all values of the type are of one size.
  fileprivate var isScalar: Bool {
    switch self {
    case .null, .bool, .int, .uint, .double, .timestamp, .duration, .type: true
    case .nullable(let type): type.isScalar
    default: false
    }
  }
}

extension Int {
  fileprivate func addingSaturated(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
