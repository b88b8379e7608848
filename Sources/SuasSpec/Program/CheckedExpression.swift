import CEL
import YAML

/// An expression of a spec whose names are resolved and whose types are checked.
package struct CheckedExpression: Sendable {
  package let tree: CheckedExpr
  /// The expression as it is written, with its place in the file.
  package let syntax: ExpressionSyntax

  var type: Type { tree.type }
  /// True if every value is sure to be of the type.
  var isProven: Bool { tree.isProven }
  /// The type that every value is sure to be of.
  var provenType: Type { tree.provenType }
  /// The value, where nothing has to be evaluated to know it.
  var constant: Value? { tree.constant }
  /// The place of the expression, without the `${` and `}` around it.
  package var range: SourceRange { syntax.range }
  package var text: Substring { syntax.text }

  /// A part of the expression as it is written.
  package func text(of part: CheckedExpr.Node) -> Substring {
    syntax.scalar.text.utf8Slice(part.range)
  }

  /// Plans how the expression is evaluated.
  package func planned() -> Program { Program(planning: tree) }
}
