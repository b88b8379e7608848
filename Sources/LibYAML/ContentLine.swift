import YAML

/// A line that holds more than blanks and a comment, analyzed without a parser.
struct ContentLine {
  let source: Source
  /// The offset of the first character that is not blank.
  let start: Int
  /// The end of the line's content without trailing blanks; a comment counts as content.
  let end: Int
  /// The start of the content after the dashes of list items.
  private let entry: Int
  /// The offset of the `:` that ends the line's first key.
  let endOfKey: Int?

  /// The maximum length in bytes: programs wrote longer lines, and they omit no indicator.
  private static let longest = 2000

  init?(around offset: Int, in source: Source) {
    let line = source.line(around: offset)
    guard line.count <= Self.longest,
      let start = line.first(where: { !Self.isBlank(source.utf8[$0]) }),
      let last = line.last(where: { !Self.isBlank(source.utf8[$0]) }),
      source.utf8[start] != UInt8(ascii: "#")
    else { return nil }
    self.source = source
    self.start = start
    end = last + 1
    var entry = start
    while entry < end, source.utf8[entry] == UInt8(ascii: "-"),
      entry + 1 == end || Self.isBlank(source.utf8[entry + 1])
    {
      entry += 1
      while entry < end, Self.isBlank(source.utf8[entry]) { entry += 1 }
    }
    self.entry = entry
    endOfKey = Self.endOfKey(source.utf8, entry..<last + 1)
  }

  /// The nearest line above that has content.
  var above: ContentLine? {
    var offset = source.line(around: start).lowerBound
    for _ in 0..<100 where offset > 0 {
      if let line = ContentLine(around: offset - 1, in: source) { return line }
      offset = source.line(around: offset - 1).lowerBound
    }
    return nil
  }

  /// True if the line begins with the dash of a list item.
  var hasDash: Bool { entry > start }

  /// True if the line begins with a `-` directly before a word: a list item without its blank.
  var hasTightDash: Bool {
    source.utf8[start] == UInt8(ascii: "-") && start + 1 < end
      && Self.isLetter(source.utf8[start + 1])
  }

  /// True if the line has a value after its key.
  var hasValue: Bool {
    guard let endOfKey else { return false }
    let rest = source.utf8[endOfKey + 1..<end].drop(while: Self.isBlank)
    return rest.first.map { $0 != UInt8(ascii: "#") } ?? false
  }

  /// The column in which the content begins.
  var indentation: Int { source.location(of: start).column }

  /// The column in which the first key or text begins.
  var column: Int { source.location(of: entry).column }

  /// The column of the collection that holds the value at an offset: that of the line's key, or of
  /// the last dash before it; nil if the value's key or dash is on another line.
  func columnOfParent(of value: Int) -> Int? {
    if let endOfKey, endOfKey < value { return column }
    guard hasDash, entry == value else { return nil }
    let dash = source.utf8[start..<value].lastIndex(of: UInt8(ascii: "-"))
    return dash.map { source.location(of: $0).column }
  }

  /// The first word of the entry.
  var word: SourceRange { SourceRange(source, entry..<max(endOfWord, min(entry + 1, end))) }

  /// The likely mistake on a line that has no key.
  var mistakeWithoutKey: LineMistake.Kind {
    if hasTightDash { return .dashWithoutBlank }
    let colon = endOfWord
    guard colon > entry, colon + 1 < end, source.utf8[colon] == UInt8(ascii: ":"),
      source.utf8[colon + 1] != UInt8(ascii: "/")
    else { return .missingColon }
    return .colonWithoutBlank
  }

  /// The content with a text inserted at an offset.
  func inserting(_ text: String, at offset: Int) -> String {
    let offset = min(max(offset, start), end)
    return String(decoding: source.utf8[start..<offset], as: UTF8.self) + text
      + String(decoding: source.utf8[offset..<end], as: UTF8.self)
  }

  /// The end of the first word, or its start if it cannot be a key.
  var endOfWord: Int {
    guard entry < end, Self.isLetter(source.utf8[entry]) else { return entry }
    return source.utf8[entry..<end].firstIndex {
      !Self.isLetter($0) && !Self.isDigit($0) && $0 != UInt8(ascii: "-")
    } ?? end
  }

  /// The first `:` outside quotes that is before a blank or the end.
  private static func endOfKey(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    var quote: UInt8?
    for offset in range {
      let byte = bytes[offset]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        if offset == range.lowerBound { quote = byte }
      } else if byte == UInt8(ascii: ":"),
        offset + 1 == range.upperBound || isBlank(bytes[offset + 1])
      {
        return offset
      } else if byte == UInt8(ascii: "#"), offset > range.lowerBound, isBlank(bytes[offset - 1]) {
        return nil
      }
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  private static func isLetter(_ byte: UInt8) -> Bool {
    0x61...0x7A ~= byte | 0x20 || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}

extension Node {
  /// The line of a node that begins with a `-` directly before a word, corrected to `- word`; nil
  /// for any other node.
  package var lineWithDash: String? {
    guard let line = ContentLine(around: range.lowerBound, in: range.source), line.hasTightDash,
      line.start == range.lowerBound
    else { return nil }
    return line.inserting(" ", at: line.start + 1)
  }
}
