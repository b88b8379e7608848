import CEL
import SuasSpec
import YAML

/// Reads expectations for values of a type.
struct PatternReader {
  let values: ValueReader
  /// True if every field of every record must be named.
  let isExact: Bool
  /// The names that `$that` sees besides `it`; nil if matchers are not allowed.
  let names: Names?

  var sink: DiagnosticSink { values.sink }

  /// - Parameter mayBeAbsent: whether there may be no value at all, as under the key of a map.
  func read(_ node: Node, as type: FieldType, mayBeAbsent: Bool = false) -> Pattern? {
    if let matcher = matcher(in: node) {
      return read(matcher, as: type, at: node.range, mayBeAbsent: mayBeAbsent)
        .map { Pattern(kind: .matcher($0), range: node.range) }
    }
    let kind: Pattern.Kind?
    switch (type, node.content) {
    case (.optional(let wrapped), _) where !node.isNull:
      return read(node, as: wrapped)
    case (.record(let name), _) where values.types.records[name]?.isVariant ?? false:
      kind = values.types.records[name].flatMap { variant(node, as: $0) }
    case (.record(let name), .mapping(let entries)):
      kind = values.types.records[name].flatMap { record(entries, as: $0, at: node.range) }
    case (.partial(let name), .mapping(let entries)):
      kind = values.types.records[name].flatMap { part(entries, of: $0) }
    case (.record(let name), .scalar(let scalar)) where scalar.resolved == .null:
      kind = values.types.records[name].flatMap { record([], as: $0, at: node.range) }
    case (.list(let element), .sequence(let nodes)):
      kind = patterns(nodes, as: element).map { .list($0) }
    case (.any, .sequence(let nodes)):
      kind = patterns(nodes, as: .any).map { .list($0) }
    case (.map(let key, let value), .mapping(let entries)):
      kind = self.entries(entries, key: key, value: value).map { .map($0) }
    case (.any, .mapping(let entries)):
      kind = self.entries(entries, key: .string, value: .any).map { .map($0) }
    default:
      kind = values.readConstant(node, as: type).map { .value($0) }
    }
    return kind.map { Pattern(kind: $0, range: node.range) }
  }

  func patterns(_ nodes: [Node], as type: FieldType) -> [Pattern]? {
    let patterns = nodes.map { read($0, as: type) }
    let sound = patterns.compactMap(\.self)
    return sound.count == patterns.count ? sound : nil
  }

  /// Reads one case of a variant with the expectations for its contents: a case that is only a name
  /// expects its defaults where every field must be named, and anything elsewhere.
  private func variant(_ node: Node, as type: RecordType) -> Pattern.Kind? {
    guard let (name, contents) = values.writtenCase(node, of: type),
      let slot = type.shape.slot(of: name.text)
    else { return nil }
    let pattern: Pattern? =
      if let contents {
        read(contents, as: type.fields[slot].type)
      } else if isExact {
        values.contents(of: slot, in: type, at: node.range)
          .map { Pattern(kind: .value($0), range: node.range) }
      } else {
        Pattern(kind: .record([]), range: node.range)
      }
    return pattern.map { .variant(slot: slot, name: name.text, contents: $0) }
  }

  /// - Parameter range: The place of a record whose fields may all have to be named; nil for a part
  ///   of a record.
  private func record(
    _ entries: [Node.Entry], as type: RecordType, at range: SourceRange?
  ) -> Pattern.Kind? {
    var fields: [(slot: Int, name: String, pattern: Pattern)] = []
    var isSound = true
    let names = type.fields.map(\.name)
    var meant: Set<String> = []
    for entry in entries {
      guard let slot = values.slot(of: entry.key, in: type) else {
        sink.report(
          .unknownField(entry.key.text, of: type.name, among: names, at: entry.key.range))
        if let near = suggestion(for: entry.key.text, among: names) { meant.insert(near) }
        isSound = false
        continue
      }
      guard let pattern = read(entry.value, as: type.fields[slot].type) else {
        isSound = false
        continue
      }
      fields.append((slot, entry.key.text, pattern))
    }
    if isExact, let range {
      let named = Set(entries.map(\.key.text)).union(meant)
      for field in type.fields where !named.contains(field.name) {
        sink.report(.missingField(field.name, of: type.name, at: range))
        isSound = false
      }
    }
    return isSound ? .record(fields) : nil
  }

  /// Reads some of the fields of a record: exactly those that have to be there.
  private func part(_ entries: [Node.Entry], of type: RecordType) -> Pattern.Kind? {
    guard case .record(let fields)? = record(entries, as: type, at: nil) else { return nil }
    return .map(fields.map { (key: .string($0.name), pattern: $0.pattern) })
  }

  /// Reads the entries of a map. Where a matcher could stand, `$$` at the beginning of a key is `$`.
  func entries(
    _ entries: [Node.Entry], key keyType: FieldType, value valueType: FieldType
  ) -> [(key: Value, pattern: Pattern)]? {
    var patterns: [(key: Value, pattern: Pattern)] = []
    var places = Map()
    var isSound = true
    for (place, entry) in entries.enumerated() {
      let written = names == nil ? entry.key : MatcherKeyword.unescaped(entry.key)
      guard let key = values.readKey(written, as: keyType),
        let pattern = read(entry.value, as: valueType, mayBeAbsent: true)
      else {
        isSound = false
        continue
      }
      // One key can be written in several ways.
      if case .int(let other)? = places[key] {
        sink.report(.duplicateKey(entry.key, first: entries[Int(other)].key))
        isSound = false
      }
      places[key] = .int(Int64(place))
      patterns.append((key, pattern))
    }
    return isSound ? patterns : nil
  }
}
