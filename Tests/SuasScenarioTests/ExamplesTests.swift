import CEL
import Testing

@testable import SuasScenario

/// `examples` and `${…}`: a scenario that runs for each of its rows.
@Suite struct ExamplesTests {
  @Test("Each row is a case of its own, named after its columns")
  func names() throws {
    let results = try run(
      """
      scenario: Adding ${n} times ${text}
      examples: [{ n: 1, text: 1.10 }, { n: 2, text: "no" }, { n: 3, text: a b }]
      steps: []
      """)
    #expect(
      results.map(\.name) == [
        "Adding 1 times 1.1 [n=1, text=1.10]", "Adding 2 times no [n=2, text=no]",
        "Adding 3 times a b [n=3, text=a b]",
      ])
  }

  static let places = [
    // A column alone is read like its literal, in values of any type.
    "- { dispatch: Add, with: { title: '${text}' }, expect: { state: { Shop: { items: [{ title: '1.10' }] } } } }",
    "- { dispatch: Add, with: { title: '${n}' }, expect: { state: { Shop: { items: [{ title: '2' }] } } } }",
    "- { dispatch: Keep, with: { value: '${list}' }, expect: { state: { Shop: { extra: [1, {a: 2}] } } } }",
    // Computed values keep their type.
    "- { dispatch: Bump, with: { by: '${n + 1}' }, expect: { state: { Shop: { total: 3 } } } }",
    "- { dispatch: Bump, with: { by: '${[n, 5][1]}' }, expect: { state: { Shop: { total: 5 } } } }",
    "- { dispatch: Add, with: { title: '${string(text) + \"!\"}' }, expect: { state: { Shop: { items: [{ title: 1.1! }] } } } }",
    "- { dispatch: Add, with: { title: 'n is ${n}' }, expect: { that: 'store.Shop.items[0].title == \"n is 2\"' } }",
    // In places for expressions, columns are names.
    "- { dispatch: Bump, with: { by: 2 }, expect: { that: store.Shop.total == n } }",
    "- { dispatch: Bump, with: { by: 2 }, expect: { state: { Shop: { total: { $that: it == n } } } } }",
    // Columns are replaced everywhere else too: in names, keys and numbers.
    "- { dispatch: '${action}', times: '${n}', expect: { changes: { 'Shop.${field}': 2 } } }",
    "- { dispatch: Put, with: { id: '${text}', title: t }, expect: { state: { Shop: { byId: { '${text}': { title: t } } } } } }",
    "- { dispatch: Count, with: { key: '${n}' }, expect: { state: { Shop: { counts: { '${n}': 1 } } } } }",
    "- { '${verb}': Bump, expect: { handled: '${n == 2}' } }",
    "- { dispatch: Remove, with: { index: '${n}' }, expect: { error: '${code}' } }",
    // Two dollar signs are an escape.
    "- { dispatch: Add, with: { title: '$${n}' }, expect: { state: { Shop: { items: [{ title: '$${n}' }] } } } }",
    "- { dispatch: Add, with: { title: '$${n} ${n}' }, expect: { that: 'store.Shop.items[0].title == \"${\" + \"n} 2\"' } }",
    "- { dispatch: Add, with: { title: '${raw}' }, expect: { that: 'store.Shop.items[0].title == raw && size(raw) == 4' } }",
    // A matcher may come from a row.
    "- { dispatch: Bump, expect: { state: { Shop: { total: '${matcher}' } } } }",
  ]

  @Test("A column may stand everywhere", arguments: places)
  func anywhere(step: String) throws {
    let results = try run(
      """
      scenario: s
      examples:
        - { n: 2, text: 1.10, list: [1, { a: 2 }], action: Bump, field: total, verb: dispatch,
            code: index-out-of-range, raw: "$${n}", matcher: { $any: true } }
      steps:
        \(step)
      """)
    let result = try #require(results.first)
    #expect(result.passed, "\(result.failures.map { ($0.message, $0.differences.items) })")
  }

  static let mistaken: [(text: String, mistakes: [String])] = [
    ("examples: [{ x: 1, y: 2 }, { x: 1 }]\nsteps: []", ["missing-key x"]),
    ("examples: [{ x: 1 }, { x: 1, z: 2 }]\nsteps: []", ["unknown-key z"]),
    // A misspelt column is not reported as missing too.
    ("examples: [{ text: 1 }, { txet: 1 }]\nsteps: []", ["unknown-key txet"]),
    ("examples: []\nsteps: []", ["missing-key []"]),
    ("examples: { x: 1 }\nsteps: []", ["wrong-kind { x: 1 }"]),
    ("examples: [1]\nsteps: []", ["wrong-kind 1"]),
    ("examples: [{ store: 1 }]\nsteps: []", ["invalid-name store"]),
    ("examples: [{ a b: 1 }]\nsteps: []", ["invalid-name a b"]),
    ("examples: [{ x: 1 }]\nsteps: [{ note: '${y}' }]", ["undeclared-name y"]),
    ("steps: [{ note: '${y}' }]", ["undeclared-name y"]),
    ("examples: [{ x: 1 }, { x: 2 }]\nsteps: [{ dispatch: Bmp }]", ["unknown-action Bmp"]),
    (
      "examples: [{ x: 1 }, { x: b }]\nsteps: [{ dispatch: Bump, with: { by: '${x}' } }]",
      ["type-mismatch b"]
    ),
    ("steps: [{ dispatch: Add, with: { title: '${1 + 1}' } }]", ["type-mismatch 1 + 1"]),
    (
      "examples: [{ x: 1 }]\nsteps: [{ dispatch: Add, with: { title: '${x + 1}' } }]",
      ["type-mismatch '${x + 1}'"]
    ),
    (
      "examples: [{ x: 0 }]\nsteps: [{ dispatch: Bump, with: { by: '${1 / x}' } }]",
      ["invalid-literal 1 / x"]
    ),
    (
      "examples: [{ x: {} }]\nsteps: [{ dispatch: Add, with: { title: x.y } }]",
      ["looks-like-expression x.y"]
    ),
    ("examples: [{ x: 1 }]\nsteps: [{ golden: g }]", ["duplicate-golden g"]),
    ("examples: [{ x: 1 }, { x: 1 }]\nsteps: [{ golden: 'g${x}' }]", ["duplicate-golden 'g${x}'"]),
    ("examples: [{ x: a b }]\nsteps: [{ golden: '${x}' }]", ["invalid-name a b"]),
    ("examples: [{ x: 1 }]\nsteps: [{ golden: { name: g } }]", ["duplicate-golden g"]),
    (
      "examples: [{ x: 1 }, { x: 1 }]\nsteps: [{ golden: { name: 'g${x}', of: state } }]",
      ["duplicate-golden 'g${x}'"]
    ),
    ("steps: [{ golden: { of: state } }]", ["missing-key of"]),
    ("steps: [{ golden: { name: g, of: stat } }]", ["invalid-literal stat"]),
    ("steps: [{ golden: { name: g, off: state } }]", ["unknown-key off"]),
    ("steps: [{ golden: [g] }]", ["wrong-kind [g]"]),
    (
      "examples: [{ x: a }]\nsteps: [{ expect: { state: { '${x}': {}, a: {} } } }]",
      ["duplicate-key a"]
    ),
    ("steps: [{ note: '${' }]", ["expression-syntax ${"]),
    ("steps: [{ dispatch: Bump, times: 0 }]", ["invalid-literal 0"]),
    ("steps: [{ dispatch: Bump, times: 1000001 }]", ["invalid-literal 1000001"]),
    (
      "steps: [{ dispatch: Bump, times: 99999999999999999999 }]",
      ["type-mismatch 99999999999999999999"]
    ),
    ("clock: now\nsteps: []", ["invalid-literal now"]),
    ("seed: a\nsteps: []", ["type-mismatch a"]),
  ]

  @Test("A mistake is reported once, at its position", arguments: mistaken)
  func isMistaken(text: String, expected: [String]) {
    let found = mistakes("scenario: s\n\(text)")
    #expect(
      found.count == expected.count
        && zip(found, expected).allSatisfy {
          $0.hasPrefix($1) || $0.contains($1.split(separator: " ").last!)
        }, "\(found)")
  }

  @Test("A column of ints and doubles is one of doubles, and every row is checked alike")
  func columnType() throws {
    let results = try run(
      """
      scenario: s
      examples: [{ p: 1 }, { p: 1.5 }]
      given: { Shop: { price: "${p}" } }
      steps: [{ expect: { that: store.Shop.price == p } }]
      """)
    #expect(results.map(\.passed) == [true, true])
  }

  @Test("Clock and seed of a scenario replace the file's, and tags are added")
  func settings() throws {
    let file = try check(
      """
      tags: [a]
      clock: 2001-01-01T00:00:00Z
      seed: 5
      scenarios:
        - { name: one, steps: [] }
        - { name: two, tags: b, clock: 2002-01-01T00:00:00Z, seed: -1, steps: [] }
      """)
    #expect(file.scenarios.map(\.tags) == [["a"], ["a", "b"]])
    #expect(
      file.scenarios.map(\.clock.description) == ["2001-01-01T00:00:00Z", "2002-01-01T00:00:00Z"])
    #expect(file.scenarios.map(\.seed) == [5, -1])
  }
}
