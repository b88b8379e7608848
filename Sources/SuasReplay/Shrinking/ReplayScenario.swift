import CEL
import Suas
import SuasLog
import SuasScenario
import SuasSpec

/// A short scenario that shows what a log has shown.
package struct ReplayScenario: Sendable {
  /// The name of its file, without its endings.
  package let fileName: String
  package let scenario: SessionScenario
}

extension ReplayScenario {
  /// Makes the scenario of a difference: the store before the input, the input, and what the log
  /// says of it. It fails on the spec; nil if no scenario does.
  init?(
    _ moves: [Sandbox.Move], from opening: Sandbox.Opening, on spec: CompiledSpec,
    expecting store: Record, _ refusal: String?
  ) {
    guard let sandbox = try? Sandbox(spec, from: opening) else { return nil }
    var steps = moves.compactMap { sandbox.record($0, writesLateDefaults: true) }
    guard steps.count == moves.count, let last = steps.popLast() else { return nil }
    var outcome = RecordedStep.Outcome(before: last.outcome.before, after: store)
    outcome.errors = refusal.map { [ActionError(code: $0, message: "")] } ?? []
    steps.append(RecordedStep(last.act, outcome: outcome))
    var scenario = Self.scenario(of: spec, from: opening, steps, named: "What the log says")
    scenario.expectsOutcomes = false
    scenario.expectsLastChanges = true
    guard let failures = try? scenario.failures(of: spec), !failures.isEmpty else { return nil }
    self.init(fileName: "difference", scenario: scenario)
  }

  /// Makes the scenario of moves that lead to a goal, which passes on the spec.
  init?(
    _ moves: [Sandbox.Move], from opening: Sandbox.Opening, on spec: CompiledSpec,
    named name: String,
    to goal: String?
  ) {
    guard let sandbox = try? Sandbox(spec, from: opening) else { return nil }
    let steps = moves.compactMap { sandbox.record($0, writesLateDefaults: true) }
    guard steps.count == moves.count else { return nil }
    var scenario = Self.scenario(of: spec, from: opening, steps, named: name)
    scenario.expectsOutcomes = false
    scenario.goal = goal
    guard let failures = try? scenario.failures(of: spec), failures.isEmpty else { return nil }
    self.init(fileName: goal == nil ? "refusal" : "until", scenario: scenario)
  }

  private static func scenario(
    of spec: CompiledSpec, from opening: Sandbox.Opening, _ steps: [RecordedStep],
    named name: String
  ) -> SessionScenario {
    SessionScenario(
      of: spec, at: ["spec.yaml"], name: name, clock: opening.clock, seed: opening.seed,
      initial: Record(spec.store.shape, opening.initial.map(Value.record)), steps: steps)
  }
}
