import YAML

/// A rule of a reducer whose names are resolved and whose types are checked.
struct CheckedRule: Sendable {
  /// The place of the verb.
  let place: SourceRange
  /// The verb as it is written; several are short for one operation.
  let verb: String
  let condition: CheckedGuard?
  /// The number of its outcome: that it ran.
  let point: Int
  let operation: Operation
}
