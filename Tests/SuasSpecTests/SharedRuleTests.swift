import CEL
import Suas
import SuasSpec
import Testing
import YAML

@testable import SuasEngine
@testable import SuasLanguage
@testable import SuasProgram

/// Shared rules: what is in scope, what is refused, and that any number of them takes bounded time.
@Suite struct SharedRuleTests {
  static func spec(_ rules: String, _ handler: String) -> String {
    """
    suas: 1
    types:
      Part: { count: int = 0, names: "list(string) = []" }
    states:
      S:
        part: { type: Part, default: {} }
        parts: { type: list(Part), default: [{}, { count: 1 }] }
        byId: { type: map(Part), default: { a: {} } }
        maybe: Part?
        anything: any = 0
        n: int = 0
    actions:
      Go: { i: int = 0 }
    rules:
    \(rules.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
    reducers:
      R: { state: S, on: { Go: [\(handler)] } }
    """
  }

  static let grow =
    "grow: { of: Part, params: { by: int = 1 }, do: [{ increment: count, by: by }] }"

  static let mistakes: [(name: String, rules: String, handler: String, codes: [String])] = [
    ("an unknown rule", grow, "{ use: gro }", ["unknown-rule"]),
    ("no rules at all", "", "{ use: grow }", ["unknown-rule"]),
    ("another record", grow, "{ use: grow }", ["type-mismatch"]),
    ("a list of records", grow, "{ use: grow, on: parts }", ["type-mismatch"]),
    (
      "a parameter too many", grow, "{ use: grow, on: part, with: { by: 1, of: 2 } }",
      ["unknown-key"]
    ),
    (
      "a missing parameter",
      "take: { of: Part, params: { by: int }, do: [{ set: count, value: '${by}' }] }",
      "{ use: take, on: part }", ["missing-key"]
    ),
    (
      "a parameter of a wrong type", grow, "{ use: grow, on: part, with: { by: many } }",
      ["type-mismatch"]
    ),
    ("parameters in a list", grow, "{ use: grow, on: part, with: [1] }", ["wrong-kind"]),
    ("a default without a key", grow, "{ use: grow, default: {} }", ["conflicting-keys"]),
    (
      "a parameter named as a field", "bad: { of: Part, params: { count: int }, do: [] }",
      "{ use: bad, on: part, with: { count: 1 } }", ["duplicate-name"]
    ),
    (
      "a parameter named state", "bad: { of: Part, params: { state: int }, do: [] }",
      "{ use: bad, on: part, with: { state: 1 } }", ["duplicate-name"]
    ),
    (
      "a parameter with a condition",
      "bad: { of: Part, params: { by: { type: int, where: self > 0 } }, do: [] }",
      "{ use: bad, on: part, with: { by: 1 } }", ["wrong-kind"]
    ),
    (
      "a wrong default of a parameter", "bad: { of: Part, params: { by: int = many }, do: [] }",
      "{ use: bad, on: part }", ["type-mismatch"]
    ),
    (
      "reset", "bad: { of: Part, do: [{ reset: count }] }", "{ use: bad, on: part }", ["wrong-kind"]
    ),
    (
      "the action", "bad: { of: Part, do: [{ increment: count, by: action.i }] }",
      "{ use: bad, on: part }", ["undeclared-name"]
    ),
    (
      "the item around the use", "bad: { of: Part, do: [{ increment: count, by: item.count }] }",
      "{ update: parts, do: [{ use: bad, on: item }] }", ["undeclared-name"]
    ),
    ("an unknown type", "bad: { of: Parts, do: [] }", "{ use: bad, on: part }", ["unknown-type"]),
    ("no record", "bad: { of: int, do: [] }", "{ use: bad, on: part }", ["type-mismatch"]),
    (
      "itself", "bad: { of: Part, do: [{ use: bad }] }", "{ use: bad, on: part }",
      ["recursive-rules"]
    ),
    (
      "itself through another",
      "a: { of: S, do: [{ at: part, do: [{ use: b, on: item }] }] }\n"
        + "b: { of: Part, do: [{ use: c }] }\nc: { of: Part, do: [{ use: b }] }",
      "{ use: a }", ["recursive-rules"]
    ),
    (
      "the list that is being updated",
      "bad: { of: S, do: [{ clear: parts }] }", "{ update: parts, do: [{ use: bad }] }",
      ["wrong-kind"]
    ),
    (
      "the list that is being updated, by another rule",
      "bad: { of: S, do: [{ use: worse }] }\nworse: { of: S, do: [{ clear: parts }] }",
      "{ update: parts, do: [{ use: bad }] }", ["wrong-kind"]
    ),
    (
      "an element in which it is used", grow,
      "{ at: 'byId[\"a\"]', do: [{ use: grow, on: 'byId[\"a\"]' }] }", ["wrong-kind"]
    ),
  ]

  @Test("A use that is wrong is refused before it runs", arguments: mistakes)
  func mistake(name: String, rules: String, handler: String, codes: [String]) {
    do throws(Diagnostics) {
      _ = try CompiledSpec(yaml: Self.spec(rules, handler))
      Issue.record("nothing is wrong")
    } catch {
      #expect(error.items.map(\.code.rawValue).sorted() == codes, "\(error)")
    }
  }

  static let goodUses: [(rules: String, handler: String, state: String)] = [
    (grow, "{ use: grow, on: part }", "part.count == 1"),
    (grow, "{ use: grow, on: part, with: { by: '${n + 3}' } }", "part.count == 3"),
    (grow, "{ use: grow, on: 'parts[1]' }", "parts.map(p, p.count) == [0, 2]"),
    (grow, "{ update: parts, do: [{ use: grow, on: item }] }", "parts.map(p, p.count) == [1, 2]"),
    (
      grow, "{ at: part, do: [{ use: grow, on: item }, { increment: item.count }] }",
      "part.count == 2"
    ),
    (grow, "{ use: grow, on: 'byId[\"b\"]', default: { count: 4 } }", "byId['b'].count == 5"),
    (
      "idle: { of: Part, do: [{ clear: names, when: size(names) > 0 }] }",
      "{ use: idle, on: 'byId[\"b\"]', default: {} }", "!('b' in byId)"
    ),
    (
      "tell: { of: S, do: [{ increment: n, by: size(parts) }] }",
      "{ update: parts, do: [{ use: tell }, { set: item.count, value: '${n}' }] }",
      "n == 4 && parts.map(p, p.count) == [2, 4]"
    ),
    (
      "twice: { of: Part, params: { by: int }, do: [{ use: grow, with: { by: '${by}' } }, "
        + "{ use: grow, with: { by: '${by + count}' } }] }\n\(grow)",
      "{ use: twice, on: part, with: { by: 2 } }", "part.count == 6"
    ),
    (
      grow, "{ set: anything, value: '${part}' }, { use: grow, on: anything }",
      "anything.count == 1"
    ),
    (
      "whole: { of: Part, do: [{ set: state, value: { count: 7 } }] }",
      "{ use: whole, on: 'parts[0]' }", "parts[0].count == 7"
    ),
  ]

  @Test("A shared rule runs on the place of its use", arguments: goodUses)
  func use(rules: String, handler: String, state: String) throws {
    let spec = try CompiledSpec(
      yaml: Self.spec(rules, handler) + "\ninvariants: { is-settled: \"store.S.n >= 0\" }")
    let store = createStore(reducer: spec.reducer)
    try store.perform(try spec.action("Go"))
    let record = try #require(store.state["S"] as? Record)
    var environment = Environment(types: spec.checked.types.cel)
    let slot = environment.declare("state", .record("S"))
    for (index, field) in record.shape.fields.enumerated() {
      environment.declare(field.name, field.type, field: index, ofSlot: slot)
    }
    var frame = Frame(slots: [.record(record)])
    #expect(try environment.compile(state).evaluate(&frame) == .bool(true))
  }

  static let refusals: [(handler: String, code: String)] = [
    ("{ use: grow, on: maybe }", "null-value"),
    ("{ use: grow, on: 'byId[\"b\"]' }", "no-such-key"),
    ("{ use: grow, on: 'parts[action.i + 2]' }", "index-out-of-range"),
    ("{ use: grow, on: anything }", "type-mismatch"),
    (
      "{ use: grow, on: part }, { use: grow, on: part, with: { by: 9223372036854775807 } }",
      "overflow"
    ),
  ]

  @Test("A use that meets an error changes nothing", arguments: refusals)
  func refusal(handler: String, code: String) throws {
    let spec = try CompiledSpec(
      yaml: Self.spec(Self.grow, "{ append: part.names, value: a }, \(handler)"))
    let store = createStore(reducer: spec.reducer)
    let before = store.state["S"] as? Record
    #expect { try store.perform(try spec.action("Go")) } throws: { error in
      (error as? ActionError)?.code == code
    }
    #expect(store.state["S"] as? Record == before)
  }

  @Test("An error names its rule, and every use that led to it")
  func uses() throws {
    let rules =
      "outer: { of: S, do: [{ use: inner, on: part }] }\n"
      + "inner: { of: Part, do: [{ fail: no }] }"
    let spec = try CompiledSpec(yaml: Self.spec(rules, "{ use: outer }"))
    let store = createStore(reducer: spec.reducer)
    do throws(ActionError) {
      try store.perform(try spec.action("Go"))
      Issue.record("it is not refused")
    } catch {
      #expect(error.message == "no")
      #expect(error.place?.line == 16)
      #expect(error.uses.map(\.rule) == ["inner", "outer"])
      #expect(error.uses.map(\.place.line) == [15, 18])
      #expect(
        "\(error)"
          == "spec.yaml:16:29: error[failed]: no (in the rule 'inner', used at spec.yaml:15:31, "
          + "in the rule 'outer', used at spec.yaml:18:36)")
    }
  }

  @Test("An unused rule and an else that nothing is left for are warned of")
  func warnings() throws {
    let handler =
      "{ match: '${n > 0}', cases: { true: [], false: [{ increment: n }] }, else: [{ clear: parts }] }"
    let spec = try CompiledSpec(yaml: Self.spec(Self.grow, handler))
    let codes = spec.checked.warnings.items.map(\.code.rawValue)
    #expect(codes.contains("unused-declaration") && codes.contains("constant-condition"))
  }

  @Test("Coverage counts a shared rule once, however many uses it has")
  func coverage() throws {
    let spec = try CompiledSpec(
      yaml: Self.spec(Self.grow, "{ use: grow, on: part }, { use: grow, on: 'parts[0]' }"))
    let rules = spec.checked.coverage.points.filter { $0.kind == .rule }
    #expect(rules.map(\.place.text).filter { $0.hasPrefix("increment") }.count == 1)
    #expect(rules.count == 3)
  }

  @Test("10,000 rules that use one another in a row are refused, and quickly")
  func chain() throws {
    let rules = (0..<10_000).map { "r\($0): { of: Part, do: [{ use: r\($0 + 1) }] }" }
    let text = Self.spec(
      (rules + ["r10000: { of: Part, do: [] }"]).joined(separator: "\n"), "{ use: r0, on: part }")
    #expect { try CompiledSpec(yaml: text) } throws: { error in
      (error as? Diagnostics)?.items.map(\.code.rawValue) == ["nesting-too-deep"]
    }
  }

  @Test("10,000 rules in a circle are refused, and quickly")
  func circle() throws {
    let rules = (0..<10_000).map { "r\($0): { of: Part, do: [{ use: r\(($0 + 1) % 10_000) }] }" }
    let text = Self.spec(rules.joined(separator: "\n"), "{ use: r0, on: part }")
    #expect { try CompiledSpec(yaml: text) } throws: { error in
      (error as? Diagnostics)?.items.map(\.code.rawValue) == ["recursive-rules"]
    }
  }

  @Test("Rules that use the next one twice cost no more than is allowed")
  func doubling() throws {
    let rules = (0..<60).map {
      "r\($0): { of: Part, do: [{ use: r\($0 + 1) }, { use: r\($0 + 1) }] }"
    }
    let text = Self.spec(
      (rules + ["r60: { of: Part, do: [{ increment: count }] }"]).joined(separator: "\n"),
      "{ use: r0, on: part }")
    var spec = try CompiledSpec(yaml: text)
    spec.limits.cost = 100_000
    let store = createStore(reducer: spec.reducer)
    #expect { try store.perform(try spec.action("Go")) } throws: { error in
      (error as? ActionError)?.code == "cost-exceeded"
    }
    #expect(store.state["S"] as? Record == spec.reducers[0].initial)
  }
}
