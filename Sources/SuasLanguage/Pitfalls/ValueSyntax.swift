import SuasProgram

/// The kind of text that the language expects under a key, as far as the key alone shows.
enum ValueSyntax {
  /// CEL, bare or inside one `${ }`; also a path.
  case expression
  /// YAML, in which `${ }` marks CEL.
  case value
  /// The value for a name that an author chose: of a field, an invariant, a `let`.
  case named

  private static let keys = SpecGrammar.forms.flatMap(\.keys)
  private static let expressions = keyNames(.expression)
  /// The keys of verbs whose value is a path, which begins with a name.
  static let paths = Set(
    keys.filter { if case .path = $0.kind { true } else { false } }.map(\.name))
  /// The keys of mappings whose keys an author chose, or whose entries stand in lines of their own.
  static let mappings = Set(keys.filter { $0.kind.isMapping }.map(\.name))
  private static let values = keyNames(.value).union(scenarioTexts)

  /// The keys of scenarios whose values are texts for people.
  package static let scenarioTexts: Set<String> = ["note", "scenario", "skip", "xfail"]

  private static func keyNames(_ syntax: ValueSyntax) -> Set<String> {
    Set(keys.filter { ValueSyntax(of: $0.kind) == syntax }.map(\.name))
  }

  /// A key that holds a value in one mapping counts as one that does so in all of them.
  init(key: String) {
    if Self.values.contains(key) {
      self = .value
    } else if Self.expressions.contains(key) {
      self = .expression
    } else {
      self = .named
    }
  }

  private init(of kind: SpecValueKind) {
    switch kind {
    case .expression, .path, .condition, .list, .filter: self = .expression
    case .prose, .message, .url, .value, .overlay, .refusal: self = .value
    default: self = .named
    }
  }
}
