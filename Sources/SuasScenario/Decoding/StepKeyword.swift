import SuasSpec

/// The key for the work of a step; a step has at most one.
enum StepKeyword: String, CaseIterable, Sendable {
  case dispatch, golden, respond, cancel, advance, listen, unlisten, reset, restart, note, use
  case forEach = "for-each"

  /// True if the step does something that later expectations may refer to.
  var acts: Bool {
    switch self {
    case .dispatch, .respond, .cancel, .advance, .listen, .unlisten, .reset, .restart: true
    case .golden, .note, .use, .forEach: false
    }
  }
}

extension StepKeyword {
  /// The form of the steps with each keyword.
  static let forms = allCases.map(form)

  private static func form(of keyword: StepKeyword) -> ScenarioForm {
    func form(
      _ kind: ScenarioValueKind, _ summary: String, _ more: [KeyForm<ScenarioValueKind>] = []
    ) -> ScenarioForm {
      ScenarioForm(
        "a step",
        [.required(keyword.rawValue, kind, summary)] + more + [
          .optional("expect", .expectations, "What must hold after the step.")
        ])
    }
    return switch keyword {
    case .dispatch:
      form(
        .dispatched, "Sends an action or effect.",
        [
          .optional("with", .values, "The payload, by field."),
          .optional("times", .count(from: 1), "How often, up to an error."),
        ])
    case .golden: form(.textOr([GoldenDeclaration.form]), "Compares with a golden file.")
    case .respond:
      form(
        .effect, "Answers the oldest pending effect.",
        [
          .optional("which", .count(from: 0), "Which one, 0 the oldest."),
          .optional("with", .mapping(AnswerDeclaration.contentsForm), "The answer."),
          .optional("fail", .message, "The message of a failure."),
          .optional("last", .flag, "Whether a stream ends with this answer, or without one."),
          .optional("misfit", .flag, "Whether the result may not fit its type, on purpose."),
        ])
    case .cancel: form(.effect, "Ends an effect without an outcome.")
    case .advance: form(.duration, "Moves the virtual clock.")
    case .listen: form(.listener, "Adds a declared listener again.")
    case .unlisten: form(.listener, "Removes a declared listener.")
    case .reset: form(.store, "Goes back to the state before the first step.")
    case .restart:
      form(
        .mapping(RestartForm.form),
        "Saves the state, ends the store with its effects, and begins another with what was saved.")
    case .note: form(.message, "A text that is shown in the report.")
    case .use:
      form(
        .text, "Runs the steps of a fragment.",
        [.optional("with", .values, "The fragment's parameters.")])
    case .forEach:
      ScenarioForm(
        "a step",
        [
          .required(keyword.rawValue, .expression, "Runs the steps for each element of a list."),
          .optional("as", .text, "The element's name in the steps; `item` without it."),
          .required("steps", .steps, "The steps."),
        ])
    }
  }
}
