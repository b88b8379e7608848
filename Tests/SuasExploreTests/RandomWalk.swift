import CEL
import Suas
import SuasSpec
import YAML

@testable import SuasExplore
@testable import SuasScenario

/// Random steps on a spec: what the machines of searches make of each is compared with what a stage
/// does.
struct RandomWalk {
  private(set) var moves: [Rehearsal.Move] = []
  /// What a stage makes of the moves.
  private(set) var steps: [RecordedStep] = []
  /// Where a machine comes to something else.
  private(set) var problems: [String] = []

  init(on spec: CompiledSpec, seed: UInt64, steps count: Int) throws {
    let opening = Rehearsal.Opening(of: spec)
    let ground = Ground(spec, from: opening, ExploreSettings())
    let rehearsal = try Rehearsal(spec, from: opening)
    let staged = try StagedMachine(ground)
    staged.enter(staged.start)
    let bare = ground.isBare ? try BareMachine(ground) : nil
    bare.map { $0.enter($0.start) }
    var random = SplitMix64(seed: seed)
    while steps.count < count, problems.isEmpty {
      let acts = staged.acts()
      let others = bare?.acts()
      if let others, others.count != acts.count {
        problems.append("the machines can do \(acts.count) and \(others.count) things")
      }
      guard let chosen = (0..<acts.count).randomElement(using: &random) else { break }
      // What is taken back leaves nothing behind.
      for ordinal in (0..<acts.count).shuffled(using: &random).prefix(3) {
        _ = staged.attempt(ordinal, of: acts, nil)
        staged.takeBack()
        guard let bare, let others else { continue }
        _ = bare.attempt(ordinal, of: others, nil)
        bare.takeBack()
      }
      let move = acts[chosen].move
      guard let step = rehearsal.record(move) else { continue }
      moves.append(move)
      steps.append(step)
      judge(staged, staged.attempt(chosen, of: acts, nil), step, ground)
      staged.stay()
      guard let bare, let others else { continue }
      judge(bare, bare.attempt(chosen, of: others, nil), step, ground)
      if step.outcome.errors.isEmpty { bare.stay() } else { bare.takeBack() }
    }
  }

  private mutating func judge<M: Machine>(
    _ machine: M, _ attempt: Attempt, _ step: RecordedStep, _ ground: Ground
  ) {
    let line = step.act.line
    var violation: ActionError?
    if case .violation = attempt { violation = machine.violation }
    let expected = step.outcome.errors.first(where: ground.isViolation)
    if violation != expected {
      problems.append(
        "\(M.self) finds \(violation?.description ?? "nothing") in \(line), not \(expected?.description ?? "nothing")"
      )
    }
    // A machine that has found a violation does not go on from there.
    if expected == nil, machine.store != step.outcome.after, step.outcome.errors.isEmpty {
      problems.append(
        "\(M.self) comes to \(Value.record(machine.store)) by \(line), not \(Value.record(step.outcome.after))"
      )
    }
  }

  /// A scenario file of the steps, with what came of each.
  func scenario(of spec: CompiledSpec) -> String {
    SessionScenario(of: spec, at: ["spec.yaml"], name: "A walk", steps: steps).text
  }
}
