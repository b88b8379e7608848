import SuasSpec

/// The schema of what stands under `expect`.
struct ExpectationSchema {
  private let vocabulary: SchemaVocabulary

  init(_ vocabulary: SchemaVocabulary) { self.vocabulary = vocabulary }

  var schema: JSON {
    JSONSchema.mapping(
      [
        .optional(
          "state", vocabulary.state(exact: false),
          "The named sub-states are so; of records only the named fields are compared."),
        .optional(
          "exact-state", vocabulary.state(exact: true),
          "The whole store is so, every field named."),
        .optional(
          "changes", vocabulary.changes,
          "Exactly these leaves differ from before the step, with these values now, by path."),
        .optional(
          "handled", ScenarioSchema.flag, "Whether some reducer handled the step's action."),
        .optional("error", error, "The code of the error that the step's action was refused with."),
        .optional(
          "notified", mentions(vocabulary.listeners, vocabulary.told),
          "Exactly these listeners were told, in this order: names, or `{ name: VALUE }`."),
        .optional(
          "actions", mentions(vocabulary.actions, vocabulary.acted),
          "Exactly these actions reached the reducers: names, or `{ Name: { payload } }`."),
        .optional(
          "effects", mentions(vocabulary.effects, vocabulary.pending),
          "Exactly these effects are pending, oldest first."),
        .optional("selected", vocabulary.selected, "Selectors give these values."),
        .optional(
          "that", JSONSchema.oneOrMore(JSONSchema.reference("expression")),
          "A condition on `store`, or a list of them."),
      ], mayBeNothing: true)
  }

  private var error: JSON {
    JSONSchema.anyOf([
      ["enum": .strings(Explanation.refusalCodes)], ScenarioSchema.text,
      JSONSchema.mapping([
        .required("code", ScenarioSchema.text, "The error's code."),
        .optional("message", [:], "What it says."),
      ]),
    ])
  }

  private func mentions(_ names: [String]?, _ values: JSON) -> JSON {
    JSONSchema.list(of: JSONSchema.anyOf([vocabulary.name(of: names), values]))
  }
}

/// The schema of matchers.
enum MatcherSchema {
  static let matcher = JSONSchema.anyOf([
    mapping("$any", ["const": true], "Anything."),
    mapping(
      "$that", JSONSchema.reference("expression"), "A value of which the condition on `it` holds."),
    mapping("$matches", ScenarioSchema.text, "A text in which the regular expression is found."),
    mapping(
      "$approx", number, "A number so near.", [.required("within", number, "How near.")]),
    mapping("$contains", elements, "A list in which each of these is found."),
    mapping("$unordered", elements, "A list of these and no others, in any order."),
    mapping(
      "$size", ["type": ["integer", "string"], "minimum": 0, "pattern": "\\$\\{"],
      "A list, map or text of this size."),
    mapping("$absent", ["const": true], "Nothing: the entry of a map that is not there."),
  ])

  /// A value of which nothing is known but that matchers may stand in it.
  static let expected = JSONSchema.anyOf([
    JSONSchema.reference("matcher"),
    [
      "type": "object", "propertyNames": ["not": ["pattern": "^\\$[a-z]"]],
      "additionalProperties": JSONSchema.reference("expected"),
    ],
    JSONSchema.list(of: JSONSchema.reference("expected")), JSONSchema.prose,
  ])

  private static let number: JSON = ["type": ["number", "string"], "pattern": "\\$\\{"]
  private static let elements = JSONSchema.list(of: JSONSchema.reference("expected"))

  private static func mapping(
    _ name: String, _ value: JSON, _ description: String, _ more: [JSONSchema.Key] = []
  ) -> JSON {
    JSONSchema.mapping([.required(name, value, description)] + more)
  }
}
