import SuasSpec

/// The JSON Schemas of scenario files and of the files with fragments that they include.
package struct ScenarioSchema {
  private let vocabulary: SchemaVocabulary

  /// - Parameter spec: The spec whose names and types the files may use; nil for any.
  package init(for spec: CompiledSpec? = nil) {
    vocabulary = spec.map(SchemaVocabulary.init(of:)) ?? SchemaVocabulary()
  }

  /// The schema of scenario files.
  package var scenarioDocument: JSON {
    let one = values.mapping(ScenarioFile.singleForm)
    let several = values.mapping(ScenarioFile.severalForm)
    return JSONSchema.document(
      title: "A scenario file of suas-run", JSONSchema.anyOf([one, several]),
      definitions: [("scenario", values.mapping(ScenarioHeader.form))] + definitions)
  }

  /// The schema of files with fragments.
  package var fragmentDocument: JSON {
    JSONSchema.document(
      title: "A file of fragments of suas-run",
      values.mapping(FragmentFile.form, mayBeNothing: true), definitions: definitions)
  }

  private var values: ScenarioValueSchema { ScenarioValueSchema(vocabulary) }

  private var definitions: [(key: String, value: JSON)] {
    SpecSchema.sharedDefinitions + [
      ("parameter", SpecSchema.shortField),
      ("steps", JSONSchema.list(of: JSONSchema.reference("step"))),
      ("step", StepSchema(vocabulary).schema),
      ("expect", values.mapping(ExpectationDeclaration.form, mayBeNothing: true)),
      ("matcher", MatcherSchema.matcher), ("expected", MatcherSchema.expected),
    ] + vocabulary.definitions
  }

  /// A scalar with a `${…}`, which is allowed for every scalar of a scenario.
  static let computed: JSON = ["type": "string", "pattern": "\\$\\{"]
  static let text = JSONSchema.text
  static let flag: JSON = ["type": ["boolean", "string"], "pattern": "\\$\\{"]
  static let integer: JSON = ["type": ["integer", "string"], "pattern": "\\$\\{"]
}
