import SuasSpec

/// The schema of steps: one alternative for each thing that a step can do, and one for `expect`
/// alone.
struct StepSchema {
  private typealias Key = JSONSchema.Key

  private let vocabulary: SchemaVocabulary

  init(_ vocabulary: SchemaVocabulary) { self.vocabulary = vocabulary }

  var schema: JSON {
    JSONSchema.anyOf(
      [
        dispatch, golden, respond,
        step(
          "cancel", vocabulary.name(of: vocabulary.effects), "Ends an effect without an outcome."),
        step("advance", JSONSchema.reference("duration"), "Moves the virtual clock."),
        step(
          "listen", vocabulary.name(of: vocabulary.listeners), "Adds a declared listener again."),
        step("unlisten", vocabulary.name(of: vocabulary.listeners), "Removes a declared listener."),
        step("reset", ["const": "store"], "Goes back to the state before the first step."),
        step("note", ScenarioSchema.text, "A text that is shown in the report."),
        step(
          "use", ScenarioSchema.text, "Runs the steps of a fragment.",
          [.optional("with", anything, "The fragment's parameters.")]),
        JSONSchema.mapping([.required("expect", JSONSchema.reference("expect"), "What must hold.")]
        ),
      ])
  }

  private let anything: JSON = ["type": ["object", "null"]]

  /// A step that does something, with an `expect` beside it.
  private func step(
    _ name: String, _ value: JSON, _ description: String, _ more: [JSONSchema.Key] = []
  ) -> JSON {
    JSONSchema.mapping(
      [.required(name, value, description)] + more + [
        .optional("expect", JSONSchema.reference("expect"), "What must hold after the step.")
      ])
  }

  private var dispatch: JSON {
    let step = step(
      "dispatch", vocabulary.name(of: vocabulary.dispatched), "Sends an action or effect.",
      [
        .optional("with", anything, "The payload, by field."),
        .optional(
          "times",
          ["type": ["integer", "string"], "minimum": 1, "pattern": "\\$\\{"],
          "How often, up to an error."),
      ])
    guard let payloads = vocabulary.payloads else { return step }
    return step + [
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

  private var golden: JSON {
    step(
      "golden",
      JSONSchema.anyOf([
        ScenarioSchema.text,
        JSONSchema.mapping([
          .required("name", ScenarioSchema.text, "The golden file's name."),
          .optional(
            "of",
            JSONSchema.anyOf([
              ["enum": .strings(GoldenSubject.allCases.map(\.rawValue))], ScenarioSchema.computed,
            ]), "What is compared: the state without it."),
        ]),
      ]), "Compares with a golden file.")
  }

  private var respond: JSON {
    step(
      "respond", vocabulary.name(of: vocabulary.effects), "Answers the oldest pending effect.",
      [
        .optional(
          "which", ["type": ["integer", "string"], "minimum": 0, "pattern": "\\$\\{"],
          "Which one, 0 the oldest."),
        .optional(
          "with",
          JSONSchema.mapping(
            [
              .optional("status", ScenarioSchema.integer, "An HTTP answer's status; 200 without."),
              .optional("headers", anything, "An HTTP answer's header fields."),
              .optional("body", [:], "An HTTP answer's body, as it is."),
              .optional("text", ScenarioSchema.text, "A file's text."),
              .optional("result", [:], "What the host answers to a custom effect."),
            ], mayBeNothing: true), "The answer."),
        .optional("fail", ScenarioSchema.text, "The message of a failure."),
      ]) + JSONSchema.notBoth("with", "fail")
  }
}
