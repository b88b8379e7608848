/// The forms of all mappings of a spec whose keys the language gives.
package enum SpecGrammar {
  package static let forms =
    declarations + VerbTable.standard.forms.map { MappingForm("a rule", $1.keys(ofRule: $0)) }

  /// The forms of all mappings but rules.
  package static let declarations =
    [
      Spec.form, ConstantDeclaration.form, FieldDeclaration.form, FunctionDeclaration.form,
      SharedRuleDeclaration.form, ReducerDeclaration.form, HistoryDeclaration.form,
      FailVerb.refusal,
      SelectorDeclaration.form, ListenerDeclaration.form, DispatchDeclaration.form,
      DeclaredMiddleware.form, EffectDeclaration.form, RunDeclaration.form,
      RunDeclaration.writeFileForm, RunDeclaration.customForm, HTTPDeclaration.form,
      RetryDeclaration.form, TransitionDeclaration.form, WayOutDeclaration.form,
      SavedDeclaration.form,
      MigrationDeclaration.form,
    ] + DeclaredMiddleware.Step.forms
}
