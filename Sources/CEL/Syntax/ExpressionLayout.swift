/// The one layout of expressions: a space at both sides of an operator of two operands, of `?` and of
/// its `:`, and one after a comma and the colon of an entry. There are no parentheses around a whole
/// expression, around other parentheses, or around a name, a selection or a literal.
///
/// Comments and line breaks between its parts stay where they are; an expression with a comment at
/// either end stays as it is.
package struct ExpressionLayout {
  private let bytes: [UInt8]
  private let tokens: [Token]
  /// The opening bracket that each closing one belongs to, and the other way round, by index.
  private var partners: [Int: Int] = [:]

  /// Returns an expression in the one layout; a text that is no expression stays as it is.
  package static func text(of text: String) -> String {
    guard let layout = ExpressionLayout(text) else { return text }
    let dropped = layout.redundant
    let result = layout.text(without: dropped)
    var parser = Parser(text)
    guard result != text, (try? parser.parse()) != nil, let new = ExpressionLayout(result),
      new.words().elementsEqual(layout.words(without: dropped))
    else { return text }
    return result
  }

  private init?(_ text: String) {
    bytes = Array(text.utf8)
    var lexer = Lexer(bytes)
    var tokens: [Token] = []
    var opening: [Int] = []
    while true {
      let token = lexer.next()
      guard lexer.problem == nil, token.kind != .unknown else { return nil }
      if token.kind == .end { break }
      if token.kind.isOpening {
        opening.append(tokens.count)
      } else if token.kind.isClosing {
        guard let start = opening.popLast() else { return nil }
        partners[start] = tokens.count
        partners[tokens.count] = start
      }
      tokens.append(token)
    }
    guard opening.isEmpty, let first = tokens.first, let last = tokens.last,
      !bytes[..<first.range.lowerBound].contains(UInt8(ascii: "/")),
      !bytes[last.range.upperBound...].contains(UInt8(ascii: "/"))
    else { return nil }
    self.tokens = tokens
  }

  /// The texts of the tokens.
  private func words(without dropped: Set<Int> = []) -> [ArraySlice<UInt8>] {
    tokens.indices.filter { !dropped.contains($0) }.map { bytes[tokens[$0].range] }
  }

  private func text(without dropped: Set<Int>) -> String {
    let roles = roles
    var output: [UInt8] = []
    var before: Int?
    for (index, token) in tokens.enumerated() where !dropped.contains(index) {
      if let before {
        let gap = bytes[tokens[before].range.upperBound..<token.range.lowerBound]
        if before == index - 1, gap.contains(where: { $0 == 0x0A || $0 == UInt8(ascii: "/") }) {
          output += gap
        } else if hasSpace(between: before, index, roles) {
          output.append(0x20)
        }
      }
      output += bytes[token.range]
      before = index
    }
    return String(decoding: output, as: UTF8.self)
  }
}

/// Parentheses that change nothing.
extension ExpressionLayout {
  /// The indices of these parentheses.
  private var redundant: Set<Int> {
    // A comment may end at a line break that only a parenthesis follows.
    guard !bytes.contains(0x0A) else { return [] }
    var redundant: Set<Int> = []
    for (index, token) in tokens.enumerated() where token.kind == .leftParen && isGroup(index) {
      guard let end = partners[index] else { continue }
      let isWhole = leads(to: index) && trails(from: end)
      let isDoubled =
        index + 1 < end && tokens[index + 1].kind == .leftParen && partners[index + 1] == end - 1
      let isSingle =
        tokens[(index + 1)..<end].allSatisfy { $0.kind.isOperand || $0.kind == .dot }
        && !isAfterSign(index) && !isBeforeDot(end)
      if isWhole || isDoubled || isSingle { redundant.formUnion([index, end]) }
    }
    return redundant
  }

  /// True if a parenthesis is no call's.
  private func isGroup(_ index: Int) -> Bool {
    guard index > 0 else { return true }
    switch tokens[index - 1].kind {
    case .ident, .quotedIdent, .reserved: return false
    default: return true
    }
  }

  /// True if only parentheses that also go precede an index.
  private func leads(to index: Int) -> Bool {
    (0..<index).allSatisfy { tokens[$0].kind == .leftParen }
  }

  private func trails(from index: Int) -> Bool {
    tokens[(index + 1)...].allSatisfy { $0.kind == .rightParen }
  }

  /// True after a `-`, which with a number is a literal.
  private func isAfterSign(_ index: Int) -> Bool {
    index > 0 && tokens[index - 1].kind == .minus
  }

  /// True before a selection, a call or an index: a number before a dot would be another number.
  private func isBeforeDot(_ index: Int) -> Bool {
    guard index + 1 < tokens.count else { return false }
    return [.dot, .leftBracket].contains(tokens[index + 1].kind)
  }
}

/// Spaces.
extension ExpressionLayout {
  private enum Role {
    case other
    /// An operator between two operands.
    case between
    /// A `!` or `-` before an operand.
    case sign
    /// The `?` of an optional selection, index, element or entry.
    case optional
  }

  /// The role of each token.
  private var roles: [Role] {
    var roles: [Role] = []
    // The conditional operators that are open in each bracket.
    var open = [0]
    for (index, token) in tokens.enumerated() {
      let previous = index > 0 ? tokens[index - 1].kind : nil
      var role = Role.other
      switch token.kind {
      case .not: role = .sign
      case .minus: role = endsOperand(previous) ? .between : .sign
      case .question:
        if endsOperand(previous) {
          role = .between
          open[open.count - 1] += 1
        } else {
          role = .optional
        }
      case .colon where open[open.count - 1] > 0:
        role = .between
        open[open.count - 1] -= 1
      case _ where Precedence(token.kind) != nil: role = .between
      default: break
      }
      if token.kind.isOpening { open.append(0) }
      if token.kind.isClosing, open.count > 1 { open.removeLast() }
      roles.append(role)
    }
    return roles
  }

  private func endsOperand(_ kind: Token.Kind?) -> Bool {
    kind.map { $0.isOperand || $0.isClosing } ?? false
  }

  private func hasSpace(between first: Int, _ second: Int, _ roles: [Role]) -> Bool {
    let (left, right) = (tokens[first].kind, tokens[second].kind)
    if roles[first] == .between || roles[second] == .between { return true }
    if roles[first] == .sign || roles[first] == .optional { return false }
    switch (left, right) {
    case (.comma, _), (.colon, _): return !right.isClosing
    case (_, .comma), (_, .colon), (.dot, _), (_, .dot): return false
    case _ where left.isOpening || right.isClosing || right.isOpening: return false
    default: return roles[second] != .optional
    }
  }
}

extension Token.Kind {
  fileprivate var isOpening: Bool {
    switch self {
    case .leftParen, .leftBracket, .leftBrace: true
    default: false
    }
  }

  fileprivate var isClosing: Bool {
    switch self {
    case .rightParen, .rightBracket, .rightBrace: true
    default: false
    }
  }

  /// True for a name or a literal.
  fileprivate var isOperand: Bool {
    switch self {
    case .ident, .quotedIdent, .reserved, .int, .uint, .double, .string, .bytes, .true, .false,
      .null:
      true
    default: false
    }
  }
}
