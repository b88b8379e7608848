/// A node of a planned expression.
///
/// The typed methods avoid wrapping and unwrapping intermediate values; a node that would gain
/// nothing implements ``value(_:)`` only.
protocol PlanNode: AnyObject, Sendable {
  var range: Range<Int> { get }
  /// The node itself, if its value has a place in the frame; otherwise nil.
  var asPlace: (any PlaceNode)? { get }
  func value(_ frame: inout Frame) throws(EvaluationError) -> Value
  func bool(_ frame: inout Frame) throws(EvaluationError) -> Bool
  func int(_ frame: inout Frame) throws(EvaluationError) -> Int64
}

extension PlanNode {
  var asPlace: (any PlaceNode)? { nil }

  func bool(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let value = try value(&frame)
    guard case .bool(let bool) = value else { throw mismatch(value, "bool") }
    return bool
  }

  func int(_ frame: inout Frame) throws(EvaluationError) -> Int64 {
    let value = try value(&frame)
    guard case .int(let int) = value else { throw mismatch(value, "int") }
    return int
  }

  func error(_ failure: Failure) -> EvaluationError { EvaluationError(failure, range) }

  func mismatch(_ value: Value, _ expected: String) -> EvaluationError {
    if value == .null { return error(.nullValue) }
    return error(
      Failure("no-matching-overload", "expected \(expected), found \(value.type.name)"))
  }

  /// Runs a library function, which spends the frame's budget.
  func run<R>(
    _ frame: inout Frame, _ body: (inout Budget) throws(Failure) -> R
  ) throws(EvaluationError) -> R {
    var budget = Budget(remaining: frame.budget)
    defer { frame.budget = budget.remaining }
    do throws(Failure) {
      try budget.spend(1)
      return try body(&budget)
    } catch {
      if let excess = error.excess { throw frame.costExceeded(by: excess, range) }
      throw self.error(error)
    }
  }
}

final class ConstantNode: PlanNode {
  let constant: Value
  let range: Range<Int>

  init(_ constant: Value, _ range: Range<Int>) {
    self.constant = constant
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value { constant }

  func int(_ frame: inout Frame) throws(EvaluationError) -> Int64 {
    guard case .int(let int) = constant else { throw mismatch(constant, "int") }
    return int
  }
}

/// A meaningless part of an expression that was not checked: its evaluation fails.
final class FailureNode: PlanNode {
  let failure: Failure
  let range: Range<Int>

  init(_ failure: Failure, _ range: Range<Int>) {
    self.failure = failure
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value { throw error(failure) }
}
