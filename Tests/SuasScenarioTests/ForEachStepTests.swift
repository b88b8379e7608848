import Testing

@testable import SuasScenario

/// The step `for-each`.
@Suite struct ForEachStepTests {
  static let titles: [(steps: String, titles: [String])] = [
    (
      """
        - for-each: "['a', 'b']"
          steps: [{ dispatch: Add, with: { title: "${item}" } }]
      """, ["a", "b"]
    ),
    (
      """
        - for-each: "[1, 2].map(i, {'n': i})"
          as: part
          steps: [{ dispatch: Add, with: { title: "t${part.n}" }, times: "${part.n}" }]
      """, ["t1", "t2", "t2"]
    ),
    (
      """
        - for-each: ${names}
          as: outer
          steps:
            - for-each: ${names.filter(n, n != outer)}
              steps: [{ dispatch: Add, with: { title: "${outer}-${item}" } }]
      """, ["x-y", "y-x"]
    ),
    (
      """
        - for-each: ${[names, ['z']]}
          steps:
            - for-each: item
              steps:
                - dispatch: Add
                  with: { title: "${item}" }
                  expect: { that: "store.Shop.items.exists(i, i.title == item)" }
      """, ["x", "y", "z"]
    ),
    ("  - { for-each: \"[1].filter(i, i > 1)\", steps: [{ dispatch: Bump }] }", []),
    (
      """
        - for-each: "['$' + '{1}', '${']"
          steps: [{ dispatch: Add, with: { title: "${item}" } }]
      """, ["${1}", "${"]
    ),
    (
      """
        - for-each: "['p']"
          as: names
          steps: [{ use: add, with: { title: "${names}" } }]
      """, ["p: x"]
    ),
  ]

  static let fragments = """
      add:
        params: { title: string }
        steps: [{ dispatch: Add, with: { title: "${title}: ${names[0]}" } }]
    """

  @Test("The steps run for each element, which they see by its name", arguments: titles)
  func rounds(steps: String, titles: [String]) throws {
    let written = titles.map { $0.debugDescription.replacing("${", with: "$${") }
    let result = try run(
      """
      scenario: s
      examples: [{ names: [x, y] }]
      steps:
      \(steps)
        - expect: { state: { Shop: { items: [\(written.map { "{ title: \($0) }" }.joined(separator: ", "))] } } }
      """, fragments: Self.fragments)
    #expect(result.map(\.passed) == [true], "\(result.flatMap(\.failures))")
  }

  @Test("A for-each is no step of its own")
  func steps() throws {
    let result = try run(
      """
      scenario: s
      before: [{ for-each: "[1, 2]", steps: [{ dispatch: Bump, with: { by: "${item}" } }] }]
      steps: [{ for-each: "[1, 2]", steps: [{ note: "${item}" }] }, { expect: { that: store.Shop.total == 3 } }]
      """)
    #expect(result[0].steps.map(\.kind) == ["dispatch", "dispatch", "note", "note", "expect"])
    #expect(result[0].steps.map(\.number) == [1, 2, 3, 4, 5])
    #expect(result[0].passed)
  }

  static let mistaken: [(steps: String, mistakes: [String])] = [
    ("{ for-each: 'size(\"a\")', steps: [] }", ["type-mismatch size(\"a\")"]),
    ("{ for-each: '[1', steps: [] }", ["expression-syntax"]),
    ("{ for-each: [1, 2], steps: [] }", ["wrong-kind [1, 2]"]),
    ("{ for-each: nope, steps: [] }", ["undeclared-name nope"]),
    ("{ for-each: '[1 / 0]', steps: [] }", ["invalid-literal 1 / 0"]),
    ("{ for-each: '[1]' }", ["missing-key for-each"]),
    ("{ for-each: '[1]', as: store, steps: [] }", ["invalid-name store"]),
    ("{ for-each: '[1]', steps: [], expect: { handled: true } }", ["unknown-key expect"]),
    ("{ for-each: '[1]', steps: [{ for-each: item, steps: [] }] }", ["type-mismatch item"]),
    ("{ for-each: '[1, 2]', steps: [{ golden: g }] }", ["duplicate-golden g"]),
    ("{ for-each: '[1, 2]', steps: [{ dispatch: Nope }] }", ["unknown-action Nope"]),
    ("{ for-each: '[1]', steps: [] }, { note: '${item}' }", ["undeclared-name item"]),
    ("{ for-each: '[1]', steps: [{ use: add, with: { title: a } }] }", ["undeclared-name names"]),
    (
      "{ for-each: '[[1]]', as: names, steps: [{ use: add, with: { title: a } }] }",
      ["undeclared-name names"]
    ),
    (
      "{ for-each: '[1]', steps: [], use: add }", ["conflicting-keys use"]
    ),
  ]

  @Test("A for-each is checked", arguments: mistaken)
  func mistakes(steps: String, expected: [String]) {
    let found = SuasScenarioTests.mistakes(
      "scenario: s\nsteps: [\(steps)]", fragments: Self.fragments)
    #expect(found.count == expected.count, "\(found)")
    #expect(zip(found, expected).allSatisfy { $0.hasPrefix($1) }, "\(found)")
  }

  @Test("Lists that multiply are refused in bounded time")
  func multiplying() {
    var steps = "[{ dispatch: Bump }]"
    for _ in 0..<20 { steps = "[{ for-each: '[1,2,3,4,5,6,7,8,9]', steps: \(steps) }]" }
    #expect(SuasScenarioTests.mistakes("scenario: s\nsteps: \(steps)") == ["file-too-large"])
  }

  @Test("Every round of a golden needs a name of its own, which holds the element")
  func goldens() {
    let steps = "[{ for-each: '[1, 2]', steps: [{ golden: 'g-${item}' }] }]"
    #expect(SuasScenarioTests.mistakes("scenario: s\nsteps: \(steps)").isEmpty)
  }
}
