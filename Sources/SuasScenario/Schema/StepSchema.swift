import SuasSpec

/// The schema of steps: one alternative for each kind of act, and one for `expect` alone.
struct StepSchema {
  private let vocabulary: SchemaVocabulary

  init(_ vocabulary: SchemaVocabulary) { self.vocabulary = vocabulary }

  var schema: JSON {
    let values = ScenarioValueSchema(vocabulary)
    return JSONSchema.anyOf(
      StepDeclaration.forms.map { form in
        let step = values.mapping(form)
        return switch StepKeyword(rawValue: form.names[0]) {
        case .dispatch: step + payloads
        case .respond: step + JSONSchema.notBoth("with", "fail")
        default: step
        }
      })
  }

  /// The constraint that the payload of each action and effect is of its type.
  private var payloads: JSON {
    guard let payloads = vocabulary.payloads else { return [:] }
    return [
      "allOf": .array(
        payloads.map { payload in
          var then: JSON = ["properties": ["with": payload.schema]]
          if payload.isRequired { then = then + ["required": ["with"]] }
          return [
            "if": ["properties": ["dispatch": ["const": .string(payload.name)]]], "then": then,
          ]
        })
    ]
  }
}
