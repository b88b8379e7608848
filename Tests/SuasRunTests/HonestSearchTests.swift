import Foundation
import Testing

/// Searches of `suas-run explore` without options: their findings, and what they did not see.
@Suite struct HonestSearchTests {
  let folder: Folder

  init() throws { folder = try Folder() }

  private func explore(_ arguments: String...) throws -> Program.Result {
    try Program.run(["explore"] + arguments, in: folder)
  }

  private func json(_ arguments: String...) throws -> [String: Any] {
    let output = try Program.run(["explore"] + arguments + ["--json"], in: folder).output
    return try #require(
      try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
  }

  // MARK: Traps

  /// A spec with a trap, which only some payloads lead to: a rule that sets `n` to 2.
  struct Trap: CustomTestStringConvertible {
    let testDescription: String
    /// The fields of the action `Send`.
    let payload: String
    /// The rules of `Send` and, in a line of their own, those of `Check`.
    let rules: String
    let fields: String

    init(
      _ description: String, _ payload: String, _ rules: String..., fields: String = "text: string?"
    ) {
      (testDescription, self.payload, self.fields) = (description, payload, fields)
      self.rules = rules.joined(separator: "\n      ")
    }

    var faulty: String {
      """
      suas: 1
      states: { S: { n: int = 0, \(fields) } }
      actions: { Send: { \(payload) }, Check: {}, Reset: {} }
      reducers:
        R:
          state: S
          on:
            Reset: [{ reset: state }]
            \(rules)
      invariants: { holds: store.S.n < 2 }

      """
    }

    var mended: String { faulty.replacingOccurrences(of: "n, value: 2", with: "n, value: 1") }
  }

  static let traps = [
    Trap(
      "a literal in a guard", "code: string",
      #"Send: [{ set: n, value: 2, when: action.code == "abc" }]"#),
    Trap(
      "two literals in one guard", "code: string, amount: int",
      #"Send: [{ set: n, value: 2, when: 'action.code == "abc" && action.amount > 500' }]"#),
    Trap(
      "a literal in the guard of a later action", "code: string",
      #"Send: [{ set: text, value: "${action.code}" }]"#,
      #"Check: [{ set: n, value: 2, when: text == "xyz" }]"#),
    Trap(
      "the bound of a 'where'", "amount: { type: int, where: self >= 0 && self < 9 }",
      "Send: [{ set: n, value: 2, when: action.amount * 2 >= 16 }]"),
    Trap(
      "the bound of another field's 'where'", "amount: int",
      "Send: [{ set: share, value: '${action.amount}' }]",
      "Check: [{ set: n, value: 2, when: share * share > 1500 }]",
      fields: "share: { type: int, default: 0, where: self <= 40 && self > -5 }"),
    Trap(
      "the length of a text", "code: string",
      "Send: [{ set: n, value: 2, when: size(action.code) > 30 }]"),
    Trap(
      "the length of a list", "items: list(int)",
      "Send: [{ set: n, value: 2, when: size(action.items) > 3 }]"),
    Trap(
      "one of several texts", "code: string",
      #"Send: [{ set: n, value: 2, when: 'action.code in ["red", "blue"]' }]"#),
    Trap(
      "the beginning, the middle and the length of a text", "code: string",
      #"Send: [{ if: 'action.code.startsWith("VIP-") && action.code.contains("@") && size(action.code) > 9', then: [{ set: n, value: 2 }] }]"#
    ),
    Trap(
      "a key that a map has", "key: string",
      #"Check: [{ set: 'counts["first"]', value: 2 }]"#,
      #"Send: [{ set: n, value: 2, when: action.key in counts }]"#,
      fields: "counts: 'map(int) = {}'"),
    Trap(
      "a double", "share: double",
      "Send: [{ set: n, value: 2, when: action.share == 0.375 }]"),
  ]

  @Test("A trap is found without an option, and nothing once it is mended", arguments: traps)
  func isFound(trap: Trap) throws {
    try folder.write(trap.faulty, to: "trap.yaml")
    let found = try explore("trap.yaml", "--allow-error", "constraint-violated")
    #expect(found.status == 1, "\(found.output)\(found.errors)")
    #expect(found.output.contains("✗ the invariant 'holds' is broken after "))
    try folder.write(trap.mended, to: "trap.yaml")
    let mended = try explore("trap.yaml", "--allow-error", "constraint-violated")
    #expect(mended.status == 0, "\(mended.output)\(mended.errors)")
    #expect(!mended.output.contains("✗"))
  }

  @Test("What a wizard hides in a combination of fields is found within ten seconds")
  func wizard() throws {
    let wizard = try String(
      contentsOf: packageRoot.appendingPathComponent("Tests/SuasExploreTests/Specs/wizard.yaml"),
      encoding: .utf8)
    try folder.write(wizard, to: "wizard.yaml")
    let start = ContinuousClock.now
    let found = try explore("wizard.yaml")
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(found.status == 1)
    #expect(found.output.contains("the invariant 'nobody-is-paid' is broken after 2 steps\n"))
    #expect(found.output.contains("✓ the goal 'done' is reached in 3 steps\n"))
    let mended = wizard.replacingOccurrences(of: "action.seats < 9", with: "action.seats >= 10")
    try folder.write(mended, to: "wizard.yaml")
    #expect(try explore("wizard.yaml").status == 0)
    // A step that nobody gets past.
    try folder.write(
      mended.replacingOccurrences(of: "action.agrees }", with: "action.agrees && price < 0 }"),
      to: "wizard.yaml")
    let stuck = try explore("wizard.yaml")
    #expect(stuck.status == 1)
    #expect(stuck.output.contains("✗ the goal 'done' was not reached"), "\(stuck.output)")
    #expect(stuck.output.contains("\n    --> wizard.yaml:52:3\n"))
    #expect(
      stuck.output.contains(
        "wizard.yaml:42:43: when: has(step.payment) && action.agrees && price < 0\n"))
  }

  // MARK: What was not seen

  /// A spec with more states than any search sees, and something far away.
  private static let counter = """
    suas: 1
    states: { S: { a: int = 0, b: int = 0, c: int = 0, d: int = 0 } }
    actions: { A: {}, B: {}, C: {}, D: {} }
    reducers:
      R:
        state: S
        on:
          A: [{ increment: a }]
          B: [{ increment: b, when: a > 9 }]
          C: [{ increment: c }]
          D: [{ increment: d }]
    invariants: { near: store.S.b < 3 }
    reachable: { far: store.S.a + store.S.c > 100000 }

    """

  @Test("An incomplete search says so first, and the command that it names can be run")
  func incomplete() throws {
    try folder.write(Self.counter, to: "a counter.yaml")
    let result = try explore(
      "a counter.yaml", "--max-states", "40", "--strategy", "breadth-first")
    #expect(result.status == 0, "an incomplete search fails for no goal")
    let first = try #require(result.output.split(separator: "\n").first)
    #expect(
      first == """
        incomplete: 40 states, at most 5 steps from the start; try next: \
        suas-run explore 'a counter.yaml' --strategy guided --max-states 400
        """)
    let next = try explore("a counter.yaml", "--strategy", "guided", "--max-states", "400")
    #expect(next.output.hasPrefix("incomplete: "))
    let json = try json("a counter.yaml", "--max-depth", "3")
    #expect(json["complete"] as? Bool == false)
    #expect(json["next"] as? String == "suas-run explore 'a counter.yaml' --max-depth 6")
  }

  @Test("Guided walks find what breadth first does not come to, the same for any number of jobs")
  func mixed() throws {
    try folder.write(Self.counter, to: "counter.yaml")
    let limits = ["counter.yaml", "--max-states", "400"]
    func run(_ arguments: String...) throws -> Program.Result {
      try Program.run(["explore"] + limits + arguments, in: folder)
    }
    #expect(try run("--strategy", "breadth-first").status == 0)
    let found = try run("--jobs", "1")
    #expect(found.status == 1, "\(found.output)")
    #expect(found.output.contains("the invariant 'near' is broken after 13 steps\n"))
    #expect(found.output.contains(", then 400 steps of walks"))
    #expect(try run("--jobs", "4").output == found.output)
    #expect(try run("--jobs", "4", "--json").output == run("--jobs", "2", "--json").output)
  }

  @Test("A search that judged nothing prints no success")
  func nothing() throws {
    try folder.write(
      """
      suas: 1
      states: { S: { n: int = 0 } }
      actions: { Up: {} }
      reducers: { R: { state: S, on: { Up: [{ set: n, value: 1 }] } } }

      """, to: "free.yaml")
    let free = try explore("free.yaml")
    #expect(free.status == 0)
    #expect(!free.output.contains("0 violations"))
    #expect(free.output.contains("the spec promises nothing: all that was judged is"))
    try folder.write(
      """
      suas: 1
      states: { S: { n: int = 0 } }
      actions: { Up: {} }
      internal: [Up]
      reducers: { R: { state: S, on: { Up: [{ set: n, value: 1 }] } } }
      invariants: { small: store.S.n < 9 }

      """, to: "still.yaml")
    let still = try explore("still.yaml")
    #expect(still.status == 1)
    #expect(still.output.contains("nothing was judged: no action could be attempted"))
  }

  @Test("Conditions that no attempt passed are listed, in the text and in the JSON")
  func unpassed() throws {
    try folder.write(
      #"""
      suas: 1
      states: { S: { n: int = 0 } }
      actions: { Go: { code: string } }
      reducers:
        R:
          state: S
          on:
            Go:
              - { set: n, value: 1, when: 'action.code.matches("^[0-9]{4}$")' }
              - { set: n, value: 2, when: 'action.code == "b"' }
      invariants: { small: store.S.n < 9 }

      """#, to: "guarded.yaml")
    let line = #"guarded.yaml:9:38: when: action.code.matches("^[0-9]{4}$")"#
    #expect(try explore("guarded.yaml").output.contains("    \(line)\n"))
    #expect(try json("guarded.yaml")["unpassed"] as? [String] == [line])
  }
}
