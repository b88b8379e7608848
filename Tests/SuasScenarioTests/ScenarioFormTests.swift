import LibYAML
import SuasSpec
import Testing
import YAML

@testable import SuasLanguage
@testable import SuasScenario

/// The forms of the mappings of scenario files, from which schemas are made, compared with the
/// decoder.
@Suite struct ScenarioFormTests {
  /// A form, and a file in which `%` is the place of its mapping.
  struct Place: Sendable, CustomTestStringConvertible {
    let form: ScenarioForm
    let file: String
    /// The keys of the other forms that a mapping in this place may have.
    var others: [String] = []
    var isFragmentFile = false

    var testDescription: String { "\(form.what) with \(form.names[0])" }
  }

  static let places: [Place] =
    [
      Place(form: ScenarioFile.singleForm, file: "%"),
      Place(form: ScenarioFile.severalForm, file: "%", others: ["scenario"]),
      Place(form: ScenarioHeader.form, file: "{ spec: s, scenarios: [%] }"),
      Place(form: FragmentFile.form, file: "%", isFragmentFile: true),
      Place(form: Fragment.form, file: "{ fragments: { f: % } }", isFragmentFile: true),
      Place(form: ExpectationDeclaration.form, file: inStep("expect: %")),
      Place(form: ExpectationDeclaration.Kind.errorForm, file: inStep("expect: { error: % }")),
      Place(form: GoldenDeclaration.form, file: inStep("golden: %")),
    ]
    + StepDeclaration.forms.map {
      Place(
        form: $0, file: "{ spec: s, scenario: s, steps: [%] }",
        others: StepKeyword.allCases.map(\.rawValue))
    }

  private static func inStep(_ step: String) -> String {
    "{ spec: s, scenario: s, steps: [{ \(step) }] }"
  }

  @Test("Decoding asks for the keys of a form, and for no others", arguments: places)
  func keys(place: Place) throws {
    let items = diagnostics(place, with: place.form.keys, unknown: true)
    let unknown = items.filter { $0.code == .unknownKey }
    let help = try #require(unknown.first?.help.last)
    #expect(unknown.count == 1)
    #expect(items.allSatisfy { [.unknownKey, .conflictingKeys].contains($0.code) })
    let known = help.dropFirst("its keys are ".count).split(separator: ", ").map(String.init)
    #expect(Set(known) == Set(place.form.names + place.others))
  }

  @Test("A mapping needs the keys that its form requires, and no others", arguments: places)
  func requiredKeys(place: Place) {
    let required = place.form.keys.filter(\.isRequired)
    #expect(diagnostics(place, with: required).isEmpty)
    for key in required where place.form.what != "a step" {
      #expect(!diagnostics(place, with: place.form.keys.filter { $0.name != key.name }).isEmpty)
    }
  }

  @Test("A matcher needs the keys of its form", arguments: MatcherKeyword.forms)
  func matchers(form: ScenarioForm) {
    for keys in [form.keys, Array(form.keys.prefix(1))] {
      let mapping = Self.mapping(keys)
      let found = mistakes(
        "scenario: s\nsteps: [{ expect: { state: { Shop: { extra: \(mapping) } } } }]")
      #expect(found.contains { $0.hasPrefix("missing-key") } == (keys.count < form.keys.count))
      #expect(!found.contains { $0.hasPrefix("unknown-key") })
    }
  }

  @Test("An answer's keys are those that answers to some effect have")
  func answers() throws {
    let spec = try CompiledSpec(
      Source(
        name: "spec.yaml",
        text: """
          suas: 1
          states: { S: { a: int = 0 } }
          reducers: { S: { state: S } }
          middleware: [async]
          effects:
            H: { run: { http: { url: "http://localhost" } } }
            R: { run: { read-file: a } }
            C: { run: { custom: { name: c, result: int } } }
            D: { run: { delay: 1s } }
          """))
    let fields = spec.checked.effects.flatMap(\.response.fields).map(\.name)
    #expect(Set(fields) == Set(AnswerDeclaration.contentsForm.names))
  }

  @Test("Pitfalls know the keys of scenarios whose values are texts")
  func texts() {
    let forms = Self.places.map(\.form)
    let texts = forms.flatMap(\.keys).filter { key in
      switch key.kind {
      case .prose, .message: true
      default: false
      }
    }
    #expect(
      Set(texts.map(\.name))
        == ValueSyntax.scenarioTexts.union(["description", "fail", "name"]))
  }

  private func diagnostics(
    _ place: Place, with keys: [KeyForm<ScenarioValueKind>], unknown: Bool = false
  ) -> [Diagnostic] {
    let text = place.file.replacing("%", with: Self.mapping(keys, unknown ? ["xyzzy: 1"] : []))
    do throws(Diagnostics) {
      let tree = try LibYAML.parse(Source(name: "file.yaml", text: text))
      if place.isFragmentFile {
        _ = try FragmentFile(decoding: tree)
        return []
      }
      let file = try ScenarioFile(decoding: tree)
      let sink = DiagnosticSink()
      let spec = try CompiledSpec(Source(name: "shop.yaml", text: shop))
      let fragments = try FragmentTable([
        try FragmentFile(
          decoding: try LibYAML.parse(
            Source(name: "fragments.yaml", text: "fragments: { a: { steps: [] } }")))
      ])
      let reader = ScenarioReader(
        spec.checked.types, fragments, sink, budget: ExpansionBudget())
      _ = reader.declarations(of: file)
      return sink.diagnostics.items
    } catch {
      return error.items
    }
  }

  private static func mapping(
    _ keys: [KeyForm<ScenarioValueKind>], _ more: [String] = []
  ) -> String {
    let entries = keys.map { "\($0.name): \(sample($0))" } + more
    return "{ \(entries.joined(separator: ", ")) }"
  }

  /// A value that the key accepts.
  private static func sample(_ key: KeyForm<ScenarioValueKind>) -> String {
    switch key.kind {
    case .prose, .message, .paths, .dispatched, .effect, .listener: "a"
    case .text, .texts: key.name == "clock" ? "2000-01-01T00:00:00Z" : "a"
    case .flag, .condition, .conditions, .always: "true"
    case .expression: "'[]'"
    case .integer, .number, .value: "1"
    case .count(let minimum): "\(minimum)"
    case .duration: "1s"
    case .values, .fragments, .parameters, .expectations, .given, .state, .changes: "{}"
    case .selected: "{}"
    case .scenarios, .steps, .listeners, .actions, .effects, .requests, .elements, .contents:
      "[]"
    case .examples: "[{ a: 1 }]"
    case .store: "store"
    case .goldenSubject: "state"
    case .mapping: "{}"
    case .textOr, .refusal: "a"
    }
  }
}
