import SuasSpec
import Support
import Testing
import YAML

/// Expressions that YAML reads differently than intended: each line that a diagnostic proposes, put
/// back into the file, makes it sound.
@Suite struct TrapTests {
  /// Rules with one mistake, and the proposed lines.
  struct Case: Sendable, CustomTestStringConvertible {
    var rules: String
    var proposed: [String]

    init(_ rules: String, _ proposed: String...) {
      self.rules = rules
      self.proposed = proposed
    }

    var testDescription: String { rules }
  }

  private static func spec(_ rules: String) -> String {
    let lines = rules.split(separator: "\n", omittingEmptySubsequences: false)
    return """
      suas: 1
      types:
        Item: { title: string, done: bool = false }
      states:
        S:
          n: int = 0
          done: bool = false
          text: string = a
          items: list(Item) = []
          tags: list(string) = []
      actions:
        Do: { text: string = a, index: int = 0 }
      reducers:
        R:
          state: S
          on:
            Do:
      \(lines.map { "        \($0)" }.joined(separator: "\n"))
      """
  }

  private static func diagnostics(of text: String) -> Diagnostics {
    do throws(Diagnostics) {
      _ = try CompiledSpec(Source(name: "spec.yaml", text: text))
      return Diagnostics()
    } catch {
      return error.explainingTraps()
    }
  }

  static let guards: [Case] = [
    ("!done", ["unless: done", "when: ${!done}"]),
    ("!(n == 1)", ["unless: (n == 1)", "when: ${!(n == 1)}"]),
    ("!done && !items[0].done", ["when: ${!done && !items[0].done}"]),
    ("!items[0].done", ["unless: items[0].done", "when: ${!items[0].done}"]),
    ("done ? n == 1 : n == 2", [#"when: "done ? n == 1 : n == 2""#]),
    (#"text == "a: b""#, [#"when: 'text == "a: b"'"#]),
    (#"text == "it's: b""#, [#"when: 'text == "it''s: b"'"#]),
    (#"text == "a #1""#, [#"when: 'text == "a #1"'"#]),
    (#"text == "a #1" # why"#, [#"when: 'text == "a #1"' # why"#]),
    (#"Item{title: "x"} in items"#, [#"when: 'Item{title: "x"} in items'"#]),
    (#""a" == text"#, [#"when: ${"a" == text}"#]),
    (#"'a' == text"#, [#"when: ${'a' == text}"#]),
    (#""a" == text ? done : !done"#, [#"when: '"a" == text ? done : !done'"#]),
    ("[1] == [n]", ["when: ${[1] == [n]}"]),
    (#"{"a": 1}["a"] == n"#, [#"when: '{"a": 1}["a"] == n'"#]),
    (#"{"a":1}["a"] == n"#, [#"when: ${{"a":1}["a"] == n}"#]),
    (#"text == 'x' ? done : true # or not"#, [#"when: "text == 'x' ? done : true" # or not"#]),
  ].map { written, proposed in
    var rule = Case("- increment: n\n  when: \(written)")
    rule.proposed = proposed
    return rule
  }

  static let rules: [Case] = [
    Case("- increment: n\n  unless: !done", "when: done", "unless: ${!done}"),
    Case("- increment: n\n  by: done ? 1 : 2", #"by: "done ? 1 : 2""#),
    Case("- if: !done\n  then: [{ toggle: done }]", "- if: ${!done}"),
    Case("- for-each: [1, 2, 3]\n  do: [{ increment: n }]", "- for-each: ${[1, 2, 3]}"),
    Case("- append: tags\n  values: [text] + tags", "values: ${[text] + tags}"),
    Case("- let:\n    x: done ? 1 : 2", #"x: "${done ? 1 : 2}""#),
    Case("- let:\n    x: !done", "x: ${!done}"),
    Case("- let:\n    x: \"hello\"", #"x: ${"hello"}"#),
    Case("- let: { x: 'hello' }", #"- let: { x: '${"hello"}' }"#),
    Case("- set: text\n  value: action.text", "value: ${action.text}"),
    Case("- set: text\n  value: ${done ? \"a\" : \"b\"}", #"value: '${done ? "a" : "b"}'"#),
    Case("- set: text\n  value: ${text}: ${text}", #"value: "${text}: ${text}""#),
    Case("- set: n\n  value: done ? 1 : 2", #"value: "${done ? 1 : 2}""#),
    Case("- set: done\n  value: !done", "value: ${!done}"),
    Case("- set: text\n  value: Note: ring home", #"value: "Note: ring home""#),
    Case("- set: text\n  value: @home", #"value: "@home""#),
    Case("- set: text\n  value: *important*", #"value: "*important*""#),
    Case("- set: text\n  value: > 5", #"value: "> 5""#),
    Case("- set: text\n  value: `x", #"value: "`x""#),
    Case("- set: text\n  value: %x", #"value: "%x""#),
    Case("- set: text\n  value: #home", ##"value: "#home""##),
    Case("- set: text\n  value: ${\"a #1\"}", #"value: '${"a #1"}'"#),
    Case("- fail: Not: allowed", #"- fail: "Not: allowed""#),
    Case(
      "- { append: items, value: { title: ${action.text} } }",
      #"- { append: items, value: { title: "${action.text}" } }"#),
    Case(
      "- append: items\n  value: { title: ${action.text}, done: ${done} }",
      #"value: { title: "${action.text}", done: "${done}" }"#),
    Case(
      "- append: items\n  value: { title: action.text }",
      #"value: { title: "${action.text}" }"#),
    Case(
      "- append: items\n  value: {\n      title: ${action.text},\n      done: true }",
      #"title: "${action.text}","#),
    Case("- { toggle: items[0].done }", #"- { toggle: "items[0].done" }"#),
    Case(
      "- { increment: n, when: items[0].done, by: 2 }",
      #"- { increment: n, when: "items[0].done", by: 2 }"#),
    Case("- { increment: n, when: !done }", #"- { increment: n, when: "!done" }"#),
    Case("- { increment: n, when: \"a\" == text }", #"- { increment: n, when: '"a" == text' }"#),
    Case("- { increment: n, by: done ? 1 : 2 }", #"- { increment: n, by: "done ? 1 : 2" }"#),
    Case(
      "- { increment: n, by: math.greatest(1, 2) }",
      #"- { increment: n, by: "math.greatest(1, 2)" }"#),
    Case(
      "- set: tags\n  value: [${text}, b]",
      #"value: ["${text}", b]"#),
  ]

  @Test("Each suggested line for a rule makes the spec valid", arguments: guards + rules)
  func rule(case: Case) throws {
    try expect(Self.spec(`case`.rules), proposes: `case`.proposed)
  }

  static let fields: [Case] = [
    Case(
      "types:\n  Item: { tags: list(string) = [] }", #"Item: { tags: "list(string) = []" }"#),
    Case(
      "types:\n  Item: { names: map(int, string), n: int }",
      #"Item: { names: "map(int, string)", n: int }"#),
    Case(
      "types:\n  Item: { names: map(int, string) = {}, n: list(int) = [] }",
      #"Item: { names: "map(int, string) = {}", n: "list(int) = []" }"#),
    Case(
      "types:\n  Range: { from: int }\n  Item:\n    all: list(Range) = [{ from: 1 }]",
      "all: { type: list(Range), default: [{ from: 1 }] }"),
    Case(
      "types:\n  Range: { from: int }\n  Item:\n    all: list(Range) = [{ from: 1 }] # one",
      "all: { type: list(Range), default: [{ from: 1 }] } # one"),
    Case(
      "types:\n  Range: { from: int }\n  Item:\n    one: Range = { from: 1 }",
      "one: { type: Range, default: { from: 1 } }"),
    Case(
      "types:\n  Item:\n    names: map(int, string) = { 1: a }",
      #"names: { type: "map(int, string)", default: { 1: a } }"#),
    Case(
      "types:\n  Item: { all: list(int) = [1, 2], none: list(int) = [], n: map(int) = {a: 1} }",
      #"Item: { all: { type: list(int), default: [1, 2] }, none: "list(int) = []", "#
        + "n: { type: map(int), default: {a: 1} } }"),
  ]

  @Test("Each suggested line for a declaration makes the spec valid", arguments: fields)
  func field(case: Case) throws {
    try expect("suas: 1\n\(`case`.rules)\n", proposes: `case`.proposed)
  }

  @Test(
    "Nothing is proposed where nobody can know what was meant",
    arguments: [
      "- increment: n\n  when: n ===== 1",
      "- increment: n\n  when: done # it is: so",
      "- increment: nn # the counter",
      "- append: items value: {}",
      "- set: n\n  value: many # how many",
      "- set: n\n  value: ${text} # a copy",
      "- set: n\n  value: |\n    many",
      "- set: text\n  value: &a x\n- set: n\n  value: *a",
      "- set: n\n  value: [1] # one",
      "- increment: n\n  when: |\n    n ==== 1",
      "- set: text\n  value: # nothing yet",
      "- increment: n\n  when: >5",
      "- set: text\n  value: \"open",
      "- { append: items, value: { title: smile :( } }",
    ])
  func unclear(rules: String) {
    let help = Self.diagnostics(of: Self.spec(rules)).items.flatMap(\.help)
    #expect(!help.contains { $0.hasPrefix("write ") && !$0.hasPrefix("write it") })
  }

  @Test("Whatever a text holds, its diagnostics are explained in time and within their lines")
  func hostile() {
    let alphabet = Array(" \n:#,[]{}()!&*>|%@`'\"$?-=.x0".utf8)
    let texts = (Self.guards + Self.rules).map { Array(Self.spec($0.rules).utf8) }
    var random = Support.SplitMix64(seed: 3)
    for round in 0..<4000 {
      var bytes = texts[round % texts.count]
      let first = bytes.count - 120
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: first..<bytes.count, using: &random)
        bytes[place] = alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      let text = String(decoding: bytes, as: UTF8.self)
      for help in Self.diagnostics(of: text).items.flatMap(\.help) {
        #expect(!help.contains("\n"), "\(text)")
      }
    }
  }

  @Test(
    "A text of several lines that looks like an expression is reported without a suggested line")
  func severalLines() {
    let rules = "- set: text\n  value: action.text\n    .lowerAscii()"
    let help = Self.diagnostics(of: Self.spec(rules)).items.flatMap(\.help)
    #expect(help.count == 1 && !help.contains { $0.contains("value:") }, "\(help)")
  }

  private func expect(
    _ text: String, proposes expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let diagnostics = Self.diagnostics(of: text).items
    let diagnostic = try #require(diagnostics.first, sourceLocation: sourceLocation)
    #expect(diagnostics.count == 1, "\(diagnostics)", sourceLocation: sourceLocation)
    let proposed = diagnostic.help.compactMap { help in
      ["write ", "or write "].first(where: help.hasPrefix).map { String(help.dropFirst($0.count)) }
    }
    #expect(proposed == expected, sourceLocation: sourceLocation)
    guard case .range(let place) = diagnostic.place else {
      Issue.record("the diagnostic has no line", sourceLocation: sourceLocation)
      return
    }
    for line in proposed {
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let old = lines[place.location.line]
      lines[place.location.line] = old.prefix { $0 == " " } + line
      let left = Self.diagnostics(of: lines.joined(separator: "\n"))
      #expect(left.items.isEmpty, "\(left.render())", sourceLocation: sourceLocation)
    }
  }
}
