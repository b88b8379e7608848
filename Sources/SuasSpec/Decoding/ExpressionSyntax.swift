import YAML

/// What stands in an expression place: CEL as it is, or inside one `${ }`.
package struct ExpressionSyntax: Sendable {
  package let scalar: Scalar
  /// Where the CEL stands in the scalar's decoded text, in UTF-8 bytes.
  package let code: Range<Int>

  /// A part of a scalar's text that is known to be an expression.
  init(_ code: Range<Int>, of scalar: Scalar) {
    self.scalar = scalar
    self.code = code
  }

  package var range: SourceRange { scalar.range(of: code) }
  package var text: Substring { scalar.text.utf8Slice(code) }

  /// - Parameter what: the place, for the diagnostic that no expression can stand there as a list
  ///   or mapping.
  package init?(
    _ node: Node, _ what: @autoclosure () -> String, _ findings: Findings
  ) {
    guard case .scalar(let scalar) = node.content else {
      findings.report(.notAnExpression(node, what()))
      return nil
    }
    self.scalar = scalar
    if scalar.text.holds(UInt8(ascii: "$")),
      case .success(let segments) = Interpolation.segments(of: scalar.text),
      segments.count == 1, case .expression(let code) = segments[0]
    {
      self.code = code
    } else {
      code = 0..<scalar.text.utf8.count
    }
    if code.count == scalar.text.utf8.count ? scalar.text.isBlank : text.isBlank {
      findings.report(.missingExpression(what(), at: range))
      return nil
    }
  }
}

extension StringProtocol {
  /// Whether there is nothing but white space.
  fileprivate var isBlank: Bool {
    // Most texts begin with a character of which that is plain.
    if let first = utf8.first, (UInt8(ascii: "!")...UInt8(ascii: "~")).contains(first) {
      return false
    }
    return allSatisfy(\.isWhitespace)
  }
}

extension String {
  /// The part of the text at UTF-8 offsets that lie on the boundaries of characters.
  func utf8Slice(_ range: Range<Int>) -> Substring {
    let start = utf8.index(startIndex, offsetBy: range.lowerBound)
    return self[start..<utf8.index(start, offsetBy: range.count)]
  }

  /// That part of the text, which may be all of it.
  func utf8Part(_ range: Range<Int>) -> String {
    range.lowerBound == 0 && range.upperBound == utf8.count ? self : String(utf8Slice(range))
  }
}
