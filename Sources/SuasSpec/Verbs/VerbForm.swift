/// The form of a verb's rules: the keys that they have. Decoding and schemas go by it.
struct VerbForm: Sendable {
  enum Target: Sendable {
    case path
    case condition
    case list
    case bindings
    case refusal
  }

  enum Kind: Sendable {
    case value, expression, field, name, rules
  }

  struct Argument: Sendable {
    let name: String
    let kind: Kind
    let isRequired: Bool
    let summary: String
  }

  let target: Target
  let summary: String
  let arguments: [Argument]
  /// Arguments of which exactly one must be there.
  var choice: [String] = []
  /// Whether `when` and `unless` may stand there.
  var takesCondition = true
}

extension VerbForm.Argument {
  static func required(
    _ name: String, _ kind: VerbForm.Kind, _ summary: String
  ) -> Self {
    Self(name: name, kind: kind, isRequired: true, summary: summary)
  }

  static func optional(
    _ name: String, _ kind: VerbForm.Kind, _ summary: String
  ) -> Self {
    Self(name: name, kind: kind, isRequired: false, summary: summary)
  }

  static let value = required("value", .value, "The value; `${…}` marks expressions.")
  static let fallback = optional(
    "default", .value, "What the path holds where it ends in a map's key that is not there yet.")
  static let amount = optional("by", .expression, "How much; 1 without it.")
  static let from = required("from", .expression, "The index of the element.")
  static let to = required("to", .expression, "The other index.")
  static let name = optional("as", .name, "What the element is called, not `item`.")
  static let condition = optional(
    "where", .expression, "A condition on each element, `item`.")
  static let rules = required("do", .rules, "The rules that are run for each.")
}

extension VerbForm {
  init(_ summary: String, _ arguments: [Argument], choice: [String] = []) {
    self.init(target: .path, summary: summary, arguments: arguments, choice: choice)
  }

  static func addition(_ summary: String) -> VerbForm {
    VerbForm(
      summary,
      [
        .optional("value", .value, "The new element; `${…}` marks expressions."),
        .optional("values", .expression, "A list of new elements."), .fallback,
      ], choice: ["value", "values"])
  }
}
