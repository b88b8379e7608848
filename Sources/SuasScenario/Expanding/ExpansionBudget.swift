/// How much the scenarios of one file may come to, with their rows and fragments.
final class ExpansionBudget {
  /// In nodes of trees.
  let limit: Int
  private var left: Int

  init(limit: Int = 1_000_000) {
    self.limit = limit
    left = limit
  }

  var isExhausted: Bool { left < 0 }

  func spend(_ nodes: Int) {
    if left >= 0 { left -= min(nodes, limit + 1) }
  }
}
