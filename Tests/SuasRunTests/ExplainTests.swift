import Foundation
import SuasSpec
import Testing

/// `suas-run explain`, and the examples that it prints, run as an author would.
@Suite struct ExplainTests {
  static let examples = Explanation.all.flatMap { explanation in
    explanation.examples.map { (explanation.code, $0) }
  }

  @Test("The wrong example causes its code and no other, the right one none", arguments: examples)
  func example(code: String, example: Explanation.Example) throws {
    if case .untested = example.setting { return }
    let wrong = try Self.answer(to: example.wrong, in: example)
    let right = try Self.answer(to: example.right, in: example)
    if example.setting == .searching {
      #expect(wrong.output.contains("    \(code): "), "\(wrong.output)\(wrong.errors)")
    } else if example.setting == .reacting || code == "at-rest-violated" {
      // No single action is refused, because the error is about the length of the chain, or about what
      // the action left behind.
      #expect(wrong.output.contains("the error \(code): "), "\(wrong.output)\(wrong.errors)")
    } else if example.setting == .running {
      #expect(wrong.output.contains("refused: \(code): "), "\(wrong.output)\(wrong.errors)")
    } else if code.isWarning {
      #expect(wrong.codes("warning") == [code], "\(wrong.errors)")
      #expect(right.codes("warning") == [], "\(right.errors)")
    } else {
      #expect(wrong.codes("error") == [code], "\(wrong.errors)")
    }
    #expect(right.status == 0, "\(right.output)\(right.errors)")
  }

  private static func answer(
    to text: String, in example: Explanation.Example
  ) throws -> Program.Result {
    let folder = try Folder()
    // The files that examples include.
    try folder.write("suas: 1\n", to: "types.yaml")
    try folder.write("fragments: { doing: { steps: [{ dispatch: Do }] } }\n", to: "common.yaml")
    switch example.setting {
    case .scenario:
      try folder.write(
        Explanation.Example.sampleSpec(rules: "- increment: count"), to: "todo.yaml")
      try folder.write(example.file(of: text), to: "todo.scenario.yaml")
      return try Program.run(["check", "todo.scenario.yaml"], in: folder)
    case .running, .reacting:
      try folder.write(example.file(of: text), to: "todo.yaml")
      try folder.write(
        "spec: todo.yaml\nscenario: Doing\nsteps: [{ dispatch: Do }]\n", to: "todo.scenario.yaml")
      return try Program.run(["todo.scenario.yaml"], in: folder)
    case .searching:
      try folder.write(example.file(of: text), to: "todo.yaml")
      return try Program.run(["explore", "todo.yaml"], in: folder)
    default:
      try folder.write(example.file(of: text), to: "todo.yaml")
      return try Program.run(["check", "todo.yaml"], in: folder)
    }
  }

  @Test("The examples that no test runs are known by their reasons")
  func untested() {
    let untested = Self.examples.compactMap { code, example in
      if case .untested(let reason) = example.setting { (code, reason) } else { nil }
    }
    let known: [String: String] = [
      "encoding": "the mistake is in the bytes",
      "file-too-large": "the file would have 16 MB",
      "invalid-bundle": "a bundle is no text",
      "not-generated": "the mistake is in the scenario",
      "stale-output": "the mistake is in the folder",
      "unwritable": "the mistake is in the folder",
      "nesting-too-deep": "the example would be 129 brackets deep",
      "type-too-large": "the types would go on for another 30 lines",
      "invalid-payload": "the payload is made in Swift",
      "state-too-large": "the state would have ten million leaves",
      "saved-shape-changed": "the frozen shape is a file of its own",
      "missing-migration": "the frozen shape is a file of its own",
      "not-migrated": "the frozen shape is a file of its own",
      "lost-field": "the frozen shape is a file of its own",
      "not-expressed": "the schema is a file of its own",
      "other-spec": "it is met when an app starts",
      "too-old": "it is met when an app starts",
      "too-new": "it is met when an app starts",
      "not-saved": "it is met when an app starts",
    ]
    #expect(Dictionary(untested) { first, _ in first } == known)
  }

  @Test("Every code of the language has one explanation, in lines of at most 80 characters")
  func codes() {
    let codes = Explanation.all.map(\.code)
    #expect(Set(codes).count == codes.count)
    for code in Self.documented where !codes.contains(code) {
      Issue.record("'\(code)' is not explained")
    }
    for explanation in Explanation.all {
      #expect(!explanation.examples.isEmpty)
      #expect(!explanation.title.hasSuffix("."))
      for line in explanation.rendered.split(separator: "\n").dropFirst() {
        #expect(line.count <= 80, "\(explanation.code)")
      }
    }
  }

  /// The codes of diagnostics and of refused actions.
  static let documented = """
    yaml-syntax encoding file-too-large nesting-too-deep alias-budget duplicate-key unknown-tag
    merge-key unsupported-version wrong-document unknown-key missing-key conflicting-keys wrong-kind
    invalid-name invalid-literal file-not-found unreadable unwritable outside-root include-cycle
    duplicate-name
    duplicate-state-key duplicate-golden unknown-type unknown-state unknown-field unknown-action
    unknown-effect unknown-listener unknown-selector unknown-fragment unknown-verb unknown-case
    unknown-rule missing-case recursive-function recursive-constant recursive-rules recursive-selector
    invalid-constant hidden-name unguarded-case
    recursive-type type-too-large missing-initial invalid-initial type-mismatch undeclared-name expression-syntax
    no-matching-overload looks-like-expression async-missing
    unhandled-action unused-declaration constant-condition never-written never-read
    invalid-payload index-out-of-range no-such-key no-such-field no-such-case null-value
    division-by-zero overflow invalid-argument constraint-violated invariant-violated
    transition-violated at-rest-violated always-reachable-violated failed dispatch-depth-exceeded cost-exceeded state-too-large
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  @Test("explain prints meaning and examples, lists all codes, and suggests the nearest")
  func command() throws {
    let folder = try Folder()
    let one = try Program.run(["explain", "unknown-field"], in: folder)
    #expect(one.status == 0)
    #expect(
      one.output == """
        unknown-field: a record has no such field

        You can read and write only the fields that a type, a state or a payload
        declares.

        wrong, in the rules for an action:

            - toggle: todos[0].isComplete

        right:

            - toggle: todos[0].isCompleted

        """)
    let all = try Program.run(["explain"], in: folder)
    #expect(all.status == 0)
    #expect(all.output.split(separator: "\n").count == Explanation.all.count)
    let none = try Program.run(["explain", "unknown-feild"], in: folder)
    #expect(none.status == 64)
    #expect(none.errors.contains("there is no code 'unknown-feild'; did you mean 'unknown-field'?"))
  }
}

extension String {
  fileprivate var isWarning: Bool { Explanation.warnings.contains { $0.code == self } }
}
