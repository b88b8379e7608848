import LibYAML
import Support
import Testing
import YAML

/// Texts that libyaml reads otherwise than YAML 1.2 says, or refuses although they are YAML 1.2: none
/// is read as something else, and what to write is shown.
@Suite struct `Texts that readers of YAML do not agree on` {
  /// A text with `1️⃣` and `2️⃣` around the place, what is said of it, and the text after the fix.
  static let cases: [(marked: String, message: String, mended: String?)] = [
    ("[1️⃣?x2️⃣]", "cannot begin with '?'", "[\"?x\"]"),
    ("{ 1️⃣?foo2️⃣: bar }", "cannot begin with '?'", "{ \"?foo\": bar }"),
    ("a: [b, {c: 1️⃣?d e2️⃣ }]", "cannot begin with '?'", "a: [b, {c: \"?d e\" }]"),
    ("[1️⃣?&a2️⃣]", "cannot begin with '?'", "[\"?&a\"]"),
    ("[a,1️⃣?#b2️⃣\n, c]", "cannot begin with '?'", "[a,\"?#b\"\n, c]"),
    ("{1️⃣?\"x\"2️⃣: y}", "cannot begin with '?'", "{'?\"x\"': y}"),
    ("[1️⃣:a2️⃣]", "cannot begin with ':'", "[\":a\"]"),
    ("{a: 1️⃣:b2️⃣}", "cannot begin with ':'", "{a: \":b\"}"),
    ("{\"a\":1️⃣:b2️⃣}", "cannot begin with ':'", "{\"a\":\":b\"}"),
    ("[a1️⃣:2️⃣]", "directly before ']'", "[a: ]"), ("{a1️⃣:2️⃣, b: 1}", "before ','", "{a: , b: 1}"),
    ("{a1️⃣:2️⃣[b]}", "a key has a blank after its ':'", "{a: [b]}"),
    ("[1️⃣a:?b2️⃣]", "cannot hold ':?'", "[\"a:?b\"]"),
    ("{\"suas\"\n  1️⃣:2️⃣ 1}", "cannot be on two lines", nil),
    ("{ a\n1️⃣:2️⃣ 1}", "cannot be on two lines", nil),
    ("{ \"a\n b\"1️⃣:2️⃣ 1 }", "cannot be on two lines", nil),
    ("a:\n  -1️⃣\t2️⃣x", "a tab cannot be among the blanks here", "a:\n  - x"),
    ("a:\n  -1️⃣\t2️⃣# c\n    x", "a tab cannot be among the blanks here", "a:\n  - # c\n    x"),
    ("a:\n  1️⃣\t 2️⃣x", "a tab cannot be among the blanks here", "a:\n  x"),
    ("a:\n 1️⃣\t2️⃣\n x", "among the blanks of this line", "a:\n \n x"),
    ("a: 1\n1️⃣\t 2️⃣# c\nb: 2", "among the blanks of this line", "a: 1\n# c\nb: 2"),
    ("a: |-\n   1️⃣\t2️⃣b", "cannot begin with a tab", "a: |3-\n   \tb"),
    ("a:\n  - >\n    1️⃣\t2️⃣b", "cannot begin with a tab", "a:\n  - >2\n    \tb"),
    ("a:\n  |\n   1️⃣\t2️⃣b", "cannot begin with a tab", nil),
    ("1️⃣%YAML 1.32️⃣\n---\na: 1", "this version of YAML is not read", nil),
    ("1️⃣%OTHER x2️⃣\n---\na: 1", "this directive is not read", nil),
    ("a: \"b1️⃣\u{2028}2️⃣ c\"", "U+2028 ends a line", "a: \"b\\u2028 c\""),
    ("a: \"b\n  1️⃣\u{2029}2️⃣c\"", "U+2029 ends a line", "a: \"b\n  \\u2029c\""),
    ("a: 'b1️⃣\u{85}2️⃣c'", "U+0085 ends a line", "a: \"b\\x85c\""),
    ("a: b1️⃣\u{2028}2️⃣c", "U+2028 ends a line", "a: \"b\\u2028c\""),
    ("a1️⃣\u{2028}2️⃣b: c", "U+2028 ends a line", "\"a\\u2028b\": c"),
    ("a: |\n  b1️⃣\u{2028}2️⃣c\n  d", "U+2028 ends a line", "a: \"b\\u2028c\\nd\""),
    ("a: >-\n  b\u{1}1️⃣\u{85}2️⃣c\n  d", "control character", nil),
    ("a: >-\n  b1️⃣\u{85}2️⃣c\n  d", "U+0085 ends a line", "a: \"b\\x85c d\""),
    ("a: 1 # b1️⃣\u{2028}2️⃣ c: 2", "U+2028 ends a line", "a: 1 # b  c: 2"),
    ("a: &\u{e9} 1 # b1️⃣\u{2029}2️⃣c", "U+2029 ends a line", "a: &\u{e9} 1 # b c"),
    ("a: 1\n1️⃣\u{FEFF}2️⃣b: 2", "U+FEFF at the start of a line", "a: 1\nb: 2"),
    ("a: |+\n  b\n1️⃣ 2️⃣", "take this line for part of the text", "a: |+\n  b\n"),
  ]

  @Test(arguments: cases.indices) func `are refused, and what to write is shown`(_ index: Int)
    throws
  {
    let (text, message, mended) = Self.cases[index]
    let marked = MarkedText(text)
    let source = Source(name: "test.yaml", text: marked.text)
    let diagnostic = try #require(failure(of: source))
    #expect(diagnostic.message.contains(message), "\(diagnostic.message)")
    guard !message.contains("control") else { return }
    guard case .range(let place) = diagnostic.place else {
      Issue.record("the diagnostic has no line")
      return
    }
    #expect(place.offsets == marked.range)
    #expect(!diagnostic.help.isEmpty)
    guard let mended else { return }
    let fix = try #require(diagnostic.fixes.first)
    var bytes = Array(marked.text.utf8)
    bytes.replaceSubrange(fix.range.offsets, with: fix.replacement.utf8)
    let result = String(decoding: bytes, as: UTF8.self)
    #expect(result == mended)
    if let again = failure(of: Source(name: "test.yaml", text: result)) {
      Issue.record("\(result): \(again.message)")
    }
  }

  @Test(arguments: [
    "[a?, b?c, ? d, 'x?']", "a: ?b", "{a: b?}", "? a\n?b: c", "[a :b]", "a: b\tc\t# d", "a:\tb",
    "a: [\n\t1,\n\t2 ]", "a: |\n  b\t\n\n", "{\"a\":b}", "a: '# \u{2020}'", "a: |+\n  b\n\n",
    "a: |+\n  b\n   ", "%YAML 1.1\n---\na: 1",
  ])
  func `that all read alike are read`(_ text: String) {
    let message = failure(of: Source(name: "test.yaml", text: text))?.message
    #expect(message == nil)
  }

  private func failure(of source: Source) -> Diagnostic? {
    do throws(Diagnostics) {
      _ = try LibYAML.parse(source)
      return nil
    } catch {
      return error.items.first
    }
  }
}
