import SuasProgram
import YAML

/// A `when` or `unless`.
package struct Condition: Sendable {
  package var expression: ExpressionSyntax
  package var negated: Bool
}

extension Condition {
  /// Reads an optional `when` or `unless`.
  init?(_ mapping: inout MappingReader) {
    let when = mapping.entry("when")
    let unless = mapping.entry("unless")
    if let when, let unless {
      mapping.sink.report(
        .conflictingKeys("unless", "when", at: unless.key.range, other: when.key.range))
    }
    guard let entry = when ?? unless,
      let expression = ExpressionSyntax(entry.value, "'\(entry.key.text)'", mapping.sink)
    else { return nil }
    self.expression = expression
    negated = when == nil
  }
}
