import CEL
import Testing

@testable import SuasScenario

/// Matchers, which may be used in place of expected values.
@Suite struct MatcherTests {
  static let given = """
    { items: [{ title: a }, { title: b, count: 2 }, { title: c }], byId: { x: { title: y } },
      counts: { 1: 10 }, total: 7, price: 0.1, note: hello, load: { loaded: { city: Rome } },
      extra: { list: [1, 2, 2], deep: { word: text } } }
    """

  static let holding = [
    "items: { $any: true }", "items: { $size: 3 }", "note: { $size: 5 }", "byId: { $size: 1 }",
    "note: { $matches: '^h.*o$' }", "color: { $matches: e }",
    "price: { $approx: 0.3, within: 0.2 }",
    "total: { $approx: 7.4, within: 0.5 }", "total: { $that: it > 6 }",
    "total: { $that: '${it == 7}' }", "note: { $that: it.startsWith(\"he\") }",
    "items: { $that: 'it.all(i, i.count < 3)' }", "items: { $contains: [{ title: b, count: 2 }] }",
    "items: { $contains: [{ title: c }, { title: a }] }", "items: { $contains: [] }",
    "items: { $unordered: [{ title: c }, { title: a }, { count: 2 }] }",
    // The first pattern matches all elements; it must leave to the others those that only they
    // match.
    "items: { $unordered: [{}, { title: b }, { title: a }] }",
    "items: [{ title: { $any: true } }, { $that: it.count == 2 }, {}]",
    "byId: { x: { title: { $matches: y } }, z: { $absent: true } }",
    "counts: { 1: { $that: it == 10 }, 2: { $absent: true } }",
    "extra: { list: { $unordered: [2, 1, 2] }, deep: { word: { $size: 4 }, no: { $absent: true } } }",
    "load: { loaded: { city: { $matches: Ro } } }", "load: { $any: true }",
    "byId: { $contains: { x: { title: y } } }", "byId: { $contains: {} }",
    "byId: { $contains: { x: { title: { $size: 1 } }, z: { $absent: true } } }",
    "counts: { $contains: { 1: 10 } }", "extra: { $contains: { deep: { word: text } } }",
  ]

  @Test("A matcher matches the values that it describes", arguments: holding)
  func holds(state: String) throws {
    let failures = try failures("  - expect: { state: { Shop: { \(state) } } }", given: Self.given)
    #expect(failures.isEmpty, "\(failures.flatMap(\.differences.items))")
  }

  static let failing: [(state: String, path: String, expected: String?)] = [
    ("items: { $size: 2 }", "Shop.items", "{$size: 2}"),
    ("note: { $matches: x+ }", "Shop.note", "{$matches: \"x+\"}"),
    ("price: { $approx: 1, within: 0.5 }", "Shop.price", "{$approx: 1.0, within: 0.5}"),
    ("total: { $that: it > 7 }", "Shop.total", "{$that: it > 7}"),
    // An expression that meets an error does not hold.
    (
      "items: { $that: '1 / (it.size() - 3) > 0' }", "Shop.items",
      "{$that: 1 / (it.size() - 3) > 0}"
    ),
    ("items: { $contains: [{ title: q }] }", "Shop.items", "{title: q}"),
    ("extra: { list: { $contains: [3] } }", "Shop.extra.list", "3"),
    ("byId: { $contains: { x: { title: z } } }", "Shop.byId.x.title", "z"),
    ("byId: { $contains: { y: { title: z } } }", "Shop.byId.y", "{title: z}"),
    ("extra: { list: { $contains: { a: 1 } } }", "Shop.extra.list", "{$contains: {a: 1}}"),
    ("extra: { list: { $unordered: [1, 2] } }", "Shop.extra.list[2]", nil),
    ("extra: { list: { $unordered: [1, 1, 2] } }", "Shop.extra.list", "1"),
    ("extra: { list: [1, 2, 2], deep: { $absent: true } }", "Shop.extra.deep", "{$absent: true}"),
    ("byId: { x: { $absent: true } }", "Shop.byId.x", "{$absent: true}"),
    ("byId: { y: { $any: true } }", "Shop.byId.y", "{$any: true}"),
  ]

  @Test("A failing matcher is shown with its path", arguments: failing)
  func fails(state: String, path: String, expected: String?) throws {
    let failures = try failures("  - expect: { state: { Shop: { \(state) } } }", given: Self.given)
    let first = try #require(failures.first?.differences.items.first)
    #expect(first.path == path)
    #expect(first.expected == expected)
  }

  static let mistaken: [(state: String, mistake: String)] = [
    ("total: { $sze: 1 }", "unknown-key $sze"),
    ("total: { $any: true, $that: it > 1 }", "conflicting-keys $that"),
    ("total: { $any: true, other: 1 }", "unknown-key other"),
    ("total: { $any: false }", "invalid-literal false"),
    ("total: { $size: 1 }", "type-mismatch $size"),
    ("items: { $size: -1 }", "invalid-literal -1"),
    ("items: { $size: many }", "type-mismatch many"),
    ("total: { $absent: true }", "type-mismatch $absent"),
    ("items: [{ $absent: true }]", "type-mismatch $absent"),
    ("total: { $matches: x }", "type-mismatch $matches"),
    ("note: { $matches: '(' }", "invalid-literal '('"),
    ("note: { $approx: 1, within: 1 }", "type-mismatch $approx"),
    ("price: { $approx: 1 }", "missing-key $approx"),
    ("price: { $approx: 1, within: -1 }", "invalid-literal -1"),
    ("price: { $approx: one, within: 1 }", "type-mismatch one"),
    ("total: { $contains: [1] }", "type-mismatch $contains"),
    ("items: { $contains: a }", "wrong-kind a"),
    ("items: { $contains: { a: 1 } }", "wrong-kind { a: 1 }"),
    ("byId: { $contains: [a] }", "wrong-kind [a]"),
    ("byId: { $contains: { x: { titel: a } } }", "unknown-field titel"),
    ("counts: { $contains: { x: 1 } }", "type-mismatch x"),
    ("items: { $unordered: [{ titel: a }] }", "unknown-field titel"),
    ("total: { $that: it + 1 }", "type-mismatch it + 1"),
    ("total: { $that: it.x == 1 }", "unknown-field x"),
    ("total: { $that: store.Shop.total == 1 }", "undeclared-name store"),
    ("total: { $that: '' }", "expression-syntax "),
  ]

  @Test("A matcher is checked before anything runs", arguments: mistaken)
  func isMistaken(state: String, mistake: String) {
    let found = mistakes("scenario: s\nsteps: [{ expect: { state: { Shop: { \(state) } } } }]")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix(mistake) == true, "\(found)")
  }

  @Test("An error's message may be matched")
  func message() throws {
    let failures = try failures(
      """
        - { dispatch: Remove, with: { index: 1 } }
        - expect: { error: { code: index-out-of-range, message: { $matches: "index 1 " } } }
      """)
    #expect(failures.isEmpty)
  }
}
