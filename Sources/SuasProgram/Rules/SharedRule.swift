import CEL
import YAML

/// Rules on a record, which reducers and other shared rules use.
package struct SharedRule: Sendable {
  package let name: String
  /// The place of the name in its declaration.
  package let place: SourceRange
  package let record: RecordType
  package let parameters: [RecordType.Field]
  package let rules: [CheckedRule]

  /// The slot of the first parameter: those of the record, the payload and the store precede it.
  package static let firstParameterSlot = 3

  package init(
    name: String, place: SourceRange, record: RecordType, parameters: [RecordType.Field],
    rules: [CheckedRule]
  ) {
    self.name = name
    self.place = place
    self.record = record
    self.parameters = parameters
    self.rules = rules
  }
}

/// A use of a shared rule on a place.
package struct RuleUse: Sendable {
  /// The index of the rule among all shared rules.
  package let rule: Int
  package let name: String
  package let place: SourceRange
  package let target: Target
  /// The slots that keep the indices and keys on the path, if a key may be made from `default`.
  package let pathSlots: [Int]
  /// The check of the value at the place; proven unless the place is an `any`.
  package let fit: Fit
  /// The values of the parameters, in their order.
  package let arguments: [CheckedTemplate]

  package init(
    rule: Int, name: String, place: SourceRange, target: Target, pathSlots: [Int], fit: Fit,
    arguments: [CheckedTemplate]
  ) {
    self.rule = rule
    self.name = name
    self.place = place
    self.target = target
    self.pathSlots = pathSlots
    self.fit = fit
    self.arguments = arguments
  }
}
