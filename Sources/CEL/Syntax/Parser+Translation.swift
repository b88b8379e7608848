/// The operators `??` and `?.` of other languages, in CEL's own words.
extension Environment {
  /// Returns the expression that a text with `??` or `?.` means: `x.orValue(y)` for `x ?? y`, and `x.?name` for
  /// `x?.name`; nil for any other text.
  package func translation(of text: String) -> String? {
    guard Translation.isNeeded(for: text.utf8) else { return nil }
    let selecting = Translation.selecting(Array(text.utf8))
    var parser = Parser(selecting)
    parser.translation = Translation()
    guard (try? parser.parse()) != nil,
      let translated = parser.translation?.applied(to: selecting), translated != text,
      (try? parse(translated)) != nil
    else { return nil }
    return translated
  }
}

/// The edits that turn operators of other languages into CEL.
struct Translation {
  private var edits: [(range: Range<Int>, text: String)] = []

  /// True if a text may hold such an operator.
  static func isNeeded(for text: some Collection<UInt8>) -> Bool {
    zip(text, text.dropFirst()).contains {
      $0 == UInt8(ascii: "?") && [UInt8(ascii: "?"), UInt8(ascii: ".")].contains($1)
    }
  }

  /// The text with `.?` in place of each `?.` outside of quotes.
  static func selecting(_ text: [UInt8]) -> String {
    var bytes = text
    var lexer = Lexer(bytes)
    var previous = lexer.next()
    while previous.kind != .end {
      let token = lexer.next()
      if previous.kind == .question, token.kind == .dot,
        previous.range.upperBound == token.range.lowerBound
      {
        bytes.swapAt(previous.range.lowerBound, token.range.lowerBound)
      }
      previous = token
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  fileprivate mutating func replace(_ range: Range<Int>, by text: String) {
    edits.append((range, text))
  }

  /// The text with all edits.
  fileprivate func applied(to text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    // Those at one place stay in the order in which they were found: the sort is stable.
    for (range, text) in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += bytes[position..<range.lowerBound] + Array(text.utf8)
      position = range.upperBound
    }
    return String(decoding: result + bytes[position...], as: UTF8.self)
  }
}

extension Parser {
  /// True at two question marks, where such operators are accepted.
  private var isFallback: Bool {
    guard token.kind == .question, translation != nil else { return false }
    let next = local(token.range).upperBound
    return next < bytes.count && bytes[next] == UInt8(ascii: "?")
  }

  /// Parses each `?? fallback` after an expression.
  mutating func fallbacks(for first: Expr, from start: Int) throws(Issues) -> Expr {
    var result = first
    while isFallback {
      let end = previousEnd
      advance()
      advance()
      let name = Expr.Name(text: "orValue", range: token.range)
      let lead = end..<token.range.lowerBound
      let fallback = try binary(.or)
      if case .index(let operand, _, false) = result.kind,
        let bracket = bytes[local(operand.range).upperBound...].firstIndex(of: UInt8(ascii: "["))
      {
        // An index that may be missing is one with a question mark.
        translation?.replace(bracket..<bracket + 1, by: "[?")
      } else if result.isOperation, result.range == start..<end {
        translation?.replace(start..<start, by: "(")
        translation?.replace(end..<end, by: ")")
      }
      translation?.replace(lead, by: ".orValue(")
      let last = previousEnd
      translation?.replace(last..<last, by: ")")
      result = try make(.call(name, target: result, [fallback]), start..<last)
    }
    return result
  }
}

extension Expr {
  /// True if an operator is the outermost part.
  fileprivate var isOperation: Bool {
    switch kind {
    case .and, .or, .conditional: true
    case .call(let name, nil, _): name.text.contains("_")
    default: false
    }
  }
}
