import ArgumentParser
import SuasSpec

/// The options that limit the cost of actions and the size of the state.
struct LimitArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The limit for the cost of a reducer's rules for one action, and of each other expression \
      that the action leads to; beyond it, the action is refused with cost-exceeded.
      """,
      valueName: "units"))
  var maxCost = Limits().cost

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The limit for leaves in a sub-state; beyond it, an action is refused with state-too-large.",
      valueName: "leaves"))
  var maxLeaves = Limits().leaves

  /// The words of the options, without those that are not given.
  var words: [String] {
    let standard = Limits()
    return (maxCost == standard.cost ? [] : ["--max-cost", "\(maxCost)"])
      + (maxLeaves == standard.leaves ? [] : ["--max-leaves", "\(maxLeaves)"])
  }

  var limits: Limits { Limits(cost: maxCost, leaves: maxLeaves) }

  func validate() throws {
    guard maxCost > 0 else { throw ValidationError("--max-cost is a number above 0") }
    guard maxLeaves > 0 else { throw ValidationError("--max-leaves is a number above 0") }
  }
}
