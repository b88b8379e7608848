import SuasProgram

/// The limits on the work of a spec's actions.
public struct Limits: Sendable, Equatable {
  /// The maximum cost of the rules of one reducer for one action, loops included; an action that
  /// exceeds it is refused with `cost-exceeded`. Every rule, call and iteration of a loop costs a
  /// unit, long texts and lists more. An invariant, a selector, a listener, a step of middleware
  /// and an effect may each cost as much.
  public var cost: Int

  /// The maximum number of leaves (values that are not lists, maps or records) in a sub-state; an
  /// action that exceeds it is refused with `state-too-large`.
  public var leaves: Int

  public init(cost: Int = 3_000_000, leaves: Int = 10_000_000) {
    self.cost = cost
    self.leaves = leaves
  }
}
