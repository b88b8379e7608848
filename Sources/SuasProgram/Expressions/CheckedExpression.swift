import CEL
import YAML

/// An expression of a spec whose names are resolved and whose types are checked.
package struct CheckedExpression: Sendable {
  package let tree: CheckedExpr
  /// The expression as it is written, with its place in the file.
  package let syntax: ExpressionSyntax

  package init(tree: CheckedExpr, syntax: ExpressionSyntax) {
    self.tree = tree
    self.syntax = syntax
  }

  package var type: Type { tree.type }
  /// True if every value is proven to be of the type.
  package var isProven: Bool { tree.isProven }
  /// The type that every value is proven to have.
  package var provenType: Type { tree.provenType }
  /// The value, if it is known without evaluation.
  package var constant: Value? { tree.constant }
  /// The place of the expression, without the `${` and `}` around it.
  package var range: SourceRange { syntax.range }
  package var text: Substring { syntax.text }

  /// A part of the expression as it is written.
  package func text(of part: CheckedExpr.Node) -> Substring {
    syntax.scalar.text.utf8Slice(part.range)
  }

  /// Plans how the expression is evaluated.
  package func planned() -> ExpressionPlan { ExpressionPlan(planning: tree) }
}
