import CEL

/// Looks on while the rules, guards and steps of a spec run; what nobody looks on at has none.
package final class Probe: Sendable {
  package let coverage: CoverageRecorder?
  package let trace: TraceRecorder?
  /// What a search notes, in place of `coverage`.
  private let notes: OutcomeNotes?
  private let table: CoverageTable

  package init(
    on table: CoverageTable, coverage: CoverageRecorder? = nil, trace: TraceRecorder? = nil,
    notes: OutcomeNotes? = nil
  ) {
    self.table = table
    self.coverage = coverage
    self.trace = trace
    self.notes = notes
  }

  /// The same, of what is not to be told in the trace.
  package var withoutTrace: Probe { Probe(on: table, coverage: coverage, notes: notes) }

  /// Notes that something came up, by the outcome's number.
  func note(_ outcome: Int) {
    notes?.note(outcome)
    coverage?.note(outcome)
  }

  /// Notes how a condition came out, by the number of its first outcome.
  func note(_ condition: Int, is truth: Bool, _ frame: borrowing Frame) {
    note(truth ? condition : condition + 1)
    guard let trace else { return }
    let point = table.point(ofOutcome: condition)
    guard let condition = point.condition else { return }
    trace.note(.condition(ConditionReading(point, condition, is: truth, frame)))
  }

  /// Notes that a rule or a step is tried, by the number of its outcome; what it leads to stands below
  /// it until the trace is left.
  func tries(_ outcome: Int) { trace?.enter(.tried(table.point(ofOutcome: outcome))) }
}

extension Probe? {
  func note(_ outcome: Int) { self?.note(outcome) }

  func note(_ condition: Int, is truth: Bool, _ frame: borrowing Frame) {
    self?.note(condition, is: truth, frame)
  }
}
