/// `&&` and `||` (CEL spec, "Logical Operators": a side that decides takes the error of the other
/// away, whichever it is).
final class LogicNode: Node {
  let left: any Node
  let right: any Node
  /// The truth that decides: false for `&&`, true for `||`.
  let deciding: Bool
  let range: Range<Int>

  init(_ left: any Node, _ right: any Node, deciding: Bool, _ range: Range<Int>) {
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

  /// A tree of the terms that is as low as can be.
  static func tree(
    _ terms: ArraySlice<any Node>, deciding: Bool, _ range: Range<Int>
  ) -> any Node {
    if terms.count == 1 { return terms[terms.startIndex] }
    let middle = terms.startIndex + terms.count / 2
    return LogicNode(
      tree(terms[..<middle], deciding: deciding, range),
      tree(terms[middle...], deciding: deciding, range), deciding: deciding, range)
  }
}

extension EvaluationError {
  /// Whether nothing may take the error away.
  var isFinal: Bool { code == Failure.costExceededCode }
}

final class ConditionalNode: Node {
  let condition: any Node
  let then: any Node
  let otherwise: any Node
  let range: Range<Int>

  init(
    _ condition: any Node, _ then: any Node, _ otherwise: any Node, _ range: Range<Int>
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
