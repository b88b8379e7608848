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
    var reader = reader(types.cel.adding([store.shape]), "store", .record(store.shape.name))
    reader.tell("store", is: store)
    return read(syntax, reader)
  }

  /// Reads a condition on a value, which it calls `it`.
  func read(_ syntax: ExpressionSyntax, on type: FieldType) -> Condition? {
    var reader = reader(types.cel, "it", type.cel)
    reader.tell("it", is: type)
    return read(syntax, reader)
  }

  /// Creates a reader of expressions that see one name more than the scenario's own.
  private func reader(_ types: CEL.Types, _ name: String, _ type: Type) -> ValueReader {
    var environment = CEL.Environment(types: types)
    names.declare(in: &environment)
    environment.declare(name, type)
    return ValueReader(types: self.types, environment: environment, sink: sink)
  }

  private func read(_ syntax: ExpressionSyntax, _ reader: ValueReader) -> Condition? {
    reader.expression(syntax, as: .bool).map {
      Condition(
        program: $0.planned(), constants: names.values, text: String(syntax.text),
        range: syntax.range, written: $0)
    }
  }
}
