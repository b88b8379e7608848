import SuasScenario
import SuasSpec
import Testing

@testable import SuasMutate

/// What each operator makes of a rule or a declaration, as the changed lines read.
@Suite struct OperatorTests {
  /// A spec with some rules for an action.
  private static func rules(_ lines: String...) -> String {
    """
    suas: 1
    enums: { Light: [red, amber, green] }
    types: { Item: { name: string, note: string = none, done: bool = false } }
    states:
      Shop: { items: 'list(Item) = []', count: int = 0, light: Light = red, open: bool = true }
    actions: { Act: { index: int, by: int, text: string, other: string, flag: bool } }
    reducers:
      ShopReducer:
        state: Shop
        on:
          Act:
    \(lines.map { "        \($0)" }.joined(separator: "\n"))

    """
  }

  /// A spec with a declaration at its end.
  private static func spec(_ text: String) -> String {
    """
    suas: 1
    states: { Search: { query: string = "", hits: int = 0 } }
    actions: { Type: { text: string }, Found: { hits: int } }
    reducers:
      SearchReducer:
        state: Search
        on:
          Type: [{ set: query, value: "${action.text}" }]
          Found: [{ set: hits, value: "${action.hits}" }]
    \(text)

    """
  }

  static let cases: [(kind: MutationOperator, spec: String, lines: [String])] = [
    (
      .negateCondition, rules("- toggle: open", "  when: action.flag"),
      ["unless: action.flag"]
    ),
    (
      .negateCondition, rules("- if: action.flag", "  then: [{ toggle: open }]"),
      ["- if: '!(action.flag)'"]
    ),
    (
      .negateCondition, rules("- toggle: open", "  when: '!action.flag && open'"),
      ["unless: '!action.flag && open'", "when: 'action.flag && open'"]
    ),
    (
      .changeComparison, rules("- toggle: open", "  when: count < 3"),
      ["when: count <= 3", "when: count >= 3"]
    ),
    (
      .changeComparison, rules("- toggle: open", "  when: (count) == (action.by + 1)"),
      ["when: (count) != (action.by + 1)"]
    ),
    (
      .dropTerm, rules("- toggle: open", "  when: open && (count > 1 || action.flag)"),
      [
        "when: (count > 1 || action.flag)", "when: open", "when: open && (action.flag)",
        "when: open && (count > 1)",
      ]
    ),
    (
      .exchangeConnective, rules("- toggle: open", "  when: open && action.flag"),
      ["when: open || action.flag"]
    ),
    (
      .changeArithmetic, rules("- set: count", "  value: ${count + action.by}"),
      ["value: ${count - action.by}"]
    ),
    (
      .exchangeBranches, rules("- set: count", "  value: '${open ? (1) : count}'"),
      ["value: '${open ? count : (1)}'"]
    ),
    (
      .exchangeBranches,
      rules("- if: open", "  then: [{ toggle: open }]", "  else: [{ clear: items }]"),
      ["else: [{ toggle: open }] then: [{ clear: items }]"]
    ),
    (
      .exchangeBranches,
      rules(
        "- match: light", "  cases:", "    red: [{ toggle: open }]", "    green: []",
        "  else: []"),
      ["green: [{ toggle: open }] red: []"]
    ),
    (.dropRule, rules("- toggle: open", "- clear: items"), ["", ""]),
    (.dropRule, rules("- toggle: open"), ["Act: []"]),
    (.changeVerb, rules("- append: items", "  value: { name: a }"), ["- prepend: items"]),
    (.changeVerb, rules("- increment: count", "  by: 2"), ["- decrement: count"]),
    (
      .offByOne, rules("- remove-at: items", "  index: action.index"),
      ["index: (action.index) + 1"]
    ),
    (.changeConstant, rules("- increment: count", "  by: 2"), ["by: 3", "by: 1"]),
    (.changeConstant, rules("- set: light", "  value: green"), ["value: red"]),
    (
      .changeConstant, rules("- toggle: open", "  when: light == \"amber\""),
      ["when: light == \"green\""]
    ),
    (
      .changeDefault, spec("constants: { most: int = 5 }"),
      [
        "states: { Search: { query: string = \"a\", hits: int = 0 } }",
        "states: { Search: { query: string = \"\", hits: int = 1 } }",
        "states: { Search: { query: string = \"\", hits: int = -1 } }",
        "constants: { most: int = 6 }", "constants: { most: int = 4 }",
      ]
    ),
    (
      .dropFilter, spec("listeners: { query: { stateKey: Search, filter: changed } }"),
      ["listeners: { query: { stateKey: Search } }"]
    ),
    (
      .dropStep,
      spec(
        "middleware:\n  - name: hits\n    do:\n      - next\n      - { dispatch: Found, with: { hits: 1 } }"
      ),
      ["", ""]
    ),
    (
      .swapSteps,
      spec(
        "middleware:\n  - name: hits\n    do:\n      - next\n      - { dispatch: Found, with: { hits: 1 } }"
      ),
      ["- { dispatch: Found, with: { hits: 1 } } - next"]
    ),
    (
      .dropEffectSetting,
      spec(
        "effects:\n  Fetch:\n    run: { delay: 1s }\n    latest: true\n    debounce: 2s\nmiddleware: [async]"
      ),
      ["", ""]
    ),
    (
      .dropPromise,
      spec("invariants: { some: store.Search.hits >= 0, few: store.Search.hits < 9 }"),
      [
        "invariants: { few: store.Search.hits < 9 }",
        "invariants: { some: store.Search.hits >= 0 }",
      ]
    ),
  ]

  @Test(
    "An operator changes one place, and the lines are YAML as an author would write it",
    arguments: cases.indices)
  func operators(index: Int) throws {
    let item = Self.cases[index]
    let project = try Project(item.spec)
    let files = try SpecFiles(of: project.spec)
    let made = try project.mutations().filter { $0.kind == item.kind }
    // What is no spec is no mutant.
    let sound = made.filter { files.mutated(by: $0) != nil }
    let lines = sound.map { mutation in
      mutation.document.lines.new.map { $0.trimmed }.joined(separator: " ")
    }
    #expect(lines == item.lines)
  }

  @Test("Every operator has an example")
  func everyOperator() {
    let missing = MutationOperator.allCases.filter { kind in
      !Self.cases.contains { $0.kind == kind }
    }
    #expect(missing == [.exchangeValue, .exchangeOutcomes])
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
