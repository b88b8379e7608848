import CEL

/// Looks on while the rules, guards and steps of a spec run; what nobody looks on at has none.
package final class Probe: Sendable {
  package let coverage: CoverageRecorder?

  package init(coverage: CoverageRecorder? = nil) {
    self.coverage = coverage
  }

  /// Notes that something came up, by the outcome's number.
  func note(_ outcome: Int) { coverage?.note(outcome) }

  /// Notes how a condition came out, by the number of its first outcome.
  func note(_ condition: Int, is truth: Bool, _ frame: Frame) {
    note(truth ? condition : condition + 1)
  }
}

extension Probe? {
  func note(_ outcome: Int) { self?.note(outcome) }

  func note(_ condition: Int, is truth: Bool, _ frame: Frame) {
    self?.note(condition, is: truth, frame)
  }
}
