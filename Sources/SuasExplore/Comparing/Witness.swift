import CEL
import Suas
import SuasScenario
import SuasSpec
import YAML

/// A scenario that passes on a spec and fails on another version of it.
package struct Witness: Sendable {
  /// The sub-states at the beginning that are not the initial ones, on one line; nil if all are.
  package let given: String?
  /// The steps, one line each; none if the initial states differ.
  package let lines: [String]
  package let scenario: SessionScenario
  /// True if the scenario was run on both and had these results.
  package let isConfirmed: Bool
  /// The file of the scenario; nil if it was not written.
  package var file: ScenarioFolder.Written?
}

extension Witness {
  /// Makes the scenario of an opening and some moves, and runs it on both versions.
  ///
  /// - Parameters:
  ///   - givesStates: True if the scenario writes out the states at its beginning, even those that
  ///     are initial ones of the spec.
  ///   - selectors: The names of the selectors whose values it expects at the end.
  package init(
    of moves: [Sandbox.Move], from opening: Sandbox.Opening, on spec: CompiledSpec,
    against other: CompiledSpec, named name: String, givesStates: Bool = false,
    selectors: [String] = []
  ) {
    let sandbox = try? Sandbox(spec, from: opening)
    let steps = (sandbox?.prologue ?? []) + moves.compactMap { sandbox?.record($0) }
    lines = steps.map(\.act.line)
    given = spec.lineOfStates(opening.initial)
    var scenario = SessionScenario(
      of: spec, at: ["spec.yaml"], name: name,
      clock: opening.clock, seed: opening.seed,
      initial: Record(spec.store.shape, opening.initial.map(Value.record)), steps: steps)
    scenario.expectsDetails = true
    scenario.givesStates = givesStates
    scenario.expectedSelectors = selectors
    if steps.isEmpty { scenario.ending = spec.store.initial }
    var isConfirmed = scenario.tells(spec, from: other)
    if !isConfirmed, spec.store.reducers.contains(where: \.isHistory) {
      scenario.expectsHistories = true
      isConfirmed = scenario.tells(spec, from: other)
    }
    self.scenario = scenario
    self.isConfirmed = isConfirmed
  }

  /// Makes the scenario of what a version saved, and runs it on both versions of the spec.
  ///
  /// - Parameter expectsState: True if the scenario expects the state that is restored, besides that
  ///   nothing is lost.
  package init(
    ofSaved state: Record, version: Int, on spec: CompiledSpec, against other: CompiledSpec,
    named name: String, expectsState: Bool
  ) {
    given = nil
    lines = ["saved by version \(version): \(JSONText.of(.record(state)))"]
    var scenario = SessionScenario(of: spec, at: ["spec.yaml"], name: name, steps: [])
    scenario.found = (version, state)
    if expectsState {
      var opening = Sandbox.Opening(of: spec)
      opening.found = .state(version: version, state)
      scenario.ending = (try? Sandbox(spec, from: opening))?.state
    }
    self.scenario = scenario
    isConfirmed = scenario.tells(spec, from: other)
  }
}

extension CompiledSpec {
  /// Returns the states that are not the initial ones, on one line; nil if all are.
  fileprivate func lineOfStates(_ states: [Record]) -> String? {
    let others = zip(store.reducers, states).filter { !$0.isHistory && $0.initial != $1 }
    guard !others.isEmpty else { return nil }
    let json = JSONText.object { json in
      for (reducer, state) in others { json.write(reducer.stateKey, .record(state)) }
    }
    return json.text
  }
}

extension SessionScenario {
  /// True if the scenario passes on a spec and fails on another version of it.
  fileprivate func tells(_ spec: CompiledSpec, from other: CompiledSpec) -> Bool {
    (try? failures(of: spec))?.isEmpty == true && fails(on: other)
  }

  /// True if the scenario does not check against a spec, or fails on it.
  fileprivate func fails(on spec: CompiledSpec) -> Bool {
    do throws(Diagnostics) {
      return try !failures(of: spec).isEmpty
    } catch {
      return true
    }
  }
}
