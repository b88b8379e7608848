import CEL
import Foundation
import LibYAML
import Suas
import SuasReports
import SuasSpec
import Testing
import YAML

import enum Support.Examples

@testable import SuasExplore
@testable import SuasScenario

/// All ways of running a spec give the same results for the same steps: a store in an app, a stage,
/// a session, both machines of searches, a scenario with and without observers, its trace, and a
/// replayed recording.
@Suite struct AgreementTests {
  @Test("All engines agree on random steps of an example", arguments: Examples.names)
  func example(name: String) throws {
    let path = Examples.folder.appending(path: "\(name)/\(name).yaml").path
    let spec = try Loader().spec(at: [path])
    for seed in 0..<4 { try expectAgreement(on: spec, seed: UInt64(seed), steps: 40) }
  }

  @Test("All engines agree on random steps of a random spec", arguments: 0..<60)
  func random(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let text = RandomSpec.text(&random)
    let spec: CompiledSpec
    do throws(Diagnostics) {
      spec = try CompiledSpec(Source(name: "spec.yaml", text: text))
    } catch {
      Issue.record("\(error.render())\n\(text)")
      return
    }
    try expectAgreement(on: spec, seed: UInt64(seed), steps: 30, text)
  }

  /// - Parameter text: The spec, if it is to be shown in failures.
  private func expectAgreement(
    on spec: CompiledSpec, seed: UInt64, steps: Int, _ text: String = ""
  ) throws {
    let walk = try RandomWalk(on: spec, seed: seed, steps: steps)
    for problem in walk.problems { Issue.record("\(problem)\n\(text)") }
    #expect(!walk.steps.isEmpty)
    let told = walk.steps.map(ReportedViolations.init)
    func expect(_ others: [ReportedViolations], _ who: String) {
      #expect(others.count == told.count, "\(who)")
      for (index, (other, one)) in zip(others, told).enumerated() {
        guard let difference = other.difference(from: one) else { continue }
        let lines = walk.steps[...index].map(\.act.line).joined(separator: "\n")
        Issue.record("\(who) says \(difference), after\n\(lines)\n\(text)")
        return
      }
    }
    let app = App(on: spec)
    expect(app.run(walk.moves), "a store in an app")
    expect(session(on: spec, walk), "a session")
    let scenario = walk.scenario(of: spec)
    let lookers: [(String, Runner)] = [
      ("a scenario", Runner(recording: .states)),
      ("a scenario with coverage", Runner(recording: .states, covers: true)),
      ("a traced scenario", Runner(recording: .states, explains: true)),
    ]
    for (who, runner) in lookers {
      let result = try run(scenario, on: spec, runner)
      #expect(result.failures.isEmpty, "\(who): \(result.failures.map(\.message))\n\(text)")
      expect(result.steps.compactMap(\.deed).map(ReportedViolations.init), who)
      expectTrace(of: result, saying: walk.steps)
    }
    let replayed = try run(try app.recording(), on: spec, Runner(recording: .states))
    #expect(replayed.failures.isEmpty, "a recording: \(replayed.failures.map(\.message))\n\(text)")
    #expect(replayed.steps.last?.deed?.after == walk.steps.last?.outcome.after)
  }

  private func session(on spec: CompiledSpec, _ walk: RandomWalk) -> [ReportedViolations] {
    var session = Session(of: spec, at: ["spec.yaml"])
    return walk.steps.map { step in
      let reply = session.perform(step.act.line)
      guard case .step(let reply) = reply else {
        Issue.record("'\(step.act.line)' is answered with \(reply)")
        return ReportedViolations(step)
      }
      return ReportedViolations(
        state: .record(session.stage.state), codes: reply.errors.map(\.error.code),
        places: reply.errors.map(\.error.place),
        effects: session.stage.pendingEffects.map { "\($0.name): \($0.value)" })
    }
  }

  private func run(
    _ text: String, on spec: CompiledSpec, _ runner: Runner
  ) throws -> ScenarioResult {
    let file: CheckedScenarioFile
    do throws(Diagnostics) {
      let tree = try LibYAML.parse(Source(name: "s.yaml", text: text))
      file = try CheckedScenarioFile(
        checking: try ScenarioFile(decoding: tree), against: spec, try FragmentTable([]))
    } catch {
      Issue.record("\(error.render())\n\(text)")
      throw error
    }
    return try #require(runner.run(file).scenarios.first)
  }

  /// Expects that each line of a trace describes the result of its step.
  private func expectTrace(of result: ScenarioResult, saying steps: [RecordedStep]) {
    var text = ""
    var file = FileResult(name: "s.yaml")
    file.scenarios = [result]
    TraceReporter { text += $0 }.report([file])
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("  {") }
    #expect(lines.count == steps.count)
    for (line, step) in zip(lines, steps) {
      var state = JSONText()
      state.write(.record(step.outcome.after))
      #expect(line.contains("\"state\":\(state.text),\"handled\":\(step.outcome.handled),"))
      let errors = step.outcome.errors.map { "\"\($0.code)\"" }.joined(separator: ",")
      #expect(line.contains("\"errors\":[\(errors)],"))
    }
  }
}

/// The result of a step; `nil` for the parts that a way of running it does not report.
struct ReportedViolations {
  var state: Value
  var codes: [String]
  var places: [ActionError.Place?]?
  var notified: [String]?
  var actions: [String]?
  var effects: [String]
  var handled: Bool?

  /// Returns a description of the first difference; `nil` if there is none.
  func difference(from other: ReportedViolations) -> String? {
    func compare<Part: Equatable>(_ name: String, _ part: Part?, _ other: Part?) -> String? {
      guard let part, let other, part != other else { return nil }
      return "\(name) \(part) and not \(other)"
    }
    return compare("the state", state, other.state) ?? compare("errors", codes, other.codes)
      ?? compare("errors at", places, other.places) ?? compare("told", notified, other.notified)
      ?? compare("actions", actions, other.actions) ?? compare("effects", effects, other.effects)
      ?? compare("handled", handled, other.handled)
  }
}

extension ReportedViolations {
  fileprivate init(_ step: RecordedStep) {
    let outcome = step.outcome
    self.init(
      state: .record(outcome.after), codes: outcome.errors.map(\.code),
      places: outcome.errors.map(\.place), notified: outcome.notified.map(Self.text),
      actions: outcome.actions.map(Self.text), effects: outcome.effects.map(Self.text),
      handled: outcome.handled)
  }

  fileprivate init(_ deed: StepResult.PerformedStep) {
    self.init(
      state: .record(deed.after), codes: deed.errors, notified: deed.notified.map(Self.text),
      actions: deed.actions.map(Self.text), effects: deed.effects.map(Self.text),
      handled: deed.handled)
  }

  private static func text(_ named: (name: String, value: Value)) -> String {
    "\(named.name): \(named.value)"
  }
}
