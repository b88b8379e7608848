/// `fold`: a result that each element of a list changes.
final class FoldNode: PlanNode {
  let loop: Loop
  let start: any PlanNode
  let body: any PlanNode
  /// The type of the result.
  let type: Type
  /// True if the body's result is sure to be of the type.
  let isProven: Bool
  /// The number of rounds after which the depth of the result is checked; nil if its type limits it.
  let roundsBetweenChecks: Int?
  let range: Range<Int>

  /// - Parameter nesting: The number of levels that each round may add to the result.
  init(
    _ loop: Loop, _ start: any PlanNode, _ body: any PlanNode, as type: Type, isProven: Bool,
    nesting: Int, _ range: Range<Int>
  ) {
    self.loop = loop
    self.start = start
    self.body = body
    self.type = type
    self.isProven = isProven
    roundsBetweenChecks = nesting == 0 ? nil : max(1, Self.depthLimit / nesting)
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let list = try loop.over.value(&frame)
    guard case .list(let elements) = list else { throw loop.over.mismatch(list, "list") }
    let (result, element) = (loop.slots[0], loop.slots[1])
    frame[result] = try start.value(&frame)
    defer {
      frame[result] = .null
      frame[element] = .null
    }
    var round = 0
    for item in elements {
      try Loop.spend(&frame, range)
      frame[element] = item
      frame[result] = try fitted(try body.value(&frame))
      round += 1
      if let roundsBetweenChecks, round.isMultiple(of: roundsBetweenChecks) {
        try checkDepth(frame[result], &frame)
      }
    }
    return frame[result]
  }

  private func fitted(_ value: Value) throws(EvaluationError) -> Value {
    if isProven || type.admits(value) { return value }
    if case .int(let number) = value, type.nonNull == .double { return .double(Double(number)) }
    throw body.error(
      Failure("type-mismatch", "\(value.kindName) stands where \(type) is needed"))
  }

  /// The greatest depth of a result: values are compared and released recursively.
  private static let depthLimit = 200

  private func checkDepth(_ value: Value, _ frame: inout Frame) throws(EvaluationError) {
    var cost = 0
    let isFine = value.isNested(atMost: Self.depthLimit, &cost, limit: frame.budget)
    try Loop.spend(&frame, range, cost)
    guard isFine else {
      throw error(
        Failure(
          "state-too-large", "the value is nested more than \(Self.depthLimit) levels deep"))
    }
  }
}

extension Value {
  /// Returns true if lists, maps and records are nested at most so deep, or if looking at them costs
  /// more than a limit.
  fileprivate func isNested(atMost depth: Int, _ cost: inout Int, limit: Int) -> Bool {
    cost += 1
    guard cost <= limit else { return true }
    switch self {
    case .list(let list):
      return depth > 0
        && list.allSatisfy { $0.isNested(atMost: depth - 1, &cost, limit: limit) }
    case .map(let map):
      return depth > 0
        && map.allSatisfy { $0.value.isNested(atMost: depth - 1, &cost, limit: limit) }
    case .record(let record):
      return depth > 0
        && record.fields.allSatisfy { $0.isNested(atMost: depth - 1, &cost, limit: limit) }
    case .optional(let inner?): return inner.isNested(atMost: depth, &cost, limit: limit)
    default: return true
    }
  }
}
