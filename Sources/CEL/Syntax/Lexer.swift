/// Splits the text of an expression into tokens (CEL spec, "Syntax": lexis).
///
/// Nothing is decoded here: a token is a kind and a range, so reading a long text allocates
/// nothing.
struct Lexer {
  let bytes: [UInt8]
  private(set) var position: Int
  /// The end of the text.
  let end: Int
  /// The number that is added to the ranges of tokens.
  let offset: Int
  /// The problem with the token that was read last; nil if there is none.
  private(set) var problem: Problem?

  enum Problem: Sendable {
    case unterminatedString, unterminatedName, badNumber
  }

  init(_ bytes: [UInt8], from start: Int = 0, offset: Int = 0) {
    self.offset = offset
    self.bytes = bytes
    position = start
    end = bytes.count
  }

  /// The byte at `offset` from the position, 0 past the end.
  private func peek(_ offset: Int = 0) -> UInt8 {
    let index = position + offset
    return index < end ? bytes[index] : 0
  }

  mutating func next() -> Token {
    problem = nil
    skipSpace()
    let start = position
    guard position < end else { return Token(kind: .end, range: start + offset..<start + offset) }
    let byte = bytes[position]
    let kind: Token.Kind =
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"):
        wordOrString()
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number()
      case UInt8(ascii: "\""), UInt8(ascii: "'"): string(raw: false, kind: .string)
      case UInt8(ascii: "`"): quotedName()
      case UInt8(ascii: ".") where peek(1).isDigit: number()
      default: punctuation(byte)
      }
    return Token(kind: kind, range: start + offset..<position + offset)
  }

  private mutating func skipSpace() {
    while position < end {
      switch bytes[position] {
      case 0x20, 0x09, 0x0a, 0x0c, 0x0d: position += 1
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
        while position < end, bytes[position] != 0x0a { position += 1 }
      default: return
      }
    }
  }

  private mutating func punctuation(_ byte: UInt8) -> Token.Kind {
    let next = peek(1)
    position += 1
    func two(_ kind: Token.Kind) -> Token.Kind {
      position += 1
      return kind
    }
    switch byte {
    case UInt8(ascii: "("): return .leftParen
    case UInt8(ascii: ")"): return .rightParen
    case UInt8(ascii: "["): return .leftBracket
    case UInt8(ascii: "]"): return .rightBracket
    case UInt8(ascii: "{"): return .leftBrace
    case UInt8(ascii: "}"): return .rightBrace
    case UInt8(ascii: "."): return .dot
    case UInt8(ascii: ","): return .comma
    case UInt8(ascii: "?"): return .question
    case UInt8(ascii: ":"): return .colon
    case UInt8(ascii: "+"): return .plus
    case UInt8(ascii: "-"): return .minus
    case UInt8(ascii: "*"): return .star
    case UInt8(ascii: "/"): return .slash
    case UInt8(ascii: "%"): return .percent
    case UInt8(ascii: "!"): return next == UInt8(ascii: "=") ? two(.notEqual) : .not
    case UInt8(ascii: "<"): return next == UInt8(ascii: "=") ? two(.lessEqual) : .less
    case UInt8(ascii: ">"): return next == UInt8(ascii: "=") ? two(.greaterEqual) : .greater
    case UInt8(ascii: "=") where next == UInt8(ascii: "="): return two(.equal)
    case UInt8(ascii: "&") where next == UInt8(ascii: "&"): return two(.and)
    case UInt8(ascii: "|") where next == UInt8(ascii: "|"): return two(.or)
    default:
      while position < end, bytes[position] & 0xc0 == 0x80 { position += 1 }
      return .unknown
    }
  }

  private mutating func wordOrString() -> Token.Kind {
    switch (bytes[position] | 0x20, peek(1), peek(2)) {
    case (UInt8(ascii: "r"), let quote, _) where quote.isQuote:
      position += 1
      return string(raw: true, kind: .string)
    case (UInt8(ascii: "b"), let quote, _) where quote.isQuote:
      position += 1
      return string(raw: false, kind: .bytes)
    case (UInt8(ascii: "b"), UInt8(ascii: "r"), let quote) where quote.isQuote,
      (UInt8(ascii: "b"), UInt8(ascii: "R"), let quote) where quote.isQuote:
      position += 2
      return string(raw: true, kind: .bytes)
    default:
      var word = Token.Word()
      var next = position
      while next < end, bytes[next].isWord {
        word.append(bytes[next])
        next += 1
      }
      position = next
      return Token.Kind(word)
    }
  }

  /// Skips a string whose opening quote is at the position.
  private mutating func string(raw: Bool, kind: Token.Kind) -> Token.Kind {
    let quote = bytes[position]
    let isTriple = peek(1) == quote && peek(2) == quote
    position += isTriple ? 3 : 1
    while position < end {
      let byte = bytes[position]
      if byte == quote, !isTriple || (peek(1) == quote && peek(2) == quote) {
        position += isTriple ? 3 : 1
        return kind
      }
      if byte == UInt8(ascii: "\\"), !raw {
        position += 1
      } else if !isTriple, byte == 0x0a || byte == 0x0d {
        break
      }
      position += 1
    }
    position = min(position, end)
    problem = .unterminatedString
    return .unknown
  }

  private mutating func quotedName() -> Token.Kind {
    position += 1
    while position < end, bytes[position] != UInt8(ascii: "`"), bytes[position] != 0x0a {
      position += 1
    }
    guard position < end, bytes[position] == UInt8(ascii: "`") else {
      problem = .unterminatedName
      return .unknown
    }
    position += 1
    return .quotedIdent
  }

  private mutating func number() -> Token.Kind {
    if bytes[position] == UInt8(ascii: "0"), peek(1) == UInt8(ascii: "x") {
      position += 2
      let start = position
      while position < end, bytes[position].isHexDigit { position += 1 }
      if position == start { problem = .badNumber }
      return suffix(.int)
    }
    var kind = Token.Kind.int
    skipDigits()
    if peek() == UInt8(ascii: "."), peek(1).isDigit {
      kind = .double
      position += 1
      skipDigits()
    }
    if peek() | 0x20 == UInt8(ascii: "e") {
      let sign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-") ? 1 : 0
      if peek(1 + sign).isDigit {
        kind = .double
        position += 1 + sign
        skipDigits()
      }
    }
    return suffix(kind)
  }

  private mutating func suffix(_ kind: Token.Kind) -> Token.Kind {
    var kind = kind
    if kind == .int, peek() | 0x20 == UInt8(ascii: "u") {
      position += 1
      kind = .uint
    }
    if peek().isWord {
      while peek().isWord { position += 1 }
      problem = .badNumber
    }
    return problem == nil ? kind : .unknown
  }

  private mutating func skipDigits() {
    while position < end, bytes[position].isDigit { position += 1 }
  }
}

extension Token.Kind {
  /// The kind of a word (CEL spec, "Syntax": RESERVED).
  init(_ word: Token.Word) {
    self = .ident
    guard word.count < Self.words.count else { return }
    for (letters, kind) in Self.words[word.count] where letters == word.letters {
      self = kind
      return
    }
  }

  /// The words that are not names.
  static let spellings: [(text: String, kind: Token.Kind)] = [
    ("true", .true), ("false", .false), ("null", .null), ("in", .in), ("as", .reserved),
    ("break", .reserved), ("const", .reserved), ("continue", .reserved), ("else", .reserved),
    ("for", .reserved), ("function", .reserved), ("if", .reserved), ("import", .reserved),
    ("let", .reserved), ("loop", .reserved), ("package", .reserved), ("namespace", .reserved),
    ("return", .reserved), ("var", .reserved), ("void", .reserved), ("while", .reserved),
  ]

  /// The same words, by length.
  private static let words = (0...Token.Word.longest).map { count in
    spellings.map { (Token.Word($0.text), $0.kind) }.filter { $0.0.count == count }
      .map { (letters: $0.letters, kind: $1) }
  }
}

extension Token {
  /// A word as a single number, for a fast comparison with the words that have a meaning.
  struct Word {
    /// Seven bits for each letter; only the last letters fit.
    private(set) var letters: UInt64 = 0
    private(set) var count = 0

    /// The length of the longest word that has a meaning.
    static let longest = 9

    init() {}

    init(_ text: String) {
      var text = text
      text.withUTF8 { bytes in
        for byte in bytes { append(byte) }
      }
    }

    mutating func append(_ byte: UInt8) {
      letters = letters << 7 | UInt64(byte & 0x7F)
      // A word with characters beyond ASCII is none of those words.
      count += byte < 0x80 ? 1 : Self.longest + 1
    }
  }
}

extension UInt8 {
  var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
}
