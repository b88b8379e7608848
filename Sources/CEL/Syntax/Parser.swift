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
/// The tree never gets higher than ``heightLimit``, whatever the text: a chain of `&&` or `||` is
/// one node, and the parser rejects anything else that is too high.
struct Parser {
  static let heightLimit = 160
  static let depthLimit = 400

  /// The start of the text in the larger text to which ranges refer.
  let offset: Int
  let expandsMacros: Bool
  private var lexer: Lexer
  private(set) var token: Token
  /// The range of the token before the current one.
  private var previousRange: Range<Int>
  private var previousEnd: Int { previousRange.upperBound }
  private var depth = 0
  /// True if `x ?? y` is accepted, as a call of the function `??`.
  private let acceptsFallbacks: Bool

  /// The text.
  var bytes: [UInt8] { lexer.bytes }

  /// Returns the name of the record that is the contents of a variant's case; nil for any other
  /// expression.
  private let contentsOfCase: (_ variant: String, _ name: String) -> String?

  init(
    _ text: String, offsetBy offset: Int = 0, expandsMacros: Bool = true,
    acceptsFallbacks: Bool = false,
    contentsOfCase: @escaping (_ variant: String, _ name: String) -> String? = { _, _ in nil }
  ) {
    self.offset = offset
    previousRange = offset..<offset
    self.expandsMacros = expandsMacros
    self.acceptsFallbacks = acceptsFallbacks
    self.contentsOfCase = contentsOfCase
    lexer = Lexer(Array(text.utf8), offset: offset)
    token = lexer.next()
  }

  mutating func parse() throws(Issues) -> Expr {
    let result = try expression()
    guard token.kind == .end else { throw unexpected("the end") }
    return result
  }

  // MARK: Tokens

  mutating func advance() {
    previousRange = token.range
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
    let help =
      Issue.operatorHelp(local(token.range), after: local(previousRange), in: bytes)
      ?? (expected == "':'" ? Issue.optionalSelectionHelp(in: bytes) : nil)
    return Issues(items: [
      .unexpected(token, text(token.range), lexer.problem, expected: expected, help: help)
    ])
  }

  func make(_ kind: consuming Expr.Kind, _ range: Range<Int>) throws(Issues) -> Expr {
    let result = Expr(kind, range)
    guard result.height <= Self.heightLimit, result.depth <= Self.depthLimit else {
      throw Issues(items: [.tooDeep(range)])
    }
    return result
  }

  // MARK: Operators

  // Recursive functions are kept apart from those that need much stack.

  mutating func expression() throws(Issues) -> Expr {
    try enter()
    let start = token.range.lowerBound
    var result = try binary(.or)
    if token.kind == .question { result = try choice(after: result, from: start) }
    depth -= 1
    return result
  }

  private mutating func enter() throws(Issues) {
    depth += 1
    if depth > Self.heightLimit { throw tooDeep(token.range) }
  }

  private func tooDeep(_ range: Range<Int>) -> Issues { Issues(items: [.tooDeep(range)]) }

  /// Parses each `?? fallback` after an expression, where it is accepted.
  private mutating func fallbacks(for first: Expr, from start: Int) throws(Issues) -> Expr {
    var result = first
    while acceptsFallbacks, token.kind == .question, startsFallback {
      let name = Expr.Name(text: Expr.fallback, range: token.range)
      advance()
      advance()
      let fallback = try binary(.or)
      result = try make(.call(name, target: result, [fallback]), start..<previousEnd)
    }
    return result
  }

  /// True if the token has a second question mark right behind it.
  private var startsFallback: Bool {
    let next = local(token.range).upperBound
    return next < bytes.count && bytes[next] == UInt8(ascii: "?")
  }

  private mutating func choice(after first: Expr, from start: Int) throws(Issues) -> Expr {
    let condition = try fallbacks(for: first, from: start)
    guard accept(.question) else { return condition }
    let then = try binary(.or)
    try expect(.colon, "':'")
    let otherwise = try expression()
    return try make(
      .conditional(condition, then: then, else: otherwise), start..<previousEnd)
  }

  private mutating func binary(_ minimum: Precedence) throws(Issues) -> Expr {
    let start = token.range.lowerBound
    var left = try operand()
    while let precedence = Precedence(token.kind), precedence >= minimum {
      left =
        precedence <= .and
        ? try terms(left, joinedBy: token.kind, precedence, from: start)
        : try operation(on: left, precedence, from: start)
    }
    return left
  }

  private mutating func operation(
    on left: Expr, _ precedence: Precedence, from start: Int
  ) throws(Issues) -> Expr {
    let name = Expr.Name(text: token.kind.operatorName, range: token.range)
    advance()
    let right = try binary(precedence.next)
    return try make(.call(name, target: nil, [left, right]), start..<previousEnd)
  }

  private mutating func terms(
    _ first: Expr, joinedBy kind: Token.Kind, _ precedence: Precedence, from start: Int
  ) throws(Issues) -> Expr {
    var terms = [first]
    while accept(kind) { terms.append(try binary(precedence.next)) }
    return try join(terms, kind, from: start)
  }

  private func join(
    _ terms: [Expr], _ kind: Token.Kind, from start: Int
  ) throws(Issues) -> Expr {
    try make(kind == .and ? .and(terms) : .or(terms), start..<previousEnd)
  }

  private mutating func operand() throws(Issues) -> Expr {
    switch token.kind {
    case .not, .minus: return try unary()
    default:
      let start = token.range.lowerBound
      return try member(try primary(), from: start)
    }
  }

  private mutating func unary() throws(Issues) -> Expr {
    let kind = token.kind
    var operators: [Range<Int>] = []
    while token.kind == kind {
      operators.append(token.range)
      advance()
    }
    if operators.count > Self.heightLimit { throw tooDeep(operators[Self.heightLimit]) }
    var sign: Range<Int>?
    if kind == .minus, token.kind == .int || token.kind == .double { sign = operators.popLast() }
    let start = sign?.lowerBound ?? token.range.lowerBound
    let operand = try member(sign == nil ? try primary() : try number(sign: sign), from: start)
    return try apply(operators, kind, to: operand)
  }

  private func apply(
    _ operators: [Range<Int>], _ kind: Token.Kind, to operand: Expr
  ) throws(Issues) -> Expr {
    var result = operand
    for range in operators.reversed() {
      let name = Expr.Name(text: kind == .not ? "!_" : "-_", range: range)
      result = try make(.call(name, target: nil, [result]), range.lowerBound..<previousEnd)
    }
    return result
  }

  // MARK: Members

  private mutating func member(_ operand: Expr, from start: Int) throws(Issues) -> Expr {
    var result = operand
    while true {
      switch token.kind {
      case .dot: result = try selection(of: result, from: start)
      case .leftBracket: result = try indexing(of: result, from: start)
      case .leftBrace:
        guard let name = result.qualifiedName else { return result }
        result = try record(Expr.Name(text: name, range: result.range))
      default: return result
      }
    }
  }

  private mutating func indexing(of operand: Expr, from start: Int) throws(Issues) -> Expr {
    advance()
    let isOptional = accept(.question)
    let index = try expression()
    try expect(.rightBracket, "']'")
    return try self.index(operand, index, isOptional: isOptional, from: start)
  }

  private func index(
    _ operand: Expr, _ index: Expr, isOptional: Bool, from start: Int
  ) throws(Issues) -> Expr {
    try make(.index(operand, index, optional: isOptional), start..<previousEnd)
  }

  private mutating func selection(of operand: Expr, from start: Int) throws(Issues) -> Expr {
    advance()
    let isOptional = accept(.question)
    let name = try fieldName()
    if isOptional || token.kind != .leftParen {
      return try select(name, of: operand, isOptional: isOptional, from: start)
    }
    let arguments = try self.arguments()
    return try methodCall(name, on: operand, arguments, from: start)
  }

  private func select(
    _ name: Expr.Name, of operand: Expr, isOptional: Bool, from start: Int
  ) throws(Issues) -> Expr {
    try make(.select(operand, name, optional: isOptional), start..<previousEnd)
  }

  private func methodCall(
    _ name: Expr.Name, on operand: Expr, _ arguments: [Expr], from start: Int
  ) throws(Issues) -> Expr {
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
    switch token.kind {
    case .int, .double, .uint: return try number(sign: nil)
    case .string, .bytes: return try string()
    case .true, .false, .null: return try word()
    case .ident, .dot: return try identifier()
    case .leftParen: return try parenthesized()
    case .leftBracket: return try list()
    case .leftBrace: return try map()
    default: throw unexpected("an expression")
    }
  }

  private mutating func word() throws(Issues) -> Expr {
    let value: Value = token.kind == .null ? .null : .bool(token.kind == .true)
    advance()
    return try make(.literal(value), previousRange)
  }

  private mutating func parenthesized() throws(Issues) -> Expr {
    advance()
    let inner = try expression()
    try expect(.rightParen, "')'")
    return inner
  }

  private mutating func identifier() throws(Issues) -> Expr {
    let start = token.range.lowerBound
    let name = try name()
    if token.kind != .leftParen { return try variable(name, from: start) }
    let arguments = try self.arguments()
    return try functionCall(name, from: start, arguments)
  }

  private mutating func name() throws(Issues) -> Expr.Name {
    let isAbsolute = accept(.dot)
    guard token.kind == .ident else { throw unexpected("a name") }
    advance()
    let text = text(previousRange)
    return Expr.Name(text: isAbsolute ? ".\(text)" : text, range: previousRange)
  }

  private func variable(_ name: Expr.Name, from start: Int) throws(Issues) -> Expr {
    try make(.ident(name.text), start..<previousEnd)
  }

  private func functionCall(
    _ name: Expr.Name, from start: Int, _ arguments: [Expr]
  ) throws(Issues) -> Expr {
    if expandsMacros, name.text == "has" { return try has(arguments, start..<previousEnd) }
    return try make(.call(name, target: nil, arguments), start..<previousEnd)
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
    do throws(Literal.LiteralError) {
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
    var values: [Expr] = []
    var optionals: Set<Int> = []
    while token.kind != .rightBracket {
      if accept(.question) { optionals.insert(values.count) }
      values.append(try expression())
      guard accept(.comma) else { break }
    }
    try expect(.rightBracket, "',' or ']'")
    return try list(values, optionals, start)
  }

  private func list(
    _ values: [Expr], _ optionals: Set<Int>, _ start: Int
  ) throws(Issues) -> Expr {
    let elements = values.enumerated().map {
      Expr.Element(value: $1, isOptional: optionals.contains($0))
    }
    return try make(.list(elements), start..<previousEnd)
  }

  private mutating func map() throws(Issues) -> Expr {
    let start = token.range.lowerBound
    advance()
    var parts: [Expr] = []
    var optionals: Set<Int> = []
    while token.kind != .rightBrace {
      if accept(.question) { optionals.insert(parts.count) }
      parts.append(try expression())
      try expect(.colon, "':'")
      parts.append(try expression())
      guard accept(.comma) else { break }
    }
    try expect(.rightBrace, "',' or '}'")
    return try map(parts, optionals, start)
  }

  private func map(
    _ parts: [Expr], _ optionals: Set<Int>, _ start: Int
  ) throws(Issues) -> Expr {
    let entries = stride(from: 0, to: parts.count, by: 2).map {
      Expr.Entry(key: parts[$0], value: parts[$0 + 1], isOptional: optionals.contains($0))
    }
    return try make(.map(entries), start..<previousEnd)
  }

  private mutating func record(_ name: Expr.Name) throws(Issues) -> Expr {
    advance()
    var fields: [Expr.Field] = []
    while token.kind != .rightBrace {
      let isOptional = accept(.question)
      let field = try fieldName()
      try expect(.colon, "':'")
      var value = try expression()
      if let contents = contentsOfCase(name.text, field.text), let fields = value.namedEntries {
        value = try make(.record(contents, at: value.range.lowerBound, fields), value.range)
      }
      fields.append(Expr.Field(name: field, value: value, isOptional: isOptional))
      guard accept(.comma) else { break }
    }
    try expect(.rightBrace, "',' or '}'")
    return try make(.record(name, fields), name.range.lowerBound..<previousEnd)
  }
}

extension Expr {
  /// The dotted name that the expression spells; nil for any other expression.
  package var qualifiedName: String? {
    switch kind {
    case .ident(let name): name
    case .select(let operand, let name, optional: false):
      operand.qualifiedName.map { "\($0).\(name.text)" }
    default: nil
    }
  }
}

/// The contents of a variant's case, which are written as a mapping: `Load{loaded: {cities: []}}`.
extension Expr {
  /// The entries of a map whose keys are all names, as fields of a record; nil for anything else.
  fileprivate var namedEntries: [Field]? {
    guard case .map(let entries) = kind else { return nil }
    var fields: [Field] = []
    for entry in entries {
      guard case .ident(let name) = entry.key.kind else { return nil }
      fields.append(
        Field(
          name: Name(text: name, range: entry.key.range), value: entry.value,
          isOptional: entry.isOptional))
    }
    return fields
  }
}

extension Expr.Kind {
  /// A record whose name is not written.
  fileprivate static func record(_ name: String, at start: Int, _ fields: [Expr.Field]) -> Self {
    .record(Expr.Name(text: name, range: start..<start), fields)
  }
}
