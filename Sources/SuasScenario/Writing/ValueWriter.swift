import CEL
import LibYAML
import SuasSpec
import YAML

/// Writes values so that a scenario reads back the same values.
struct ValueWriter {
  let spec: CompiledSpec
  let types: TypeTable

  init(_ spec: CompiledSpec) {
    self.spec = spec
    types = spec.typesOfEverything
  }

  /// Returns a value as a constant: in the notation of its type, or else as an expression if YAML
  /// has no notation for it.
  func constant(_ value: Value, as type: FieldType) -> Draft {
    let written = value.draft.escapingInterpolation
    if read(written, { $0.values.readConstant($1, as: type) == value }) { return written }
    let expression = Draft.text("${\(value)}")
    return read(expression, { $0.values.readConstant($1, as: type) == value })
      ? expression : written
  }

  /// Returns a value as an expectation; nil for one that no pattern equals, such as a double that
  /// is not a number.
  func pattern(_ value: Value, as type: FieldType) -> Draft? {
    let drafts = [value.draft.escapingInterpolation, .text("${\(value)}")]
    return drafts.first { draft in
      read(draft) { $0.read($1, as: type, mayBeAbsent: true)?.matches(value) ?? false }
    }
  }

  /// Returns the type of the value at a path; nil if the path is not read back as it is.
  func type(at path: Path) -> FieldType? {
    let text = path.description
    let source = Source(name: "", text: text)
    let range = SourceRange(source: source, lowerBound: 0, upperBound: text.utf8.count)
    let sink = DiagnosticSink()
    let reader = PathReader(store: spec.store, types: types, sink: sink)
    guard let read = reader.read(Scalar(text, style: .plain, at: range)), read.path == path else {
      return nil
    }
    return read.type
  }

  /// Returns true if the draft is read back without errors and `isRight` accepts the result.
  private func read(_ draft: Draft, _ isRight: (PatternReader, Node) -> Bool) -> Bool {
    let sink = DiagnosticSink()
    guard let tree = try? LibYAML.parse(Source(name: "", text: YAML.emit(draft))) else {
      return false
    }
    let node = Expansion(.none, types, ExpansionBudget(), sink).expand(tree, as: .value)
    let reader = PatternReader(
      values: ValueReader(constantsOf: types, failure: .invalidLiteral, sink: sink),
      isExact: true, names: Names.none)
    return isRight(reader, node) && !sink.hasErrors
  }
}

extension Draft {
  /// The tree with every `${` in it escaped.
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
