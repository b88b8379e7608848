import CEL
import SuasProgram
import YAML

extension Scope.Base {
  /// Creates what the scope of a migration begins with: `old`, in the place of a payload.
  ///
  /// - Parameter types: The types of both versions, those of the later one by their own names.
  init(
    migrating old: RecordType, _ usage: Usage, _ types: TypeTable, _ survey: CoverageSurvey,
    _ sink: DiagnosticSink
  ) {
    var environment = Environment(types: types.cel)
    // The slots of an execution.
    environment.declare(Scope.hiddenState, .dyn)
    environment.declare("old", .record(old.shape.name))
    environment.declare("#2", .dyn)
    environment.shareVariables()
    var vocabulary = Vocabulary(usage, types)
    vocabulary["old"] = .store(
      Dictionary(
        old.fields.compactMap { field in types.record(field.type).map { (field.name, $0) } },
        uniquingKeysWith: { first, _ in first }))
    self.init(
      environment: environment, vocabulary: vocabulary, sharedRules: SharedRules([]),
      survey: survey, sink: sink)
  }
}
