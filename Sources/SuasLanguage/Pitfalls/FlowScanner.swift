import SuasProgram

/// Reads the contents of `{ }` and `[ ]` as meant by an author who forgets that YAML ends a text at
/// a `,` or a bracket.
///
///     flow   = "{" { entry "," } "}" | "[" { entry "," } "]"
///     entry  = [ key ":" ] ( flow | text )
///     text   = all up to a "," or closing bracket outside of brackets and quotes of its own
struct FlowScanner {
  private let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int

  /// The maximum number of bytes that are scanned.
  private static let largest = 4000
  private static let deepest = 20

  init(_ bytes: [UInt8], at start: Int) {
    self.bytes = bytes
    position = start
    end = min(bytes.count, start + Self.largest)
  }

  private var byte: UInt8? { position < end ? bytes[position] : nil }

  private func byte(after position: Int) -> UInt8? {
    position + 1 < end ? bytes[position + 1] : nil
  }

  mutating func skipBlanks() {
    while let byte, byte.isBlank { position += 1 }
  }

  /// Skips the dashes of list items.
  mutating func skipDashes() {
    while byte == UInt8(ascii: "-"), byte(after: position)?.isBlank ?? true {
      position += 1
      skipBlanks()
    }
  }

  /// Reads a key and its `:`; if there is none, the position does not change.
  mutating func key() -> Range<Int>? {
    let start = position
    var next = start
    if let quote = byte, quote.isQuote {
      guard let close = endOfQuoted(from: start) else { return nil }
      next = close
    } else {
      while next < end, bytes[next].isWord || bytes[next] == UInt8(ascii: "-") { next += 1 }
    }
    let keyEnd = next
    while next < end, bytes[next].isBlank { next += 1 }
    guard keyEnd > start, next < end, bytes[next] == UInt8(ascii: ":"),
      byte(after: next).map({ $0.isBlank || $0.isLineBreak }) ?? true
    else { return nil }
    position = next + 1
    return start..<keyEnd
  }

  var beginsFlow: Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }

  /// True if nothing but a comment follows on the line.
  var isAtEndOfLine: Bool {
    var next = position
    while next < end, bytes[next].isBlank { next += 1 }
    return next >= end || bytes[next].isLineBreak || bytes[next] == UInt8(ascii: "#")
  }

  /// Reads the values of the collection that begins here; nil if its brackets do not match.
  mutating func flow(depth: Int = 0) -> [WrittenLine.Value]? {
    guard depth < Self.deepest, let open = byte else { return nil }
    let close = open == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")
    position += 1
    var values: [WrittenLine.Value] = []
    while true {
      skipSpace()
      guard let byte else { return nil }
      if byte == close {
        position += 1
        return values
      }
      if byte == UInt8(ascii: ",") {
        position += 1
        continue
      }
      let key = key()
      skipSpace()
      let start = position
      if beginsFlow, let inner = flow(depth: depth + 1), isAtEndOfEntry {
        values += inner
        continue
      }
      position = start
      guard let text = text() else { return nil }
      values.append(WrittenLine.Value(key: key, range: text, isInFlow: true))
      if text.isEmpty, position == start, byte == self.byte, isStuck(at: close) { return nil }
    }
  }

  /// True if the next byte ends neither an entry nor this collection.
  private func isStuck(at close: UInt8) -> Bool {
    byte != UInt8(ascii: ",") && byte != close
  }

  private var isAtEndOfEntry: Bool {
    var next = position
    while next < end, bytes[next].isBlank || bytes[next].isLineBreak { next += 1 }
    return next < end && [0x2C, 0x5D, 0x7D].contains(bytes[next])
  }

  /// Skips blanks, line breaks and comments.
  private mutating func skipSpace() {
    while let byte {
      if byte == UInt8(ascii: "#"), position > 0, !bytes[position - 1].isWord {
        while let byte = self.byte, !byte.isLineBreak { position += 1 }
      } else if byte.isBlank || byte.isLineBreak {
        position += 1
      } else {
        return
      }
    }
  }

  /// Reads a text up to the `,`, the bracket or the line break that ends it.
  private mutating func text() -> Range<Int>? {
    let start = position
    var depth = 0
    scan: while let byte {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")") where depth > 0: depth -= 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { break scan }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: break scan
      case 0x0A, 0x0D:
        if depth > 0 { return nil }
        break scan
      case _ where byte.isQuote && (position == start || !bytes[position - 1].isWord):
        if let close = endOfQuoted(from: position) {
          position = close
          continue scan
        }
      default: break
      }
      position += 1
    }
    guard depth == 0 else { return nil }
    var last = position
    while last > start, bytes[last - 1].isBlank { last -= 1 }
    return start..<last
  }

  /// The offset after the quoted text that begins at an offset, if it ends on the same line.
  private func endOfQuoted(from start: Int) -> Int? {
    var next = start + 1
    while next < end, !bytes[next].isLineBreak {
      if bytes[next] == UInt8(ascii: "\\") {
        next += 1
      } else if bytes[next] == bytes[start] {
        return next + 1
      }
      next += 1
    }
    return nil
  }
}

extension UInt8 {
  var isBlank: Bool { self == 0x20 || self == 0x09 }
  var isLineBreak: Bool { self == 0x0A || self == 0x0D }
  var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }

  /// True if the byte is a letter, a digit, `_`, or part of a non-ASCII character.
  fileprivate var isWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
