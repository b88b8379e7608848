import CEL
import Suas
import SuasLog
import SuasScenario
import SuasSpec

/// A short scenario that shows the same as a log.
package struct ReplayScenario: Sendable {
  /// The name of its file, without its endings.
  package let fileName: String
  package let scenario: SessionScenario
}

/// The outcome of an input, as a log says.
struct LoggedOutcome: Sendable {
  let store: Record
  /// The code of the first refusal.
  let refusal: String?
}

extension ReplayScenario {
  /// Makes the scenario of a difference: moves, the last of which is the input that led to it, and
  /// the results of this input in the log. It fails on the spec.
  ///
  /// - Throws: the reason why no scenario does.
  init(
    _ moves: [Sandbox.Move], from opening: Sandbox.Opening, on spec: CompiledSpec,
    expecting logged: LoggedOutcome
  ) throws(NoScenario) {
    guard let sandbox = try? Sandbox(spec, from: opening) else { throw .leadsElsewhere }
    var steps = moves.compactMap { sandbox.record($0, writesLateDefaults: true) }
    guard steps.count == moves.count, let last = steps.popLast() else { throw .leadsElsewhere }
    var outcome = RecordedStep.Outcome(
      before: last.outcome.before,
      after: logged.store.takingSensitiveFields(from: last.outcome.after))
    outcome.errors = logged.refusal.map { [ActionError(code: $0, message: "")] } ?? []
    steps.append(RecordedStep(last.act, outcome: outcome))
    var scenario = Self.scenario(of: spec, from: opening, steps, named: "What the log says")
    scenario.expectsOutcomes = false
    scenario.expectsLastChanges = true
    guard let failures = try? scenario.failures(of: spec) else { throw .fails }
    guard !failures.isEmpty else { throw .passes }
    self.init(fileName: "difference", scenario: scenario)
  }

  /// Makes the scenario of moves that lead to a goal, which passes on the spec.
  ///
  /// - Throws: the reason why none does.
  init(
    _ moves: [Sandbox.Move], from opening: Sandbox.Opening, on spec: CompiledSpec,
    named name: String, to goal: String?
  ) throws(NoScenario) {
    guard let sandbox = try? Sandbox(spec, from: opening) else { throw .leadsElsewhere }
    let steps = moves.compactMap { sandbox.record($0, writesLateDefaults: true) }
    guard steps.count == moves.count else { throw .leadsElsewhere }
    var scenario = Self.scenario(of: spec, from: opening, steps, named: name)
    scenario.expectsOutcomes = false
    scenario.goal = goal
    guard let failures = try? scenario.failures(of: spec), failures.isEmpty else { throw .fails }
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

extension Record {
  /// Returns the store of a log with the sensitive values of its replay: the log has only hashes.
  fileprivate func takingSensitiveFields(from replayed: Record) -> Record {
    let taken = Value.record(self).takingSensitiveFields(from: .record(replayed))
    if case .record(let record) = taken { return record }
    return self
  }
}

extension Value {
  fileprivate func takingSensitiveFields(from replayed: Value) -> Value {
    switch (self, replayed) {
    case (.record(var record), .record(let replayed)) where record.shape === replayed.shape:
      for (slot, field) in record.shape.fields.enumerated() {
        record[slot] =
          field.isSensitive
          ? replayed[slot] : record[slot].takingSensitiveFields(from: replayed[slot])
      }
      return .record(record)
    case (.list(var list), .list(let replayed)):
      for index in 0..<min(list.count, replayed.count) {
        list[index] = list[index].takingSensitiveFields(from: replayed[index])
      }
      return .list(list)
    case (.map(var map), .map(let replayed)):
      for (key, value) in map {
        if let other = replayed[key] { map[key] = value.takingSensitiveFields(from: other) }
      }
      return .map(map)
    default: return self
    }
  }
}
