import SuasSpec

/// The schemas of the values under the keys of scenario files.
struct ScenarioValueSchema {
  private let vocabulary: SchemaVocabulary

  init(_ vocabulary: SchemaVocabulary) { self.vocabulary = vocabulary }

  /// - Parameter mayBeNothing: True if null can stand for a mapping without keys.
  func mapping(_ form: ScenarioForm, mayBeNothing: Bool = false) -> JSON {
    JSONSchema.mapping(form.keys, mayBeNothing: mayBeNothing, schema)
  }

  /// Returns the schema of the value under a key.
  private func schema(_ kind: ScenarioValueKind) -> JSON {
    switch kind {
    case .prose: JSONSchema.prose
    case .message, .text: ScenarioSchema.text
    case .texts, .paths: JSONSchema.oneOrMore(ScenarioSchema.text)
    case .flag: ScenarioSchema.flag
    case .integer: ScenarioSchema.integer
    case .count(let minimum):
      ["type": ["integer", "string"], "minimum": .int(minimum), "pattern": "\\$\\{"]
    case .number: ["type": ["number", "string"], "pattern": "\\$\\{"]
    case .duration: JSONSchema.reference("duration")
    case .expression, .condition: JSONSchema.reference("expression")
    case .conditions: JSONSchema.oneOrMore(JSONSchema.reference("expression"))
    case .value: [:]
    case .values: ["type": ["object", "null"]]
    case .always: ["const": true]
    case .mapping(let form): mapping(form, mayBeNothing: true)
    case .textOr(let forms): JSONSchema.anyOf([ScenarioSchema.text] + forms.map { mapping($0) })
    case .scenarios: JSONSchema.list(of: JSONSchema.reference("scenario"))
    case .steps: JSONSchema.reference("steps")
    case .examples:
      JSONSchema.list(of: ["type": "object", "minProperties": 0]) + ["minItems": 1]
    case .fragments: JSONSchema.names(to: mapping(Fragment.form))
    case .parameters: JSONSchema.names(to: JSONSchema.reference("parameter"))
    case .expectations: JSONSchema.reference("expect")
    case .dispatched: vocabulary.name(of: vocabulary.dispatched)
    case .effect: vocabulary.name(of: vocabulary.effects)
    case .listener: vocabulary.name(of: vocabulary.listeners)
    case .store: ["const": "store"]
    case .goldenSubject:
      JSONSchema.anyOf([
        ["enum": .strings(GoldenSubject.allCases.map(\.rawValue))], ScenarioSchema.computed,
      ])
    case .given: vocabulary.given
    case .state(let isExact): vocabulary.state(exact: isExact)
    case .changes: vocabulary.changes
    case .selected: vocabulary.selected
    case .refusal(let form):
      JSONSchema.anyOf([
        ["enum": .strings(Explanation.refusalCodes)], ["const": true], ScenarioSchema.text,
        mapping(form),
      ])
    case .listeners: mentions(vocabulary.listeners, vocabulary.told)
    case .actions: mentions(vocabulary.actions, vocabulary.acted)
    case .effects: mentions(vocabulary.effects, vocabulary.pending)
    case .requests: mentions(vocabulary.effects, vocabulary.requested)
    case .elements: JSONSchema.list(of: JSONSchema.reference("expected"))
    case .contents:
      JSONSchema.anyOf([
        JSONSchema.list(of: JSONSchema.reference("expected")),
        ["type": "object", "additionalProperties": JSONSchema.reference("expected")],
      ])
    }
  }

  private func mentions(_ names: [String]?, _ values: JSON) -> JSON {
    JSONSchema.list(of: JSONSchema.anyOf([vocabulary.name(of: names), values]))
  }
}
