import SuasSpec

/// How much the scenarios of one file may come to, with their rows and fragments.
final class ExpansionBudget {
  /// What all their expressions may cost while the file is read.
  let evaluations = EvaluationBudget()
  /// In nodes of trees.
  let limit: Int
  private var left: Int

  init(limit: Int = 1_000_000) {
    self.limit = limit
    left = limit
  }

  var isExhausted: Bool { left < 0 }

  /// What a step takes besides its tree, which is little: all that is known of it until it has run.
  static let step = 3
  /// What the use of a fragment takes besides: its parameters' types, and names in scope.
  static let use = 12

  func spend(_ nodes: Int) {
    if left >= 0 { left -= min(nodes, limit + 1) }
  }
}
