import CEL
import Suas
import SuasLog
import SuasScenario
import SuasSpec
import YAML

extension Replay.Goal {
  /// Reads a condition.
  ///
  /// - Throws: the mistakes in it.
  package init(_ text: String, on spec: CompiledSpec) throws(Diagnostics) {
    self.init(text: text, condition: try spec.condition(text).planned())
  }
}

/// Short scenarios of what a log shows.
extension Replay {
  /// The time that is spent on leaving out moves.
  private static let time = Swift.Duration.seconds(8)

  /// The scenario of a goal that a pass has reached.
  func scenario(of pass: ReplayPass, to goal: Goal) -> ReplayScenario? {
    guard let (moves, opening) = pass.shortest(to: .condition(goal.condition), within: Self.time)
    else { return nil }
    return ReplayScenario(
      moves, from: opening, on: spec, named: "The store comes to this", to: goal.text)
  }

  /// The scenario of the first refusal in a log.
  func scenario(ofRefusalIn pass: ReplayPass) -> ReplayScenario? {
    guard let (code, count) = pass.present.refusal,
      let (moves, opening) = pass.shortest(to: .refusal(code), of: count, within: Self.time)
    else { return nil }
    return ReplayScenario(moves, from: opening, on: spec, named: "A refused action", to: nil)
  }

  /// The scenario of a difference: the store before the input, the input, and what the log says.
  func scenario(
    ofDifferenceAfter progress: ReplayPass.Progress, _ open: Opening
  ) throws(LogFailure) -> ReplayScenario? {
    let pass = ReplayPass(try open(), on: spec, .large)
    defer { pass.end() }
    try pass.begin(isForced: isForced)
    try pass.run(upTo: progress.inputs - 1)
    guard let (opening, moves) = try pass.nextInput(),
      let (store, refusal) = try pass.loggedOutcome()
    else { return nil }
    return ReplayScenario(moves, from: opening, on: spec, expecting: store, refusal)
  }
}

extension ReplayPass {
  /// Returns the fewest of the moves that lead to a goal, and where they begin.
  ///
  /// - Parameter count: The number of moves up to the goal; nil for all.
  func shortest(
    to goal: Shortening.Goal, of count: Int? = nil, within time: Swift.Duration
  ) -> (moves: [Sandbox.Move], opening: Sandbox.Opening)? {
    guard let moves = present.moves, let opening = present.opening,
      let shortening = try? Shortening(spec, from: opening, to: goal, within: time),
      let shortest = shortening.shortest(of: Array(moves.prefix(count ?? .max)))
    else { return nil }
    return (shortest, opening)
  }
}
