import CEL
import SuasSpec
import YAML

/// Reads what the use of a fragment gives it, each value by its parameter's type.
struct ArgumentReader {
  private let types: TypeTable
  private let findings: Findings
  private let budget: EvaluationBudget

  /// How deep a value may be that is handed on.
  private static let maximumDepth = 128

  init(_ types: TypeTable, _ findings: Findings, _ budget: EvaluationBudget) {
    self.types = types
    self.findings = findings
    self.budget = budget
  }

  /// Reports parameters whose types are none.
  func checkTypes(of fragment: Fragment) {
    for parameter in fragment.parameters { _ = TypeResolver(types, findings).read(parameter.type) }
  }

  /// The parameters with their values; nil where something is wrong with one.
  ///
  /// - Parameter use: where the fragment is used.
  func names(of fragment: Fragment, _ arguments: Node?, at use: SourceRange) -> Names? {
    var entries: [Node.Entry] = []
    if let arguments {
      guard let written = arguments.entries(as: "'with'", into: findings) else { return nil }
      entries = written
    }
    let known = fragment.parameters.map(\.name.text)
    let what = "the fragment '\(fragment.name.text)'"
    var meant: Set<String> = []
    var isSound = true
    for entry in entries where !known.contains(entry.key.text) {
      findings.report(.unknownParameter(entry.key, of: what, known: known))
      if let near = suggestion(for: entry.key.text, among: known) { meant.insert(near) }
      isSound = false
    }
    let bindings = fragment.parameters.compactMap { parameter -> Names.Binding? in
      guard let type = TypeResolver(types, findings).read(parameter.type) else { return nil }
      if let entry = entries.first(where: { $0.key.text == parameter.name.text }) {
        return binding(parameter.name.text, entry.value, type)
      }
      if case .optional = type {
        return binding(parameter.name.text, Node(plain: .null, at: use), type)
      }
      if !meant.contains(parameter.name.text) {
        findings.report(.missingParameter(parameter.name.text, of: what, at: use))
      }
      return nil
    }
    guard isSound, bindings.count == fragment.parameters.count else { return nil }
    return Names(bindings)
  }

  private func binding(_ name: String, _ literal: Node, _ type: FieldType) -> Names.Binding? {
    guard literal.depth <= Self.maximumDepth else {
      findings.report(.argumentTooDeep(limit: Self.maximumDepth, at: literal.range))
      return nil
    }
    let reader = ValueReader(
      constantsOf: types, failure: .invalidLiteral, findings: findings, budget: budget)
    return reader.readConstant(literal, as: type).map {
      Names.Binding(name: name, value: $0, type: type.cel, literal: literal)
    }
  }
}
