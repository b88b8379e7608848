import Testing

@testable import SuasSpec

/// How rules are written, beside the verbs that read them.
@Suite struct VerbFormTests {
  @Test("Every verb has a form, and every form a verb")
  func verbs() {
    #expect(Set(VerbForm.all.keys) == Set(SuasSpec.verbs.map { $0.keyword }))
  }

  @Test("The arguments of the forms are those that verbs take")
  func arguments() {
    let named = VerbForm.all.values.flatMap { $0.arguments.map(\.name) }
    #expect(Set(named).union(["when", "unless"]) == Set(RuleReader.arguments))
    for (keyword, form) in VerbForm.all {
      #expect(form.choice.allSatisfy { form.arguments.map(\.name).contains($0) }, "\(keyword)")
    }
  }
}
