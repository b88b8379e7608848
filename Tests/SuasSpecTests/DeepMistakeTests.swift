import SuasSpec
import Testing
import YAML

/// Mistakes in long expressions. What explains them walks down the expression, and a walk that takes
/// each step twice would not end.
@Suite struct DeepMistakeTests {
  private static func sum(_ first: String) -> String {
    ([first] + Array(repeating: "1.5", count: 60)).joined(separator: " + ")
  }

  @Test(
    "A mistake at the beginning of a long expression is explained at once",
    .timeLimit(.minutes(1)),
    arguments: [
      ("\"${\(sum("d"))}\"", "undeclared-name"),
      ("\"${\(sum("state.d"))}\"", "unknown-field"),
      ("\"${\(sum("n.d"))}\"", "undeclared-name"),
      ("\"${(\(sum("1.5"))) == 'a' || v == 'none'}\"", "no-matching-overload"),
      (sum("action.d"), "looks-like-expression"),
      ("size(\(sum("action.d")))", "looks-like-expression"),
    ])
  func isExplained(value: String, code: String) {
    let text = """
      suas: 1
      variants: { V: { none: {}, one: { d: double } } }
      states: { S: { t: string = "", v: V = none } }
      actions: { A: { d: double } }
      reducers:
        R: { state: S, on: { A: [{ set: t, value: \(value) }] } }
      """
    let mistakes = #expect(throws: Diagnostics.self) {
      try CompiledSpec(Source(name: "a.yaml", text: text))
    }
    #expect(mistakes?.items.contains { $0.code.rawValue == code } == true, "\(mistakes as Any)")
  }
}
