import SuasProgram
import YAML

/// A `dispatch: NAME` with a payload and a guard, under a listener, a middleware or an effect.
package struct DispatchDeclaration: Sendable {
  /// The range of the step's keyword: the place that errors of this step name.
  var place: SourceRange
  /// The range of the keyword and the name.
  var extent: SourceRange
  package var condition: Condition?
  package var action: Name
  package var payload: Node?
}

extension DispatchDeclaration {
  package static let form = MappingForm<SpecValueKind>(
    "a step",
    [
      .required("dispatch", .reference, "The action or effect that is dispatched."), .payload,
      .when, .unless,
    ])

  /// Reads the keys beside a keyword whose value names an action.
  init?(_ entry: Node.Entry, of step: inout MappingReader) {
    condition = Condition(&step)
    payload = step.value("with")
    guard let action = Name(reference: entry.value, "an action", step.sink) else { return nil }
    self.action = action
    place = entry.key.range
    extent = entry.extent
  }
}
