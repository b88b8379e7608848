import SuasProgram

extension SpecGrammar {
  /// The keys of spec files.
  package static let keys = keys(Spec.form)

  private static func keys(
    _ form: MappingForm<SpecValueKind>, scalar: KeyGrammar.Content = .text
  ) -> KeyGrammar { keys([form], scalar: scalar) }

  private static func keys(
    _ forms: [MappingForm<SpecValueKind>], scalar: KeyGrammar.Content = .text
  ) -> KeyGrammar {
    KeyGrammar(forms.map { KeyGrammar.Form($0.keys, keys(below:)) }, scalar: scalar)
  }

  private static let rules = KeyGrammar(
    VerbTable.standard.forms.map { KeyGrammar.Form($1.keys(ofRule: $0), keys(below:)) })

  /// A list of rules, or a mapping with one.
  private static let migration = KeyGrammar(
    [KeyGrammar.Form(MigrationDeclaration.form.keys, keys(below:))]
      + VerbTable.migrating.forms.map { KeyGrammar.Form($1.keys(ofRule: $0), keys(below:)) })

  private static let field = keys(FieldDeclaration.form, scalar: .type)

  /// Returns the keys of the value under a key.
  private static func keys(below kind: SpecValueKind) -> KeyGrammar {
    switch kind {
    case .prose: .free(.prose)
    case .message, .url, .text, .texts, .file, .name, .dashedName, .reference, .actions, .field,
      .stateKeys, .savedPaths, .duration, .count, .statuses, .replacement, .enums:
      .free()
    case .version: .free(.words(["1"]))
    case .paths: .free(.path)
    case .expression, .path, .condition, .conditions, .list, .bindings, .groups: .free(.expression)
    case .value, .values, .input, .overlay, .payload: .free(.value)
    case .filter: .free(.words(["always", "changed"]))
    case .flag: .free(.flag)
    case .same: .free(.words(["same"]))
    case .type: .free(.type)
    case .parameters: .names(.free(.type))
    case .fields: .names(field)
    case .records: .names(.names(field))
    case .variants: .names(.names(.names(field)))
    case .rules: .later { rules }
    case .handlers: .names(.later { rules })
    case .refusal(let form), .mapping(let form): keys(form)
    case .dispatches: keys(ReactionDeclaration.forms)
    case .middlewareSteps: keys(DeclaredMiddleware.Step.forms)
    case .run: keys(RunDeclaration.form)
    case .http: keys(HTTPDeclaration.form)
    case .constants: .names(keys(ConstantDeclaration.form, scalar: .type))
    case .functions: .names(keys(FunctionDeclaration.form))
    case .sharedRules: .names(keys(SharedRuleDeclaration.form))
    case .reducers: .names(keys(ReducerDeclaration.form))
    case .selectors: .names(keys(SelectorDeclaration.form))
    case .listeners: .names(keys(ListenerDeclaration.form))
    case .middleware:
      keys(DeclaredMiddleware.form, scalar: .words(BuiltInMiddleware.allCases.map(\.rawValue)))
    case .effects: .names(keys(EffectDeclaration.form))
    case .transitions: .names(keys(TransitionDeclaration.form))
    case .waysOut: .names(keys(WayOutDeclaration.form, scalar: .expression))
    case .migrations: .names(migration)
    }
  }
}
