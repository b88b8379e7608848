/// A source of an int; it reads a constant, a variable or a variable's field without calling a
/// node.
struct IntSource: Sendable {
  private let constant: Int64?
  private let known: KnownPlace
  private let node: any PlanNode

  init(_ node: any PlanNode) {
    self.node = node
    known = KnownPlace(node)
    constant = if case .int(let int)? = (node as? ConstantNode)?.constant { int } else { nil }
  }

  @inline(__always)
  func int(_ frame: inout Frame) throws(EvaluationError) -> Int64 {
    if let constant { return constant }
    if let int = known.int(frame) { return int }
    return try node.int(&frame)
  }
}

/// A comparison of ints, without wrapping intermediate values.
final class IntComparisonNode: PlanNode {
  enum Operation { case less, lessOrEqual, equal, notEqual }

  let operation: Operation
  let left: IntSource
  let right: IntSource
  let range: Range<Int>

  init(_ operation: Operation, _ left: any PlanNode, _ right: any PlanNode, _ range: Range<Int>) {
    self.operation = operation
    self.left = IntSource(left)
    self.right = IntSource(right)
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value { .bool(try bool(&frame)) }

  func bool(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let left = try left.int(&frame)
    let right = try right.int(&frame)
    switch operation {
    case .less: return left < right
    case .lessOrEqual: return left <= right
    case .equal: return left == right
    case .notEqual: return left != right
    }
  }
}

/// Arithmetic of ints, without wrapping intermediate values.
final class IntArithmeticNode: PlanNode {
  enum Operation { case sum, difference, product, quotient, remainder }

  let operation: Operation
  let left: IntSource
  let right: IntSource
  let range: Range<Int>

  init(_ operation: Operation, _ left: any PlanNode, _ right: any PlanNode, _ range: Range<Int>) {
    self.operation = operation
    self.left = IntSource(left)
    self.right = IntSource(right)
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value { .int(try int(&frame)) }

  func int(_ frame: inout Frame) throws(EvaluationError) -> Int64 {
    let left = try left.int(&frame)
    let right = try right.int(&frame)
    let (result, overflow): (Int64, Bool)
    switch operation {
    case .sum: (result, overflow) = left.addingReportingOverflow(right)
    case .difference: (result, overflow) = left.subtractingReportingOverflow(right)
    case .product: (result, overflow) = left.multipliedReportingOverflow(by: right)
    case .quotient, .remainder:
      if right == 0 { throw error(.divisionByZero) }
      (result, overflow) =
        operation == .quotient
        ? left.dividedReportingOverflow(by: right)
        : left.remainderReportingOverflow(dividingBy: right)
    }
    if overflow { throw error(.overflow("int")) }
    return result
  }
}

final class NotNode: PlanNode {
  let operand: any PlanNode
  let range: Range<Int>

  init(_ operand: any PlanNode, _ range: Range<Int>) {
    self.operand = operand
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value { .bool(try bool(&frame)) }

  func bool(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    !(try operand.bool(&frame))
  }
}

/// Compares a value with a constant text, for equality or inequality.
final class StringEqualNode: PlanNode {
  let operand: any PlaceNode
  let text: String
  let isNegated: Bool
  let range: Range<Int>

  init(_ operand: any PlaceNode, _ text: String, isNegated: Bool, _ range: Range<Int>) {
    self.operand = operand
    self.text = text
    self.isNegated = isNegated
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value { .bool(try bool(&frame)) }

  func bool(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let place = try operand.place(&frame)
    guard case .string(let string) = place.pointee else { return isNegated }
    return string.hasSameCodePoints(as: text) != isNegated
  }
}
