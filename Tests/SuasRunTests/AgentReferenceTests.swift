import Foundation
import Support
import Testing

@testable import SuasLanguage
@testable import SuasProgram
@testable import SuasScenario

/// The page for agents: it has every key of the language, and its mistakes are mistakes.
@Suite struct AgentReferenceTests {
  static let path = "docs/for-agents.md"

  /// A row of the page's tables of mistakes.
  struct Mistake: Sendable, CustomTestStringConvertible {
    /// The heading of the table: the place of the line.
    var place: String
    var wrong: String
    var right: String
    var code: String

    var testDescription: String { wrong }
  }

  static let mistakes: [Mistake] = {
    guard let text = try? text() else { return [] }
    return text.components(separatedBy: "\n### ").dropFirst().flatMap { section in
      let place = String(section.prefix { $0 != "\n" })
      return section.matches(of: /\n\| `(.+?)` \| `(.+?)` \| `([a-z-]+)` \|/).map {
        Mistake(
          place: place, wrong: String($0.1), right: String($0.2), code: String($0.3))
      }
    }
  }()

  private static func text() throws -> String {
    try String(contentsOf: packageRoot.appendingPathComponent(path), encoding: .utf8)
  }

  @Test("The lists of keys are those of the checker")
  func keys() throws {
    var page = try Self.text()
    for (topic, list) in [
      ("specs", KeyList.specs), ("verbs", KeyList.verbs), ("scenarios", KeyList.scenarios),
    ] {
      let mark = "<!-- not run: the keys of \(topic), as the checker has them -->\n```\n"
      let start = try #require(page.range(of: mark)).upperBound
      let end = try #require(page.range(of: "```\n", range: start..<page.endIndex)).lowerBound
      page.replaceSubrange(start..<end, with: list)
    }
    try expectRecorded(page, in: packageRoot.appendingPathComponent(Self.path))
  }

  @Test("It is short enough to be read before each piece of work: about 8,000 tokens")
  func length() throws {
    #expect(try Self.text().count <= 28_000)
  }

  @Test("It has the twenty mistakes that are made most")
  func count() {
    #expect(Self.mistakes.count >= 20)
    #expect(Set(Self.mistakes.map(\.place)) == ["In a spec", "In a rule", "In a step"])
  }

  @Test("A mistake is refused with its code, and the correction is sound", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws {
    #expect(try codes(of: mistake.wrong, in: mistake.place) == [mistake.code])
    #expect(try codes(of: mistake.right, in: mistake.place) == [])
  }

  /// Returns the codes of the errors in a file with a line at its place.
  private func codes(of line: String, in place: String) throws -> Set<String> {
    let folder = try Document(Self.path).folder()
    let name = place == "In a step" ? "line.scenario.yaml" : "line.yaml"
    let text =
      switch place {
      case "In a step": "spec: base.yaml\nscenario: A line\nsteps:\n  - \(line)\n"
      case "In a rule":
        try folder.text("base.yaml").replacing("Do: []", with: "Do:\n        - \(line)")
      default: "suas: 1\n\(line)\n"
      }
    try folder.write(text, to: name)
    return try Program.run(["check", name], in: folder).codes("error")
  }
}

/// The keys of mappings, one mapping in a line: `!` marks those that are required.
private enum KeyList {
  static let specs = lines(SpecGrammar.declarations.map { ($0.what, $0.keys.map(mark)) })

  static let verbs = VerbTable.standard.forms.map { keyword, form in
    let arguments = form.arguments.map { form.choice.contains($0.name) ? "\($0.name)|" : mark($0) }
    return ([keyword] + arguments).joined(separator: " ") + " — \(form.summary)\n"
  }.joined()

  static let scenarios = lines(
    ([
      ScenarioFile.singleForm, ScenarioFile.severalForm, ScenarioHeader.form, FragmentFile.form,
      Fragment.form,
    ] + StepDeclaration.forms + [
      AnswerDeclaration.contentsForm, GoldenDeclaration.form, ExpectationDeclaration.form,
      ExpectationDeclaration.Kind.errorForm, RestoredExpectation.form,
    ] + FoundDeclaration.forms + [RestartForm.form] + EffectKind.allCases.map(\.requestForm)
      + MatcherKeyword.forms)
      .map { ($0.what, $0.keys.map(mark)) })

  private static func mark<Kind>(_ key: KeyForm<Kind>) -> String {
    key.isRequired ? "\(key.name)!" : key.name
  }

  private static func lines(_ forms: [(what: String, keys: [String])]) -> String {
    forms.map { "\($0.what): \($0.keys.joined(separator: " "))\n" }.joined()
  }
}
