import Foundation
import Testing

@testable import CEL

@Suite struct ParserTests {
  @Test(arguments: Library.macros.map(\.call))
  func everyMacroThatIsListedIsOne(call: String) throws {
    switch try sample.parse(call).kind {
    case .has, .comprehension: break
    default: Issue.record("'\(call)' is no macro")
    }
  }

  @Test(arguments: [
    ("a + b * c", "(a + (b * c))"),
    ("a - b - c", "((a - b) - c)"),
    ("a < b == c", "((a < b) == c)"),
    ("a || b && c || d", "(a || (b && c) || d)"),
    ("a && b && c", "(a && b && c)"),
    ("(a && b) && c", "((a && b) && c)"),
    ("a ? b : c ? d : e", "(a ? b : (c ? d : e))"),
    ("!a.b", "(!a.b)"),
    ("!!a", "(!(!a))"),
    ("-a.b[0]", "(-a.b[0])"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("- 1 + 2", "(-1 + 2)"),
    ("--1", "(--1)"),
    ("1 - -1", "(1 - -1)"),
    ("a in b", "(a in b)"),
    ("a.b.c(d, e)[?f].?g", "a.b.c(d, e)[?f].?g"),
    (".a.b", ".a.b"),
    ("a.`b-c`", "a.b-c"),
    ("[1, ?a, 3,]", "[1, ?a, 3]"),
    ("{'a': 1, ?b: 2,}", "{\"a\": 1, ?b: 2}"),
    ("a.B{c: 1, ?d: 2}", "a.B{c: 1, ?d: 2}"),
    ("has(a.b.c)", "has(a.b.c)"),
    ("a.map(x, x > 1, x + 1)", "a.map(x, (x > 1), (x + 1))"),
    ("a.all(i, v, v)", "a.all(i, v, v)"),
    ("cel.bind(x, 1, x)", "1.bind(x, x)"),
    ("a // the rest\n + b", "(a + b)"),
    ("0x1F + 1u + .5 + 1e3", "(((31 + 1u) + 0.5) + 1000.0)"),
    ("r'\\d' + b'\\xff' + '''a'b'''", "((\"\\\\d\" + b\"\\xff\") + \"a'b\")"),
    ("'\\u00e9\\U0001F600\\x41\\101'", "\"é😀AA\""),
  ])
  func operatorsBindAsTheSpecificationSays(text: String, expected: String) {
    expectParse(text, expected)
  }

  @Test(
    arguments: [
      ("i 1️⃣=2️⃣ 1", "expected the end, found '='", "did you mean '=='?"),
      ("i > 1 1️⃣and2️⃣ i < 2", "expected the end, found 'and'", "write '&&'"),
      ("true 1️⃣&2️⃣ false", "expected the end, found '&'", "did you mean '&&'?"),
      ("1️⃣'abc2️⃣", "the string has no closing quote", nil),
      ("'''abc' 1️⃣2️⃣", "the string has no closing quote", nil),
      ("'a1️⃣\\q2️⃣'", "'\\q' is no escape", nil),
      ("'1️⃣\\ud8002️⃣'", "'\\ud800' is no code point", nil),
      ("'1️⃣\\x2️⃣zz'", "an escape '\\x' takes 2 hexadecimal digits", nil),
      ("b'1️⃣\\u2️⃣00e9'", "'\\u' is no escape of bytes", nil),
      ("(1 + 2 1️⃣2️⃣", "the expression ends where ')' is expected", nil),
      ("[1, 2 1️⃣}2️⃣", "expected ',' or ']', found '}'", nil),
      ("1️⃣2️⃣", "the expression ends where an expression is expected", nil),
      ("rb1️⃣'a'2️⃣", "expected the end, found ''a''", nil),
      ("1️⃣for2️⃣", "'for' is a reserved word", nil),
      ("1️⃣92233720368547758082️⃣", "the number does not fit into int", nil),
      ("1️⃣1e4002️⃣ > 1.0", "the number does not fit into double", nil),
      ("1.0 > 1️⃣-1e3092️⃣", "the number does not fit into double", nil),
      ("1️⃣12abc2️⃣", "'12abc' is no number", nil), ("1️⃣0XFF2️⃣", "'0XFF' is no number", nil),
      (
        "has(1️⃣i2️⃣)", "has() takes the selection of a field",
        "write has(x.field), or x != null to test a variable"
      ),
      ("todos.map(1️⃣a.b2️⃣, 1)", "the variable of a macro is a plain name", nil),
      (
        "[1].all(i, 1️⃣i2️⃣, true)", "both variables of the macro are named 'i'",
        "give one of them another name"
      ),
      (
        "[1].exists(i, 1️⃣i2️⃣, true)", "both variables of the macro are named 'i'",
        "give one of them another name"
      ),
      (
        "[1].exists_one(i, 1️⃣i2️⃣, true)", "both variables of the macro are named 'i'",
        "give one of them another name"
      ),
      (
        "[1].existsOne(i, 1️⃣i2️⃣, true)", "both variables of the macro are named 'i'",
        "give one of them another name"
      ),
      (
        "[1].transformList(i, 1️⃣i2️⃣, i)", "both variables of the macro are named 'i'",
        "give one of them another name"
      ),
      (
        "[1].transformList(i, 1️⃣i2️⃣, true, i)", "both variables of the macro are named 'i'",
        "give one of them another name"
      ),
      (
        "{1: 2}.transformMap(k, 1️⃣k2️⃣, k)", "both variables of the macro are named 'k'",
        "give one of them another name"
      ),
      (
        "{1: 2}.transformMap(k, 1️⃣k2️⃣, true, k)", "both variables of the macro are named 'k'",
        "give one of them another name"
      ),
      (
        "{1: 2}.transformMapEntry(k, 1️⃣k2️⃣, {k: k})", "both variables of the macro are named 'k'",
        "give one of them another name"
      ),
      (
        "{1: 2}.transformMapEntry(k, 1️⃣k2️⃣, true, {k: k})",
        "both variables of the macro are named 'k'", "give one of them another name"
      ),
      (
        "[1].fold(x, 1️⃣x2️⃣, 0, x)", "both variables of the macro are named 'x'",
        "give one of them another name"
      ),
      ("i + 1️⃣#2️⃣", "expected an expression, found '#'", nil),
    ] as [(String, String, String?)])
  func mistakesAreToldWithTheirPlace(text: String, message: String, help: String?) {
    // The place of an unclosed string is the whole string.
    expectIssue(
      text.hasPrefix("'''") ? text.replacingOccurrences(of: "1️⃣2️⃣", with: "") : text, message,
      help: help)
  }

  @Test func rangesAreThoseOfTheLargerText() throws {
    let issues = #expect(throws: Issues.self) {
      try sample.compile("todos[i].isComplete", offsetBy: 100)
    }
    #expect(issues?.items.first?.range == 109..<119)
    let expr = try sample.parse("todos[i].title", offsetBy: 7)
    guard case .select(_, let name, _) = expr.kind else {
      Issue.record("no selection")
      return
    }
    #expect(name.range == 16..<21)
  }

  @Test(arguments: [
    ("${a}", 3), ("${'}'}", 5), ("${{'a': {}}}", 11), ("${\"\"\"}\"\"\"} }", 9),
    ("${a // }\n}", 9), ("${r'\\'}", 6),
  ])
  func theEndOfAnInterpolationIsFound(text: String, end: Int) {
    #expect(Expr.endOfInterpolation(in: Array(text.utf8), from: 2) == end)
  }

  @Test(arguments: ["${a", "${'}", "${{}", "${// }"])
  func anInterpolationMayHaveNoEnd(text: String) {
    #expect(Expr.endOfInterpolation(in: Array(text.utf8), from: 2) == nil)
  }
}
