import SuasSpec

/// The keys of scenario files, and of the files with fragments that they include.
package enum ScenarioGrammar {
  package static let scenarioKeys = keys([ScenarioFile.singleForm, ScenarioFile.severalForm])
  package static let fragmentKeys = keys([FragmentFile.form])

  private static func keys(
    _ forms: [ScenarioForm], scalar: KeyGrammar.Content = .text
  ) -> KeyGrammar {
    KeyGrammar(forms.map { KeyGrammar.Form($0.keys, keys(below:)) }, scalar: scalar)
  }

  private static let steps = keys(StepDeclaration.forms)

  /// Returns the keys of the value under a key.
  private static func keys(below kind: ScenarioValueKind) -> KeyGrammar {
    switch kind {
    case .prose: .free(.prose)
    case .message, .text, .texts, .integer, .count, .number, .duration, .dispatched,
      .effect, .listener, .listeners:
      .free()
    case .paths: .free(.path)
    case .flag: .free(.flag)
    case .always: .free(.words(["true"]))
    case .store: .free(.words(["store"]))
    case .goldenSubject: .free(.words(GoldenSubject.allCases.map(\.rawValue)))
    case .expression, .condition, .conditions: .free(.expression)
    case .parameters: .names(.free(.type))
    case .value, .values, .examples, .given, .state, .changes, .selected, .actions, .effects,
      .elements, .contents:
      .free(.value)
    case .mapping(let form), .refusal(let form): keys([form])
    case .textOr(let forms): keys(forms)
    case .scenarios: keys([ScenarioHeader.form])
    case .steps: .later { steps }
    case .fragments: .names(keys([Fragment.form]))
    case .expectations: unordered([ExpectationDeclaration.form])
    case .requests: .names(unordered(EffectKind.allCases.map(\.requestForm)))
    }
  }

  /// The forms of expectations, whose keys have an order of the author's.
  private static func unordered(_ forms: [ScenarioForm]) -> KeyGrammar {
    KeyGrammar(forms.map { KeyGrammar.Form($0.keys, isOrdered: false, keys(below:)) })
  }
}
