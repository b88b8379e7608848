import SuasLanguage
import SuasSpec
import Testing
import YAML

/// Rules that cannot be read. None may be left out without a word: the spec would be sound, and do less.
@Suite struct DroppedRuleTests {
  private static let targets = [
    "{}", "{ names: a }", "{ names: 0, count: 1 }", "{ from: names, value: a }",
    "{ names: a, when: 'true' }", "[]", "[names]", "null", "''", "{ names: { do: [] } }",
  ]

  @Test("A rule whose path is no path is a mistake, whatever the verb", arguments: targets)
  func paths(target: String) {
    for (keyword, form) in VerbTable.standard.forms {
      guard case .path = form.target else { continue }
      for rest in ["", ", value: a", ", where: 'true'", ", do: []", ", when: 'true'"] {
        let rule = "{ \(keyword): \(target)\(rest) }"
        #expect(throws: Diagnostics.self, "\(rule)") {
          try CompiledSpec(
            Source(
              name: "a.yaml",
              text: """
                suas: 1
                states: { S: { names: "list(string) = []", count: int = 0 } }
                actions: { A: {} }
                reducers: { R: { state: S, on: { A: [\(rule)] } } }
                """))
        }
      }
    }
  }
}
