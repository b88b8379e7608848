import CEL
import SuasSpec
import YAML

extension CompiledSpec {
  /// Reads a condition on the store, which it calls `store`.
  ///
  /// - Throws: the mistakes in it.
  package func condition(_ text: String) throws(Diagnostics) -> CheckedExpression {
    let sink = DiagnosticSink()
    let source = Source(name: "condition", text: text)
    var reader = ValueReader(
      types: typesOfEverything, environment: store.environment(checked.types.cel), sink: sink)
    reader.tell(is: store)
    let range = SourceRange(source: source, lowerBound: 0, upperBound: text.utf8.count)
    let node = Node(.scalar(Scalar(text, style: .plain, at: range)), at: range)
    guard let syntax = ExpressionSyntax(node, "the condition", sink),
      let expression = reader.expression(syntax, as: .bool)
    else { throw sink.diagnostics }
    return expression
  }
}
