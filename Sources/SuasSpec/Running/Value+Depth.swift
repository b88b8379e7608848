import CEL

/// The limit of depth: what recurses over a value, down to its release, has a stack to keep.
extension Value {
  /// How deep lists, maps and records may stand in one another.
  static let maximumDepth = 200

  /// Refuses a value that is nested too deep; what is looked at counts against the budget.
  func checkDepth(_ frame: inout Frame) throws(EvaluationError) {
    do throws(DepthExcess) {
      try checkDepth(&frame.budget)
    } catch {
      switch error {
      case .depth: throw .tooDeep
      case .size: throw frame.costExceeded(by: -frame.budget)
      }
    }
  }

  /// Takes one off what is left for every part that is looked at.
  func checkDepth(_ left: inout Int) throws(DepthExcess) {
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

/// What a value has too much of.
enum DepthExcess: Error {
  /// It is nested deeper than any value may be.
  case depth
  /// It has more parts than may be looked at.
  case size
}
