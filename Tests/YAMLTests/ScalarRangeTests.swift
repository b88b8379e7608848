import LibYAML
import Support
import Testing
import YAML

@Suite struct `Places inside scalars` {
  /// A scalar with `1️⃣` and `2️⃣` around the source of a part of its decoded text.
  struct Case: Sendable, CustomTestStringConvertible {
    let marked: String
    let decoded: String
    let part: String
    var testDescription: String { marked }

    init(_ marked: String, _ decoded: String, part: String) {
      self.marked = marked
      self.decoded = decoded
      self.part = part
    }
  }

  /// An entry for which libyaml refuses the whole text.
  private static let pair = #""\ud83d\ude00": "\ud83d\ude00""#

  @Test(arguments: [
    Case("a: one 1️⃣two2️⃣ three", "one two three", part: "two"),
    Case("a: one1️⃣\n2️⃣  two", "one two", part: " "),
    Case("a: one\n   \n  1️⃣two2️⃣", "one\ntwo", part: "two"),
    Case("a: one\n1️⃣\n2️⃣  two", "one\ntwo", part: "\n"),
    Case("a: one  \n  \t1️⃣two2️⃣ # no", "one two", part: "two"),
    Case("a: é\r\n   1️⃣ü2️⃣", "é ü", part: "ü"),
    Case("a: 'it1️⃣''2️⃣s'", "it's", part: "'"),
    Case("a: 'it''s 1️⃣so2️⃣'", "it's so", part: "so"),
    Case("a: 'one\n\n\n  1️⃣two2️⃣'", "one\n\ntwo", part: "two"),
    Case(#"a: "x1️⃣\n2️⃣y""#, "x\ny", part: "\n"),
    Case(#"a: "\x41\u00e9\U0001F600 1️⃣y2️⃣""#, "Aé😀 y", part: "y"),
    Case(#"a: "\x41\u00e91️⃣\U0001F6002️⃣y""#, "Aé😀y", part: "😀"),
    Case(#"a: "é1️⃣\ud83d\uDE002️⃣y""#, "é😀y", part: "😀"),
    Case(#"a: "\ud83d\ude00\ud83d\ude01 1️⃣y2️⃣""#, "😀😁 y", part: "y"),
    Case("a: \"x \\ud83d\\ude00 \\\n  1️⃣y2️⃣\"", "x 😀 y", part: "y"),
    Case(#"a: "\\ud83d\\ude00 1️⃣\ud83d\ude002️⃣""#, #"\ud83d\ude00 😀"#, part: "😀"),
    Case("a: &x \"1️⃣\\ud83d\\ude002️⃣\"\nb: *x", "😀", part: "😀"),
    Case("a: \\ud83d\\ude00 1️⃣x2️⃣\n\(pair)", #"\ud83d\ude00 x"#, part: "x"),
    Case("a: '\\ud83d''1️⃣x2️⃣'\n\(pair)", #"\ud83d'x"#, part: "x"),
    Case("a: |\n  \\ud83d\n  1️⃣x2️⃣\n\(pair)", "\\ud83d\nx\n", part: "x"),
    Case("a: >-\n  \\ud83d\n\n  1️⃣\\ude002️⃣\n\(pair)", "\\ud83d\n\\ude00", part: "\\ude00"),
    Case("# \\ud83d\na: 1️⃣x2️⃣ # \\ud83d\n\(pair)", "x", part: "x"),
    Case("a: \"x \\\n    1️⃣y2️⃣\"", "x y", part: "y"),
    Case("a: \"x\\\n  1️⃣\\ 2️⃣y\"", "x y", part: " "),
    Case(#"a: "x\/1️⃣y2️⃣""#, "x/y", part: "y"),
    Case("a: \"x \t\n\n \t1️⃣y2️⃣\"", "x\ny", part: "y"),
    Case("a: |\n  one\n  1️⃣two2️⃣\n", "one\ntwo\n", part: "two"),
    Case("a: |\n  one1️⃣\n2️⃣  two\n", "one\ntwo\n", part: "\n"),
    Case("a: |2-  # why\n\n    one\n   1️⃣two2️⃣\n\n", "\n  one\n two", part: "two"),
    Case("a: |+\n  one1️⃣\n2️⃣\n\nb: 2", "one\n\n\n", part: "\n"),
    Case("a: |\r\n  one\r\n  1️⃣two2️⃣\r\n", "one\ntwo\n", part: "two"),
    Case("a: >\n  one1️⃣\n2️⃣  two\n", "one two\n", part: " "),
    Case("a: >-\n  one\n\n  1️⃣two2️⃣\n", "one\ntwo", part: "two"),
    Case("a: >\n  one\n    more\n  1️⃣two2️⃣\n", "one\n  more\ntwo\n", part: "two"),
    Case("- - |\n    1️⃣one2️⃣", "one", part: "one"),
  ])
  func `a stretch of the decoded text is found in the file`(_ test: Case) throws {
    let marked = MarkedText(test.marked)
    let scalar = try #require(firstScalar(in: marked.text))
    #expect(scalar.text == test.decoded)
    let part = try #require(scalar.text.firstRange(of: test.part))
    let start = scalar.text.utf8.distance(from: scalar.text.startIndex, to: part.lowerBound)
    let place = scalar.range(of: start..<start + test.part.utf8.count)
    #expect(place.lowerBound..<place.upperBound == marked.range)
  }

  @Test(arguments: [
    "a: one two1️⃣ # no", "a: 'one two1️⃣'", "a: \"one two\\n1️⃣\"", "a: |\n  one\n  two1️⃣\n\nb: 1",
    "a: >-\n  one two1️⃣", "a: ''1️⃣",
  ])
  func `the end of the text is right after the last character`(_ source: String) throws {
    let marked = MarkedText(source)
    let scalar = try #require(firstScalar(in: marked.text))
    let end = scalar.text.utf8.count
    let place = scalar.range(of: end..<end)
    // For an empty text, the place is between the quotes.
    let expected = scalar.text.isEmpty ? marked["1️⃣"] - 1 : marked["1️⃣"]
    #expect(place.lowerBound == expected)
    #expect(place.upperBound == expected)
  }

  @Test(arguments: 0..<40)
  func `a text is read as ever where libyaml refuses its escapes`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let written = WrittenScalar.random(using: &random)
      guard let scalar = firstScalar(in: written.source) else { continue }
      if scalar.style == .doubleQuoted {
        let paired = written.source.replacing(#"\U0001F600"#, with: #"\ud83d\ude00"#)
        #expect(firstScalar(in: paired)?.text == scalar.text, "\(paired)")
      } else {
        // This is no escape in this style, but libyaml is not given such text either.
        let text = written.source.replacing("日本", with: #"\ud83d"#) + "\n\(Self.pair)"
        let expected = firstScalar(in: written.source + "\nz: z")?.text
        let wanted = expected?.replacing("日本", with: #"\ud83d"#)
        #expect(firstScalar(in: text)?.text == wanted, "\(text)")
      }
    }
  }

  @Test func `keys are told apart by the characters they stand for`() {
    #expect(throws: Diagnostics.self) {
      try LibYAML.parse(Source(name: "", text: #"{"\ud83d\ude00": 1, "😀": 2}"#))
    }
  }

  @Test(arguments: 0..<40)
  func `every decoded character comes from what makes it`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let written = WrittenScalar.random(using: &random)
      // The indentation of a block with only blanks is not known; its place is the whole block.
      guard let scalar = firstScalar(in: written.source), !scalar.text.allSatisfy(\.isWhitespace)
      else { continue }
      var offset = 0
      for character in scalar.text.unicodeScalars {
        let end = offset + UTF8.width(character)
        let place = scalar.range(of: offset..<end)
        let isWhole = place == scalar.range && scalar.text.unicodeScalars.count > 1
        #expect(
          !isWhole && WrittenScalar.makes(character, place.text, style: scalar.style),
          "\(character.debugDescription) from \(place.text.debugDescription) in \(written.source)")
        offset = end
      }
    }
  }
}

/// The value of the first key or item that is a scalar.
private func firstScalar(in text: String) -> Scalar? {
  guard var node = try? LibYAML.parse(Source(name: "test.yaml", text: text)) else { return nil }
  while node.scalar == nil {
    guard let first = node.mapping?.first?.value ?? node.sequence?.first else { return nil }
    node = first
  }
  return node.scalar
}

/// A random scalar in any of the five styles.
private struct WrittenScalar {
  let source: String

  private static let words = [
    "a", "bc", "é", "日本", "😀", "x", "\\", "'", "\"", "#", ":", "-", "1", "%", "\u{A0}", "\u{2020}",
  ]
  private static let escapes = [
    "\\n", "\\t", "\\\"", "\\\\", "\\/", "\\x41", "\\u00e9", "\\U0001F600", "\\0", "\\e", "\\N",
    "\\_", "\\L", "\\ ",
  ]

  static func random(using random: inout SplitMix64) -> WrittenScalar {
    let style = Int.random(in: 0..<5, using: &random)
    let lineBreak = ["\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
    var body = ""
    let isBlock = style > 2
    if isBlock {
      body += style == 3 ? "|" : ">"
      body += ["", "-", "+", "2", "2-", "+2"].randomElement(using: &random) ?? ""
      body += lineBreak
      for _ in 0..<Int.random(in: 1..<7, using: &random) {
        let kind = Int.random(in: 0..<6, using: &random)
        if kind > 0 { body += "  " + String(repeating: " ", count: max(0, kind - 3)) }
        if kind > 1 { body += phrase(using: &random) }
        body += lineBreak
      }
    } else {
      for _ in 0..<Int.random(in: 1..<9, using: &random) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: body += " "
        case 1: body += lineBreak + "  "
        case 2: body += " \t" + lineBreak + lineBreak + "   "
        case 3 where style == 2: body += escapes.randomElement(using: &random) ?? ""
        case 4 where style == 2: body += "\\" + lineBreak + "   "
        default:
          var word = words.randomElement(using: &random) ?? ""
          if style == 1 && word == "'" { word = "''" }
          if style == 2 && (word == "\\" || word == "\"") { word = "\\" + word }
          body += word
        }
      }
      if style == 1 { body = "'\(body)'" }
      if style == 2 { body = "\"\(body)\"" }
      if style == 0 { body = "w" + body }
    }
    return WrittenScalar(source: "k:\(lineBreak)  \(body)")
  }

  private static func phrase(using random: inout SplitMix64) -> String {
    (0..<Int.random(in: 1..<4, using: &random)).map { _ in
      (words.randomElement(using: &random) ?? "")
        + (Bool.random(using: &random) ? " " : "")
    }.joined()
  }

  /// Returns true if a piece of source can stand for a character.
  static func makes(_ character: Unicode.Scalar, _ written: String, style: Scalar.Style) -> Bool {
    if written == String(character) { return !(style == .doubleQuoted && character == "\\") }
    let isBreak = ["\n", "\r\n", "\r"].contains { $0.utf8.elementsEqual(written.utf8) }
    if isBreak { return character == "\n" || character == " " && style != .literal }
    if style == .singleQuoted { return character == "'" && written == "''" }
    guard style == .doubleQuoted, written.utf8.first == UInt8(ascii: "\\") else { return false }
    let meanings: [String: Unicode.Scalar] = [
      "\\n": "\n", "\\t": "\t", "\\\"": "\"", "\\\\": "\\", "\\/": "/", "\\x41": "A",
      "\\u00e9": "é", "\\U0001F600": "😀", "\\0": "\0", "\\e": "\u{1B}", "\\N": "\u{85}",
      "\\_": "\u{A0}", "\\L": "\u{2028}", "\\ ": " ",
    ]
    return meanings[written] == character
  }
}
