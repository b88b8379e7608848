import LibYAML
import SuasSpec
import Support
import Testing
import YAML

/// The warnings of `check` for sound specs.
@Suite struct WarningTests {
  /// A spec with a mark before the place of each warning, and the codes at the marks.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var marked: String
    var codes: [String]

    init(_ description: String, _ marked: String, _ codes: String...) {
      testDescription = description
      self.marked = marked
      self.codes = codes
    }
  }

  /// Makes a case with rules for an action `Do` in a spec that is otherwise free of warnings.
  private static func rules(_ description: String, _ rules: String, _ codes: String...) -> Case {
    let lines = rules.split(separator: "\n", omittingEmptySubsequences: false)
    var result = Case(
      description,
      """
      suas: 1
      enums: { Color: [red, green] }
      types: { Item: { color: Color = red, tags: "list(Color) = []" } }
      states:
        S: { n: int = 0, color: Color = red, note: string?, items: "list(Item) = []" }
      actions: { Do: { color: Color = red, text: string = a }, Other: {} }
      reducers:
        R:
          state: S
          on:
            Other:
              - increment: n
              - set: color
                value: green
              - clear: note
              - append: items
                value: {}
            Do:
              - set: note
                value: ${action.text + action.color}
      \(lines.map { "        \($0)" }.joined(separator: "\n"))
      """)
    result.codes = codes
    return result
  }

  static let cases: [Case] = [
    rules("nothing", "- increment: n"),
    rules("a guard that never holds", "- increment: n\n  when: 1️⃣false", "constant-condition"),
    rules("a guard that always holds", "- increment: n\n  unless: 1️⃣1 > 2", "constant-condition"),
    rules(
      "a branch that is never taken",
      "- if: 1️⃣1 == 1\n  then: [{ increment: n }]\n  else: [{ decrement: n }]",
      "constant-condition"),
    rules("a guard on the state", "- increment: n\n  when: n > 0 && color == \"green\""),
    rules(
      "rules after an unguarded fail", "- fail: never\n- 1️⃣increment: n", "constant-condition"),
    rules("rules after a guarded fail", "- fail: never\n  when: n > 3\n- increment: n"),
    rules(
      "a name that hides the enum",
      "- increment: n\n  when: '[action.text].exists(color, color == \"a\")'"),
    rules(
      "a name of a let that hides the enum",
      "- let: { color: action.text }\n- increment: n\n  when: color == \"other\""),
    rules("sorting downwards", "- sort: items\n  by: item.color\n  descending: true"),

    Case(
      "an action without rules",
      """
      suas: 1
      states: { S: { n: int = 0 } }
      actions: { Do: {}, 1️⃣Undo: { by: int } }
      reducers: { R: { state: S, on: { Do: [{ increment: n }] } } }
      """, "unhandled-action"),
    Case(
      "unused types, enums and states",
      """
      suas: 1
      enums: { Reason: [net], 1️⃣Color: [red] }
      types:
        2️⃣Item: { next: Item? }
      variants:
        Load: { idle: {}, failed: { reason: Reason } }
      states:
        S: { load: Load = idle }
        3️⃣T: { n: int = 0 }
      actions: { Do: {} }
      reducers:
        R: { state: S, on: { Do: [{ set: load, value: idle }] } }
      """, "unused-declaration", "unused-declaration", "unused-declaration"),
    Case(
      "a type of which only expressions make values",
      """
      suas: 1
      types: { Item: { name: string } }
      states: { S: { last: any = 0 } }
      actions: { Do: { name: string } }
      reducers:
        R:
          state: S
          on:
            Do:
              - set: last
                value: ${Item{name:action.name}}
      """),
    Case(
      "a payload that is not read",
      """
      suas: 1
      states: { S: { n: int = 0 } }
      actions: { Do: { by: int, 1️⃣text: string } }
      reducers: { R: { state: S, on: { Do: [{ increment: n, by: action.by }] } } }
      """, "never-read"),
    Case(
      "a payload that is read whole, or by a transition",
      """
      suas: 1
      states: { S: { last: any = 0 } }
      actions: { Do: { by: int }, Redo: { to: int } }
      reducers:
        R:
          state: S
          on:
            Do: [{ set: last, value: "${action}" }]
            Redo: [{ set: last, value: 1 }]
      transitions:
        upwards: { on: [Redo], that: action.to > 0 }
      """),
    Case(
      "fields of a state that no rule writes",
      """
      suas: 1
      states:
        S: { n: int = 0, 1️⃣limit: int = 9, 2️⃣title: string = x, 3️⃣color: string = red }
      actions: { Do: {}, Clear: {} }
      reducers:
        R:
          state: S
          on:
            Do: [{ increment: n, when: n < limit }]
            Clear: [{ reset: state }]
      invariants:
        some-title: store.S.title != ""
      """, "never-written", "never-written", "never-read"),
    Case(
      "a field that an initial names",
      """
      suas: 1
      states: { S: { n: int = 0, limit: int = 9 } }
      actions: { Do: {} }
      reducers:
        R: { state: S, initial: { limit: 3 }, on: { Do: [{ increment: n, when: n < limit }] } }
      """),
    Case(
      "a state that is written whole",
      """
      suas: 1
      states: { S: { n: int = 0, m: int = 0 } }
      actions: { Do: { n: int } }
      reducers:
        R: { state: S, on: { Do: [{ merge: state, value: { n: "${action.n}" } }] } }
      """),
    Case(
      "an invariant that says nothing",
      """
      suas: 1
      states: { S: { n: int = 0 } }
      actions: { Do: {} }
      reducers: { R: { state: S, on: { Do: [{ increment: n }] } } }
      invariants: { fine: 1️⃣1 < 2 }
      """, "constant-condition"),
    Case(
      "a parameter that nothing reads",
      """
      suas: 1
      functions:
        f: { params: { a: int, 1️⃣b: int }, value: "[a].map(x, x + 1)[0]" }
      rules:
        grow: { of: S, params: { by: int, 2️⃣times: int = 1 }, do: [{ increment: n, by: "f(by, 2)" }] }
      states: { S: { n: int = 0 } }
      actions: { Do: {} }
      reducers: { R: { state: S, on: { Do: [{ use: grow, with: { by: 1 } }] } } }
      """, "never-read", "never-read"),
    Case(
      "names of rules that hide a constant",
      """
      suas: 1
      constants: { limit: int = 3 }
      types: { Item: { n: int = 0 }, Other: { 1️⃣limit: int = 0 } }
      rules:
        grow: { of: Item, params: { 2️⃣limit: int }, do: [{ increment: n, by: limit }] }
        clear: { of: Other, do: [{ set: limit, value: 0 }] }
      states: { S: { maybe: "int?", item: { type: Item, default: {} }, other: { type: Other, default: {} }, load: Load = idle } }
      variants: { Load: { idle: {}, done: { n: int } } }
      actions: { Do: {} }
      reducers:
        R:
          state: S
          on:
            Do:
              - at: item
                as: 3️⃣limit
                do: [{ increment: limit.n }]
              - match: load
                as: 4️⃣limit
                cases: { done: [{ increment: limit.n }], idle: [{ set: load, value: { done: { n: 1 } } }] }
              - set: maybe
                value: ${limit}
              - use: grow
                on: item
                with: { limit: 1 }
              - use: clear
                on: other
      """, "hidden-name", "hidden-name", "hidden-name", "hidden-name"),
    Case(
      "a file that others include",
      """
      suas: 1
      enums: { Color: [red] }
      actions: { Do: {} }
      """),
  ]

  @Test("Each doubtful declaration causes a warning, and nothing else does", arguments: cases)
  func warnings(case: Case) throws {
    let text = MarkedText(`case`.marked)
    let source = Source(name: "spec.yaml", text: text.text)
    let spec = try CheckedSpec(checking: try Spec(decoding: try LibYAML.parse(source)))
    let found = spec.warnings.items
    #expect(found.map(\.code.rawValue) == `case`.codes, "\(spec.warnings.render())")
    let marks = text.offsets.sorted { $0.value < $1.value }.map(\.value)
    let places = found.map { warning in
      if case .range(let range) = warning.place { range.lowerBound } else { -1 }
    }
    #expect(places == marks, "\(spec.warnings.render())")
    #expect(found.allSatisfy { $0.severity == .warning })
  }

  @Test(
    "A warning of a branch names none that is not there",
    arguments: [
      ("true", "\n  else: [{ decrement: n }]", "this is always true, so 'else' never runs"),
      ("true", "", "this is always true, whatever the state"),
      ("false", "\n  else: [{ decrement: n }]", "this is always false, so 'then' never runs"),
      ("false", "", "this is always false, so 'then' never runs"),
    ])
  func branches(condition: String, otherwise: String, message: String) throws {
    let rule = Self.rules("", "- if: \(condition)\n  then: [{ increment: n }]\(otherwise)")
    let source = Source(name: "spec.yaml", text: rule.marked)
    let spec = try CheckedSpec(checking: try Spec(decoding: try LibYAML.parse(source)))
    #expect(spec.warnings.items.map(\.message) == [message])
  }
}
