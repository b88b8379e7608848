/// How the rules of a verb are written: what schemas and documentation are made of.
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
  fileprivate static func required(
    _ name: String, _ kind: VerbForm.Kind, _ summary: String
  ) -> Self {
    Self(name: name, kind: kind, isRequired: true, summary: summary)
  }

  fileprivate static func optional(
    _ name: String, _ kind: VerbForm.Kind, _ summary: String
  ) -> Self {
    Self(name: name, kind: kind, isRequired: false, summary: summary)
  }

  fileprivate static let value = required("value", .value, "The value; `${…}` marks expressions.")
  fileprivate static let fallback = optional(
    "default", .value, "What the path holds where it ends in a map's key that is not there yet.")
  fileprivate static let from = required("from", .expression, "The index of the element.")
  fileprivate static let to = required("to", .expression, "The other index.")
  fileprivate static let name = optional("as", .name, "What the element is called, not `item`.")
  fileprivate static let condition = optional(
    "where", .expression, "A condition on each element, `item`.")
  fileprivate static let rules = required("do", .rules, "The rules that are run for each.")
}

extension VerbForm {
  private init(_ summary: String, _ arguments: [Argument], choice: [String] = []) {
    self.init(target: .path, summary: summary, arguments: arguments, choice: choice)
  }

  /// By the verb's keyword.
  static let all: [String: VerbForm] = [
    "set": VerbForm("Assigns; a map's key that is not there is added.", [.value]),
    "reset": VerbForm("Puts back the spec's initial value; `state` is the whole sub-state.", []),
    "merge": VerbForm(
      "Lays the named fields over a record, or entries over a map.", [.value, .fallback]),
    "clear": VerbForm("Empties a list, map or string; null for a `T?`.", []),
    "toggle": VerbForm("Negates a bool.", [.fallback]),
    "increment": VerbForm("Adds to an int, a double or a duration.", [amount, .fallback]),
    "decrement": VerbForm("Subtracts from an int, a double or a duration.", [amount, .fallback]),
    "append": addition("Adds at the end of a list."),
    "prepend": addition("Adds at the beginning of a list."),
    "insert": VerbForm(
      "Adds to a list at an index, 0 to its size.",
      [.required("index", .expression, "The index of the new element."), .value, .fallback]),
    "remove-at": VerbForm(
      "Drops a list's element.", [.required("index", .expression, "The element's index.")]),
    "remove": VerbForm(
      "Drops every match from a list or map.",
      [.condition, .optional("value", .value, "Elements equal to this go."), .name],
      choice: ["where", "value"]),
    "keep": VerbForm(
      "Drops every element of a list or map for which the condition does not hold.",
      [.required("where", .expression, "A condition on each element, `item`."), .name]),
    "move": VerbForm(
      "Takes an element of a list out, then inserts it at `to` of what is left.", [.from, .to]),
    "swap": VerbForm("Exchanges two elements of a list.", [.from, .to]),
    "sort": VerbForm(
      "Sorts a list; equals keep their order.",
      [
        .optional("by", .expression, "What elements are sorted by, of `item`."),
        .optional("descending", .expression, "Whether the greatest come first."), .name,
      ]),
    "reverse": VerbForm("Turns a list around.", []),
    "update": VerbForm(
      "Runs rules on each matching element of a list or map, whose place is `item`.",
      [.condition, .name, .rules]),
    "upsert": VerbForm(
      "Replaces the record of a list whose field `match` is equal, else appends.",
      [.required("match", .field, "The field that is compared."), .value, .fallback]),
    "delete": VerbForm("Drops a map's entry: `path[key]`.", []),
    "if": VerbForm(
      target: .condition, summary: "Runs one list of rules or the other.",
      arguments: [
        .required("then", .rules, "Run where the condition holds."),
        .optional("else", .rules, "Run where it does not."),
      ]),
    "let": VerbForm(
      target: .bindings,
      summary: "Names for the rules that follow in the list, and for the names after them.",
      arguments: [], takesCondition: false),
    "for-each": VerbForm(
      target: .list, summary: "Runs rules for each `item` of a list.",
      arguments: [.name, .rules]),
    "fail": VerbForm(
      target: .refusal, summary: "Refuses the action: a text, or `{ code, message }`.",
      arguments: []),
  ]

  private static let amount = Argument.optional("by", .expression, "How much; 1 without it.")

  private static func addition(_ summary: String) -> VerbForm {
    VerbForm(
      summary,
      [
        .optional("value", .value, "The new element; `${…}` marks expressions."),
        .optional("values", .expression, "A list of new elements."), .fallback,
      ], choice: ["value", "values"])
  }
}
