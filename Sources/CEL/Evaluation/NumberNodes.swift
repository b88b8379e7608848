/// Where an int comes from; a constant, a variable and a field of one are read without asking a node.
enum IntSource: Sendable {
  case constant(Int64)
  case slot(Int, any Node)
  case field(Int, Int, any Node)
  case node(any Node)

  init(_ node: any Node) {
    if case .int(let int)? = (node as? ConstantNode)?.constant {
      self = .constant(int)
    } else if let variable = node as? SlotNode {
      self = .slot(variable.slot, variable)
    } else if let field = node as? SlotFieldNode {
      self = .field(field.slot, field.field, field)
    } else {
      self = .node(node)
    }
  }

  @inline(__always)
  func int(_ frame: inout Frame) throws(EvaluationError) -> Int64 {
    switch self {
    case .constant(let int): return int
    case .slot(let slot, let node):
      if case .int(let int) = frame.place(slot).pointee { return int }
      return try node.int(&frame)
    case .field(let slot, let field, let node):
      if case .record(let record) = frame.place(slot).pointee, field < record.fieldCount,
        case .int(let int) = record.place(field).pointee
      {
        return int
      }
      return try node.int(&frame)
    case .node(let node): return try node.int(&frame)
    }
  }
}

/// A comparison of ints, without a value being wrapped on the way.
final class IntComparisonNode: Node {
  enum Operation { case less, lessOrEqual, equal, notEqual }

  let operation: Operation
  let left: IntSource
  let right: IntSource
  let range: Range<Int>

  init(_ operation: Operation, _ left: any Node, _ right: any Node, _ range: Range<Int>) {
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

/// Arithmetic of ints, without a value being wrapped on the way.
final class IntArithmeticNode: Node {
  enum Operation { case sum, difference, product, quotient, remainder }

  let operation: Operation
  let left: IntSource
  let right: IntSource
  let range: Range<Int>

  init(_ operation: Operation, _ left: any Node, _ right: any Node, _ range: Range<Int>) {
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

final class NotNode: Node {
  let operand: any Node
  let range: Range<Int>

  init(_ operand: any Node, _ range: Range<Int>) {
    self.operand = operand
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value { .bool(try bool(&frame)) }

  func bool(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    !(try operand.bool(&frame))
  }
}

/// Whether a value is, or is not, a constant text.
final class StringEqualNode: Node {
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
