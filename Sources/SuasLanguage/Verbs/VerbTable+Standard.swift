import SuasProgram

extension VerbTable {
  /// Every verb of the language.
  package static let standard = VerbTable([
    SetVerb.self, ResetVerb.self, MergeVerb.self, ClearVerb.self, ToggleVerb.self,
    IncrementVerb.self, DecrementVerb.self, AppendVerb.self, PrependVerb.self, InsertVerb.self,
    RemoveAtVerb.self, RemoveVerb.self, KeepVerb.self, MoveVerb.self, SwapVerb.self, SortVerb.self,
    ReverseVerb.self, UpdateVerb.self, UpsertVerb.self, DeleteVerb.self, IfVerb.self,
    MatchVerb.self, AtVerb.self, UseVerb.self, LetVerb.self, ForEachVerb.self, FailVerb.self,
  ])

  /// The verbs of migrations, which mean the same whatever becomes of the spec.
  package static let migrating = standard.without([ResetVerb.keyword, UseVerb.keyword])
}
