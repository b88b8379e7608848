import LibYAML
import SuasSpec
import Support
import Testing
import YAML

/// The warning for a case of a variant that is read without a test.
@Suite struct UnguardedCaseTests {
  static func spec(_ rules: String, functions: String = "", rest: String = "") -> String {
    """
    suas: 1
    variants: { Load: { idle: {}, done: { n: int = 0, names: "list(string) = []" } } }
    types: { Page: { load: Load = idle } }
    functions: { isDone: { params: { l: Load }, value: has(l.done) }\(functions) }
    states: { S: { load: Load = idle, pages: "list(Page) = []", maybe: Load?, n: int = 0 } }
    actions: { Go: { i: int = 0, load: Load = idle } }
    reducers:
      R:
        state: S
        on:
          Go:
            - clear: pages
    \(rules.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n"))
    \(rest)
    """
  }

  static let unguarded: [(place: String, rules: String)] = [
    ("a value", "- set: n\n  value: ${1️⃣load.done.n}"),
    ("a value, twice", "- set: n\n  value: ${1️⃣load.done.n + load.done.n}"),
    ("a guard", "- increment: n\n  when: 1️⃣load.done.n > 0"),
    ("a target", "- increment: 1️⃣load.done.n"),
    ("a target under a guard of another", "- increment: 1️⃣load.done.n\n  when: has(load.idle)"),
    ("the payload", "- set: n\n  value: ${1️⃣action.load.done.n}"),
    ("an element", "- set: n\n  value: ${1️⃣pages[0].load.done.n}"),
    ("a macro", "- set: n\n  value: '${pages.map(p, 1️⃣p.load.done.n).sum()}'"),
    (
      "another element than the one that is tested",
      "- increment: n\n  when: has(pages[0].load.done)\n  by: 1️⃣pages[1].load.done.n"
    ),
    (
      "an 'else'",
      "- if: has(load.done)\n  then: []\n  else: [{ set: n, value: '${1️⃣load.done.n}' }]"
    ),
    ("after a function that tests it", "- increment: n\n  when: isDone(load) && 1️⃣load.done.n > 0"),
    ("a loop", "- for-each: pages\n  do: [{ increment: n, by: 1️⃣item.load.done.n }]"),
    (
      "after a rule that may set it",
      "- set: load\n  value: { done: {} }\n  when: n > 0\n- increment: 1️⃣load.done.n"
    ),
    (
      "after a rule that puts another case there",
      "- if: has(load.done)\n  then: [{ set: load, value: idle }, { set: n, value: '${1️⃣load.done.n}' }]"
    ),
    (
      "after a rule that may put another case there",
      "- if: has(load.done)\n  then:\n    - if: n > 0\n      then: [{ reset: load }]\n    - increment: n\n      by: 1️⃣load.done.n"
    ),
    (
      "a loop that puts another case there in the end",
      "- if: has(load.done)\n  then:\n    - for-each: pages\n      do: [{ increment: n, by: 1️⃣load.done.n }, { reset: load }]"
    ),
    (
      "after a rule that changes the index",
      "- set: pages[n].load\n  value: { done: { n: 1 } }\n- increment: n\n- increment: 1️⃣pages[n].load.done.n"
    ),
    (
      "an assignment that changes its own index",
      "- set: pages[pages[0].load.done.n].load\n  value: { done: {} }\n  when: has(pages[0].load.done)\n- increment: 1️⃣pages[0].load.done.n"
    ),
  ]

  static let guarded: [(way: String, rules: String)] = [
    ("a guard", "- increment: load.done.n\n  when: has(load.done)"),
    ("'unless'", "- increment: load.done.n\n  unless: ${!has(load.done)}"),
    ("the rest of a condition", "- increment: n\n  when: has(load.done) && load.done.n > 0"),
    ("a branch", "- set: n\n  value: '${has(load.done) ? load.done.n : 0}'"),
    ("'if'", "- if: has(load.done)\n  then: [{ increment: load.done.n }]"),
    ("'match'", "- match: load\n  cases: { done: [{ increment: load.done.n }], idle: [] }"),
    ("the item of 'match'", "- match: load\n  cases: { done: [{ increment: item.n }], idle: [] }"),
    ("a 'fail' before", "- fail: no\n  unless: has(load.done)\n- increment: load.done.n"),
    (
      "a value set before",
      "- set: load\n  value: { done: { n: \"${n}\" } }\n- increment: load.done.n"
    ),
    (
      "a value set anew",
      "- set: load\n  value: idle\n- set: load\n  value: { done: {} }\n- increment: load.done.n"
    ),
    (
      "a rule that writes another part",
      "- if: has(load.done)\n  then: [{ increment: load.done.n }, { clear: pages }, { increment: load.done.n }]"
    ),
    (
      "the 'where' of 'update', of which each element has its own",
      "- update: pages\n  where: has(item.load.done)\n  do: [{ increment: n, by: item.load.done.n }, { set: item.load, value: idle }]"
    ),
    ("an optional", "- set: n\n  value: ${load.?done.n.orValue(0)}"),
    (
      "a filter",
      "- set: n\n  value: '${pages.filter(q, has(q.load.done)).map(p, p.load.done.n).sum()}'"
    ),
    (
      "the filter of a macro",
      "- set: n\n  value: '${pages.map(p, has(p.load.done), p.load.done.n).sum()}'"
    ),
    (
      "a filtered loop",
      "- for-each: pages.filter(p, has(p.load.done))\n  do: [{ increment: n, by: item.load.done.n }]"
    ),
    (
      "the 'where' of 'update'",
      "- update: pages\n  where: has(item.load.done)\n  do: [{ increment: item.load.done.n }]"
    ),
  ]

  @Test("A case that is read without a test causes a warning", arguments: unguarded)
  func warning(place: String, rules: String) throws {
    let text = MarkedText(Self.spec(rules))
    let warnings = try Self.warnings(text.text)
    #expect(warnings.compactMap(\.offset) == text.offsets.map(\.value))
  }

  @Test("A case that is read after a test causes none", arguments: guarded)
  func silence(way: String, rules: String) throws {
    let warnings = try Self.warnings(Self.spec(rules))
    #expect(warnings.isEmpty, "\(warnings)")
  }

  static let around: [(place: String, functions: String, rest: String, count: Int)] = [
    (
      "a function", ", f: { params: { l: Load }, value: l.done.n }",
      "invariants: { i: 'store.S.n >= 0 || f(store.S.load) >= 0' }", 1
    ),
    (
      "a function that tests",
      ", f: { params: { l: Load }, value: '!has(l.done) || l.done.n > 0' }",
      "invariants: { i: 'f(store.S.load)' }", 0
    ),
    ("an invariant", "", "invariants: { i: store.S.n >= 0 || store.S.load.done.n >= 0 }", 1),
    ("a selector", "", "selectors: { s: { value: '${store.S.load.done.n}' } }", 1),
    (
      "a selector with 'when'", "",
      "selectors: { s: { when: has(store.S.load.done), value: '${store.S.load.done.n}' } }", 0
    ),
    (
      "a reaction", "",
      "listeners: { l: { stateKey: S, do: [{ dispatch: Go, with: { i: '${new.load.done.n}' } }] } }",
      1
    ),
    (
      "a reaction after the filter", "",
      """
      listeners:
        l:
          stateKey: S
          filter: has(new.load.done)
          do: [{ dispatch: Go, with: { i: '${new.load.done.n}' } }]
      """, 0
    ),
    (
      "middleware with 'when'", "",
      """
      middleware:
        - name: m
          when: has(store.S.load.done)
          do: [{ next: Go, with: { i: '${store.S.load.done.n}' } }]
      """, 0
    ),
  ]

  @Test("A test counts in what depends on it, and nowhere else", arguments: around)
  func surroundings(place: String, functions: String, rest: String, count: Int) throws {
    let warnings = try Self.warnings(Self.spec("", functions: functions, rest: rest))
    #expect(warnings.count == count, "\(warnings)")
  }

  private static func warnings(_ text: String) throws -> [Diagnostic] {
    let source = Source(name: "spec.yaml", text: text)
    let spec = try CheckedSpec(checking: try Spec(decoding: try LibYAML.parse(source)))
    return spec.warnings.items.filter { $0.code.rawValue == "unguarded-case" }
  }
}

extension Diagnostic {
  fileprivate var offset: Int? {
    if case .range(let range) = place { range.lowerBound } else { nil }
  }
}
