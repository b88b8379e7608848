import SuasSpec

/// A limit on the size of one file's scenarios, with their rows and fragments.
final class ExpansionBudget {
  /// The budget of all their expressions while the file is read.
  let evaluations = EvaluationBudget()
  /// In nodes of trees.
  let limit: Int
  private var left: Int

  init(limit: Int = 1_000_000) {
    self.limit = limit
    left = limit
  }

  var isExhausted: Bool { left < 0 }

  /// The cost of a step besides its tree: the little that is stored for it until it has run.
  static let step = 3
  /// The cost of a fragment's use besides its steps, and of each round of a `for-each`: the
  /// parameters' types, and names in scope.
  static let use = 12

  func spend(_ nodes: Int) {
    if left >= 0 { left -= min(nodes, limit + 1) }
  }
}
