import YAML

/// A feature of the language that no target writes out yet.
///
/// This is the whole list: what is not in it is generated.
package enum Feature: String, Sendable, CaseIterable {
  case anyValue = "a value whose type is known only when it runs"
  case partial = "'partial'"
  case function = "a function of the expression library"
  case optionalMacro = "a macro on optionals"
  case twoVariableMacro = "a macro that makes a map"
  case emptyCase = "the value of a case without fields"
  case reaction = "a reaction that reads the former value of a selector"
  case computedMerge = "'merge' with a computed value"
  case mappingSelector = "a selector of a mapping with parts that are mappings"
  case typeValue = "a type as a value"
}

/// The refusal to generate something, with its place.
package struct NotGenerated: Error {
  package let feature: Feature
  /// The function or other thing that is meant, if the feature has several.
  package let detail: String?
  package let place: SourceRange

  package init(_ feature: Feature, _ detail: String? = nil, at place: SourceRange) {
    self.feature = feature
    self.detail = detail
    self.place = place
  }
}
