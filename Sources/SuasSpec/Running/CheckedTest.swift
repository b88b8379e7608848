import CEL
import YAML

/// A condition that is ready to run, and that scenarios are to see come out both ways.
struct CheckedTest: Sendable {
  let program: Program
  let place: SourceRange
  /// The number of its first outcome.
  let point: Int

  func isTrue(_ frame: inout Frame, _ probe: Probe?) throws(EvaluationError) -> Bool {
    let truth = try program.evaluateBool(&frame)
    probe?.note(point, is: truth, frame)
    return truth
  }
}
