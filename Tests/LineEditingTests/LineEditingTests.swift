import Testing

@testable import LineEditing

/// The decoding of keys from bytes, however they are split into chunks.
@Suite struct KeyTests {
  private func keys(_ bytes: [UInt8], inChunksOf size: Int) -> [Key] {
    var decoder = KeyDecoder()
    var keys: [Key] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      decoder.feed(bytes[start..<min(start + size, bytes.count)])
      while let key = decoder.next() { keys.append(key) }
    }
    while let key = decoder.next(isComplete: true) { keys.append(key) }
    return keys
  }

  static let sequences: [(bytes: String, keys: [Key])] = [
    ("ab\r", [.text("ab"), .enter]),
    ("\u{1}\u{5}\u{3}", [.control("a"), .control("e"), .control("c")]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
    ("\u{1B}OA\u{1B}OH\u{1B}OF", [.up, .home, .end]),
    ("\u{1B}[1~\u{1B}[4~\u{1B}[3~", [.home, .end, .delete]),
    ("\u{1B}[1;5D\u{1B}f", [.wordLeft, .wordRight]),
    ("\u{1B}", [.unknown]),
    ("\u{1B}[", [.unknown]),
    ("\u{1B}[99;99R", [.unknown]),
    ("\u{7F}\u{8}\t", [.backspace, .backspace, .tab]),
    (
      "\u{1B}[200~a\tb\u{1B}[201~\t",
      [.unknown, .text("a"), .text(" "), .text("b"), .unknown, .tab]
    ),
    ("日本", [.text("日本")]),
    ("\0", [.unknown]),
  ]

  @Test("A sequence that arrives at once makes its keys", arguments: sequences)
  func whole(bytes: String, keys: [Key]) {
    #expect(self.keys(Array(bytes.utf8), inChunksOf: 4096) == keys)
  }

  @Test("A sequence that arrives byte by byte makes the same", arguments: sequences)
  func pieces(bytes: String, keys: [Key]) {
    func joined(_ keys: [Key]) -> [Key] {
      keys.reduce(into: []) { keys, key in
        if case .text(let more) = key, case .text(let text)? = keys.last {
          keys[keys.count - 1] = .text(text + more)
        } else {
          keys.append(key)
        }
      }
    }
    #expect(joined(self.keys(Array(bytes.utf8), inChunksOf: 1)) == joined(keys))
  }

  @Test("Invalid bytes become replacement characters, and nothing after them is lost")
  func invalid() {
    #expect(keys([0xFF, 0x61, 0xC3, 0x0D], inChunksOf: 4) == [.text("\u{FFFD}a\u{FFFD}"), .enter])
    #expect(keys([0xE6, 0x97], inChunksOf: 2) == [.text("\u{FFFD}")])
  }

  @Test("No sequence of bytes makes the decoder stall")
  func anything() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let bytes = (0..<200).map { _ in
        [0x1B, 0x5B, UInt8.random(in: 0...255, using: &generator)].randomElement() ?? 0
      }
      var decoder = KeyDecoder()
      decoder.feed(bytes)
      var count = 0
      while decoder.next(isComplete: true) != nil, count < 1000 { count += 1 }
      #expect(decoder.isEmpty)
    }
  }
}

/// The effects of keys on a line.
@Suite struct EditingTests {
  private var editing = Editing { _ in Completion(start: 0, candidates: []) }

  /// Returns the line after some keys, with `|` at the cursor.
  private func line(_ keys: [Key]) -> String {
    var editing = editing
    for key in keys { _ = editing.handle(key) }
    let before = editing.buffer.textBeforeCursor
    return before + "|" + editing.buffer.text.dropFirst(before.count)
  }

  static let edits: [(keys: [Key], line: String)] = [
    ([.text("abc"), .left, .left, .text("x")], "ax|bc"),
    ([.text("abc"), .home, .right, .delete], "a|c"),
    ([.text("abc"), .control("a"), .backspace, .control("d")], "|bc"),
    ([.text("abc"), .left, .end, .right, .backspace], "ab|"),
    ([.text("one two"), .control("w")], "one |"),
    ([.text("one two "), .control("w"), .control("w")], "|"),
    ([.text("one two"), .wordLeft, .wordLeft, .wordRight], "one| two"),
    ([.text("abc"), .left, .control("k")], "ab|"),
    ([.text("abc"), .left, .control("u")], "|c"),
    ([.text("e"), .text("\u{301}"), .backspace], "|"),
    ([.text("日本"), .left, .text("x")], "日x|本"),
    ([.text("👨‍👩‍👧"), .left, .right, .backspace], "|"),
    ([.up, .down, .left, .right, .delete, .backspace, .control("w"), .unknown], "|"),
    ([.text("one"), .enter, .text("two"), .enter, .text("thr"), .up], "two|"),
    ([.text("one"), .enter, .text("two"), .enter, .text("thr"), .up, .up, .up], "one|"),
    ([.text("one"), .enter, .text("thr"), .up, .down], "thr|"),
    ([.text("one"), .enter, .text("one"), .enter, .text("  "), .enter, .up, .up], "one|"),
    ([.text("one"), .enter, .up, .control("c"), .up], "one|"),
  ]

  @Test("Keys edit the line as in a shell", arguments: edits)
  func lines(keys: [Key], line: String) { #expect(self.line(keys) == line) }

  @Test("Ctrl-D ends only where nothing is typed; Ctrl-C gives up a line")
  func ends() {
    var editing = editing
    #expect(editing.handle(.text("a")) == .edited)
    #expect(editing.handle(.control("d")) == .edited)
    #expect(editing.handle(.control("c")) == .abandoned)
    #expect(editing.buffer.isEmpty)
    #expect(editing.handle(.control("d")) == .ended)
  }

  @Test("The length of a line is limited")
  func limit() {
    var editing = editing
    for _ in 0..<20 { _ = editing.handle(.text(String(repeating: "x", count: 9_999))) }
    #expect(editing.buffer.characters.count == 99_990)
  }

  static let completions: [(typed: String, line: String, choices: [String]?)] = [
    ("Ad", "AddTodo |", nil),
    ("s", "s|", ["save", "state"]),
    ("sa", "save|", nil),
    ("R", "Remove|", nil),
    ("Remove", "Remove|", ["RemoveAll", "RemoveOne"]),
    ("x", "x|", nil),
  ]

  @Test(
    "Tab goes on as far as there is one way, and shows the ways where there are more",
    arguments: completions)
  func completing(typed: String, line: String, choices: [String]?) {
    let names = ["AddTodo ", "RemoveAll", "RemoveOne", "save", "state"]
    var editing = Editing { text in
      Completion(start: 0, candidates: names.filter { $0.hasPrefix(text) })
    }
    _ = editing.handle(.text(typed + "y"))
    _ = editing.handle(.left)
    let outcome = editing.handle(.tab)
    #expect(outcome == choices.map { .choices($0) } ?? .edited)
    #expect(editing.buffer.textBeforeCursor + "|" == line)
    #expect(editing.buffer.text.hasSuffix("y"))
  }
}

/// The part of a line that a row shows.
@Suite struct LineDisplayTests {
  private func display(_ text: String, left: Int = 0, columns: Int) -> LineDisplay {
    var buffer = LineBuffer(text)
    for _ in 0..<left { buffer.moveLeft() }
    return LineDisplay(buffer, prompt: "> ", columns: columns)
  }

  @Test("A short line is shown whole, the cursor where it is")
  func short() {
    #expect(display("abc", left: 1, columns: 80).text == "> abc")
    #expect(display("abc", left: 1, columns: 80).column == 4)
    #expect(display("日本", left: 1, columns: 80).column == 4)
  }

  @Test("However long the line and narrow the row, the cursor stands in it", arguments: 2...30)
  func narrow(columns: Int) {
    let text = "a日b\u{1B}\u{202E}👨‍👩‍👧e\u{301}" + String(repeating: "xy日", count: 50)
    for left in 0...text.count {
      let display = display(text, left: left, columns: columns)
      #expect(display.column < columns)
      #expect(!display.text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    }
  }

  @Test("Choices stand beside each other, one in a row where there is no room for two")
  func tables() {
    #expect(WordTable(["a", "bcd", "日"], columns: 80).rows == ["a    bcd  日"])
    #expect(WordTable(["a", "bcd", "日"], columns: 8).rows == ["a", "bcd", "日"])
    #expect(WordTable(["a\u{1B}"], columns: 1).rows == ["a\\u{1b}"])
    #expect(WordTable(["a", "b"], columns: 80, limit: 1).rows == ["a", "… and 1 more"])
  }
}
