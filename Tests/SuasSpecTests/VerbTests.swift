import CEL
import Suas
import SuasSpec
import Testing
import YAML

/// Each verb: normal use, the edges, errors, and whether the action counts as handled.
@Suite struct VerbTests {
  /// One action on a state `S`.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rules: String
    var payload: [String: Value] = [:]
    var expected: Outcome
  }

  enum Outcome: Sendable, Equatable {
    /// The fields that differ from the initial state, as CEL writes them.
    case changes([String: String])
    case notHandled
    case refused(String)
  }

  static func spec(_ rules: String) throws -> CompiledSpec {
    let indented = rules.split(separator: "\n").map { "          \($0)" }.joined(separator: "\n")
    return try CompiledSpec(
      Source(
        name: "spec.yaml",
        text: """
          suas: 1
          enums: { Color: [red, green] }
          types:
            Item: { name: string, count: int = 0, tags: "list(string) = []" }
          states:
            S:
              n: int = 5
              x: double = 0.5
              flag: bool = false
              text: string = hello
              color: Color = red
              names: { type: list(string), default: [a, b, c] }
              items: { type: list(Item), default: [{ name: one }, { name: two, tags: [t, u] }] }
          actions:
            Go: { i: int = 0, j: int = 0, text: string = go, color: Color = green }
          reducers:
            R:
              state: S
              on:
                Go:
          \(indented)
          """))
  }

  static let cases: [Case] = [
    Case(
      testDescription: "set assigns a field", rules: "- { set: n, value: 7 }",
      expected: .changes(["n": "7"])),
    Case(
      testDescription: "set counts as handled where the value stays equal",
      rules: "- { set: n, value: 5 }", expected: .changes([:])),
    Case(
      testDescription: "set takes an int literal for a double", rules: "- { set: x, value: 2 }",
      expected: .changes(["x": "2.0"])),
    Case(
      testDescription: "set reaches into lists and records",
      rules: #"- { set: "items[1].tags[action.i]", value: "${action.text}!" }"#,
      expected: .changes([
        "items":
          #"[Item{name: "one", count: 0, tags: []}, Item{name: "two", count: 0, tags: ["go!", "u"]}]"#
      ])),
    Case(
      testDescription: "set fills a record with its defaults",
      rules: #"- { set: "items[0]", value: { name: new } }"#,
      expected: .changes([
        "items":
          #"[Item{name: "new", count: 0, tags: []}, Item{name: "two", count: 0, tags: ["t", "u"]}]"#
      ])),
    Case(
      testDescription: "set keeps the text of what looks like a number",
      rules: "- { set: text, value: 1.10 }", expected: .changes(["text": #""1.10""#])),
    Case(
      testDescription: "set writes ${ for $${", rules: #"- { set: text, value: "$${n} is ${n}" }"#,
      expected: .changes(["text": #""${n} is 5""#])),
    Case(
      testDescription: "set of an enum takes a payload's case",
      rules: #"- { set: color, value: "${action.color}" }"#,
      expected: .changes(["color": #""green""#])),
    Case(
      testDescription: "set of an enum refuses a computed string that is no case",
      rules: #"- { set: color, value: "${action.text}" }"#, expected: .refused("no-such-case")),
    Case(
      testDescription: "set of the whole state", rules: #"- { set: state, value: "${state}" }"#,
      expected: .changes([:])),
    Case(
      testDescription: "set beyond a list's end is refused",
      rules: #"- { set: "names[action.i]", value: x }"#, payload: ["i": 3],
      expected: .refused("index-out-of-range")),
    Case(
      testDescription: "set before a list's beginning is refused",
      rules: #"- { set: "names[action.i]", value: x }"#, payload: ["i": -1],
      expected: .refused("index-out-of-range")),

    Case(
      testDescription: "reset puts back a field's initial value",
      rules: "- { set: n, value: 1 }\n- { reset: n }", expected: .changes([:])),
    Case(
      testDescription: "reset puts back the whole state",
      rules: "- { set: n, value: 1 }\n- { append: names, value: d }\n- { reset: state }",
      expected: .changes([:])),

    Case(
      testDescription: "append adds a value at the end",
      rules: #"- { append: names, value: "${action.text}" }"#,
      expected: .changes(["names": #"["a", "b", "c", "go"]"#])),
    Case(
      testDescription: "append adds values in their order",
      rules: #"- { append: names, values: "names.map(n, n + n)" }"#,
      expected: .changes(["names": #"["a", "b", "c", "aa", "bb", "cc"]"#])),
    Case(
      testDescription: "append works on a list in a list",
      rules: #"- { append: "items[0].tags", value: x }"#,
      expected: .changes([
        "items":
          #"[Item{name: "one", count: 0, tags: ["x"]}, Item{name: "two", count: 0, tags: ["t", "u"]}]"#
      ])),

    Case(
      testDescription: "insert at the front", rules: "- { insert: names, index: 0, value: x }",
      expected: .changes(["names": #"["x", "a", "b", "c"]"#])),
    Case(
      testDescription: "insert at the size appends",
      rules: "- { insert: names, index: size(names), value: x }",
      expected: .changes(["names": #"["a", "b", "c", "x"]"#])),
    Case(
      testDescription: "insert beyond the size is refused",
      rules: "- { insert: names, index: 4, value: x }", expected: .refused("index-out-of-range")),
    Case(
      testDescription: "insert before the front is refused",
      rules: "- { insert: names, index: -1, value: x }", expected: .refused("index-out-of-range")),

    Case(
      testDescription: "remove-at takes one out", rules: "- { remove-at: names, index: action.i }",
      payload: ["i": 1], expected: .changes(["names": #"["a", "c"]"#])),
    Case(
      testDescription: "remove-at at the size is refused",
      rules: "- { remove-at: names, index: 3 }", expected: .refused("index-out-of-range")),

    Case(
      testDescription: "move forwards counts after the removal",
      rules: "- { move: names, from: 0, to: 2 }",
      expected: .changes(["names": #"["b", "c", "a"]"#])),
    Case(
      testDescription: "move backwards", rules: "- { move: names, from: 2, to: 0 }",
      expected: .changes(["names": #"["c", "a", "b"]"#])),
    Case(
      testDescription: "move to its own place is handled",
      rules: "- { move: names, from: 1, to: 1 }", expected: .changes([:])),
    Case(
      testDescription: "move to the size is refused", rules: "- { move: names, from: 0, to: 3 }",
      expected: .refused("index-out-of-range")),
    Case(
      testDescription: "move from beyond the end is refused",
      rules: "- { move: names, from: 3, to: 0 }", expected: .refused("index-out-of-range")),

    Case(
      testDescription: "toggle negates", rules: "- { toggle: flag }",
      expected: .changes(["flag": "true"])),
    Case(
      testDescription: "toggle twice gives the value back",
      rules: "- { toggle: flag }\n- { toggle: flag }", expected: .changes([:])),

    Case(
      testDescription: "increment adds one", rules: "- { increment: n }",
      expected: .changes(["n": "6"])),
    Case(
      testDescription: "increment adds an amount", rules: "- { increment: n, by: size(names) }",
      expected: .changes(["n": "8"])),
    Case(
      testDescription: "increment of a double takes an int literal",
      rules: "- { increment: x, by: 2 }", expected: .changes(["x": "2.5"])),
    Case(
      testDescription: "increment reaches into a list",
      rules: #"- { increment: "items[1].count" }"#,
      expected: .changes([
        "items":
          #"[Item{name: "one", count: 0, tags: []}, Item{name: "two", count: 1, tags: ["t", "u"]}]"#
      ])),
    Case(
      testDescription: "increment beyond the largest int is refused",
      rules: "- { increment: n, by: 9223372036854775807 }", expected: .refused("overflow")),
    Case(
      testDescription: "decrement subtracts one", rules: "- { decrement: n }",
      expected: .changes(["n": "4"])),
    Case(
      testDescription: "decrement of a double", rules: "- { decrement: x }",
      expected: .changes(["x": "-0.5"])),
    Case(
      testDescription: "decrement beyond the smallest int is refused",
      rules: "- { set: n, value: -9223372036854775808 }\n- { decrement: n }",
      expected: .refused("overflow")),

    Case(
      testDescription: "a rule whose when is false does not run",
      rules: "- { set: n, value: 1, when: n > 5 }", expected: .notHandled),
    Case(
      testDescription: "a rule whose unless is true does not run",
      rules: "- { set: n, value: 1, unless: n == 5 }", expected: .notHandled),
    Case(
      testDescription: "a rule sees what the one before it did",
      rules: "- { set: n, value: 9 }\n- { toggle: flag, when: n == 9 }",
      expected: .changes(["n": "9", "flag": "true"])),
    Case(
      testDescription: "a refusal takes back what the rules before it did",
      rules: "- { set: n, value: 9 }\n- { remove-at: names, index: 7 }",
      expected: .refused("index-out-of-range")),
    Case(
      testDescription: "an error in a guard refuses the action",
      rules: "- { toggle: flag, when: 1 / (n - 5) > 0 }", expected: .refused("division-by-zero")),
    Case(testDescription: "no rules handle nothing", rules: "[]", expected: .notHandled),
  ]

  @Test("A verb does what it says", arguments: cases)
  func verb(_ test: Case) throws {
    let spec = try Self.spec(test.rules)
    let store = createStore(reducer: spec.reducer)
    let initial = try #require(store.state["S"] as? Record)
    var handled = false
    store.observe { handled = !$0.changedKeys.isEmpty }
    let outcome: Outcome
    do {
      try store.perform(try spec.action("Go", test.payload))
      let after = try #require(store.state["S"] as? Record)
      var changes: [String: String] = [:]
      for (slot, field) in after.shape.fields.enumerated() where after[slot] != initial[slot] {
        changes[field.name] = "\(after[slot])"
      }
      outcome = handled ? .changes(changes) : .notHandled
    } catch let error as ActionError {
      outcome = .refused(error.code)
      #expect(store.state["S"] as? Record == initial)
      #expect(error.place?.file == "spec.yaml")
      #expect(!handled)
    }
    #expect(outcome == test.expected)
  }
}
