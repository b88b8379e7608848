import CEL
import SuasSpec

/// The rule for what reports, traces and sessions show of sensitive values.
///
/// Everything in a run that scenarios answer is test data: its author wrote it, and reads and
/// compares it. In a live run the answers are real: `***` stands for each sensitive value.
package struct ValueDisplay: Sendable {
  package let isLive: Bool

  package init(isLive: Bool) { self.isLive = isLive }

  package func shown(_ value: Value) -> Value { isLive ? value.hidingSensitiveFields : value }

  /// Returns the value of a path inside a value as YAML in one line, shortened if it is longer than
  /// a number of bytes; nil if there is none.
  package func text(
    at path: some Collection<Path.Component>, in value: Value, upTo limit: Int
  ) -> String? {
    let found = isLive ? value.partlyShownValue(at: path) : value.value(at: path)
    return found?.yaml(upTo: limit, hidingSensitiveFields: isLive)
  }

  package func shown(_ record: Record) -> Record { isLive ? record.hidingSensitiveFields : record }

  /// Returns the value of a path inside a value; nil if there is none.
  package func shown(_ path: some Collection<Path.Component>, in value: Value) -> Value? {
    isLive ? value.shownValue(at: path) : value.value(at: path)
  }

  /// Returns the value of an expression.
  func shown(_ value: Value, of expression: CheckedExpression) -> Value {
    isLive && expression.tree.readsSensitiveValues ? Shape.Field.hiddenValue : shown(value)
  }

  package func shown(_ change: Change) -> Change { isLive ? change.hidingSensitiveValues : change }

  package func shown(_ part: ConditionReading.Part) -> ConditionReading.Part {
    isLive ? part.hidingSensitiveValues : part
  }
}
