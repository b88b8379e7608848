import CEL

extension Frame {
  /// The cost that one evaluation may have, besides those of rules.
  package static let standardBudget = 3_000_000
}
