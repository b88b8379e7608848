import YAML

/// An expression in a file: plain CEL, or CEL inside one `${ }`.
package struct ExpressionSyntax: Sendable {
  package let scalar: Scalar
  /// The range of the CEL in the scalar's decoded text, in UTF-8 bytes.
  package let code: Range<Int>

  /// Creates the syntax of a part of a scalar's text that is known to be an expression.
  package init(_ code: Range<Int>, of scalar: Scalar) {
    self.scalar = scalar
    self.code = code
  }

  package var range: SourceRange { scalar.range(of: code) }
  package var text: Substring { scalar.text.utf8Slice(code) }
}

extension String {
  /// Returns the part of the text between UTF-8 offsets that lie on character boundaries.
  package func utf8Slice(_ range: Range<Int>) -> Substring {
    let start = utf8.index(startIndex, offsetBy: range.lowerBound)
    return self[start..<utf8.index(start, offsetBy: range.count)]
  }

  /// Returns that part of the text, without a copy if it is the whole text.
  package func utf8Part(_ range: Range<Int>) -> String {
    range.lowerBound == 0 && range.upperBound == utf8.count ? self : String(utf8Slice(range))
  }
}
