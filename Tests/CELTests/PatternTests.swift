import Support
import Testing

@testable import CEL

@Suite struct PatternTests {
  private func matches(_ pattern: String, _ text: String) throws -> Bool {
    var budget = Budget(remaining: 1_000_000)
    return try Pattern(pattern).matches(text, &budget)
  }

  @Test(arguments: [
    ("a.c", ["abc", "xabcx", "a\u{e9}c"], ["ac", "a\nc"]),
    ("^abc$", ["abc"], ["xabc", "abcx", "abc\n"]),
    ("(?m)^b$", ["a\nb\nc"], ["ab"]),
    ("(?s)a.c", ["a\nc"], ["ac"]),
    ("(?i)stra(SS)e", ["STRASSE", "strasse"], ["straße"]),
    ("(?i)[k]", ["K", "\u{212a}"], ["x"]),
    ("(?i:a)b", ["Ab", "ab"], ["AB"]),
    ("a|b|", ["", "x"], []),
    ("^(a|bc)+$", ["abca", "bc"], ["ab", ""]),
    ("^a{2,3}$", ["aa", "aaa"], ["a", "aaaa"]),
    ("^a{2}$", ["aa"], ["aaa"]), ("^a{2,}$", ["aaaa"], ["a"]), ("a{,2}", ["a{,2}"], ["aa"]),
    ("^[a-c\\d_-]+$", ["ab1_-"], ["d"]), ("^[^a-c]$", ["d", "\u{1f600}"], ["b"]),
    ("^[]a]$", ["]", "a"], ["b"]), ("^[[:alpha:][:^word:]]+$", ["ab !"], ["1"]),
    ("\\bfoo\\b", ["a foo b", "foo"], ["food"]), ("\\Boo", ["foo"], ["oo"]),
    ("^\\x41\\x{1F600}\\101\\n$", ["A\u{1f600}A\n"], []),
    ("^\\p{Lu}\\pN\\P{L}$", ["A1!", "\u{c9}\u{0663} "], ["a1!"]),
    ("^\\p{Greek}+$", ["αβγ"], ["abc"]), ("^[\\p{Cyrillic}a]+$", ["жa"], ["b"]),
    ("^\\p{^Latin}$", ["ж"], ["a"]), ("^\\Qa.b*\\E+$", ["a.b***"], ["aab"]),
    ("^(?P<x>a)(?<y>b)(?:c)$", ["abc"], ["ab"]), ("^(?U)a+?$", ["aa"], []),
    ("^.$", ["\u{1f600}", "\u{e9}"], ["e\u{301}", ""]), ("(|a)*b", ["aab", "b"], ["a"]),
    ("^(?:(?:a*)*)*$", ["", "aaa"], ["b"]), ("\\z", ["", "a"], []),
    ("^\\S\\s\\w\\W\\D$", ["a b!c"], []),
  ])
  func patternsMatchAsRE2Says(pattern: String, holds: [String], fails: [String]) throws {
    for text in holds { #expect(try matches(pattern, text), "\(pattern) on \(text)") }
    for text in fails { #expect(try !matches(pattern, text), "\(pattern) on \(text)") }
  }

  @Test(arguments: [
    "(a", "a)", "[a", "a**", "*a", "a{3,2}", "a{1001}", "(?=a)", "(?!a)", "(?<=a)", "(?<!a)", "\\1",
    "(a)\\1", "\\", "\\q", "[b-a]", "[[:foo:]]", "\\p{Foo}", "(?z)", "(?P<a>x)(?P<a>y)", "\\Z",
    "\\C",
    "(?P<>a)", "\\x{110000}", "((a{100}){100}){100}", "x{2}{3}", "(?i", "\\pX",
  ])
  func whatIsNotRE2IsRefused(pattern: String) {
    #expect(throws: Pattern.PatternError.self) { try Pattern(pattern) }
  }

  /// The bounds of each match and of its groups, in bytes.
  private func found(_ pattern: String, _ text: String) throws -> [[Range<Int>?]] {
    var budget = Budget(remaining: 1_000_000)
    let pattern = try Pattern(pattern, recordingGroups: 9)
    var search = PatternSearch(pattern, in: text)
    var matches: [[Range<Int>?]] = []
    try search.forEachMatch(&budget) { (_, match, _) throws(Failure) in
      matches.append((0...pattern.groupCount).map { match[$0] })
      return true
    }
    return matches
  }

  /// As Go's `FindAllStringSubmatchIndex`.
  @Test func theLeftmostPreferredMatchCounts() throws {
    #expect(try found("a|ab", "ab") == [[0..<1]])
    #expect(try found("ab|a", "ab") == [[0..<2]])
    #expect(try found("a+?", "aa") == [[0..<1], [1..<2]])
    #expect(try found("(?U)a+", "aa") == [[0..<1], [1..<2]])
    #expect(try found("(?U)a+?", "aa") == [[0..<2]])
    #expect(try found("(a+)(b+)?", "aab a") == [[0..<3, 0..<2, 2..<3], [4..<5, 4..<5, nil]])
    #expect(try found("(a*)*", "b") == [[0..<0, 0..<0], [1..<1, 1..<1]])
    #expect(try found("(a|b)*", "ab") == [[0..<2, 1..<2]])
    #expect(try found("(?:(a)|b)*", "ab") == [[0..<2, 0..<1]])
    #expect(try found("a*", "baac") == [[0..<0], [1..<3], [4..<4]])
    #expect(try found("^a", "aa") == [[0..<1]])
    #expect(try found("\\b", "a b") == [[0..<0], [1..<1], [2..<2], [3..<3]])
    #expect(try found("(?P<x>.)(?:.)(.)", "éab") == [[0..<4, 0..<2, 3..<4]])
    #expect(try found("x{2,3}", "xxxxx") == [[0..<3], [3..<5]])
    #expect(try found("x{2,3}?", "xxxxx") == [[0..<2], [2..<4]])
  }

  @Test func searchingTakesLinearTime() throws {
    let text = String(repeating: "a", count: 20_000)
    let start = threadTime()
    #expect(try found("(a|a)*(a*)*b", String(text.prefix(200))).isEmpty)
    #expect(try found("(a?)(a+)+$", text).count == 1)
    #expect(threadTime() - start < .seconds(5))
  }

  @Test func deepNestingIsRefused() {
    let pattern = String(repeating: "(", count: 9000) + String(repeating: ")", count: 9000)
    #expect(throws: Pattern.PatternError.self) { try Pattern(pattern) }
  }

  @Test func timeIsLinear() throws {
    let text = String(repeating: "a", count: 20_000)
    let start = threadTime()
    #expect(try !matches("^(a|a)*(a*)*b$", text))
    #expect(try !matches("(x+x+)+y", String(repeating: "x", count: 20_000)))
    #expect(try matches("(?i)A{1000}", text))
    #expect(throws: Pattern.PatternError.self) {
      try Pattern("(?i)" + String(repeating: "a", count: 1_000_000))
    }
    #expect(threadTime() - start < .seconds(5))
  }
}
