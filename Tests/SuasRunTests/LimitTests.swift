import Foundation
import Testing

/// The errors for actions that exceed a limit, and the remedies that they name.
@Suite struct LimitTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// A place whose expression costs some 4000 units on `Go`.
  struct Costly: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var rule = "{ set: n, value: 1 }"
    /// Other sections of the spec.
    var sections = ""
    var steps = "[{ dispatch: Go }]"
  }

  /// An expensive expression that is false: it searches for a number below 0.
  private static let search = "lists.range(2000).exists(a, a < 0)"

  static let places = [
    Costly(
      testDescription: "the guard of a rule", rule: "{ set: n, value: 1, when: '\(search)' }"),
    Costly(
      testDescription: "a loop over rules",
      rule: "{ for-each: lists.range(4000), do: [{ increment: n }] }"),
    Costly(
      testDescription: "an invariant",
      sections: "invariants:\n  never: store.S.n == 0 || !\(search)"),
    Costly(
      testDescription: "a transition",
      sections: "transitions:\n  never: { that: '!\(search)' }"),
    Costly(
      testDescription: "the filter of a listener",
      sections: "listeners:\n  told: { filter: \"\(search)\" }"),
    Costly(
      testDescription: "a selector",
      sections: """
        selectors:
          found: { value: { isFound: "${\(search)}" } }
        listeners:
          told: { selector: found }
        """),
    Costly(
      testDescription: "a reaction",
      sections: """
        listeners:
          told: { filter: old.S.n != new.S.n, do: [{ dispatch: Again, when: "\(search)" }] }
        """),
    Costly(
      testDescription: "middleware",
      sections: "middleware:\n  - { name: stops, when: \"\(search)\", do: [] }"),
    Costly(
      testDescription: "the start of an effect",
      sections: """
        middleware: [async]
        effects:
          Fetch: { run: { http: { url: "https://cities.example/${\(search)}" } } }
        """, steps: "[{ dispatch: Fetch }]"),
    Costly(
      testDescription: "a failure's outcome",
      sections: """
        middleware: [async]
        effects:
          Fetch:
            run: { http: { url: https://cities.example/ } }
            on-failure: [{ dispatch: Again, when: "\(search)" }]
        """, steps: "[{ dispatch: Fetch }, { respond: Fetch, fail: gone }]"),
  ]

  private func write(_ place: Costly) throws {
    try folder.write(
      """
      suas: 1
      states: { S: { n: int = 0 } }
      actions: { Go: {}, Again: {} }
      reducers:
        R:
          state: S
          on: { Go: [\(place.rule)] }
      \(place.sections)
      """, to: "spec.yaml")
    try folder.write(
      "spec: spec.yaml\nscenario: Much\nsteps: \(place.steps)\n", to: "much.scenario.yaml")
  }

  @Test(
    "What costs too much says the cost, the limit and an option that raises it", arguments: places)
  func cost(_ place: Costly) throws {
    try write(place)
    let refused = try Program.run(["much.scenario.yaml", "--max-cost", "3000"], in: folder)
    #expect(refused.status == 1, "\(refused.output)\(refused.errors)")
    let words = /the cost is more than 3000: it comes to (\d+) or more; '--max-cost'/
    let cost = try #require(
      refused.output.firstMatch(of: words).flatMap { Int($0.1) }, "\(refused.output)")
    #expect(cost > 3000 && cost < 8000)
    let raised = try Program.run(["much.scenario.yaml", "--max-cost", "20000"], in: folder)
    #expect(raised.status == 0, "\(raised.output)\(raised.errors)")
  }

  @Test("The message names no option if none raises the limit")
  func fixedCosts() throws {
    let endless = "lists.range(9000).exists(a, lists.range(9000).exists(b, b < 0))"
    try folder.write(
      """
      suas: 1
      states: { S: { n: { type: int, default: 0, where: "self == 0 || !\(endless)" } } }
      actions: { Go: {} }
      reducers: { R: { state: S, on: { Go: [{ set: n, value: 1 }] } } }
      """, to: "spec.yaml")
    try folder.write(
      """
      spec: spec.yaml
      scenarios:
        - { name: where, steps: [{ dispatch: Go }] }
        - name: that
          steps: [{ expect: { that: "\(endless)" } }]
      """, to: "much.scenario.yaml")
    let run = try Program.run(["much.scenario.yaml"], in: folder)
    #expect(run.output.contains("0 passed, 2 failed"))
    let words = /the cost is more than 3000000: it comes to \d+ or more\n/
    #expect(run.output.matches(of: words).count == 2, "\(run.output)")
    #expect(!run.output.contains("--max-cost"))
  }

  @Test(
    "A state that is too large says how many leaves it would have, the limit and what raises it",
    arguments: [
      (1, "the state has more than 9 leaves: it would have 2001; '--max-leaves'"),
      (100, "the state has more than 9 leaves: it would have more than 100009; '--max-leaves'"),
    ])
  func leaves(times: Int, message: String) throws {
    try write(
      Costly(
        testDescription: "",
        rule: """
          { for-each: lists.range(\(times)), do: [{ append: all, values: lists.range(2000) }] }
          """))
    let spec = try folder.text("spec.yaml")
    try folder.write(
      spec.replacing("n: int = 0", with: "n: int = 0, all: 'list(int) = []'"), to: "spec.yaml")
    let refused = try Program.run(["much.scenario.yaml", "--max-leaves", "9"], in: folder)
    #expect(refused.output.contains("state-too-large: \(message)"), "\(refused.output)")
    let raised = try Program.run(["much.scenario.yaml", "--max-leaves", "9000000"], in: folder)
    #expect(raised.status == 0, "\(raised.output)\(raised.errors)")
  }
}
