import SuasSpec

/// The keys of scenario files, and of the files with fragments that they include.
package enum ScenarioGrammar {
  package static let scenarioKeys = keys([ScenarioFile.singleForm, ScenarioFile.severalForm])
  package static let fragmentKeys = keys([FragmentFile.form])

  private static func keys(_ forms: [ScenarioForm]) -> KeyGrammar {
    .forms { forms.map { KeyGrammar.Form($0.keys, keys(below:)) } }
  }

  private static let stepForms = StepDeclaration.forms.map {
    KeyGrammar.Form($0.keys, keys(below:))
  }

  private static let steps = KeyGrammar.forms { stepForms }

  /// Returns the keys of what stands under a key.
  private static func keys(below kind: ScenarioValueKind) -> KeyGrammar {
    switch kind {
    case .prose, .message, .text, .texts, .paths, .flag, .integer, .count, .number, .duration,
      .expression, .condition, .conditions, .value, .values, .always, .examples, .parameters,
      .dispatched, .effect, .listener, .store, .goldenSubject, .given, .state, .changes, .selected,
      .listeners, .actions, .effects, .elements, .contents:
      .free
    case .mapping(let form), .textOr(let form), .refusal(let form): keys([form])
    case .scenarios: keys([ScenarioHeader.form])
    case .steps: steps
    case .fragments: .names(keys([Fragment.form]))
    // What is expected, an author tells in an order of their own.
    case .expectations:
      .forms { [KeyGrammar.Form(ExpectationDeclaration.form.keys, isOrdered: false, keys(below:))] }
    }
  }
}
