extension Expr {
  /// Returns the offset of the `}` that closes an interpolation.
  ///
  /// - Parameters:
  ///   - utf8: The text around the expression.
  ///   - start: The offset just after `${`.
  /// - Returns: The offset of the closing `}`; nil if there is none. Strings, braces and comments
  ///   of the expression are skipped according to the grammar.
  package static func endOfInterpolation(in utf8: [UInt8], from start: Int) -> Int? {
    var lexer = Lexer(utf8, from: start)
    var depth = 0
    while true {
      let token = lexer.next()
      switch token.kind {
      case .end: return nil
      case .leftBrace: depth += 1
      case .rightBrace:
        if depth == 0 { return token.range.lowerBound }
        depth -= 1
      default: break
      }
    }
  }
}
