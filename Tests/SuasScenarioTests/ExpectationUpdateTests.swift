import SuasSpec
import Testing
import YAML

@testable import SuasScenario

/// Updates of expectations in place.
@Suite struct ExpectationUpdateTests {
  /// The beginning of a scenario, to which each case adds the expectations of the last step.
  static let beginning = """
    scenario: s
    steps:
      - dispatch: Add
        with: { title: Milk, count: 2 }
      - dispatch: Put
        with: { id: a b, title: Box }
      - dispatch: Write
        with: { text: "one\\ntwo\\n" }
      - dispatch: Add
        with: { title: Eggs, count: 3 }

    """

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The text under `expect`, indented by six columns.
    let before: String
    let after: String

    init(_ name: String, _ before: String, _ after: String) {
      testDescription = name
      self.before = before
      self.after = after
    }
  }

  static let cases = [
    Case(
      "a plain text", "state: { Shop: { items: [{ title: Tea }, {}] } }",
      "state: { Shop: { items: [{ title: Milk }, {}] } }"),
    Case(
      "a quoted text", "state: { Shop: { items: [{ title: 'Tea' }, { title: \"x\" }] } } # why",
      "state: { Shop: { items: [{ title: Milk }, { title: Eggs }] } } # why"),
    Case("a number", "state: {Shop: {price:   9.25}}", "state: {Shop: {price:   1.5}}"),
    Case(
      "an empty value", "state: { Shop: { note: } }",
      "state: { Shop: { note: \"one\\ntwo\\n\" } }"),
    Case(
      "a block of lines",
      "state:\n        Shop:\n          note: |\n            one\n            three\n          price: 1.5",
      "state:\n        Shop:\n          note: |\n            one\n            two\n          price: 1.5"
    ),
    Case(
      "a list in brackets that lacks an item", "state: { Shop: { items: [ { title: Milk } ] } }",
      "state: { Shop: { items: [ { title: Milk }, { title: Eggs, count: 3 } ] } }"),
    Case(
      "a list in brackets that has too many",
      "state: { Shop: { items: [{ title: Tea }, { title: Milk }, { title: Eggs }] } }",
      "state: { Shop: { items: [{ title: Milk }, { title: Eggs }] } }"),
    Case(
      "items in brackets on lines of their own",
      "state:\n        Shop:\n          items: [\n            { title: Milk }, # here\n          ]",
      "state:\n        Shop:\n          items: [\n            { title: Milk },\n            { title: Eggs, count: 3 }, # here\n          ]"
    ),
    Case(
      "a list as a block, with comments",
      "state:\n        Shop:\n          items: # all\n            # the first\n            - title: Milk # good\n            - title: Tea\n              count: 3\n            # no more\n            - title: Jam",
      "state:\n        Shop:\n          items: # all\n            # the first\n            - title: Milk # good\n            - title: Eggs\n              count: 3\n            # no more"
    ),
    Case(
      "a list as a block in the column of its key",
      "state:\n        Shop:\n          items:\n          - title: Eggs",
      "state:\n        Shop:\n          items:\n          - title: Milk\n            count: 2\n          - title: Eggs"
    ),
    Case(
      "a list that begins on the line of its key's dash",
      "changes:\n        Shop.items[1]:\n          count: 1\n          title: Eggs",
      "changes:\n        Shop.items[1]:\n          count: 3\n          title: Eggs"),
    Case(
      "a map as a block that becomes empty",
      "state:\n        Shop:\n          counts: # none\n            1: 2\n            3: 4\n          price: 1.5",
      "state:\n        Shop:\n          counts: {} # none\n          price: 1.5"),
    Case(
      "the keys of a map", "state: { Shop: { byId: { x: { title: Box } } } }",
      "state: { Shop: { byId: { a b: { title: Box, count: 0 } } } }"),
    Case(
      "a variant of another case", "state: { Shop: { load: { loaded: { city: Rome } } } }",
      "state: { Shop: { load: idle } }"),
    Case("an enum", "state: { Shop: { color: green } }", "state: { Shop: { color: red } }"),
    Case(
      "an integer where a double is meant", "state: { Shop: { price: 2 } }",
      "state: { Shop: { price: 1.5 } }"),
    Case(
      "matchers that hold beside what does not",
      "state: { Shop: { items: [{ title: { $matches: ^M } }, { title: x, count: { $any: true } }] } }",
      "state: { Shop: { items: [{ title: { $matches: ^M } }, { title: Eggs, count: { $any: true } }] } }"
    ),
    Case("changes", "changes: {}", "changes: { \"Shop.items[1]\": { title: Eggs, count: 3 } }"),
    Case(
      "changes as a block", "changes:\n        Shop.total: 4\n        Shop.items[1].count: 9",
      "changes:\n        Shop.items[1]: { title: Eggs, count: 3 }"),
    Case("handled", "handled: false", "handled: true"),
    Case("actions", "actions: [Bump]", "actions: [Add]"),
    Case(
      "actions as a block", "actions:\n        - Add: { title: Tea }\n        - Bump",
      "actions:\n        - Add: { title: Eggs }"),
    Case(
      "a text that would read as something else", "state: { Shop: { extra: x } }",
      "state: { Shop: { extra: null } }"),
  ]

  @Test("Only failing expectations are replaced by the actual values", arguments: cases)
  func update(_ item: Case) throws {
    let before = Self.beginning + "    expect:\n      \(item.before)\n"
    let after = Self.beginning + "    expect:\n      \(item.after)\n"
    let update = try Update(before)
    #expect(update.text == after)
    #expect(update.left.isEmpty)
    let again = try Update(update.text)
    #expect(again.text == update.text)
    #expect(again.passed)
  }

  @Test("Lines keep their ends, and a file without a last line break has none afterwards")
  func lineEnds() throws {
    let before =
      "scenario: s\r\nsteps:\r\n- expect:\r\n    state:\r\n      Shop:\r\n        counts:\r\n          1: 2"
    let update = try Update(before)
    #expect(
      update.text
        == "scenario: s\r\nsteps:\r\n- expect:\r\n    state:\r\n      Shop:\r\n        counts: {}\r\n"
    )
    let list = try Update(
      "scenario: s\nsteps:\n- dispatch: Bump\n  expect:\n    actions:\n    - Add")
    #expect(
      list.text == "scenario: s\nsteps:\n- dispatch: Bump\n  expect:\n    actions:\n    - Bump")
  }

  @Test("A text with '${' is written escaped")
  func interpolation() throws {
    let update = try Update(
      "scenario: s\nsteps:\n- dispatch: Write\n  with: { text: 'a $${b} c' }\n"
        + "  expect: { state: { Shop: { note: x } } }")
    #expect(update.text.hasSuffix("note: \"a $${b} c\" } } }"))
    #expect(try Update(update.text).passed)
  }

  @Test("Numbers among keys stay numbers")
  func keys() throws {
    let update = try Update(
      "scenario: s\nsteps:\n- dispatch: Count\n  with: { key: 3 }\n- dispatch: Count\n"
        + "  with: { key: 4 }\n  expect: { state: { Shop: { counts: { 3: 1 } } } }")
    #expect(update.text.hasSuffix("counts: { 3: 1, 4: 1 } } } }"))
    #expect(try Update(update.text).passed)
  }

  struct Left: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let place: String
    let reason: LeftReason
  }

  static let lefts = [
    Left(
      testDescription: "a condition", text: "that: store.Shop.total == 7",
      place: "store.Shop.total == 7", reason: .condition),
    Left(
      testDescription: "a matcher", text: "state: { Shop: { total: { $that: it > 7 } } }",
      place: "{ $that: it > 7 }", reason: .matcher),
    Left(
      testDescription: "an item with a matcher that is too many",
      text:
        "state: { Shop: { items: [{ title: Milk }, { title: Eggs }, { title: { $any: true } }] } }",
      place: "{ title: { $any: true } }", reason: .matcher),
    Left(
      testDescription: "a computed value", text: "state: { Shop: { total: \"${1 + 2}\" } }",
      place: "\"${1 + 2}\"", reason: .computed),
    Left(
      testDescription: "an anchored value",
      text: "state: { Shop: { total: &n 5, extra: { $any: true }, items: [{ count: 2 }, {}] } }\n"
        + "  - expect: { state: { Shop: { total: *n } } }",
      place: "5", reason: .shared),
    Left(
      testDescription: "an error that was not met", text: "error: failed", place: "failed",
      reason: .noError),
  ]

  @Test("Expectations that cannot be updated safely are left and listed", arguments: lefts)
  func left(_ item: Left) throws {
    let text = Self.beginning + "    expect:\n      \(item.text)\n"
    let update = try Update(text)
    #expect(update.text == text)
    #expect(update.left.contains { $0 == "\(item.place): \(item.reason.text)" }, "\(update.left)")
    #expect(!update.passed)
  }

  @Test("A shared value is updated if all rows need the same, and left if they differ")
  func rows() throws {
    let text = """
      scenario: s
      examples: [{ n: 1 }, { n: 2 }]
      steps:
        - dispatch: Add
          with: { title: Tea, count: "${n}" }
          expect:
            state: { Shop: { items: [{ title: x, count: "${n}" }] } }
        - expect:
            state: { Shop: { items: [{ count: 2 }] } }
      """
    let update = try Update(text)
    #expect(update.text == text.replacing("title: x", with: "title: Tea"))
    #expect(update.left == ["2: \(LeftReason.disagreement.text)"])
  }

  @Test("A text in which a column's name is a word is quoted")
  func columnNames() throws {
    let update = try Update(
      """
      scenario: s
      examples: [{ n: 1 }]
      steps:
        - dispatch: Add
          with: { title: 'n' }
          expect: { state: { Shop: { items: [{ title: x }] } } }
      """)
    #expect(update.text.contains("items: [{ title: \"n\" }]"))
    #expect(try Update(update.text).passed)
  }

  @Test("A scenario that is expected to fail keeps its expectations")
  func expectedFailure() throws {
    let text = "scenario: s\nxfail: later\nsteps:\n- expect: { state: { Shop: { total: 5 } } }\n"
    #expect(try Update(text).text == text)
    #expect(try Update(text).left.isEmpty)
  }

  @Test("A fragment that scenarios share is updated where they agree")
  func fragments() throws {
    let fragments = """
        check:
          steps:
            - expect: { state: { Shop: { total: 5, items: [{}, { count: 3 }] } } }
      """
    let scenario =
      "scenarios:\n"
      + [3, 4].map {
        "- name: s\($0)\n  steps:\n  - dispatch: Add\n    with: { title: a }\n"
          + "  - dispatch: Add\n    with: { title: a, count: \($0) }\n  - use: check\n"
      }.joined()
    let update = try Update(scenario, fragments: fragments)
    #expect(update.texts["f.yaml"]?.contains("total: 0, items: [{}, { count: 3 }]") == true)
    #expect(update.left == ["3: \(LeftReason.disagreement.text)"])
  }
}

/// A scenario file with updated expectations.
struct Update {
  /// The new text of each changed file, by name.
  let texts: [String: String]
  /// The text of the scenario file itself.
  let text: String
  /// The expectations that were left unchanged: the text, and the reason.
  let left: [String]
  /// True if the file passed before the update.
  let passed: Bool

  init(_ text: String, fragments: String? = nil) throws {
    let file = try check(text, fragments: fragments)
    var runner = Runner()
    runner.recordsJudgments = true
    let result = runner.run(file)
    let update = ExpectationUpdate([result], of: [file])
    var texts: [String: String] = [:]
    for revision in update.revisions {
      texts[revision.source.name] = String(decoding: revision.text.utf8, as: UTF8.self)
    }
    self.texts = texts
    self.text = texts["s.yaml"].map { String($0.dropFirst("spec: shop.yaml\n".count)) } ?? text
    left = update.left.map { "\($0.place.text): \($0.reason)" }
    passed = result.passed
  }
}
