/// How much the scenarios of one file may come to, with their rows and fragments.
final class ExpansionBudget {
  /// In nodes of trees.
  static let limit = 1_000_000

  private(set) var left = ExpansionBudget.limit

  var isExhausted: Bool { left < 0 }

  func spend(_ nodes: Int) {
    if left >= 0 { left -= min(nodes, Self.limit + 1) }
  }
}
