extension SpecGrammar {
  /// The keys of spec files.
  package static let keys = keys(Spec.form)

  private static func keys(_ form: MappingForm<SpecValueKind>) -> KeyGrammar { keys([form]) }

  private static func keys(_ forms: [MappingForm<SpecValueKind>]) -> KeyGrammar {
    .forms(forms.map { KeyGrammar.Form($0.keys, keys(below:)) })
  }

  private static let rules = KeyGrammar.forms(
    VerbTable.standard.forms.map { KeyGrammar.Form($1.keys(ofRule: $0), keys(below:)) })

  /// Returns the keys of what stands under a key.
  private static func keys(below kind: SpecValueKind) -> KeyGrammar {
    switch kind {
    case .version, .prose, .paths, .name, .dashedName, .reference, .actions, .field,
      .type, .parameters, .duration, .flag, .count, .statuses, .same, .replacement, .enums:
      .free
    case .expression, .path, .condition, .conditions, .list, .bindings, .groups, .filter:
      .expressions
    case .message, .url, .text, .texts, .file, .value, .values, .input, .overlay, .payload: .values
    case .fields: .names(keys(FieldDeclaration.form))
    case .records: .names(.names(keys(FieldDeclaration.form)))
    case .variants: .names(.names(.names(keys(FieldDeclaration.form))))
    case .rules: .later { rules }
    case .handlers: .names(.later { rules })
    case .refusal(let form), .mapping(let form): keys(form)
    case .dispatches: keys(ReactionDeclaration.forms)
    case .middlewareSteps: keys(DeclaredMiddleware.Step.forms)
    case .run: keys(RunDeclaration.form)
    case .http: keys(HTTPDeclaration.form)
    case .constants: .names(keys(ConstantDeclaration.form))
    case .functions: .names(keys(FunctionDeclaration.form))
    case .sharedRules: .names(keys(SharedRuleDeclaration.form))
    case .reducers: .names(keys(ReducerDeclaration.form))
    case .selectors: .names(keys(SelectorDeclaration.form))
    case .listeners: .names(keys(ListenerDeclaration.form))
    case .middleware: keys(DeclaredMiddleware.form)
    case .effects: .names(keys(EffectDeclaration.form))
    case .transitions: .names(keys(TransitionDeclaration.form))
    }
  }
}
