/// The schema of rules: one alternative for each verb.
enum RuleSchema {
  static let rule = JSONSchema.anyOf(
    SuasSpec.verbs.map { JSONSchema.reference(definition($0.keyword)) })

  static let verbs: [(key: String, value: JSON)] = SuasSpec.verbs.map { verb in
    (definition(verb.keyword), schema(verb.keyword, verb.form))
  }

  private static func definition(_ keyword: String) -> String { "rule-\(keyword)" }

  private static func schema(_ keyword: String, _ form: VerbForm) -> JSON {
    var keys = [JSONSchema.Key.required(keyword, target(form.target), form.summary)]
    keys += form.arguments.map { argument in
      argument.isRequired
        ? .required(argument.name, schema(argument.kind), argument.summary)
        : .optional(argument.name, schema(argument.kind), argument.summary)
    }
    guard form.takesCondition else { return JSONSchema.mapping(keys) }
    keys += [
      .optional(
        "when", JSONSchema.reference("expression"), "The rule runs only where this holds."),
      .optional(
        "unless", JSONSchema.reference("expression"),
        "The rule runs only where this does not hold."),
    ]
    let choice: JSON =
      form.choice.isEmpty
      ? [:] : ["oneOf": .array(form.choice.map { ["required": .strings([$0])] })]
    return JSONSchema.mapping(keys) + JSONSchema.notBoth("when", "unless") + choice
  }

  private static func target(_ target: VerbForm.Target) -> JSON {
    switch target {
    case .path, .condition, .list: JSONSchema.reference("expression")
    case .bindings:
      JSONSchema.names(
        JSONSchema.reference("name"),
        to: JSONSchema.anyOf([JSONSchema.reference("expression"), ["type": "null"]]))
    case .refusal:
      JSONSchema.anyOf([
        JSONSchema.text,
        JSONSchema.mapping([
          .required("code", JSONSchema.text, "The error's code."),
          .required("message", JSONSchema.text, "What is said; `${…}` marks expressions."),
        ]),
      ])
    }
  }

  private static func schema(_ kind: VerbForm.Kind) -> JSON {
    switch kind {
    case .value: JSONSchema.reference("value")
    case .expression: JSONSchema.reference("expression")
    case .field: JSONSchema.text
    case .name: JSONSchema.reference("name")
    case .rules: JSONSchema.reference("rules")
    }
  }
}
