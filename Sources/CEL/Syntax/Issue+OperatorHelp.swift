/// Help for the operators of other languages, where the parser meets them.
extension Issue {
  /// The help for an operator of another language that stands at a token; nil if there is none.
  ///
  /// - Parameters:
  ///   - token: The range of the unexpected token.
  ///   - previous: The range of the token before it.
  static func operatorHelp(_ token: Range<Int>, after previous: Range<Int>, in bytes: [UInt8])
    -> String?
  {
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    return signHelp(text(signs(around: token, in: bytes))) ?? signHelp(text(token))
      ?? wordHelp(text(token), before: text(followingWord(token.upperBound, in: bytes)))
      ?? (text(previous).lowercased() == "not" ? "write '!' for 'not'" : nil)
  }

  /// The help for `?.`, the selection from a value that may be missing in other languages: the parser takes its
  /// question mark for that of a choice, and misses the colon.
  static func optionalSelectionHelp(in bytes: [UInt8]) -> String? {
    let written = Array("?.".utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: written) }
      ? "what may be null is tested before: write x == null ? y : x.name" : nil
  }

  private static func signHelp(_ signs: String) -> String? {
    switch signs {
    case "===": "write '=='"
    case "!==", "<>": "write '!='"
    case "=": "did you mean '=='?"
    case "&": "did you mean '&&'?"
    case "|": "did you mean '||'?"
    case "??", "?:": "write x.orValue(y) for y in the place of a null x"
    case "=>", "->": "the variable of a macro stands before a comma: write xs.map(x, x + 1)"
    case "++", "--": "an expression changes nothing: write x \(signs.prefix(1)) 1 for the new value"
    case "+=", "-=", "*=", "/=":
      "an expression changes nothing: write x \(signs.prefix(1)) y for the new value"
    case "!!": "what may be null is tested first: write x != null ? x : y"
    case "**": "there is no power: write x * x"
    case ";": "an expression is one value, nothing comes after it"
    default: nil
    }
  }

  private static func wordHelp(_ word: String, before next: String) -> String? {
    switch word {
    case "and", "AND": "write '&&'"
    case "or", "OR": "write '||'"
    case "not" where next == "in": "write !(x in xs)"
    case "not": "write '!'"
    case "is" where next == "not": "write '!='"
    case "is": "write '==', or has(x.name) for the case of a variant"
    case "if": "write condition ? x : y"
    default: nil
    }
  }

  /// The range of the signs of operators around a token; that of the token if it is none.
  private static func signs(around token: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    func isSign(_ index: Int) -> Bool { "=!<>&|?:+-*/;".utf8.contains(bytes[index]) }
    guard token.allSatisfy(isSign) else { return token }
    var (start, end) = (token.lowerBound, token.upperBound)
    while start > 0, isSign(start - 1) { start -= 1 }
    while end < bytes.count, isSign(end) { end += 1 }
    return start..<end
  }

  private static func followingWord(_ position: Int, in bytes: [UInt8]) -> Range<Int> {
    let start = bytes[position...].firstIndex { $0 != 0x20 } ?? bytes.count
    let end = bytes[start...].firstIndex { !$0.isWord } ?? bytes.count
    return start..<end
  }
}
