import SuasSpec

/// The JSON Schemas of scenario files and of the files with fragments that they include.
package struct ScenarioSchema {
  private typealias Key = JSONSchema.Key

  private let vocabulary: SchemaVocabulary

  /// - Parameter spec: The spec whose names and types are to stand in the files; nil for any.
  package init(for spec: CompiledSpec? = nil) {
    vocabulary = spec.map(SchemaVocabulary.init(of:)) ?? SchemaVocabulary()
  }

  /// The schema of scenario files.
  package var scenarioDocument: JSON {
    let own: [Key] = [
      .required(
        "spec", JSONSchema.oneOrMore(JSONSchema.text),
        "The spec's file, or several that are joined."),
      .optional(
        "include", JSONSchema.oneOrMore(JSONSchema.text), "Files with fragments of steps."),
    ]
    let one = JSONSchema.mapping(
      own + [.required("scenario", Self.text, "The scenario's name.")] + settings + scenarioKeys)
    let several = JSONSchema.mapping(
      own + [
        .required(
          "scenarios", JSONSchema.list(of: JSONSchema.reference("scenario")), "The scenarios.")
      ] + settings)
    return JSONSchema.document(
      title: "A scenario file of suas-run", JSONSchema.anyOf([one, several]),
      definitions: [("scenario", scenario)] + definitions)
  }

  /// The schema of files with fragments.
  package var fragmentDocument: JSON {
    let fragment = JSONSchema.mapping([
      .optional("description", JSONSchema.prose, "A text for people."),
      .optional(
        "params", JSONSchema.names(to: JSONSchema.reference("type")),
        "What the steps leave open, with types."),
      .required("steps", JSONSchema.reference("steps"), "The steps."),
    ])
    return JSONSchema.document(
      title: "A file of fragments of suas-run",
      JSONSchema.mapping(
        [
          .optional("include", JSONSchema.oneOrMore(JSONSchema.text), "More such files."),
          .optional("fragments", JSONSchema.names(to: fragment), "Steps that scenarios use."),
        ], mayBeNothing: true),
      definitions: definitions)
  }

  private var definitions: [(key: String, value: JSON)] {
    SpecSchema.sharedDefinitions + [
      ("steps", JSONSchema.list(of: JSONSchema.reference("step"))),
      ("step", steps.schema), ("expect", ExpectationSchema(vocabulary).schema),
      ("matcher", MatcherSchema.matcher), ("expected", MatcherSchema.expected),
    ] + vocabulary.definitions
  }

  private var steps: StepSchema { StepSchema(vocabulary) }

  private var scenario: JSON {
    JSONSchema.mapping(
      [.required("name", Self.text, "The scenario's name.")] + settings + scenarioKeys)
  }

  /// What may stand at the file and in a scenario.
  private var settings: [Key] {
    [
      .optional("description", JSONSchema.prose, "A text for people."),
      .optional("tags", JSONSchema.oneOrMore(Self.text), "Names for groups of scenarios."),
      .optional("given", vocabulary.given, "What is laid over the initial state, by state key."),
      .optional("before", JSONSchema.reference("steps"), "Steps that are run first."),
      .optional(
        "clock", Self.text, "Where the virtual clock starts; 2000-01-01T00:00:00Z without it."),
      .optional("seed", Self.integer, "What UUIDs are made of; 0 without it."),
    ]
  }

  private var scenarioKeys: [Key] {
    [
      .optional(
        "examples",
        JSONSchema.list(of: ["type": "object", "minProperties": 0]) + ["minItems": 1],
        "Rows; the scenario is run for each, `${column}` stands for its value."),
      .optional("skip", Self.text, "Why the scenario is not run."),
      .optional("xfail", Self.text, "Why the scenario is known to fail."),
      .optional(
        "exhaustive", Self.flag, "Whether a change that no expectation names is a failure."),
      .required("steps", JSONSchema.reference("steps"), "What is done, and what must hold."),
    ]
  }

  /// In a scenario `${…}` may stand in every scalar.
  static let computed: JSON = ["type": "string", "pattern": "\\$\\{"]
  static let text = JSONSchema.text
  static let flag: JSON = ["type": ["boolean", "string"], "pattern": "\\$\\{"]
  static let integer: JSON = ["type": ["integer", "string"], "pattern": "\\$\\{"]
}
