import SuasSpec
import Testing
import YAML

/// Calls of declared functions whose arguments are literals, inside larger expressions.
@Suite struct ArgumentTests {
  static let types = [
    "bool", "int", "double", "string", "timestamp", "duration", "any", "any?", "int?", "Mode",
    "list(any)", "list(int)", "list(int?)", "list(list(any))", "list(Row)", "map(any)", "map(int)",
    "map(int, any)", "map(bool, any)", "map(any?)", "map(list(any))", "Row", "Row?", "Load",
  ]
  private static let arguments = [
    "1", "'on'", "null", "[]", "{}", "[1]", "[1, 'a']", "[null, 1]", "[[1], ['a']]", "{'a': 1}",
    "{'a': 1, 'b': 'x'}", "{'a': null}", "{1: 'a', 2: 1}", "{true: 1, false: 'x'}", "{'a': [1]}",
    "{'a': {}}", "Row{a: [1, 'x']}", "Load.done{n: {'a': 1}}", "[Row{}]", "optional.of(1)",
    "duration('1s')", "dyn({'a': 1})", "[1].map(e, {'a': e})", "held", "[held]", "[?many[?0]]",
  ]
  private static let surroundings = [
    "CALL", "[n].map(e, CALL)", "b ? CALL : CALL", "many[?0].orValue(CALL)",
    "b ? optional.of(CALL).orValue(CALL) : CALL", "cel.bind(e, CALL, [e, e])", "{'a': CALL}",
    "[1].fold(acc, e, CALL, acc)", "n == 0 || CALL == null", "string(n) + string(size([CALL]))",
  ]

  @Test(
    "A bundle takes what the check takes as an argument of a declared function", arguments: types)
  func arguments(type: String) throws {
    var count = 0
    for argument in Self.arguments {
      for function in ["typed", "open"] {
        let call = "\(function)(\(argument))"
        guard Self.spec(type, [call]) != nil else { continue }
        let all = Self.surroundings.map { $0.replacing("CALL", with: call) }
        // If the check refuses some of them, each is tried by itself.
        for expressions in Self.spec(type, all) == nil ? all.map({ [$0] }) : [all] {
          guard let spec = Self.spec(type, expressions) else { continue }
          let bundle = spec.bundle
          let read = try? CompiledSpec(bundle: bundle)
          #expect(read?.bundle == bundle, "\(expressions)")
          count += 1
        }
      }
    }
    #expect(count > 0)
  }

  /// The spec with a parameter of a type and some expressions; nil if it does not check.
  private static func spec(_ type: String, _ expressions: [String]) -> CompiledSpec? {
    var text = """
      suas: 1
      enums: { Mode: ["on", "off"] }
      types: { Row: { a: "list(any) = []" } }
      variants: { Load: { idle: {}, done: { n: map(any) } } }
      states: { S: { n: int = 0, b: bool = true, held: any = null, many: "list(any) = []" } }
      functions:
        open: { params: { p: "\(type)" }, value: p }
        typed: { params: { p: "\(type)" }, returns: "\(type)", value: p }
      actions: { A: {} }
      reducers:
        R:
          state: S
          on:
            A:

      """
    for expression in expressions {
      text += "        - { set: held, value: \"${\(expression)}\" }\n"
    }
    return try? CompiledSpec(Source(name: "arguments.yaml", text: text))
  }
}
