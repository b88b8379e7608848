import ArgumentParser
import SuasSpec

/// How much the actions of a run may do.
struct LimitArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      What a reducer's rules may cost for one action, and each other expression that it leads to, \
      before it is refused with cost-exceeded.
      """,
      valueName: "units"))
  var maxCost = Limits().cost

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many leaves a sub-state may have, before an action is refused with state-too-large.",
      valueName: "leaves"))
  var maxLeaves = Limits().leaves

  var limits: Limits { Limits(cost: maxCost, leaves: maxLeaves) }

  func validate() throws {
    guard maxCost > 0 else { throw ValidationError("--max-cost is a number above 0") }
    guard maxLeaves > 0 else { throw ValidationError("--max-leaves is a number above 0") }
  }
}
