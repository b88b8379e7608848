/// A line of a text that need not be YAML yet.
struct TextLine {
  /// The range without the line break.
  let range: Range<Int>
  /// The start of the next line.
  let next: Int
  /// The number of blanks at the start of the line.
  let indentation: Int
  /// The first byte that is no blank.
  private let first: UInt8?

  /// The line that starts at an offset; CR and LF each end one.
  init(at start: Int, in text: [UInt8]) {
    let end = text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
    let content = text[start..<end].firstIndex { $0 != 0x20 } ?? end
    range = start..<end
    next = min(end + 1, text.count)
    indentation = content - start
    first = content < end ? text[content] : nil
  }

  /// The line that contains an offset; a line break belongs to the line that it ends.
  init(around offset: Int, in text: [UInt8]) {
    let former = text[..<offset].lastIndex { $0 == 0x0A || $0 == 0x0D }
    self.init(at: former.map { $0 + 1 } ?? 0, in: text)
  }

  var isComment: Bool { first == UInt8(ascii: "#") }
  /// True unless the line is blank or a comment.
  var hasContent: Bool { first != nil && !isComment }
  var isItem: Bool { first == UInt8(ascii: "-") }

  /// The key without quotes at the start of the line; nil for anything else.
  func key(in text: [UInt8]) -> Key? {
    let start = range.lowerBound + indentation
    let colon = text[start..<range.upperBound].firstIndex {
      !$0.isWordByte && $0 != UInt8(ascii: "-")
    }
    guard !isItem, let colon, colon > start, text[colon] == UInt8(ascii: ":") else { return nil }
    let rest = text[(colon + 1)..<range.upperBound].first { $0 != 0x20 }
    return Key(
      name: String(decoding: text[start..<colon], as: UTF8.self), end: colon + 1,
      endsLine: rest == nil || rest == UInt8(ascii: "#"))
  }

  /// A key at the start of a line.
  struct Key {
    let name: String
    /// The offset after its colon.
    let end: Int
    /// True if nothing but a comment follows it on its line.
    let endsLine: Bool
  }
}

extension Collection<UInt8> {
  /// True if an anchor may be declared here, which aliases elsewhere need.
  var holdsAnchor: Bool { holdsReference(begunBy: UInt8(ascii: "&")) }

  /// True if there may be an alias of an anchor elsewhere.
  var holdsAlias: Bool { holdsReference(begunBy: UInt8(ascii: "*")) }

  private func holdsReference(begunBy mark: UInt8) -> Bool {
    var isAtStart = true
    var follows = false
    for byte in self {
      if follows, byte.isWordByte || byte == UInt8(ascii: "-") { return true }
      follows = isAtStart && byte == mark
      isAtStart = !byte.isWordByte && byte != mark
    }
    return false
  }
}
