import CEL
import SuasLog
import SuasScenario
import SuasSpec
import YAML

/// Logs that are done again on a spec.
package struct Replay: Sendable {
  /// Opens a log; called more than once if there is a difference.
  package typealias Opening = @Sendable () throws(LogFailure) -> LogReader.ByteSource

  let spec: CompiledSpec
  /// True if logs may be of any other spec.
  package var isForced = false
  /// A condition on the store at which a replay ends; nil for none.
  package var goal: Goal?
  /// True if results have a short scenario that shows the difference, the goal, or else the first
  /// refusal.
  package var makesScenarios = false

  package init(on spec: CompiledSpec) { self.spec = spec }

  /// Does a log again, up to the first difference, or to the goal.
  package func run(_ open: Opening) -> ReplayResult {
    var result = ReplayResult()
    do throws(LogFailure) {
      let pass = ReplayPass(try open(), on: spec, .large)
      defer { pass.end() }
      if makesScenarios { pass.keepMoves() }
      try pass.begin(isForced: isForced)
      let watch = try watch(pass)
      result.note(pass.present)
      result.conditionFailure = watch?.failure
      if let difference = pass.difference {
        try note(difference, of: pass, open, in: &result)
      } else if let watch, let line = try undecidedLine(of: watch, pass, open) {
        result.outcome = .unsure(line: line, watch.goal.text)
        if makesScenarios { result.scenario = .failure(.undecided) }
      } else if let watch, let line = watch.line {
        result.outcome = .reached(line: line, watch.goal.text)
        if makesScenarios {
          result.scenario = Result { () throws(NoScenario) in
            try scenario(of: pass, to: watch.goal)
          }
        }
      } else if makesScenarios {
        result.scenario = Result { () throws(NoScenario) in try scenario(ofRefusalIn: pass) }
      }
    } catch {
      result.outcome = .unsound(error)
    }
    return result
  }

  /// Goes to the end of a log, or to the goal; returns the judgements of the goal.
  private func watch(_ pass: ReplayPass) throws(LogFailure) -> Goal.Watch? {
    guard let goal else {
      try pass.run()
      return nil
    }
    var watch = Goal.Watch(goal)
    try pass.run { store, line in
      watch.isReached(on: store, after: line, hasStandIns: pass.hasStandIns)
    }
    return watch
  }

  /// Returns the line after which a sensitive value decides on the goal; nil if none does.
  private func undecidedLine(
    of found: Goal.Watch, _ pass: ReplayPass, _ open: Opening
  ) throws(LogFailure) -> Int? {
    guard pass.hasStandIns else { return nil }
    if found.line == nil, let line = found.undecidedLine { return line }
    // With its changes, the log has confirmed the rest of the store.
    if pass.hasChanges { return nil }
    let other = ReplayPass(try open(), on: spec, .small)
    defer { other.end() }
    try other.begin(isForced: isForced)
    let line = try watch(other)?.line
    return line == found.line ? nil : line ?? found.line
  }

  private func note(
    _ difference: LineDifference, of pass: ReplayPass, _ open: Opening,
    in result: inout ReplayResult
  ) throws(LogFailure) {
    let explained =
      difference.isImpossible || pass.present.inputs == 0
      ? ReplayDifference(difference) : try explanation(of: difference, pass.present, open)
    var isSure = !pass.hasStandIns && !pass.hasMadeUnknownHash
    if !isSure, !explained.readsSensitiveValues, !pass.mayBeDueToStandIns(difference) {
      isSure = try self.isSure(difference, open)
    }
    result.outcome = isSure ? .different(explained) : .undecided(explained)
    guard makesScenarios else { return }
    if difference.isImpossible {
      result.scenario = .failure(.impossible)
    } else {
      result.scenario =
        isSure ? try scenario(ofDifferenceAfter: pass.present, open) : .failure(.undecided)
    }
  }

  /// Goes once more to the difference, and observes the input that leads to it.
  private func explanation(
    of difference: LineDifference, _ progress: ReplayPass.Progress, _ open: Opening
  ) throws(LogFailure) -> ReplayDifference {
    var explained = ReplayDifference(difference)
    let pass = ReplayPass(try open(), on: spec, .large)
    defer { pass.end() }
    try pass.begin(isForced: isForced)
    try pass.run(upTo: progress.inputs - 1)
    explained.input = ReplayDifference.Input(line: progress.line, text: pass.text)
    var observed = spec
    let trace = TraceRecorder()
    observed.probe = Probe(on: spec.checked.coverage, trace: trace)
    let last = ReplayPass(continuing: pass, on: observed)
    defer { last.end() }
    try last.run()
    (explained.events, explained.omittedEvents) = trace.take()
    return explained
  }

  /// Returns true if the difference stays the same with other values in place of sensitive ones.
  private func isSure(
    _ difference: LineDifference, _ open: Opening
  ) throws(LogFailure) -> Bool {
    let other = ReplayPass(try open(), on: spec, .small)
    defer { other.end() }
    try other.begin(isForced: isForced)
    try other.run()
    return other.difference?.withoutHashes == difference.withoutHashes
  }
}
