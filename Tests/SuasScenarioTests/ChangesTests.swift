import CEL
import SuasSpec
import Testing

@testable import SuasScenario

/// `changes` and `exhaustive`: the changes of a step to the leaves of the store.
@Suite struct ChangesTests {
  static let items = "{ items: [{ title: a }, { title: b }], byId: { x: { title: y } } }"

  static let exact: [(step: String, changes: String)] = [
    ("dispatch: Bump", "{ Shop.total: 1 }"),
    ("dispatch: Nothing", "{}"),
    ("{ dispatch: Bump, with: { by: 0 } }", "{}"),
    ("{ dispatch: Rename, with: { index: 1, title: c } }", "{ 'Shop.items[1].title': c }"),
    ("{ dispatch: Add, with: { title: c } }", "{ 'Shop.items[2]': { title: c, count: 0 } }"),
    ("{ dispatch: Remove, with: { index: 1 } }", "{ 'Shop.items[1]': { $absent: true } }"),
    // Lists are compared position by position: the later elements have moved up.
    (
      "{ dispatch: Remove, with: { index: 0 } }",
      "{ 'Shop.items[0].title': b, 'Shop.items[1]': { $absent: true } }"
    ),
    (
      "{ dispatch: Insert, with: { title: n } }",
      """
      { 'Shop.items[0].title': n, 'Shop.items[1].title': a,
          'Shop.items[2]': { title: b, count: 0 } }
      """
    ),
    ("{ dispatch: Put, with: { id: k, title: v } }", "{ Shop.byId.k: { title: v, count: 0 } }"),
    (
      "{ dispatch: Put, with: { id: any key, title: v } }",
      "{ 'Shop.byId[\"any key\"]': { title: v, count: 0 } }"
    ),
    ("{ dispatch: Put, with: { id: x, title: z } }", "{ Shop.byId.x.title: z }"),
    ("{ dispatch: Drop, with: { id: x } }", "{ Shop.byId.x: { $absent: true } }"),
    ("{ dispatch: Count, with: { key: -3 } }", "{ 'Shop.counts[-3]': 1 }"),
    ("{ dispatch: Write, with: { text: hi } }", "{ Shop.note: hi }"),
    (
      "{ dispatch: Load, with: { city: Rome } }",
      "{ Shop.load: { loaded: { city: Rome, hits: 0 } } }"
    ),
    ("{ dispatch: Keep, with: { value: { a: [1] } } }", "{ Shop.extra: { a: [1] } }"),
    ("{ dispatch: Bump, times: 3 }", "{ Shop.total: 3 }"),
    ("reset: store", "{}"),
  ]

  @Test("Exactly the leaves that differ are the changes", arguments: exact)
  func exactChanges(step: String, changes: String) throws {
    let failures = try failures(
      "  - \(step)\n  - expect: { changes: \(changes) }", given: Self.items)
    #expect(failures.isEmpty, "\(failures.flatMap(\.differences.items))")
  }

  @Test("Changes inside a variant's case and inside 'any' are listed separately")
  func inside() throws {
    let failures = try failures(
      """
        - { dispatch: Load, with: { city: Rome } }
        - { dispatch: Load, with: { city: Oslo } }
        - expect: { changes: { Shop.load.loaded.city: Oslo } }
        - { dispatch: Keep, with: { value: { a: [1, { b: 2 }] } } }
        - { dispatch: Keep, with: { value: { a: [1, { b: 3 }], c: 4 } } }
        - expect: { changes: { "Shop.extra.a[1].b": 3, Shop.extra.c: 4 } }
        - dispatch: Unload
        - expect: { changes: { Shop.load: idle } }
      """)
    #expect(failures.isEmpty, "\(failures.flatMap(\.differences.items))")
  }

  @Test("A change that is not named, one that did not happen and a wrong value are all shown")
  func differences() throws {
    let failures = try failures(
      """
        - dispatch: Bump
          expect: { changes: { Shop.note: null, "Shop.items[0]": { title: b, count: 0 } } }
      """, given: Self.items)
    let shown = try #require(failures.first).differences.items
    #expect(shown.map(\.path) == ["Shop.note", "Shop.items[0]", "Shop.total"])
    #expect(
      shown.map(\.actual) == ["null, as before", "{title: a, count: 0}, as before", "1"])
    #expect(shown.map(\.expected) == ["null", "{title: b, count: 0}", "0, as before"])
  }

  static let inWholes: [(step: String, path: String, actual: String)] = [
    (
      "dispatch: Add, with: { title: c }", "Shop.items[2].title",
      "c: Shop.items[2] was added as a whole"
    ),
    (
      "dispatch: Put, with: { id: k, title: v }", "Shop.byId.k.title",
      "v: Shop.byId.k was added as a whole"
    ),
    (
      "dispatch: Remove, with: { index: 1 }", "Shop.items[1].title",
      "nothing: Shop.items[1] was removed as a whole"
    ),
    (
      "dispatch: Load, with: { city: Rome }", "Shop.load.loaded.city",
      "Rome: Shop.load was changed as a whole"
    ),
    ("dispatch: Add, with: { title: c }", "Shop.items", "changes inside of it"),
    ("dispatch: Add, with: { title: c }", "Shop.items[1].title", "b, as before"),
    ("dispatch: Add, with: { title: c }", "Shop.items[3].title", "nothing, as before"),
  ]

  @Test("A part of a change is not reported as unchanged", arguments: inWholes)
  func wholes(step: String, path: String, actual: String) throws {
    let failures = try failures(
      "  - { \(step), expect: { changes: { '\(path)': { $any: true } } } }", given: Self.items)
    let shown = try #require(failures.first).differences.items
    #expect(shown.first { $0.path == path }?.actual == actual)
  }

  static let mistaken: [(path: String, mistake: String)] = [
    ("Shp.total", "unknown-state Shp"),
    ("Shop.totl", "unknown-field totl"),
    ("'Shop.items[0].titl'", "unknown-field titl"),
    ("Shop.items.first", "type-mismatch first"),
    ("'Shop.items[-1]'", "type-mismatch -1"),
    ("'Shop.counts.a'", "type-mismatch a"),
    ("'Shop.total.x'", "type-mismatch x"),
    ("'Shop.items[0'", "expression-syntax 'Shop.items[0'"),
    ("'[0]'", "expression-syntax '[0]'"),
    ("1 + 2", "expression-syntax 1 + 2"),
    ("''", "expression-syntax ''"),
  ]

  @Test("A path is checked against the spec before anything runs", arguments: mistaken)
  func mistakenPaths(path: String, mistake: String) {
    let steps = "steps: [{ dispatch: Bump }, { expect: { changes: { \(path): 1 } } }]"
    #expect(mistakes("scenario: s\n\(steps)") == [mistake])
  }

  @Test("Two ways to write a path are one path")
  func samePath() {
    let steps = """
      steps: [{ dispatch: Bump }, { expect: { changes: { Shop.total: 1, 'Shop["total"]': 1 } } }]
      """
    #expect(mistakes("scenario: s\n\(steps)") == ["duplicate-key 'Shop[\"total\"]'"])
  }

  @Test("In an exhaustive scenario a change that no expectation names fails, with its path")
  func exhaustive() throws {
    let result = try run(
      """
      scenario: s
      exhaustive: true
      steps:
        - { dispatch: Bump, expect: { state: { Shop: { total: 1 } } } }
        - dispatch: Bump
        - expect: { changes: { Shop.total: { $any: true } } }
        - { dispatch: Add, with: { title: a } }
        - expect: { state: { Shop: { items: [{ title: a, count: 0 }] } } }
        - { dispatch: Rename, with: { index: 0, title: b } }
        - expect: { state: { Shop: { items: [{ count: 0 }] } }, that: store.Shop.total == 2 }
        - dispatch: Nothing
      """)
    let failures = try #require(result.first).failures
    #expect(failures.map { $0.differences.items.map(\.path) } == [["Shop.items[0].title"]])
  }

  @Test(
    "A file can be exhaustive, and a scenario says otherwise",
    arguments: [("", false), ("exhaustive: false", true), ("exhaustive: true", false)])
  func exhaustiveFile(own: String, passes: Bool) throws {
    let result = try run(
      """
      exhaustive: true
      scenarios:
        - name: s
          \(own)
          steps: [{ dispatch: Bump }]
      """)
    #expect(result.map(\.passed) == [passes])
  }

  static let added: [(step: String, expected: String, unnamed: [String])] = [
    ("Add, with: { title: a }", "{ items: [{ title: a, count: 0 }] }", []),
    ("Add, with: { title: a }", "{ items: [{ title: a }] }", ["Shop.items[0].count"]),
    ("Add, with: { title: a }", "{ items: [{}] }", ["Shop.items[0]"]),
    ("Add, with: { title: a }", "{ items: [{ $any: true }] }", []),
    ("Add, with: { title: a }", "{ items: { $size: 1 } }", ["Shop.items[0]"]),
    ("Add, with: { title: a }", "{ items: { $contains: [{ title: a }] } }", ["Shop.items[0]"]),
    ("Add, with: { title: a }", "{ items: { $unordered: [{ title: a, count: 0 }] } }", []),
    (
      "Add, with: { title: a }", "{ items: { $unordered: [{ title: a }] } }",
      ["Shop.items[0].count"]
    ),
    ("Add, with: { title: a }", "{ items: { $that: size(it) == 1 } }", []),
    ("Put, with: { id: k, title: v }", "{ byId: { k: { title: v } } }", ["Shop.byId.k.count"]),
    ("Put, with: { id: k, title: v }", "{ byId: { k: { title: v, count: 0 } } }", []),
    ("Put, with: { id: k, title: v }", "{ byId: { $contains: { k: {} } } }", ["Shop.byId.k"]),
    ("Load, with: { city: Rome }", "{ load: loaded }", ["Shop.load"]),
    (
      "Load, with: { city: Rome }", "{ load: { loaded: { city: Rome } } }",
      ["Shop.load.loaded.hits"]
    ),
    ("Load, with: { city: Rome }", "{ load: { loaded: { city: Rome, hits: 0 } } }", []),
    ("Keep, with: { value: { a: [1] } }", "{ extra: { a: { $size: 1 } } }", ["Shop.extra"]),
    (
      "Keep, with: { value: { a: [1], b: 2 } }", "{ extra: { a: { $size: 1 }, b: 2 } }",
      ["Shop.extra.a[0]"]
    ),
  ]

  @Test("In an exhaustive scenario every field of what was added has to be named", arguments: added)
  func exhaustiveOfAdded(step: String, expected: String, unnamed: [String]) throws {
    let result = try run(
      """
      scenario: s
      exhaustive: true
      steps: [{ dispatch: \(step), expect: { state: { Shop: \(expected) } } }]
      """)
    let failures = try #require(result.first).failures
    #expect(failures.flatMap { $0.differences.items.map(\.path) } == unnamed)
  }

  @Test(
    "In an exhaustive scenario every field of what was null has to be named",
    arguments: [("{ title: a }", ["Shop.chosen.count"]), ("{ title: a, count: 0 }", [])])
  func exhaustiveOfNull(expected: String, unnamed: [String]) throws {
    let spec = """
      suas: 1
      types: { Item: { title: string, count: int = 0 } }
      states: { Shop: { chosen: Item? } }
      actions: { Choose: { title: string } }
      reducers:
        Shop:
          state: Shop
          on: { Choose: [{ set: chosen, value: { title: "${action.title}" } }] }
      """
    let file = try check(
      """
      scenario: s
      exhaustive: true
      steps:
        - dispatch: Choose
          with: { title: a }
          expect: { state: { Shop: { chosen: \(expected) } } }
      """, spec: spec)
    let failures = try #require(Runner(recording: .states).run(file).scenarios.first).failures
    #expect(failures.flatMap { $0.differences.items.map(\.path) } == unnamed)
  }

  static let removed: [(step: String, expected: String, unnamed: [String])] = [
    ("Remove, with: { index: 1 }", "state: { Shop: { items: [{ title: a }] } }", []),
    ("Remove, with: { index: 1 }", "changes: { 'Shop.items[1]': { $absent: true } }", []),
    ("Remove, with: { index: 1 }", "state: { Shop: { items: { $size: 1 } } }", ["Shop.items[1]"]),
    ("Drop, with: { id: x }", "state: { Shop: { byId: {} } }", []),
    ("Drop, with: { id: x }", "state: { Shop: { byId: { x: { $absent: true } } } }", []),
    ("Drop, with: { id: x }", "state: { Shop: { byId: { $size: 0 } } }", ["Shop.byId.x"]),
    ("Drop, with: { id: x }", "handled: true", ["Shop.byId.x"]),
  ]

  @Test("In an exhaustive scenario what was removed has to be named", arguments: removed)
  func exhaustiveOfRemoved(step: String, expected: String, unnamed: [String]) throws {
    let result = try run(
      """
      scenario: s
      given: { Shop: \(Self.items) }
      exhaustive: true
      steps: [{ dispatch: \(step), expect: { \(expected) } }]
      """)
    let failures = try #require(result.first).failures
    #expect(failures.flatMap { $0.differences.items.map(\.path) } == unnamed)
  }

  @Test("Expectations of one step name fields together")
  func exhaustiveTogether() throws {
    let result = try run(
      """
      scenario: s
      exhaustive: true
      steps:
        - { dispatch: Add, with: { title: a }, expect: { state: { Shop: { items: [{ title: a }] } } } }
        - expect: { state: { Shop: { items: [{ count: 0 }] } } }
      """)
    #expect(try #require(result.first).failures.isEmpty)
  }

  @Test("Maps in another order are not changed")
  func order() {
    var left = Map()
    var right = Map()
    for key in ["a", "b", "c"] { left[.string(key)] = .int(1) }
    for key in ["c", "a", "b"] { right[.string(key)] = .int(1) }
    #expect(Change.all(from: .map(left), to: .map(right), at: Path([])).isEmpty)
  }
}
