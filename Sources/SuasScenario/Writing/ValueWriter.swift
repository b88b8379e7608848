import CEL
import LibYAML
import SuasSpec
import YAML

/// Writes values so that a scenario reads back the same values.
struct ValueWriter {
  let spec: CompiledSpec
  let types: TypeTable

  /// - Parameter types: The types of the values; nil for those of the spec.
  init(_ spec: CompiledSpec, types: TypeTable? = nil) {
    self.spec = spec
    self.types = types ?? spec.typesOfEverything
  }

  /// Returns a value as a constant: in the notation of its type, or, in the parts for which YAML
  /// has no notation, as an expression.
  func constant(_ value: Value, as type: FieldType) -> Draft {
    draft(of: value, as: type, in: .constant) ?? notation(of: value, in: .constant)
  }

  /// Returns a value as an expectation, which equals it and no other; nil for a value that none
  /// equals.
  func pattern(_ value: Value, as type: FieldType) -> Draft? {
    draft(of: value, as: type, in: .pattern)
  }

  /// Returns the key of a map's entry in an expectation.
  func patternKey(_ key: Value) -> Draft.Key {
    key.draftKey.escapingMatchers.escapingInterpolation
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

  /// The places of values in a scenario.
  private enum Place {
    case constant
    /// An expectation, in which keys that begin with `$` are matchers.
    case pattern
  }

  private func notation(of value: Value, in place: Place) -> Draft {
    switch place {
    case .constant: value.draft.escapingInterpolation
    case .pattern: value.draft.escapingMatchers.escapingInterpolation
    }
  }

  /// Returns a value in the first form that is read back as the same; nil if there is none, or none
  /// that a file has room for.
  private func draft(of value: Value, as type: FieldType, in place: Place) -> Draft? {
    var room = TextRoom(bytes: Source.maximumSize)
    guard room.take(value) else { return nil }
    let draft = notation(of: value, in: place)
    if isRead(draft, as: value, type, in: place) { return draft }
    if let parts = parts(of: value, as: type, in: place),
      isRead(parts, as: value, type, in: place)
    {
      return parts
    }
    let expression = Draft.text("${\(value)}")
    return isRead(expression, as: value, type, in: place) ? expression : nil
  }

  /// Returns a value with parts, each in a form of its own; nil for a value without parts.
  private func parts(of value: Value, as type: FieldType, in place: Place) -> Draft? {
    func parts(_ values: some Sequence<Value>, _ type: FieldType) -> [Draft]? {
      let drafts = values.map { draft(of: $0, as: type, in: place) }
      let written = drafts.compactMap(\.self)
      return written.count == drafts.count ? written : nil
    }
    switch (type.unwrapped, value) {
    case (.list(let element), .list(let list)): return parts(list, element).map(Draft.sequence)
    case (.any, .list(let list)): return parts(list, .any).map(Draft.sequence)
    case (.map(_, let element), .map(let map)):
      return mapping(map, parts(map.lazy.map(\.value), element))
    case (.any, .map(let map)): return mapping(map, parts(map.lazy.map(\.value), .any))
    case (.record(let name), .record(let record)):
      guard let type = types.records[name], type.fields.count == record.fields.count else {
        return nil
      }
      let slots =
        type.isVariant ? [record.presentCase].compactMap(\.self) : Array(type.fields.indices)
      let entries = slots.compactMap { slot in
        draft(of: record[slot], as: type.fields[slot].type, in: place)
          .map { (key: Draft.Key.text(type.fields[slot].name), value: $0) }
      }
      return entries.count == slots.count ? .mapping(entries) : nil
    default: return nil
    }
    func mapping(_ map: Map, _ values: [Draft]?) -> Draft? {
      values.map { values in
        .mapping(
          zip(map, values).map { entry, value in
            let key =
              place == .pattern
              ? patternKey(entry.key) : entry.key.draftKey.escapingInterpolation
            return (key: key, value: value)
          })
      }
    }
  }

  /// Returns true if the draft is read back as the value, without errors.
  private func isRead(
    _ draft: Draft, as value: Value, _ type: FieldType, in place: Place
  ) -> Bool {
    let sink = DiagnosticSink()
    guard let tree = try? LibYAML.parse(Source(name: "", text: YAML.emit(draft))) else {
      return false
    }
    let expansion = Expansion(.none, types, ExpansionBudget(), sink)
    let values = ValueReader(constantsOf: types, failure: .invalidLiteral, sink: sink)
    let isSame: Bool
    switch place {
    case .constant:
      isSame = values.readConstant(expansion.expand(tree, as: .value), as: type) == value
    case .pattern:
      let reader = PatternReader(values: values, isExact: true, names: Names.none)
      isSame =
        reader.read(expansion.expand(tree, as: .pattern), as: type, mayBeAbsent: true)?
        .matches(value) ?? false
    }
    return isSame && !sink.hasErrors
  }
}
