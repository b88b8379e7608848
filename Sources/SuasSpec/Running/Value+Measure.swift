import CEL

/// Limits of depth and size: what recurses over a value, down to its release, has a stack to keep.
extension Value {
  /// How deep lists, maps and records may stand in one another.
  static let maximumDepth = 200
  /// How many leaves a state may have.
  static let maximumLeaves = 10_000_000

  /// Refuses a value that is nested too deep; what is looked at counts against the budget.
  func checkDepth(_ budget: inout Int) throws(EvaluationError) {
    try checkDepth(Self.maximumDepth, &budget)
  }

  private func checkDepth(_ depth: Int, _ budget: inout Int) throws(EvaluationError) {
    budget -= 1
    guard budget >= 0 else { throw .costExceeded }
    switch self {
    case .list(let list):
      guard depth > 0 else { throw .tooDeep }
      for element in list { try element.checkDepth(depth - 1, &budget) }
    case .map(let map):
      guard depth > 0 else { throw .tooDeep }
      for (_, value) in map { try value.checkDepth(depth - 1, &budget) }
    case .record(let record):
      guard depth > 0 else { throw .tooDeep }
      for value in record.fields { try value.checkDepth(depth - 1, &budget) }
    default: break
    }
  }

  /// Takes the value's leaves from what is left; false where there are more.
  func countLeaves(_ left: inout Int) -> Bool {
    switch self {
    case .list(let list):
      for element in list where !element.countLeaves(&left) { return false }
    case .map(let map):
      for (_, value) in map where !value.countLeaves(&left) { return false }
    case .record(let record):
      for value in record.fields where !value.countLeaves(&left) { return false }
    default: left -= 1
    }
    return left >= 0
  }
}
