/// A token of an expression, with its range in the text.
struct Token: Sendable {
  enum Kind: Sendable {
    case end
    case ident, quotedIdent
    /// A word reserved by the specification; it may name a field.
    case reserved
    case int, uint, double, string, bytes
    case `true`, `false`, null, `in`
    case leftParen, rightParen, leftBracket, rightBracket, leftBrace, rightBrace
    case dot, comma, question, colon
    case plus, minus, star, slash, percent, not
    case less, lessEqual, greater, greaterEqual, equal, notEqual, and, or
    /// Text that begins no token.
    case unknown
  }

  var kind: Kind
  var range: Range<Int>
}
