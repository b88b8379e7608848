import YAML

/// A rule of a reducer whose names are resolved and whose types are checked.
package struct CheckedRule: Sendable {
  /// The place of the verb.
  package let place: SourceRange
  /// The verb as it is written; several verbs share an operation.
  package let verb: String
  package let condition: CheckedGuard?
  /// The number of its outcome in the coverage: that it ran.
  package let point: Int
  package let operation: Operation

  package init(
    place: SourceRange, verb: String, condition: CheckedGuard?, point: Int, operation: Operation
  ) {
    self.place = place
    self.verb = verb
    self.condition = condition
    self.point = point
    self.operation = operation
  }
}
