import CEL
import Suas
import SuasSpec
import YAML

@testable import SuasExplore
@testable import SuasScenario

/// Random steps on a spec; the results of the machines of searches are compared with those of a
/// stage.
struct RandomWalk {
  private(set) var moves: [Sandbox.Move] = []
  /// The results of the moves on a stage.
  private(set) var steps: [RecordedStep] = []
  /// Descriptions of the differences between a machine and the stage.
  private(set) var problems: [String] = []

  init(on spec: CompiledSpec, seed: UInt64, steps count: Int) throws {
    let opening = Sandbox.Opening(of: spec)
    let context = SearchContext(spec, from: opening, ExploreSettings())
    let sandbox = try Sandbox(spec, from: opening)
    let staged = try StagedMachine(context)
    staged.enter(staged.start)
    let bare = context.isBare ? try BareMachine(context) : nil
    bare.map { $0.enter($0.start) }
    var random = SplitMix64(seed: seed)
    while steps.count < count, problems.isEmpty {
      let acts = staged.acts()
      let others = bare?.acts()
      if let others, others.count != acts.count {
        problems.append("the machines can do \(acts.count) and \(others.count) things")
      }
      guard let chosen = (0..<acts.count).randomElement(using: &random) else { break }
      // An act that is taken back has no effect.
      for ordinal in (0..<acts.count).shuffled(using: &random).prefix(3) {
        _ = staged.attempt(ordinal, of: acts, nil)
        staged.takeBack()
        guard let bare, let others else { continue }
        _ = bare.attempt(ordinal, of: others, nil)
        bare.takeBack()
      }
      let move = acts[chosen].move
      guard let step = sandbox.record(move) else { continue }
      moves.append(move)
      steps.append(step)
      judge(staged, staged.attempt(chosen, of: acts, nil), step, context)
      staged.stay()
      guard let bare, let others else { continue }
      judge(bare, bare.attempt(chosen, of: others, nil), step, context)
      if step.outcome.errors.isEmpty { bare.stay() } else { bare.takeBack() }
    }
  }

  private mutating func judge<M: Machine>(
    _ machine: M, _ attempt: Attempt, _ step: RecordedStep, _ context: SearchContext
  ) {
    let line = step.act.line
    var violation: ActionError?
    if case .violation = attempt { violation = machine.violation }
    let expected = step.outcome.errors.first(where: context.isViolation)
    if violation != expected {
      problems.append(
        "\(M.self) finds \(violation?.description ?? "nothing") in \(line), not \(expected?.description ?? "nothing")"
      )
    }
    // A machine does not continue from a violation.
    if expected == nil, machine.store != step.outcome.after, step.outcome.errors.isEmpty {
      problems.append(
        "\(M.self) comes to \(Value.record(machine.store)) by \(line), not \(Value.record(step.outcome.after))"
      )
    }
  }

  /// Returns a scenario file for the steps, with their results.
  func scenario(of spec: CompiledSpec) -> String {
    SessionScenario(of: spec, at: ["spec.yaml"], name: "A walk", steps: steps).text
  }
}
