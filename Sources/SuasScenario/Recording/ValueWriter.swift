import CEL
import SuasSpec
import YAML

/// Writes values so that a scenario reads them back as they are.
struct ValueWriter {
  let spec: CompiledSpec
  let types: TypeTable

  init(_ spec: CompiledSpec) {
    self.spec = spec
    types = spec.typesOfEverything
  }

  /// A value where one is given: as its type has it, or else, where YAML has no words for it, as an
  /// expression.
  func constant(_ value: Value, as type: FieldType) -> Draft {
    let written = value.draft.escapingInterpolation
    if read(written, { $0.values.readConstant($1, as: type) == value }) { return written }
    let expression = Draft.text("${\(value)}")
    return read(expression, { $0.values.readConstant($1, as: type) == value })
      ? expression : written
  }

  /// A value where one is expected; nil for one that no pattern is equal to, such as a number that
  /// is none.
  func pattern(_ value: Value, as type: FieldType) -> Draft? {
    let drafts = [value.draft.escapingInterpolation, .text("${\(value)}")]
    return drafts.first { draft in
      read(draft) { $0.read($1, as: type, mayBeAbsent: true)?.matches(value) ?? false }
    }
  }

  /// The type of what stands at a path; nil where the path is not read back as it is.
  func type(at path: Path) -> FieldType? {
    let text = path.description
    let source = Source(name: "", text: text)
    let range = SourceRange(source: source, lowerBound: 0, upperBound: text.utf8.count)
    let findings = Findings()
    let reader = PathReader(store: spec.store, types: types, findings: findings)
    guard let read = reader.read(Scalar(text, style: .plain, at: range)), read.path == path else {
      return nil
    }
    return read.type
  }

  /// Whether what a scenario reads of a draft is sound, and as it should be.
  private func read(_ draft: Draft, _ isRight: (PatternReader, Node) -> Bool) -> Bool {
    let findings = Findings()
    guard let tree = try? YAML.parse(Source(name: "", text: YAML.emit(draft))) else { return false }
    let node = Expansion(.none, types, ExpansionBudget(), findings).expand(tree, as: .value)
    let reader = PatternReader(
      values: ValueReader(constantsOf: types, failure: .invalidLiteral, findings: findings),
      isExact: true, names: Names.none)
    return isRight(reader, node) && !findings.hasErrors
  }
}

extension Draft {
  /// A matcher that stands for any value.
  static let anyValue = Draft.mapping([(key: "$any", value: .plain("true"))])
  /// A matcher that stands for nothing at all.
  static let absent = Draft.mapping([(key: "$absent", value: .plain("true"))])

  /// The tree so that every `${` in it means itself.
  var escapingInterpolation: Draft {
    switch self {
    case .plain: self
    case .text(let text): .text(text.escapingInterpolation)
    case .sequence(let items): .sequence(items.map(\.escapingInterpolation))
    case .mapping(let entries):
      .mapping(
        entries.map {
          (key: $0.key.escapingInterpolation, value: $0.value.escapingInterpolation)
        })
    }
  }
}
