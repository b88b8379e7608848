import CEL
import SuasLog
import SuasScenario
import SuasSpec
import YAML

/// Logs that are done again on a spec.
package struct Replay: Sendable {
  /// Opens a log; called more than once if there is a difference.
  package typealias Opening = @Sendable () throws(LogFailure) -> LogReader.ByteSource

  private let spec: CompiledSpec
  private let isForced: Bool

  /// - Parameter isForced: True if logs may be of any other spec.
  package init(on spec: CompiledSpec, isForced: Bool = false) {
    self.spec = spec
    self.isForced = isForced
  }

  /// Does a log again, up to the first difference.
  package func run(_ open: Opening) -> ReplayResult {
    var result = ReplayResult()
    do throws(LogFailure) {
      let pass = ReplayPass(try open(), on: spec, .large)
      defer { pass.end() }
      try pass.begin(isForced: isForced)
      try pass.run()
      result.note(pass.present)
      guard let difference = pass.difference else { return result }
      let explained = try explanation(of: difference, pass.present, open)
      var isSure = true
      if pass.hasStandIns, !explained.readsSensitiveValues {
        isSure = try self.isSure(difference, pass, open)
      } else {
        isSure = !pass.hasStandIns
      }
      result.outcome = isSure ? .different(explained) : .undecided(explained)
    } catch {
      result.outcome = .unsound(error)
    }
    return result
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

  /// Returns true if the same difference comes with other values in the place of sensitive ones.
  private func isSure(
    _ difference: LineDifference, _ pass: ReplayPass, _ open: Opening
  ) throws(LogFailure) -> Bool {
    let other = ReplayPass(try open(), on: spec, .small)
    defer { other.end() }
    try other.begin(isForced: isForced)
    try other.run()
    return other.difference == difference
  }
}
