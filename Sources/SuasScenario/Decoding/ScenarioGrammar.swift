import SuasSpec

/// The keys of scenario files, and of the files with fragments that they include.
package enum ScenarioGrammar {
  package static let scenarioKeys = keys([ScenarioFile.singleForm, ScenarioFile.severalForm])
  package static let fragmentKeys = keys([FragmentFile.form])

  private static func keys(_ forms: [ScenarioForm]) -> KeyGrammar {
    .forms(forms.map { KeyGrammar.Form($0.keys, keys(below:)) })
  }

  private static let steps = keys(StepDeclaration.forms)

  /// Returns the keys of what stands under a key.
  private static func keys(below kind: ScenarioValueKind) -> KeyGrammar {
    switch kind {
    case .prose, .paths, .always, .parameters, .store: .free
    case .expression, .condition, .conditions: .expressions
    // A row or an argument may take the place of any of these.
    case .message, .text, .texts, .flag, .integer, .count, .number, .duration, .dispatched, .effect,
      .listener, .goldenSubject, .value, .values, .examples, .given, .state, .changes, .selected,
      .listeners, .actions, .effects, .elements, .contents:
      .values
    case .mapping(let form), .textOr(let form), .refusal(let form): keys([form])
    case .scenarios: keys([ScenarioHeader.form])
    case .steps: .later { steps }
    case .fragments: .names(keys([Fragment.form]))
    // What is expected, an author tells in an order of their own.
    case .expectations:
      .forms([KeyGrammar.Form(ExpectationDeclaration.form.keys, isOrdered: false, keys(below:))])
    }
  }
}
