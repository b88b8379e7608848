import SuasProgram
import YAML

/// One rule: a verb, and the guard that it runs under.
///
/// A class, since rules are large and are passed on whole.
package final class Rule: Sendable {
  /// The range of the verb's keyword: the place that errors of this rule name.
  package let place: SourceRange
  /// The range of the verb's keyword and its value.
  let extent: SourceRange
  let condition: Condition?
  let verb: any Verb
  /// The value of the verb's keyword, if it is a path.
  let path: ExpressionSyntax?

  init(
    place: SourceRange, extent: SourceRange, condition: Condition?, verb: any Verb,
    path: ExpressionSyntax?
  ) {
    self.place = place
    self.extent = extent
    self.condition = condition
    self.verb = verb
    self.path = path
  }
}
