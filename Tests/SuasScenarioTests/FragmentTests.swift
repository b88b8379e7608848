import LibYAML
import SuasSpec
import Testing
import YAML

@testable import SuasScenario

/// `fragments` and `use`.
@Suite struct FragmentTests {
  static let fragments = """
      add:
        params: { title: string, n: int, note: string? }
        steps:
          - { dispatch: Add, with: { title: "${title}", count: "${n + 1}" } }
          - { dispatch: Write, with: { text: "${note}" }, expect: { that: store.Shop.items.size() >= n } }
      twice:
        params: { title: string }
        steps:
          - { use: add, with: { title: "${title}", n: 0 } }
          - { use: add, with: { title: "${title}!", n: 1, note: done } }
      items: { params: { list: list(Item) }, steps: [{ dispatch: Keep, with: { value: "${list}" } }] }
    """

  @Test("A parameter with a default may be left out")
  func defaults() throws {
    let fragments = """
        add:
          params: { title: string = a, times: int = 2, at: "list(int) = []" }
          steps:
            - { dispatch: Add, with: { title: "${title}", count: "${size(at)}" }, times: "${times}" }
      """
    let results = try run(
      """
      scenario: s
      steps:
        - use: add
        - { use: add, with: { times: 1, title: b } }
        - expect: { that: "store.Shop.items.map(i, i.title) == ['a', 'a', 'b']" }
      """, fragments: fragments)
    #expect(results.map(\.passed) == [true])
  }

  @Test("A fragment sees the columns of the row, and its parameters hide them")
  func columns() throws {
    let fragments = """
        add:
          params: { count: int }
          steps: [{ dispatch: Add, with: { title: "${title}", count: "${count}" } }]
      """
    let results = try run(
      """
      scenario: s
      examples: [{ title: a, count: 1 }]
      steps:
        - { use: add, with: { count: 7 } }
        - expect: { state: { Shop: { items: [{ title: a, count: 7 }] } } }
      """, fragments: fragments)
    #expect(results.map(\.passed) == [true])
  }

  @Test("The steps of a fragment run with the arguments of 'use', also in nested fragments")
  func uses() throws {
    let results = try run(
      """
      scenario: s
      steps:
        - use: twice
          with: { title: 1.10 }
          expect: { state: { Shop: { items: [{ title: "1.10", count: 1 }, { title: 1.10!, count: 2 }], note: done } } }
      """, fragments: Self.fragments)
    let result = try #require(results.first)
    #expect(result.passed, "\(result.failures.flatMap(\.differences.items))")
    #expect(result.steps.map(\.kind) == ["dispatch", "dispatch", "dispatch", "dispatch", "expect"])
  }

  static let mistaken: [(step: String, mistakes: [String])] = [
    ("use: ad", ["unknown-fragment ad"]),
    ("{ use: add, with: { title: a } }", ["missing-key add"]),
    ("{ use: add, with: { titel: a, n: 1 } }", ["unknown-key titel"]),
    ("{ use: add, with: { title: a, n: x } }", ["type-mismatch x"]),
    ("{ use: add, with: [1] }", ["wrong-kind [1]"]),
    ("{ use: items, with: { list: [{ titel: a }] } }", ["unknown-field titel", "missing-key"]),
    ("{ use: [add] }", ["wrong-kind [add]"]),
  ]

  @Test("The use of a fragment is checked", arguments: mistaken)
  func mistakenUse(step: String, expected: [String]) {
    let found = mistakes("scenario: s\nsteps: [\(step)]", fragments: Self.fragments)
    #expect(zip(found, expected).allSatisfy { $0.hasPrefix($1) }, "\(found)")
    #expect(!found.isEmpty)
  }

  static let broken: [(fragments: String, mistake: String)] = [
    ("  a: { steps: [{ use: a }] }", "include-cycle a"),
    ("  a: { steps: [{ use: b }] }\n  b: { steps: [{ use: a }] }", "include-cycle a"),
    ("  a: { steps: [{ use: b }] }", "unknown-fragment b"),
    ("  a: { params: { x: strng }, steps: [] }", "unknown-type strng"),
    ("  a: { params: { x: list }, steps: [] }", "unknown-type list"),
    ("  a: { params: { x: 'list(' }, steps: [] }", "unknown-type "),
    ("  a: { params: { x: 'map(double, int)' }, steps: [] }", "unknown-type double"),
    ("  a: { params: { store: int }, steps: [] }", "invalid-name store"),
    ("  a: { params: { x: int = y }, steps: [] }", "type-mismatch y"),
    ("  a: { params: { x: 'int =' }, steps: [] }", "invalid-literal "),
    ("  a: { steps: [{ for-each: '[1]', steps: [{ use: a }] }] }", "include-cycle a"),
    ("  a: { steps: [{ for-each: '[1]', steps: [{ use: b }] }] }", "unknown-fragment b"),
    ("  a: { params: [x], steps: [] }", "wrong-kind [x]"),
    ("  a: { step: [] }", "missing-key a"),
    ("  a: { steps: {} }", "wrong-kind {}"),
  ]

  @Test("A fragment is checked though nothing uses it", arguments: broken)
  func brokenFragments(fragments: String, mistake: String) {
    let found = mistakes("scenario: s\nsteps: []", fragments: fragments)
    #expect(found.contains { $0.hasPrefix(mistake) }, "\(found)")
  }

  @Test("A fragment may not lead back to itself through a computed name either")
  func computedCycle() {
    let fragments =
      "  a: { params: { next: string }, steps: [{ use: '${next}', with: { next: a } }] }"
    let found = mistakes(
      "scenario: s\nsteps: [{ use: a, with: { next: a } }]", fragments: fragments)
    #expect(found == ["include-cycle a"] || found.first?.hasPrefix("include-cycle") == true)
  }

  @Test("Fragments that double are refused in bounded time")
  func doubling() throws {
    let fragments =
      (0..<40).map { level in
        "  f\(level): { params: { p: any }, steps: [\(String(repeating: "{ use: f\(level + 1), with: { p: ['${p}', '${p}'] } },", count: 2))] }"
      }.joined(separator: "\n") + "\n  f40: { params: { p: any }, steps: [{ dispatch: Bump }] }"
    let sink = DiagnosticSink()
    let file = try ScenarioFile(
      decoding: try LibYAML.parse(
        Source(
          name: "s.yaml", text: "spec: x\nscenario: s\nsteps: [{ use: f0, with: { p: 1 } }]")))
    let spec = try CompiledSpec(Source(name: "shop.yaml", text: shop))
    let included = try FragmentFile(
      decoding: try LibYAML.parse(Source(name: "f.yaml", text: "fragments:\n" + fragments)))
    let reader = ScenarioReader(
      spec.checked.types, try FragmentTable([included]), sink,
      budget: ExpansionBudget(limit: 10_000))
    #expect(reader.declarations(of: file).count <= 1)
    #expect(sink.items.map(\.code) == [.fileTooLarge])
  }
}
