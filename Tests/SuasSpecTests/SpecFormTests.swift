import LibYAML
import Testing
import YAML

@testable import SuasLanguage

/// The forms of a spec's mappings, from which schemas and pitfalls are made, compared with the
/// decoder.
@Suite struct SpecFormTests {
  /// A form, and a spec in which `%` is the place of its mapping.
  struct Place: Sendable, CustomTestStringConvertible {
    let form: MappingForm<SpecValueKind>
    let spec: String
    /// The keys of the other forms that a mapping in this place may have.
    var others: [String] = []
    /// True if one of the optional keys is needed.
    var needsOne = false

    var testDescription: String { "\(form.what) with \(form.names[0])" }
  }

  static let places: [Place] =
    [
      Place(form: Spec.form, spec: "%"),
      Place(form: ConstantDeclaration.form, spec: "{ suas: 1, constants: { c: % } }"),
      Place(form: FieldDeclaration.form, spec: "{ suas: 1, types: { T: { f: % } } }"),
      Place(form: FunctionDeclaration.form, spec: "{ suas: 1, functions: { f: % } }"),
      Place(form: SharedRuleDeclaration.form, spec: "{ suas: 1, rules: { r: % } }"),
      Place(form: ReducerDeclaration.form, spec: "{ suas: 1, reducers: { R: % } }"),
      Place(
        form: HistoryDeclaration.form,
        spec: "{ suas: 1, reducers: { R: { state: S, history: % } } }"),
      Place(
        form: FailVerb.refusal,
        spec: "{ suas: 1, reducers: { R: { state: S, on: { A: [{ fail: % }] } } } }"),
      Place(form: SelectorDeclaration.form, spec: "{ suas: 1, selectors: { s: % } }"),
      Place(form: ListenerDeclaration.form, spec: "{ suas: 1, listeners: { l: % } }"),
      Place(
        form: DispatchDeclaration.form, spec: "{ suas: 1, listeners: { l: { do: [%] } } }",
        others: ["cancel"]),
      Place(form: DeclaredMiddleware.form, spec: "{ suas: 1, middleware: [%] }"),
      Place(form: EffectDeclaration.form, spec: "{ suas: 1, effects: { E: % } }"),
      Place(
        form: RunDeclaration.form, spec: "{ suas: 1, effects: { E: { run: % } } }",
        needsOne: true),
      Place(
        form: RunDeclaration.writeFileForm,
        spec: "{ suas: 1, effects: { E: { run: { write-file: % } } } }"),
      Place(
        form: RunDeclaration.customForm,
        spec: "{ suas: 1, effects: { E: { run: { custom: % } } } }"),
      Place(form: HTTPDeclaration.form, spec: "{ suas: 1, effects: { E: { run: { http: % } } } }"),
      Place(
        form: RetryDeclaration.form,
        spec: "{ suas: 1, effects: { E: { run: { delay: 1s }, retry: % } } }"),
      Place(form: TransitionDeclaration.form, spec: "{ suas: 1, transitions: { t: % } }"),
      Place(form: WayOutDeclaration.form, spec: "{ suas: 1, always-reachable: { w: % } }"),
      Place(form: SavedDeclaration.form, spec: "{ suas: 1, saved: % }"),
      Place(form: MigrationDeclaration.form, spec: "{ suas: 1, saved: { migrations: { 2: % } } }"),
    ]
    + DeclaredMiddleware.Step.forms.map {
      Place(
        form: $0, spec: "{ suas: 1, middleware: [{ name: m, do: [%] }] }",
        others: ["cancel", "dispatch", "next"])
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
    #expect(diagnostics(place, with: required).isEmpty != place.needsOne)
    for key in required {
      #expect(!diagnostics(place, with: place.form.keys.filter { $0.name != key.name }).isEmpty)
    }
  }

  @Test("Every form of the grammar is compared, and names each key once")
  func grammar() {
    #expect(SpecGrammar.declarations.map(\.names) == Self.places.map(\.form.names))
    for form in SpecGrammar.forms { #expect(Set(form.names).count == form.names.count) }
  }

  @Test("The keys whose values are expressions, and those whose values are values")
  func pitfalls() {
    func keys(_ syntax: ValueSyntax) -> Set<String> {
      let names = SpecGrammar.forms.flatMap(\.names) + ValueSyntax.scenarioTexts + ["xyzzy"]
      return Set(names.filter { ValueSyntax(key: $0) == syntax })
    }
    let verbs = Set(VerbTable.standard.keywords).subtracting(["let", "fail", "use"])
    #expect(
      keys(.expression).subtracting(verbs) == [
        "by", "descending", "filter", "from", "index", "key", "on", "that", "to", "unless",
        "values", "when", "where",
      ])
    #expect(verbs.isSubset(of: keys(.expression)))
    #expect(
      keys(.value) == [
        "body", "default", "description", "fail", "initial", "message", "name", "note",
        "scenario", "skip", "url", "value", "xfail",
      ])
  }

  private func diagnostics(
    _ place: Place, with keys: [KeyForm<SpecValueKind>], unknown: Bool = false
  ) -> [Diagnostic] {
    let text = place.spec.replacing("%", with: Self.mapping(keys, unknown ? ["xyzzy: 1"] : []))
    do throws(Diagnostics) {
      _ = try Spec(decoding: try LibYAML.parse(Source(name: "spec.yaml", text: text)))
      return []
    } catch {
      return error.items
    }
  }

  private static func mapping(_ keys: [KeyForm<SpecValueKind>], _ more: [String] = []) -> String {
    let entries = keys.map { "\($0.name): \(sample($0.kind))" } + more
    return "{ \(entries.joined(separator: ", ")) }"
  }

  /// A value that a key of the kind accepts.
  private static func sample(_ kind: SpecValueKind) -> String {
    switch kind {
    case .version, .value, .input: "1"
    case .prose, .message, .url, .text, .paths, .file: "a"
    case .name, .dashedName, .reference, .actions, .field, .replacement, .path, .stateKeys,
      .savedPaths:
      "a"
    case .expression, .condition, .flag: "true"
    case .filter: "always"
    case .values, .list, .rules, .dispatches, .middlewareSteps, .middleware: "[]"
    case .texts, .bindings, .groups, .overlay, .payload, .fields, .parameters, .handlers: "{}"
    case .type: "int"
    case .duration: "1s"
    case .count(let range): "\(range.lowerBound)"
    case .statuses: "200"
    case .same: "same"
    case .run: "{ delay: 1s }"
    case .http: "{ url: a }"
    case .mapping(let form), .refusal(let form): mapping(form.keys.filter(\.isRequired))
    case .constants, .functions, .enums, .records, .variants, .sharedRules, .reducers, .selectors,
      .listeners, .effects:
      "{}"
    case .conditions, .transitions, .waysOut, .migrations: "{}"
    }
  }
}
