import Suas
import Testing

/// A scenario under way: the program of the spec, with a clock that only the scenario moves.
///
/// All events are those of the last step.
package final class ScenarioRun {
  private let program: any DrivenProgram
  private let run: ProgramRun

  /// - Parameters:
  ///   - program: The program of the spec.
  ///   - clock: The time at which the clock starts.
  ///   - seed: The seed of random ids.
  ///   - state: The sub-states to begin with, in place of the reducers' own.
  ///   - text: The saved text that the program finds; nil to begin with the sub-states.
  package init(
    _ program: some DrivenProgram, clock: Timestamp, seed: Int64 = 0, state: KeyedState = [:],
    finding text: String? = nil
  ) {
    self.program = program
    run = ProgramRun(
      program, clock: clock, seed: seed, state: state, finding: text.map { Array($0.utf8) })
  }

  package var state: Store.State { run.store.state }
  package var now: Timestamp { run.runner.runtime.now }
  package func makeIdentifier() -> String { run.runner.runtime.makeIdentifier() }

  /// True if a reducer handled the step's action, or one that replaced it.
  package var isHandled: Bool { run.record.isHandled }

  /// The names of the listeners that were notified, each with its value as JSON.
  package var notified: [String] { run.record.notified.map { "\($0.name) \($0.value.text)" } }

  /// The names of the actions that reached the reducers, each with its payload as JSON.
  package var actions: [String] {
    run.record.actions.compactMap { program.describe($0) }.map { "\($0.name) \($0.payload.text)" }
  }

  /// The names of the pending effects, oldest first.
  package var effects: [String] { run.runner.pending.map(\.name) }

  /// The names of the effects that were started or tried again, each with its request as JSON.
  package var requests: [String] { run.record.requests.map { "\($0.effect) \($0.run.json.text)" } }

  /// The text that would be saved, without the time.
  package var saved: String { run.savedText ?? "" }

  /// The version that the start or the last restart found; 0 if there was none.
  package var restoredVersion: Int { run.restoration?.version ?? 0 }

  /// The state keys that the start or the last restart lost.
  package var lost: [String] { run.restoration?.lostKeys ?? [] }

  // Listeners come and go between steps.

  package func listen(_ name: String) { run.listen(name) }
  package func unlisten(_ name: String) { run.unlisten(name) }

  // MARK: Steps, each with the codes of the errors that it must lead to

  package func dispatch(
    times: Int = 1, _ action: @autoclosure () -> any Action, errors: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    step(errors, sourceLocation) {
      for _ in 0..<times where run.record.errors.isEmpty { run.dispatch(action()) }
    }
  }

  package func respond(
    _ effect: String, which: Int = 0, _ answer: EffectAnswer, errors: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    step(errors, sourceLocation) {
      #expect(
        run.runner.respond(effect, which: which, answer) == nil, sourceLocation: sourceLocation)
    }
  }

  package func cancel(
    _ effect: String, errors: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    step(errors, sourceLocation) {
      #expect(run.runner.cancel(effect) == nil, sourceLocation: sourceLocation)
    }
  }

  package func advance(
    by period: Period, errors: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    step(errors, sourceLocation) {
      #expect(run.advance(by: period) == nil, sourceLocation: sourceLocation)
    }
  }

  package func reset(errors: [String] = [], sourceLocation: SourceLocation = #_sourceLocation) {
    step(errors, sourceLocation) { run.reset() }
  }

  package func restart(
    finding text: String? = nil, errors: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    step(errors, sourceLocation) { run.restart(finding: text.map { Array($0.utf8) }) }
  }

  private func step(
    _ errors: [String], _ sourceLocation: SourceLocation, _ body: () -> Void
  ) {
    run.beginStep()
    body()
    #expect(run.record.errors.map(\.code) == errors, sourceLocation: sourceLocation)
  }
}

/// Reads a value from JSON.
package func json(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) -> JSONValue {
  guard let value = JSONValue(requestText: text) else {
    Issue.record("this is no JSON: \(text)", sourceLocation: sourceLocation)
    return .null
  }
  return value
}
