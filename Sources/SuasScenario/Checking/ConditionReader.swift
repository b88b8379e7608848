import CEL
import SuasSpec
import YAML

/// Reads the conditions of a scenario.
struct ConditionReader {
  private let types: TypeTable
  private let names: Names
  private let sink: DiagnosticSink

  init(_ types: TypeTable, _ names: Names, _ sink: DiagnosticSink) {
    self.types = types
    self.names = names
    self.sink = sink
  }

  /// Reads a condition on the whole store, which it calls `store`.
  func read(_ syntax: ExpressionSyntax, on store: StoreShape) -> Condition? {
    var reader = reader(types.cel.adding(store.shapes), store.declare(in:))
    reader.tell(is: store)
    return read(syntax, reader)
  }

  /// Reads a condition on a value, which it calls `it`.
  func read(_ syntax: ExpressionSyntax, on type: FieldType) -> Condition? {
    var reader = reader(types.cel) { $0.declare("it", type.cel) }
    reader.tell("it", is: type)
    return read(syntax, reader)
  }

  /// Creates a reader of expressions that see a condition's subject besides the scenario's names.
  private func reader(
    _ types: CEL.Types, _ declareSubject: (inout CEL.Environment) -> Void
  ) -> ValueReader {
    var environment = CEL.Environment(types: types)
    names.declare(in: &environment)
    declareSubject(&environment)
    return ValueReader(types: self.types, environment: environment, sink: sink)
  }

  private func read(_ syntax: ExpressionSyntax, _ reader: ValueReader) -> Condition? {
    sink.readings?.parameters = names.parameters
    defer { sink.readings?.parameters = [:] }
    return reader.expression(syntax, as: .bool).map {
      Condition(
        program: $0.planned(), constants: names.values, text: String(syntax.text),
        range: syntax.range, written: $0)
    }
  }
}
