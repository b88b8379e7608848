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
    let progress = pass.present
    guard let all = progress.moves, let opening = progress.opening,
      let moves = shortest(of: all, from: opening, to: .condition(goal.condition))
    else { return nil }
    return ReplayScenario(
      moves, from: opening, on: spec, named: "The store comes to this", to: goal.text)
  }

  /// The scenario of the first refusal in a log.
  func scenario(ofRefusalIn pass: ReplayPass) -> ReplayScenario? {
    guard let refusal = pass.present.refusal,
      let moves = shortest(
        of: refusal.moves, from: refusal.opening, to: .refusal(refusal.code))
    else { return nil }
    return ReplayScenario(
      moves, from: refusal.opening, on: spec, named: "A refused action", to: nil)
  }

  /// Returns the fewest of the moves found that lead to a goal.
  private func shortest(
    of moves: [Sandbox.Move], from opening: Sandbox.Opening, to goal: Shortening.Goal
  ) -> [Sandbox.Move]? {
    (try? Shortening(spec, from: opening, to: goal, within: Self.time))?.shortest(of: moves)
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
