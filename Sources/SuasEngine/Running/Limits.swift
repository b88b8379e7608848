import SuasProgram

/// The limits on the work of a spec's actions, and the choice of further checks.
public struct Limits: Sendable, Equatable {
  /// The maximum cost of the rules of one reducer for one action, loops included; an action that
  /// exceeds it is refused with `cost-exceeded`. Every rule, call and iteration of a loop costs a
  /// unit, long texts and lists more. An invariant, a selector, a listener, a step of middleware
  /// and an effect may each cost as much.
  public var cost: Int

  /// The maximum number of leaves (values that are not lists, maps or records) in a sub-state; an
  /// action that exceeds it is refused with `state-too-large`.
  public var leaves: Int

  /// True if the promises under `at-rest` are judged; one that does not hold is reported to the
  /// store's error listeners as `at-rest-violated`, and nothing is taken back. By default, debug
  /// builds judge them.
  public var judgesAtRest: Bool

  public init(
    cost: Int = 3_000_000, leaves: Int = 10_000_000, judgesAtRest: Bool = Limits.isDebugBuild
  ) {
    self.cost = cost
    self.leaves = leaves
    self.judgesAtRest = judgesAtRest
  }

  /// True if this module was compiled for debugging.
  public static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}
