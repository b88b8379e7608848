import SuasScenario
import SuasSpec
import YAML

/// The names that a file can use: those that its spec and its fragments declare.
struct VocabularyOfFile {
  private(set) var declared: [DeclaredName] = []
  private let fragments: [FileReading.FragmentDeclaration]
  let types: TypeTable?
  private let stateKeys: [(name: String, state: String)]

  /// - Parameter fallback: What was known before, for a file that cannot be read now.
  init(_ analysis: Analysis, or fallback: Analysis?) {
    let reading =
      analysis.reading.hasNames ? analysis.reading : fallback?.reading ?? analysis.reading
    fragments = reading.fragments
    let checked: CheckedSpec?
    var stateKeys: [(name: String, state: String)]?
    switch reading.contents {
    case .spec(let spec, let known):
      declared = spec.declaredNames
      checked = known
      // Those of histories are known only when the spec is.
      if known == nil { stateKeys = spec.reducers.map { ($0.key.text, $0.state.text) } }
    case .scenario(_, let compiled):
      checked = compiled?.checked
      declared = compiled?.checked.declaredNames ?? []
    case .golden(let compiled):
      checked = compiled.checked
      declared = compiled.checked.declaredNames
    case .fragments, .other: checked = nil
    }
    types = checked?.types
    self.stateKeys =
      stateKeys ?? checked?.store.reducers.map { ($0.stateKey, $0.state.name) } ?? []
  }

  private func completions(
    _ kind: Symbol.Kind, _ look: Completion.Kind,
    where isWanted: (DeclaredName) -> Bool = { _ in true }
  ) -> [Completion] {
    declared.filter { $0.symbol.kind == kind && isWanted($0) }.map { name in
      Completion(name.symbol.name, look, name.detail, name.documentation ?? name.noun)
    }
  }

  func completions(for subject: ReadingJournal.Request.Subject) -> [Completion] {
    switch subject {
    case .action: completions(.action, .action)
    case .effect: completions(.action, .action) { $0.noun == "effect" }
    case .reducible: completions(.action, .action) { $0.noun == "action" }
    case .type:
      completions(.type, .type)
        + TypeResolver.builtin.map { Completion($0.0, .type) }
        + ["list", "map", "partial"].map {
          Completion($0, .type, text: "\($0)($0)", isSnippet: true)
        }
    case .state: completions(.type, .type) { $0.noun == "state" }
    case .record: completions(.type, .type) { $0.noun == "state" || $0.noun == "type" }
    case .stateKey: stateKeys.map { Completion($0.name, .field, $0.state) }
    case .selector: completions(.selector, .selector)
    case .listener: completions(.listener, .listener)
    case .sharedRule: completions(.sharedRule, .rule)
    case .fragment: fragments.map { Completion($0.name.text, .rule) }
    case .field(let record): fields(of: record)
    case .word(let words): words.map { Completion($0, .word) }
    case .value(let type): values(of: type)
    }
  }

  func fields(of record: RecordType) -> [Completion] {
    record.fields.map { field in
      Completion(
        field.name, .field, "\(field.type)",
        documentation(of: Symbol(.field, field.name, in: record.name)) ?? "")
    }
  }

  /// The sentence that a declaration has for people.
  func documentation(of symbol: Symbol) -> String? {
    declared.first { $0.symbol == symbol }?.documentation
  }

  /// The values of a type that can be listed.
  private func values(of type: FieldType) -> [Completion] {
    switch type {
    case .bool: ["true", "false"].map { Completion($0, .word) }
    case .optional(let wrapped): values(of: wrapped) + [Completion("null", .word)]
    case .enumeration(let name):
      completions(.enumCase, .enumCase) { $0.symbol.owner == name }
    case .record(let name):
      declared.contains { $0.symbol == Symbol(.type, name) && $0.noun == "variant" }
        ? completions(.field, .enumCase) { $0.symbol.owner == name } : []
    case .int, .double, .string, .timestamp, .duration, .list, .map, .any, .partial: []
    }
  }
}

extension CheckedSpec {
  /// The names that the spec declares, read from its files again: a checked spec has no
  /// descriptions.
  var declaredNames: [DeclaredName] {
    coverage.sources.flatMap { DeclaredNames.of($0) }
  }
}
