/// Parses the text of an expression by precedence climbing (CEL spec, "Syntax").
///
///     Expr       = Or [ "?" Or ":" Expr ]
///     Or         = And { "||" And }
///     And        = Relation { "&&" Relation }
///     Relation   = Addition { ( "<" | "<=" | ">=" | ">" | "==" | "!=" | "in" ) Addition }
///     Addition   = Product { ( "+" | "-" ) Product }
///     Product    = Unary { ( "*" | "/" | "%" ) Unary }
///     Unary      = { "!" } Member | { "-" } Member
///     Member     = Primary { "." ["?"] SELECTOR [ "(" [ ExprList ] ")" ] | "[" ["?"] Expr "]" }
///     Primary    = LITERAL | ["."] IDENT [ "(" [ ExprList ] ")" ] | "(" Expr ")"
///                | "[" [ ["?"] Expr { "," ["?"] Expr } [","] ] "]"
///                | "{" [ ["?"] Expr ":" Expr { "," ["?"] Expr ":" Expr } [","] ] "}"
///                | ["."] IDENT { "." IDENT } "{" [ ["?"] SELECTOR ":" Expr { "," … } [","] ] "}"
///
/// The tree never gets higher than ``heightLimit``, whatever the text: longer chains of `&&` and
/// `||` are one node, anything else is refused.
struct Parser {
  static let heightLimit = 200

  let bytes: [UInt8]
  /// Where the text begins in the larger text that ranges are meant for.
  let offset: Int
  let expandsMacros: Bool
  private var lexer: Lexer
  private(set) var token: Token
  /// Where the token before the present one ends.
  private(set) var previousEnd = 0
  private var depth = 0

  init(_ text: String, offsetBy offset: Int = 0, expandsMacros: Bool = true) {
    bytes = Array(text.utf8)
    self.offset = offset
    self.expandsMacros = expandsMacros
    lexer = Lexer(bytes, offset: offset)
    token = lexer.next()
  }

  mutating func parse() throws(Issues) -> Expr {
    let result = try expression()
    guard token.kind == .end else { throw unexpected("the end") }
    return result
  }

  // MARK: Tokens

  mutating func advance() {
    previousEnd = token.range.upperBound
    token = lexer.next()
  }

  mutating func accept(_ kind: Token.Kind) -> Bool {
    guard token.kind == kind else { return false }
    advance()
    return true
  }

  mutating func expect(_ kind: Token.Kind, _ expected: String) throws(Issues) {
    guard accept(kind) else { throw unexpected(expected) }
  }

  func local(_ range: Range<Int>) -> Range<Int> {
    range.lowerBound - offset..<range.upperBound - offset
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[local(range)], as: UTF8.self)
  }

  func unexpected(_ expected: String) -> Issues {
    Issues(items: [
      .unexpected(token, text(token.range), lexer.problem, expected: expected, in: bytes)
    ])
  }

  func make(_ kind: Expr.Kind, _ range: Range<Int>) throws(Issues) -> Expr {
    let result = Expr(kind, range)
    guard result.height <= Self.heightLimit else { throw Issues(items: [.tooDeep(range)]) }
    return result
  }

  // MARK: Operators

  mutating func expression() throws(Issues) -> Expr {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.heightLimit else { throw Issues(items: [.tooDeep(token.range)]) }
    let condition = try binary(.or)
    guard accept(.question) else { return condition }
    let then = try binary(.or)
    try expect(.colon, "':'")
    let otherwise = try expression()
    return try make(
      .conditional(condition, then: then, else: otherwise),
      condition.range.lowerBound..<otherwise.range.upperBound)
  }

  private mutating func binary(_ minimum: Precedence) throws(Issues) -> Expr {
    var left = try unary()
    while let precedence = Precedence(token.kind), precedence >= minimum {
      if precedence <= .and {
        left = try terms(from: left, joinedBy: token.kind, precedence)
        continue
      }
      let name = Expr.Name(text: token.kind.operatorName, range: token.range)
      advance()
      let right = try binary(precedence.next)
      left = try make(
        .call(name, target: nil, [left, right]), left.range.lowerBound..<right.range.upperBound)
    }
    return left
  }

  private mutating func terms(
    from first: Expr, joinedBy kind: Token.Kind, _ precedence: Precedence
  ) throws(Issues) -> Expr {
    var terms = [first]
    while accept(kind) { terms.append(try binary(precedence.next)) }
    let range = first.range.lowerBound..<previousEnd
    return try make(kind == .and ? .and(terms) : .or(terms), range)
  }

  private mutating func unary() throws(Issues) -> Expr {
    let kind = token.kind
    guard kind == .not || kind == .minus else { return try member() }
    var operators: [Range<Int>] = []
    while token.kind == kind {
      operators.append(token.range)
      advance()
    }
    guard operators.count <= Self.heightLimit else {
      throw Issues(items: [.tooDeep(operators[Self.heightLimit])])
    }
    var result: Expr
    if kind == .minus, token.kind == .int || token.kind == .double,
      let sign = operators.popLast()
    {
      result = try member(try number(sign: sign))
    } else {
      result = try member()
    }
    for range in operators.reversed() {
      let name = Expr.Name(text: kind == .not ? "!_" : "-_", range: range)
      result = try make(
        .call(name, target: nil, [result]), range.lowerBound..<result.range.upperBound)
    }
    return result
  }

  // MARK: Members

  private mutating func member() throws(Issues) -> Expr { try member(try primary()) }

  private mutating func member(_ operand: Expr) throws(Issues) -> Expr {
    var result = operand
    while true {
      switch token.kind {
      case .dot:
        advance()
        result = try selection(of: result)
      case .leftBracket:
        advance()
        let isOptional = accept(.question)
        let index = try expression()
        try expect(.rightBracket, "']'")
        result = try make(
          .index(result, index, optional: isOptional), result.range.lowerBound..<previousEnd)
      case .leftBrace:
        guard let name = result.qualifiedName else { return result }
        result = try record(Expr.Name(text: name, range: result.range))
      default: return result
      }
    }
  }

  private mutating func selection(of operand: Expr) throws(Issues) -> Expr {
    let isOptional = accept(.question)
    let name = try fieldName()
    let start = operand.range.lowerBound
    guard !isOptional, token.kind == .leftParen else {
      return try make(
        .select(operand, name, optional: isOptional), start..<name.range.upperBound)
    }
    let arguments = try self.arguments()
    let range = start..<previousEnd
    if expandsMacros, let macro = try macro(name, on: operand, arguments, range) { return macro }
    return try make(.call(name, target: operand, arguments), range)
  }

  private mutating func fieldName() throws(Issues) -> Expr.Name {
    let range = token.range
    switch token.kind {
    case .ident, .reserved:
      advance()
      return Expr.Name(text: text(range), range: range)
    case .quotedIdent:
      advance()
      return Expr.Name(
        text: text(range.lowerBound + 1..<range.upperBound - 1), range: range)
    default: throw unexpected("a field name")
    }
  }

  private mutating func arguments() throws(Issues) -> [Expr] {
    advance()
    var arguments: [Expr] = []
    if accept(.rightParen) { return arguments }
    repeat { arguments.append(try expression()) } while accept(.comma)
    try expect(.rightParen, "',' or ')'")
    return arguments
  }

  // MARK: Primaries

  private mutating func primary() throws(Issues) -> Expr {
    let range = token.range
    switch token.kind {
    case .int, .double, .uint: return try number(sign: nil)
    case .string, .bytes: return try string()
    case .true, .false:
      let value = Value.bool(token.kind == .true)
      advance()
      return try make(.literal(value), range)
    case .null:
      advance()
      return try make(.literal(.null), range)
    case .ident: return try identifier(range, isAbsolute: false)
    case .dot:
      advance()
      guard token.kind == .ident else { throw unexpected("a name") }
      return try identifier(range.lowerBound..<token.range.upperBound, isAbsolute: true)
    case .leftParen:
      advance()
      let inner = try expression()
      try expect(.rightParen, "')'")
      return inner
    case .leftBracket: return try list()
    case .leftBrace: return try map()
    default: throw unexpected("an expression")
    }
  }

  private mutating func identifier(
    _ range: Range<Int>, isAbsolute: Bool
  ) throws(Issues) -> Expr {
    let name = (isAbsolute ? "." : "") + text(token.range)
    let nameRange = token.range
    advance()
    guard token.kind == .leftParen else { return try make(.ident(name), range) }
    let arguments = try self.arguments()
    let whole = range.lowerBound..<previousEnd
    if expandsMacros, name == "has" { return try has(arguments, whole) }
    return try make(
      .call(Expr.Name(text: name, range: nameRange), target: nil, arguments), whole)
  }

  private mutating func number(sign: Range<Int>?) throws(Issues) -> Expr {
    let range = (sign ?? token.range).lowerBound..<token.range.upperBound
    let digits = bytes[local(token.range)]
    let value: Value? =
      switch token.kind {
      case .int: Literal.int(digits, negative: sign != nil).map(Value.int)
      case .uint: Literal.uint(digits).map(Value.uint)
      default: Literal.double(digits).map { .double(sign == nil ? $0 : -$0) }
      }
    guard let value else { throw Issues(items: [.numberOutOfRange(token.kind, range)]) }
    advance()
    return try make(.literal(value), range)
  }

  private mutating func string() throws(Issues) -> Expr {
    let range = token.range
    let value: Value
    do throws(Literal.Failure) {
      value =
        token.kind == .string
        ? .string(try Literal.string(bytes, local(range)))
        : .bytes(try Literal.bytes(bytes, local(range)))
    } catch {
      let part = error.range.lowerBound + offset..<error.range.upperBound + offset
      throw Issues(items: [Issue(.syntax, error.message, part)])
    }
    advance()
    return try make(.literal(value), range)
  }

  private mutating func list() throws(Issues) -> Expr {
    let start = token.range.lowerBound
    advance()
    var elements: [Expr.Element] = []
    while token.kind != .rightBracket {
      let isOptional = accept(.question)
      elements.append(Expr.Element(value: try expression(), isOptional: isOptional))
      guard accept(.comma) else { break }
    }
    try expect(.rightBracket, "',' or ']'")
    return try make(.list(elements), start..<previousEnd)
  }

  private mutating func map() throws(Issues) -> Expr {
    let start = token.range.lowerBound
    advance()
    var entries: [Expr.Entry] = []
    while token.kind != .rightBrace {
      let isOptional = accept(.question)
      let key = try expression()
      try expect(.colon, "':'")
      entries.append(Expr.Entry(key: key, value: try expression(), isOptional: isOptional))
      guard accept(.comma) else { break }
    }
    try expect(.rightBrace, "',' or '}'")
    return try make(.map(entries), start..<previousEnd)
  }

  private mutating func record(_ name: Expr.Name) throws(Issues) -> Expr {
    advance()
    var fields: [Expr.Field] = []
    while token.kind != .rightBrace {
      let isOptional = accept(.question)
      let field = try fieldName()
      try expect(.colon, "':'")
      fields.append(Expr.Field(name: field, value: try expression(), isOptional: isOptional))
      guard accept(.comma) else { break }
    }
    try expect(.rightBrace, "',' or '}'")
    return try make(.record(name, fields), name.range.lowerBound..<previousEnd)
  }
}

extension Expr {
  /// The dotted name that the expression is, if it is one.
  package var qualifiedName: String? {
    switch kind {
    case .ident(let name): name
    case .select(let operand, let name, optional: false):
      operand.qualifiedName.map { "\($0).\(name.text)" }
    default: nil
    }
  }
}
