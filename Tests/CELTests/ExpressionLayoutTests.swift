import Foundation
import Support
import Testing

@testable import CEL

@Suite struct ExpressionLayoutTests {
  @Test(
    "An expression has one layout",
    arguments: [
      ("a+b", "a + b"), ("  a  ", "a"), ("a  &&!b", "a && !b"), ("- a- -1", "-a - -1"),
      ("a<b?c:d", "a < b ? c : d"), ("{'a' :1,\"b\":x?1:2}", "{'a': 1, \"b\": x ? 1 : 2}"),
      ("[ 1,2 , ]", "[1, 2,]"), ("f ( a,b )", "f(a, b)"), ("a . b [ 0 ]", "a.b[0]"),
      ("Item { title:t }", "Item{title: t}"), ("a in[1,2]", "a in [1, 2]"),
      ("a.?b . orValue( 1 )", "a.?b.orValue(1)"), ("a[ ? 0 ]", "a[?0]"),
      ("[? a,?b]", "[?a, ?b]"),
      ("items.exists( i,i.done==true )", "items.exists(i, i.done == true)"),
      ("'a  b'+r'\\d '", "'a  b' + r'\\d '"), ("a ?(b):(c)", "a ? b : c"),
    ])
  func spaces(_ written: String, _ expected: String) {
    #expect(ExpressionLayout.text(of: written) == expected)
    #expect(ExpressionLayout.text(of: expected) == expected)
  }

  @Test(
    "Parentheses that change nothing go",
    arguments: [
      ("(a + b)", "a + b"), ("((a && b) || c)", "(a && b) || c"), ("((a + b)) * c", "(a + b) * c"),
      ("(a) * (b.c)", "a * b.c"), ("-(1)", "-(1)"), ("(1).f()", "(1).f()"),
      ("(a || b) && c", "(a || b) && c"), ("f((a))", "f(a)"), ("(a + b).f()", "(a + b).f()"),
    ])
  func parentheses(_ written: String, _ expected: String) {
    #expect(ExpressionLayout.text(of: written) == expected)
  }

  @Test(
    "Lines, comments and texts that are no expressions stay",
    arguments: [
      "a +\n  b", "a // why\n  && b", "a // why", "// why\na", "a +", "(a", "a b", "'a", "", "1.",
    ])
  func unchanged(_ text: String) { #expect(ExpressionLayout.text(of: text) == text) }

  @Test(
    "Expressions that differ in anything but their layout are not the same",
    arguments: [
      ("a", "b"), ("1", "1.0"), ("1", "1u"), ("'a'", "b'a'"), ("a.b", "a.?b"), ("a.b", "a.c"),
      ("a.b", "has(a.b)"), ("has(a.b)", "has(a.c)"), ("a[0]", "a[?0]"), ("a[0]", "a[1]"),
      ("a + b", "b + a"), ("a + b", "a - b"), ("f(a)", "g(a)"), ("f(a)", "a.f()"),
      ("f(a)", "f(a, a)"),
      ("a && b", "a || b"), ("a && b", "a && b && b"), ("a ? b : c", "a ? c : b"), ("[a]", "[?a]"),
      ("[a, b]", "[b, a]"), ("{a: b}", "{?a: b}"), ("{a: b}", "{b: b}"), ("{a: b}", "{a: a}"),
      ("A{a: b}", "B{a: b}"), ("A{a: b}", "A{b: b}"), ("A{a: b}", "A{a: a}"),
      ("A{a: b}", "A{?a: b}"),
      ("a.all(i, i)", "a.exists(i, i)"), ("a.all(i, i)", "b.all(i, i)"),
      ("a.all(i, i)", "a.all(j, i)"),
      ("a.all(i, i)", "a.all(i, !i)"), ("a.map(i, i, i)", "a.map(i, !i, i)"),
      ("a.map(i, i)", "a.map(i, i, i)"),
      ("a - (b - c)", "a - b - c"), ("'a' ", "'a '"), ("0.0", "-0.0"),
    ])
  func others(_ one: String, _ other: String) throws {
    let environment = Environment()
    let (one, other) = (try environment.parse(one), try environment.parse(other))
    #expect(one.isSame(as: one) && other.isSame(as: other))
    #expect(!one.isSame(as: other) && !other.isSame(as: one))
  }

  @Test(
    "However the conformance cases are spaced, they have one layout, which gives the same",
    .enabled(if: ConformanceCase.file != nil))
  func conformance() throws {
    let file = try #require(ConformanceCase.file)
    let cases = try JSONDecoder().decode(
      [ConformanceCase].self, from: Data(contentsOf: URL(filePath: file)))
    var random = SplitMix64(seed: 27)
    for var item in cases where !item.expr.contains("//") && !item.expr.contains("\n") {
      let expected = item.failure()
      let layout = ExpressionLayout.text(of: item.expr)
      #expect(ExpressionLayout.text(of: layout) == layout)
      if let tree = try? Environment().parse(item.expr) {
        #expect(try Environment().parse(layout).isSame(as: tree), "\(layout)")
        let spaced = item.expr.spaced(using: &random)
        #expect(ExpressionLayout.text(of: spaced) == layout, "\(spaced)")
      }
      item.expr = layout
      #expect(item.failure() == expected, "\(layout)")
    }
  }
}

extension String {
  /// The tokens of an expression with up to two spaces before each.
  fileprivate func spaced(using random: inout SplitMix64) -> String {
    let bytes = Array(utf8)
    var lexer = Lexer(bytes)
    var text = ""
    var end = 0
    while true {
      let token = lexer.next()
      if token.kind == .end { return text }
      // Two words, or a number and a dot, would be another token without one.
      let isNeeded = end < token.range.lowerBound
      text += String(
        repeating: " ", count: Int.random(in: isNeeded ? 1...2 : 0...2, using: &random))
      text += String(decoding: bytes[token.range], as: UTF8.self)
      end = token.range.upperBound
    }
  }
}
