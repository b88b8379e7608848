import CEL
import SuasProgram

/// Observes the rules, guards and steps of a running spec; an unobserved spec has none.
package final class Probe: Sendable {
  package let coverage: CoverageRecorder?
  package let trace: TraceRecorder?
  /// The notes of a search, which it uses in place of `coverage`.
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

  /// The same probe without the trace.
  package var withoutTrace: Probe { Probe(on: table, coverage: coverage, notes: notes) }

  /// Notes that an outcome occurred, by its number.
  package func note(_ outcome: Int) {
    notes?.note(outcome)
    coverage?.note(outcome)
  }

  /// Notes the result of a condition, by the number of its first outcome.
  func note(_ condition: Int, is truth: Bool, _ frame: borrowing Frame) {
    note(truth ? condition : condition + 1)
    guard let trace else { return }
    let point = table.point(ofOutcome: condition)
    guard let condition = point.condition else { return }
    trace.note(.condition(ConditionReading(point, condition, is: truth, frame)))
  }

  /// Notes that a rule or a step is tried, by the number of its outcome; later events are nested in
  /// this one until the trace leaves it.
  package func tries(_ outcome: Int) { trace?.enter(.tried(table.point(ofOutcome: outcome))) }
}

extension Probe? {
  package func note(_ outcome: Int) { self?.note(outcome) }

  func note(_ condition: Int, is truth: Bool, _ frame: borrowing Frame) {
    self?.note(condition, is: truth, frame)
  }
}

extension Probe: OutcomeHost {
  package func noteRead(_ outcome: Int) { note(outcome) }
  package var forRepetition: any FrameHost { Unobserved.shared }
}

/// The host of frames whose evaluations nobody observes.
private final class Unobserved: FrameHost {
  static let shared = Unobserved()
  var forRepetition: any FrameHost { self }
}
