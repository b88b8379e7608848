/// `&&` and `||` (CEL spec, "Logical Operators": a side that decides the result absorbs an error of
/// the other side, whichever side that is).
final class LogicNode: PlanNode {
  let left: any PlanNode
  let right: any PlanNode
  /// The result that decides the operation: false for `&&`, true for `||`.
  let deciding: Bool
  let range: Range<Int>

  init(_ left: any PlanNode, _ right: any PlanNode, deciding: Bool, _ range: Range<Int>) {
    self.left = left
    self.right = right
    self.deciding = deciding
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value { .bool(try bool(&frame)) }

  func bool(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    do throws(EvaluationError) {
      if try left.bool(&frame) == deciding { return deciding }
    } catch {
      return try bool(&frame, after: error)
    }
    return try right.bool(&frame)
  }

  @inline(never)
  private func bool(
    _ frame: inout Frame, after error: EvaluationError
  ) throws(EvaluationError) -> Bool {
    if !error.isFinal, try right.bool(&frame) == deciding { return deciding }
    throw error
  }

  /// Builds a tree of minimal height from the terms.
  static func tree(
    _ terms: ArraySlice<any PlanNode>, deciding: Bool, _ range: Range<Int>
  ) -> any PlanNode {
    if terms.count == 1 { return terms[terms.startIndex] }
    let middle = terms.startIndex + terms.count / 2
    return LogicNode(
      tree(terms[..<middle], deciding: deciding, range),
      tree(terms[middle...], deciding: deciding, range), deciding: deciding, range)
  }
}

extension EvaluationError {
  /// True if nothing may absorb the error.
  var isFinal: Bool { code == Failure.costExceededCode }
}

final class ConditionalNode: PlanNode {
  let condition: any PlanNode
  let then: any PlanNode
  let otherwise: any PlanNode
  let range: Range<Int>

  init(
    _ condition: any PlanNode, _ then: any PlanNode, _ otherwise: any PlanNode, _ range: Range<Int>
  ) {
    self.condition = condition
    self.then = then
    self.otherwise = otherwise
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    try condition.bool(&frame) ? try then.value(&frame) : try otherwise.value(&frame)
  }

  func bool(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    try condition.bool(&frame) ? try then.bool(&frame) : try otherwise.bool(&frame)
  }

  func int(_ frame: inout Frame) throws(EvaluationError) -> Int64 {
    try condition.bool(&frame) ? try then.int(&frame) : try otherwise.int(&frame)
  }
}
