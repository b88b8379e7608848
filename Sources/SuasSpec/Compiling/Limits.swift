/// How much the actions of a spec may do.
public struct Limits: Sendable, Equatable {
  /// What the rules of one reducer may cost for one action, their loops included, before it is
  /// refused with `cost-exceeded`: a unit for every rule, call and round of a loop, more for long
  /// texts and lists. An invariant, a selector, a listener, a step of middleware and an effect may
  /// each cost as much.
  public var cost: Int

  /// How many leaves a sub-state may have, what is no list, map or record, before the action that
  /// makes it larger is refused with `state-too-large`.
  public var leaves: Int

  public init(cost: Int = 3_000_000, leaves: Int = 10_000_000) {
    self.cost = cost
    self.leaves = leaves
  }
}
