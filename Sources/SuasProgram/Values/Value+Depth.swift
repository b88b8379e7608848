import CEL

/// The limit of nesting: recursion over a value, its release included, must not overflow the stack.
extension Value {
  /// The maximum nesting depth of lists, maps and records.
  package static let maximumDepth = 200

  /// Throws if the value is nested too deep; every part looked at counts against the budget.
  package func checkDepth(_ frame: inout Frame) throws(EvaluationError) {
    do throws(DepthExcess) {
      try checkDepth(&frame.budget)
    } catch {
      switch error {
      case .depth: throw .tooDeep
      case .size: throw frame.costExceeded(by: -frame.budget)
      }
    }
  }

  /// Throws if the value is nested too deep; every part looked at subtracts one from `left`.
  package func checkDepth(_ left: inout Int) throws(DepthExcess) {
    try checkDepth(Self.maximumDepth, &left)
  }

  private func checkDepth(_ depth: Int, _ left: inout Int) throws(DepthExcess) {
    left -= 1
    guard left >= 0 else { throw .size }
    switch self {
    case .list(let list):
      guard depth > 0 else { throw .depth }
      for element in list { try element.checkDepth(depth - 1, &left) }
    case .map(let map):
      guard depth > 0 else { throw .depth }
      for (_, value) in map { try value.checkDepth(depth - 1, &left) }
    case .record(let record):
      guard depth > 0 else { throw .depth }
      for value in record.fields { try value.checkDepth(depth - 1, &left) }
    default: break
    }
  }
}

/// The limit that a value exceeds.
package enum DepthExcess: Error {
  /// Nested deeper than any value may be.
  case depth
  /// More parts than may be looked at.
  case size
}
