import SuasProgram

/// The form of a verb's rules: the keys that they have. Decoding and schemas use it.
package struct VerbForm: Sendable {
  package typealias Argument = KeyForm<SpecValueKind>

  /// The kind of the value under the verb's own key.
  package let target: SpecValueKind
  package let summary: String
  package let arguments: [Argument]
  /// The arguments, exactly one of which is required.
  package var choice: [String] = []
  /// True if a rule can have `when` or `unless`.
  package var takesCondition = true

  /// The guards that a rule can have, at most one at a time.
  package static let guards: [Argument] = [
    .optional("when", .expression, "The rule runs only where this holds."),
    .optional("unless", .expression, "The rule runs only where this does not hold."),
  ]

  /// All keys of a rule with the verb.
  package func keys(ofRule keyword: String) -> [Argument] {
    [.required(keyword, target, summary)] + arguments + (takesCondition ? Self.guards : [])
  }
}

extension VerbForm.Argument {
  static var value: Self { required("value", .value, "The value; `${…}` marks expressions.") }
  static var fallback: Self {
    optional(
      "default", .value, "What the path holds where it ends in a map's key that is not there yet.")
  }
  static var amount: Self { optional("by", .expression, "How much; 1 without it.") }
  static var from: Self { required("from", .expression, "The index of the element.") }
  static var to: Self { required("to", .expression, "The other index.") }
  package static var name: Self {
    optional("as", .name, "What the element is called, not `item`.")
  }
  static var condition: Self {
    optional("where", .expression, "A condition on each element, `item`.")
  }
  static var rules: Self { required("do", .rules, "The rules that are run.") }
}

extension VerbForm {
  init(_ summary: String, _ arguments: [Argument], choice: [String] = []) {
    self.init(target: .path, summary: summary, arguments: arguments, choice: choice)
  }

  static func addition(_ summary: String) -> VerbForm {
    VerbForm(summary, newElements, choice: ["value", "values"])
  }

  /// The arguments of verbs that add to a list.
  static let newElements: [Argument] = [
    .optional("value", .value, "The new element; `${…}` marks expressions."),
    .optional("values", .expression, "A list of new elements."), .fallback,
  ]
}
