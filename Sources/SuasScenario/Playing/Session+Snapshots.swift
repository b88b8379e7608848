import CEL
import Suas
import SuasLog
import SuasSpec

/// Sessions that begin where others are.
extension Session {
  /// Creates a session that begins at a snapshot of another one, or of a replay, on the same spec.
  ///
  /// - Parameters:
  ///   - seed: The seed of random numbers, if the session is written as a scenario.
  ///   - log: The destination of the session's log; nil for none.
  package init(
    of spec: CompiledSpec, at paths: [String], from snapshot: StageSnapshot, seed: Int64 = 0,
    log: (any LineSink)? = nil
  ) {
    let start = Start(
      clock: snapshot.runtime.now, seed: seed, initial: spec.store.reducers.map(\.initial),
      moment: snapshot)
    self.init(of: spec, at: paths, from: start, log: log)
  }

  package var snapshot: StageSnapshot { stage.snapshot }

  /// The present store.
  package var state: Record { stage.state }

  /// The act of the last step.
  package var lastAct: CheckedStep.Act? { steps[..<position].last?.act }

  /// The requests of the effects that the last step started, as far as they are shown.
  package var lastRequests: [(name: String, value: Value)] {
    display.shown(stage.eventLog.step.requests, of: spec.checked)
  }

  /// The runtime of the spec, with its effects.
  package var runtime: SpecRuntime { stage.runtime }

  /// Performs an act as a step; one that cannot be performed is passed over.
  ///
  /// - Returns: the reason why it cannot be performed; nil if it was.
  @discardableResult
  package mutating func perform(_ act: CheckedStep.Act) -> String? {
    var written: Set<String>?
    if case .dispatch(let action, _) = act {
      written = action.writtenFields(writesLateDefaults: false)
    }
    do throws(Refusal) {
      try keep(act, written: written)
      return nil
    } catch {
      return error.reason
    }
  }

  /// Performs the time that has passed as a step, if it is one: time that passes without effects
  /// under way is not noticed, unless the spec's own actions read the clock.
  package mutating func perform(passing passed: CEL.Duration) -> String? {
    guard passed.nanoseconds > 0, runtime.hasEffects || spec.dependsOnClock else { return nil }
    return perform(.advance(passed))
  }

  /// The time until the next timer goes off; nil if there is none.
  package var timeToNextTimer: CEL.Duration? {
    runtime.effectsUnderWay.compactMap(\.wait).min().map { CEL.Duration(nanoseconds: max($0, 0)) }
  }

  /// Cancels the effects under way.
  package func end() { stage.end() }
}
