import CEL

/// The limit of depth: what recurses over a value, down to its release, has a stack to keep.
extension Value {
  /// How deep lists, maps and records may stand in one another.
  static let maximumDepth = 200

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
}
