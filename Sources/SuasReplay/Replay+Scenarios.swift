import CEL
import Suas
import SuasLog
import SuasScenario
import SuasSpec

/// Short scenarios from logs.
extension Replay {
  /// The time that is spent on leaving out moves.
  private static let time = Swift.Duration.seconds(8)

  /// Makes the scenario of a goal that a pass has reached.
  func scenario(of pass: ReplayPass, to goal: Goal) throws(NoScenario) -> ReplayScenario {
    let progress = pass.present
    let (opening, all) = try progress.session()
    let moves = try shortest(of: all, from: opening, to: .condition(goal.condition))
    return try ReplayScenario(
      moves, from: opening, on: spec, named: "The store comes to this", to: goal.text)
  }

  /// Makes the scenario of the first refusal in a log.
  func scenario(ofRefusalIn pass: ReplayPass) throws(NoScenario) -> ReplayScenario {
    guard let refusal = pass.present.refusal else {
      throw pass.present.obstacle ?? .nothingShown
    }
    let moves = try shortest(
      of: refusal.moves, from: refusal.opening, to: .refusal(refusal.code))
    return try ReplayScenario(
      moves, from: refusal.opening, on: spec, named: "A refused action", to: nil)
  }

  /// Returns the fewest of the moves found that lead to a goal.
  private func shortest(
    of moves: [Sandbox.Move], from opening: Sandbox.Opening, to goal: Shortening.Goal,
    keepingLast kept: Int = 1
  ) throws(NoScenario) -> [Sandbox.Move] {
    guard let shortening = shortening(from: opening, to: goal),
      let moves = shortening.shortest(of: moves, keepingLast: kept)
    else { throw .leadsElsewhere }
    return moves
  }

  private func shortening(
    from opening: Sandbox.Opening, to goal: Shortening.Goal
  ) -> Shortening? {
    try? Shortening(spec, from: opening, to: goal, within: Self.time)
  }

  /// Makes the scenario of a difference: the store before the input, the input, and the results in
  /// the log. If the past of an effect matters, it has all moves since the start of the effect.
  func scenario(
    ofDifferenceAfter progress: ReplayPass.Progress, _ open: Opening
  ) throws(LogFailure) -> Result<ReplayScenario, NoScenario> {
    guard progress.inputs > 0 else { return .failure(.noInput) }
    let (step, start, present) = try step(to: progress, open)
    let pass = ReplayPass(try open(), on: spec, .large)
    defer { pass.end() }
    try pass.begin(isForced: isForced)
    try pass.run(upTo: progress.inputs - 1)
    let input = try pass.nextInput()
    let logged = try pass.loggedOutcome()
    return Result { () throws(NoScenario) in
      let logged = try logged.get()
      if let (opening, moves) = input,
        shortening(from: opening, to: .step(step))?.leads(moves) ?? false
      {
        return try ReplayScenario(moves, from: opening, on: spec, expecting: logged)
      }
      let (opening, all) = try present.session()
      let moves = try shortest(
        of: all, from: opening, to: .step(step), keepingLast: all.count - (start ?? all.count - 1))
      return try ReplayScenario(moves, from: opening, on: spec, expecting: logged)
    }
  }

  /// Goes to a difference once more, and keeps the moves.
  ///
  /// - Returns: What the last move led to, and the index of the one that started its effect.
  private func step(
    to progress: ReplayPass.Progress, _ open: Opening
  ) throws(LogFailure) -> (Shortening.Step, start: Int?, ReplayPass.Progress) {
    let pass = ReplayPass(try open(), on: spec, .large)
    defer { pass.end() }
    pass.keepMoves()
    try pass.begin(isForced: isForced)
    try pass.run(upTo: progress.inputs - 1)
    let (before, start) = (pass.state, pass.moveOfStart)
    try pass.run()
    let present = pass.present
    let step = Shortening.Step(before: before, after: pass.state, errors: present.errors)
    return (step, start, present)
  }
}

extension ReplayPass.Progress {
  /// Returns the moves of the session, and where they begin.
  fileprivate func session() throws(NoScenario) -> (Sandbox.Opening, [Sandbox.Move]) {
    guard let moves, let opening else { throw obstacle ?? .noInput }
    return (opening, moves)
  }
}
