import CEL
import Suas
import SuasSpec

/// The rule for showing sensitive values in reports, traces and sessions.
///
/// Everything in a run that scenarios answer is test data: its author wrote it, and reads and
/// compares it. In a live run the answers are real: `***` stands for each sensitive value.
package struct ValueDisplay: Sendable {
  package let hidesSensitiveValues: Bool

  package init(hidesSensitiveValues: Bool) { self.hidesSensitiveValues = hidesSensitiveValues }

  package func shown(_ value: Value) -> Value {
    hidesSensitiveValues ? value.hidingSensitiveFields : value
  }

  /// Returns the value of a path inside a value as YAML in one line, shortened if it is longer than
  /// a number of bytes; nil if there is none.
  package func text(
    at path: some Collection<Path.Component>, in value: Value, upTo limit: Int
  ) -> String? {
    let found = hidesSensitiveValues ? value.partlyShownValue(at: path) : value.value(at: path)
    return found?.yaml(upTo: limit, hidingSensitiveFields: hidesSensitiveValues)
  }

  package func shown(_ record: Record) -> Record {
    hidesSensitiveValues ? record.hidingSensitiveFields : record
  }

  /// Returns the value of a path inside a value; nil if there is none.
  package func shown(_ path: some Collection<Path.Component>, in value: Value) -> Value? {
    hidesSensitiveValues ? value.shownValue(at: path) : value.value(at: path)
  }

  /// Returns the value of an expression.
  func shown(_ value: Value, of expression: CheckedExpression) -> Value {
    shown(value, isSensitive: expression.tree.readsSensitiveValues)
  }

  /// Returns a value, which is hidden as a whole if it was computed from sensitive ones.
  package func shown(_ value: Value, isSensitive: Bool) -> Value {
    hidesSensitiveValues && isSensitive ? Shape.Field.hiddenValue : shown(value)
  }

  /// Returns an error; the message of one that quotes sensitive values is hidden.
  package func shown(_ error: ActionError) -> ActionError {
    guard hidesSensitiveValues, error.isSensitive else { return error }
    var error = error
    error.message = Shape.Field.hidden
    return error
  }

  /// Returns requests, each as drivers write it; the request of a sensitive effect is never shown,
  /// nor, in a live run, anything that is computed from sensitive values.
  package func shown(
    _ requests: [MadeRequest], of spec: CheckedSpec
  ) -> [(name: String, value: Value)] {
    requests.map { ($0.name, shown($0.run, of: $0.name, in: spec)) }
  }

  /// Returns an effect's request, as far as it is shown.
  package func shown(_ run: EvaluatedRun, of effect: String, in spec: CheckedSpec) -> Value {
    hiddenRequests(of: spec).contains(effect) ? Shape.Field.hiddenValue : run.value
  }

  /// The names of the effects whose requests are not shown.
  func hiddenRequests(of spec: CheckedSpec) -> Set<String> {
    hidesSensitiveValues ? spec.sensitiveRequests : spec.sensitiveEffects
  }

  /// Returns a failure as it is shown. The message of a sensitive effect's failure is hidden,
  /// unless it is about an answer that the spec could not use: such a message quotes nothing.
  package func shown(_ failed: FailedEffect) -> FailedEffect {
    guard hidesSensitiveValues, failed.isSensitive, !failed.isMisread else { return failed }
    return FailedEffect(
      effect: failed.effect, code: failed.code, message: Shape.Field.hidden, place: failed.place,
      stepPlace: failed.stepPlace, isSensitive: true)
  }

  package func shown(_ changes: [Change]) -> [Change] {
    hidesSensitiveValues ? changes.hidingSensitiveValues : changes
  }

  package func shown(_ part: ConditionReading.Part) -> ConditionReading.Part {
    hidesSensitiveValues ? part.hidingSensitiveValues : part
  }
}
