import SuasSpec

/// The schema of matchers.
enum MatcherSchema {
  static let matcher = JSONSchema.anyOf(
    MatcherKeyword.forms.map { ScenarioValueSchema(SchemaVocabulary()).mapping($0) })

  /// A value of an unknown type, in which matchers are allowed.
  static let expected = JSONSchema.anyOf([
    JSONSchema.reference("matcher"),
    [
      "type": "object", "propertyNames": ["not": ["pattern": "^\\$[a-z]"]],
      "additionalProperties": JSONSchema.reference("expected"),
    ],
    JSONSchema.list(of: JSONSchema.reference("expected")), JSONSchema.prose,
  ])
}
