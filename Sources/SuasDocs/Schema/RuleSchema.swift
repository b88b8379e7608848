import SuasLanguage
import SuasProgram

/// The schema of rules: one alternative for each verb.
enum RuleSchema {
  static let rule = JSONSchema.anyOf(
    VerbTable.standard.keywords.map { JSONSchema.reference(definition($0)) })

  static let verbs: [(key: String, value: JSON)] = VerbTable.standard.forms.map { verb in
    (definition(verb.keyword), schema(verb.keyword, verb.form))
  }

  private static func definition(_ keyword: String) -> String { "rule-\(keyword)" }

  private static func schema(_ keyword: String, _ form: VerbForm) -> JSON {
    let rule = JSONSchema.mapping(form.keys(ofRule: keyword), SpecSchema.schema)
    guard form.takesCondition else { return rule }
    let choice: JSON =
      form.choice.isEmpty
      ? [:] : ["oneOf": .array(form.choice.map { ["required": .strings([$0])] })]
    return rule + JSONSchema.notBoth("when", "unless") + choice
  }
}
