import LibYAML
import Support
import Testing
import YAML

@Suite struct `Rendering` {
  private func render(_ text: String, name: String = "a.yaml") -> String {
    do throws(Diagnostics) {
      _ = try LibYAML.parse(Source(name: name, bytes: Array(text.utf8)))
      return ""
    } catch {
      return error.render()
    }
  }

  private func range(_ marked: String, name: String = "a.yaml") -> SourceRange {
    let marked = MarkedText(marked)
    return SourceRange(
      source: Source(name: name, text: marked.text), lowerBound: marked.range.lowerBound,
      upperBound: marked.range.upperBound)
  }

  @Test func `a diagnostic shows code, message, place, line and help`() {
    let lines = String(repeating: "\n", count: 23)
    let line = "        - toggle: todos[action.index].1️⃣isComplete2️⃣\n"
    let diagnostic = Diagnostic(
      .init("unknown-field"), "TodoItem has no field 'isComplete'",
      at: range(lines + line, name: "specs/todo.yaml"), help: ["did you mean 'isCompleted'?"])
    #expect(
      diagnostic.render() == """
        error[unknown-field]: TodoItem has no field 'isComplete'
          --> specs/todo.yaml:24:39
           |
        24 |         - toggle: todos[action.index].isComplete
           |                                       ^^^^^^^^^^
           = help: did you mean 'isCompleted'?

        """)
  }

  @Test func `several are separated by an empty line, notes have places of their own`() {
    #expect(
      render("a: 1\n\n\n\n\n\n\n\n\na: 2\nb: !x\n") == """
        error[duplicate-key]: the key 'a' is already in this mapping
          --> a.yaml:10:1
           |
        10 | a: 2
           | ^
        note: it is here first
          --> a.yaml:1:1
           |
         1 | a: 1
           | ^

        error[unknown-tag]: there is no tag '!x'
          --> a.yaml:11:4
           |
        11 | b: !x
           |    ^^
           = help: tags are not supported; a text that begins with '!' must be quoted

        """)
  }

  @Test func `a file that was not read has no line`() {
    let missing = Diagnostic.fileNotFound("x.yaml", at: .file("x.yaml"))
    let unreadable = Diagnostic.unreadable("d", because: "permission denied", at: .file("d"))
    #expect(
      Diagnostics([missing, unreadable, .fileTooLarge("b\u{1B}.yaml")]).render() == """
        error[file-not-found]: there is no file 'x.yaml'
          --> x.yaml

        error[unreadable]: 'd' cannot be read: permission denied
          --> d

        error[file-too-large]: the file is larger than 16 MB
          --> b\\u{1b}.yaml
           = help: split it into several files

        """)
  }

  @Test func `bytes that are no text are shown as a replacement character`() throws {
    let error = try #require(throws: Diagnostics.self) {
      try Source(name: "a.yaml", bytes: Array("a: 1\nb: ".utf8) + [0xFF, 0x78])
    }
    #expect(
      error.render() == """
        error[encoding]: byte 0xff is not valid UTF-8 here
         --> a.yaml:2:4
          |
        2 | b: \u{FFFD}x
          |    ^
          = help: save the file as UTF-8

        """)
  }

  @Test func `limits are told with a place`() {
    let deep = String(repeating: "[", count: 129)
    #expect(
      render(deep) == """
        error[nesting-too-deep]: values are nested more than 128 levels deep
         --> a.yaml:1:129
          |
        1 | \(deep)
          | \(String(repeating: " ", count: 128))^

        """)
    var bomb = "a0: &a0 [x]\n"
    for level in 1..<20 { bomb += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
    #expect(
      render(bomb).hasPrefix("error[alias-budget]: aliases stand for more than 100000 values"))
  }

  /// Each mistake is rendered with the expected first line and line of carets.
  @Test(arguments: [
    ("a: *b", "error[yaml-syntax]: no anchor '&b' stands before this alias", "   ^^"),
    ("<<: a", "error[merge-key]: merge keys are not supported", "^^"),
    ("[a]: 1", "error[wrong-kind]: a key has to be a text, not a list", "^^^"),
    (
      "a: &b [*b]", "error[yaml-syntax]: the alias '*b' stands inside the value it stands for",
      "       ^^"
    ),
    ("a: 1\n---\n", "error[yaml-syntax]: a second document starts here", "^^^"),
    ("a: !f!b c", "error[unknown-tag]: there is no tag '!f!b'", "   ^^^^"),
    ("a: b: c", "error[yaml-syntax]: a ':' cannot stand here", "    ^"),
    ("é: 'it's'", "error[yaml-syntax]: the value before this has already ended", "       ^"),
    ("a: \"x", "error[yaml-syntax]: this quote is never closed", "   ^"),
    ("a:\n\tb: 1", "error[yaml-syntax]: a tab cannot indent a line", "^"),
    ("a: 1\nb\nc: 2", "error[yaml-syntax]: this line has no ':' after its key", "^"),
    (
      "a: \u{7}", "error[yaml-syntax]: the control character U+0007 is not allowed in YAML",
      "   ^^^^^"
    ),
    (
      "a: \u{FFFF}", "error[yaml-syntax]: the control character U+FFFF is not allowed in YAML",
      "   ^"
    ),
    (
      "a: \"é\\ud83d!\"",
      "error[yaml-syntax]: this escape is half of a character, and the other half is not beside it",
      "     ^^^^^^"
    ),
    (
      "a: \"\\ude00\\ud83d\"",
      "error[yaml-syntax]: this escape is half of a character, and the other half is not beside it",
      "    ^^^^^^"
    ),
    (
      "a: \"\\U0000d83d\"", "error[yaml-syntax]: this escape stands for no character",
      "    ^^^^^^^^^^"
    ),
    (
      "a: \"\\U00110000\"", "error[yaml-syntax]: this escape stands for no character",
      "    ^^^^^^^^^^"
    ),
    ("a: \"\\xg\"", "error[yaml-syntax]: this escape has too few hexadecimal digits", "    ^^"),
    ("%TAG ! x\n---\n", "error[unknown-tag]: tags are not supported", "^^^^^^^^"),
  ])
  func `a mistake is named and pointed at`(_ text: String, _ title: String, _ carets: String) {
    let lines = render(text).split(separator: "\n")
    #expect(lines.first.map(String.init) == title)
    #expect(lines.count > 4 && lines[4] == "  | \(carets)")
  }

  @Test(arguments: [
    ("tabs are one column", "\ta\t1️⃣b2️⃣", " a b", "   ^"),
    ("control characters are escaped", "\u{1B}[1️⃣x2️⃣\u{202E}", "\\u{1b}[x\\u{202e}", "       ^"),
    ("wide characters take two columns", "日本 1️⃣語😀2️⃣ x", "日本 語😀 x", "     ^^^^"),
    ("combining marks take none", "e\u{301}1️⃣x2️⃣", "e\u{301}x", " ^"),
    ("an empty range is one caret", "ab1️⃣2️⃣c", "abc", "  ^"),
    ("the end of a line is one caret", "ab1️⃣\n2️⃣c", "ab", "  ^"),
    ("several lines are underlined to the end of the first", "a1️⃣b c\nd2️⃣", "ab c", " ^^^"),
  ])
  func `carets stand under what they mean`(
    _ rule: String, _ text: String, _ line: String, _ carets: String
  ) {
    let rendered = Diagnostic(.wrongKind, "x", at: range(text)).render()
    #expect(rendered.hasSuffix("\n1 | \(line)\n  | \(carets)\n"), "\(rendered)")
  }

  @Test func `a long line without a colon is told as any other`() {
    let line = "b" + String(repeating: " b", count: 2000)
    let title = "error[yaml-syntax]: this line has no ':' after its key\n"
    #expect(render("a: 1\n\(line)\nc: 2").hasPrefix(title))
  }

  @Test func `a long line is cut around the range`() {
    let text = String(repeating: "x", count: 500) + "1️⃣here2️⃣" + String(repeating: "y", count: 500)
    let rendered = Diagnostic(.wrongKind, "x", at: range(text)).render()
    let lines = rendered.split(separator: "\n")
    #expect(rendered.contains(" --> a.yaml:1:501\n"))
    #expect(lines[3].hasPrefix("1 | …xxx") && lines[3].hasSuffix("yyy…"))
    #expect(lines[3].count == 4 + 160 + 2)
    let carets = lines[4].firstIndex(of: "^").map {
      lines[4].distance(from: lines[4].startIndex, to: $0)
    }
    let here = lines[3].firstIndex(of: "h").map {
      lines[3].distance(from: lines[3].startIndex, to: $0)
    }
    #expect(carets == here)
    #expect(lines[4].hasSuffix(" ^^^^"))
  }

  @Test func `a warning can be colored`() {
    let warning = Diagnostic(
      .init("c"), "m\n", at: range("1️⃣a2️⃣"), severity: .warning, help: ["h"])
    #expect(
      warning.render(.ansi) == """
        \u{1B}[33mwarning[c]\u{1B}[0m: m\\n
         \u{1B}[34m-->\u{1B}[0m a.yaml:1:1
          \u{1B}[34m|\u{1B}[0m
        \u{1B}[34m1\u{1B}[0m \u{1B}[34m|\u{1B}[0m a
          \u{1B}[34m|\u{1B}[0m \u{1B}[33m^\u{1B}[0m
          \u{1B}[34m=\u{1B}[0m\u{1B}[36m help\u{1B}[0m: h

        """)
  }

  @Test func `errors are sorted by file and place, and told from warnings`() {
    let (first, second) = (range("a1️⃣b2️⃣", name: "1"), range("1️⃣a2️⃣", name: "2"))
    let start = SourceRange(source: first.source, lowerBound: 0, upperBound: 1)
    let items = [first, second, start].map {
      Diagnostic(.wrongKind, "\($0)", at: $0, severity: .warning)
    }
    let sorted = Diagnostics(items).sorted()
    #expect(sorted.items.map(\.message) == ["1:1:1", "1:1:2", "2:1:1"])
    #expect(!sorted.hasErrors)
    #expect(Diagnostics([.fileTooLarge("a")]).hasErrors)
  }
}
