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

  /// Returns a reader for conditions on the whole store, which they call `store`, and on the effects
  /// under way, which they call `pending`.
  static func reader(
    on store: StoreShape, _ pending: PendingShape, _ types: TypeTable, _ sink: DiagnosticSink
  ) -> ValueReader {
    var environment = store.environment(types.cel)
    environment.add([pending.shape])
    environment.declare("pending", PendingShape.type)
    environment.shareVariables()
    var reader = ValueReader(types: types, environment: environment, sink: sink)
    reader.tell(is: store)
    return reader
  }

  /// Reads a condition with the names that a reader knows, and those of the scenario.
  func read(_ syntax: ExpressionSyntax, _ reader: ValueReader) -> Condition? {
    var reader = reader
    if !names.bindings.isEmpty {
      var environment = reader.environment
      names.declare(in: &environment)
      reader.look(into: environment)
    }
    sink.readings?.symbolsInScope = names.symbols
    defer { sink.readings?.symbolsInScope = [:] }
    return reader.expression(syntax, as: .bool).map {
      Condition(
        program: $0.planned(), constants: names.values, text: String(syntax.text),
        range: syntax.range, written: $0)
    }
  }

  /// Reads a condition on a value, which it calls `it`.
  func read(_ syntax: ExpressionSyntax, on type: FieldType) -> Condition? {
    var environment = CEL.Environment(types: types.cel)
    environment.declare("it", type.cel)
    var reader = ValueReader(types: types, environment: environment, sink: sink)
    reader.tell("it", is: type)
    return read(syntax, reader)
  }
}
