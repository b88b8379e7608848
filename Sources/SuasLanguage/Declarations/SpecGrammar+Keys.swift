extension SpecGrammar {
  /// The keys of spec files.
  package static let keys = keys(Spec.form)

  private static func keys(_ form: MappingForm<SpecValueKind>) -> KeyGrammar { keys([form]) }

  private static func keys(_ forms: [MappingForm<SpecValueKind>]) -> KeyGrammar {
    .forms { forms.map { KeyGrammar.Form($0.keys, keys(below:)) } }
  }

  private static let ruleForms = VerbTable.standard.forms.map {
    KeyGrammar.Form($1.keys(ofRule: $0), keys(below:))
  }

  private static let rules = KeyGrammar.forms { ruleForms }

  /// Returns the keys of what stands under a key.
  private static func keys(below kind: SpecValueKind) -> KeyGrammar {
    switch kind {
    case .version, .prose, .message, .url, .text, .texts, .paths, .file, .name, .dashedName,
      .reference, .actions, .field, .expression, .path, .condition, .list, .bindings, .groups,
      .filter, .value, .values, .input, .overlay, .payload, .type, .parameters, .duration, .flag,
      .count, .statuses, .same, .replacement, .enums, .conditions:
      .free
    case .fields: .names(keys(FieldDeclaration.form))
    case .records: .names(.names(keys(FieldDeclaration.form)))
    case .variants: .names(.names(.names(keys(FieldDeclaration.form))))
    case .rules: rules
    case .handlers: .names(rules)
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
