import SuasSpec
import Support
import Testing
import YAML

/// Texts that stand for cases of enums, in all places of expressions.
@Suite struct CaseTests {
  static let unknown: [(place: String, rules: String)] = [
    ("compared with a field", "- increment: n\n  when: color == 1️⃣\"rde\""),
    (
      "compared with the payload, from the left",
      "- increment: n\n  when: ${1️⃣\"gren\" != action.color || n > 3}"
    ),
    ("in a list on the right of in", "- increment: n\n  when: state.color in [\"red\", 1️⃣\"blue\"]"),
    ("on the left of in", "- increment: n\n  when: ${1️⃣\"blue\" in items[0].tags}"),
    ("compared with an element's field", "- remove: items\n  where: item.color == 1️⃣\"blue\""),
    (
      "compared with a macro's element",
      "- increment: n\n  when: items.exists(i, i.tags.all(t, t == 1️⃣\"blue\"))"
    ),
    (
      "compared with what a let names",
      "- let:\n    c: items[0].color\n- increment: n\n  when: c == 1️⃣\"blue\""
    ),
    (
      "compared with a loop's element",
      "- for-each: items\n  do:\n    - increment: n\n      when: item.color == 1️⃣\"blue\""
    ),
    (
      "compared, in a branch",
      "- increment: n\n  when: 'color == (n > 0 ? \"red\" : 1️⃣\"blue\")'"
    ),
    (
      "compared with one of two fields",
      "- increment: n\n  when: '(n > 0 ? color : action.color) == 1️⃣\"blue\"'"
    ),
    ("assigned in a branch", "- set: color\n  value: '${n > 0 ? \"red\" : 1️⃣\"blue\"}'"),
    (
      "assigned in a branch of a branch",
      "- set: color\n  value: '${n > 0 ? \"red\" : n < 0 ? 1️⃣\"blue\" : \"green\"}'"
    ),
    ("assigned alone", "- set: color\n  value: '${1️⃣\"blue\"}'"),
    ("assigned in a list", "- set: items[0].tags\n  value: '${[color, 1️⃣\"blue\"]}'"),
    ("assigned by a macro", "- set: items[0].tags\n  value: '${items.map(i, 1️⃣\"blue\")}'"),
    ("assigned to a record's field", "- append: items\n  value: '${Item{color: 1️⃣\"blue\"}}'"),
    (
      "in a record inside an expression",
      "- increment: n\n  when: 'size([Item{color: n > 0 ? 1️⃣\"blue\" : \"red\"}]) == n'"
    ),
    ("instead of nothing", "- set: color\n  value: '${maybe.orValue(1️⃣\"blue\")}'"),
  ]

  @Test("A text that is no case is refused before anything runs", arguments: unknown)
  func unknownCase(place: String, rules: String) throws {
    let text = MarkedText(Self.spec(rules))
    let error = try #require(throws: Diagnostics.self) {
      _ = try CompiledSpec(Source(name: "spec.yaml", text: text.text))
    }
    let offset = try #require(text.offsets.values.first)
    #expect(error.items.map(\.code.rawValue) == ["unknown-case"], "\(error.render())")
    let places = error.items.map {
      if case .range(let range) = $0.place { range.lowerBound } else { -1 }
    }
    #expect(places == [offset], "\(error.render())")
  }

  static let known = [
    "- set: color\n  value: '${n > 0 ? \"red\" : \"green\"}'",
    "- increment: n\n  when: 'color == (n > 0 ? \"red\" : \"green\")'",
    "- set: note\n  value: '${n > 0 ? \"blue\" : \"red\"}'",
    "- increment: n\n  when: action.text == \"blue\"",
    "- increment: n\n  when: '[action.text].exists(color, color == \"a\")'",
  ]

  @Test("A text that is a case, or goes to no enum, is not refused", arguments: known)
  func knownCase(rules: String) throws {
    _ = try CompiledSpec(yaml: Self.spec(rules))
  }

  @Test("Invariants, filters and selectors are checked too")
  func surroundings() {
    for section in [
      "invariants: { i: store.S.color != \"blue\" }",
      "transitions: { t: { that: new.S.color != \"blue\" } }",
      "listeners: { l: { stateKey: S, filter: new.color == \"blue\" } }",
      "selectors: { s: { when: store.S.color == \"blue\", value: 1 } }",
    ] {
      let error = #expect(throws: Diagnostics.self) {
        _ = try CompiledSpec(yaml: Self.spec("- increment: n") + "\n" + section)
      }
      #expect(error?.items.map(\.code.rawValue) == ["unknown-case"], "\(section)")
    }
  }

  private static func spec(_ rules: String) -> String {
    let lines = rules.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n")
    return """
      suas: 1
      enums: { Color: [red, green] }
      types: { Item: { color: Color = red, tags: "list(Color) = []" } }
      states:
        S: { n: int = 0, color: Color = red, maybe: Color?, note: string?, items: "list(Item) = []" }
      actions: { Do: { color: Color = red, text: string = a } }
      reducers:
        R:
          state: S
          on:
            Do:
      \(lines)
      """
  }
}
