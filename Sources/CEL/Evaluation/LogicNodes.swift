/// `&&` and `||` over any number of terms (CEL spec, "Logical Operators": a term that decides
/// takes the errors of the others away, on whatever side it stands).
final class LogicNode: Node {
  let terms: [any Node]
  /// The truth that decides: false for `&&`, true for `||`.
  let deciding: Bool
  let range: Range<Int>

  init(_ terms: [any Node], deciding: Bool, _ range: Range<Int>) {
    self.terms = terms
    self.deciding = deciding
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value { .bool(try bool(&frame)) }

  func bool(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    var first: EvaluationError?
    for term in terms {
      do throws(EvaluationError) {
        if try term.bool(&frame) == deciding { return deciding }
      } catch {
        if error.isFinal { throw error }
        first = first ?? error
      }
    }
    if let first { throw first }
    return !deciding
  }
}

extension EvaluationError {
  /// Whether nothing may take the error away.
  var isFinal: Bool { code == Failure.costExceeded.code }
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
