import YAML

/// The refusal of a program whose parts do not belong together, with the place. The checker makes no
/// such program: all that a spec can say is generated.
package struct NotGenerated: Error {
  /// The name of the refused part, if the place has several.
  package let detail: String?
  package let place: SourceRange

  package init(_ detail: String? = nil, at place: SourceRange) {
    self.detail = detail
    self.place = place
  }
}
