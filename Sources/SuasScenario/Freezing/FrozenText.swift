import CEL
import SuasSpec
import YAML

/// The frozen shape of what a spec saves now: a spec of its own.
struct FrozenText {
  private let saved: CheckedSaved
  private let shape: SavedShape
  /// The names that the records have in the file, by their own.
  private var names: [String: String] = [:]
  /// The records in the file, by name.
  private var records: [(name: String, record: RecordType)] = []
  private var enums: Set<String> = []

  /// Returns the text; nil for a spec that saves nothing.
  static func text(of spec: CheckedSpec) -> String? {
    guard let saved = spec.saved, let shape = saved.shape(of: saved.version) else { return nil }
    return FrozenText(saved, shape).text
  }

  private init(_ saved: CheckedSaved, _ shape: SavedShape) {
    self.saved = saved
    self.shape = shape
    let reached = saved.types.reached(
      from: shape.store.fields.compactMap { saved.types.record($0.type) })
    records = reached.records.map { ($0, $1) }
    enums = Set(reached.enums.keys)
    nameRecords()
    records = records.map { (names[$0.record.name] ?? $0.name, $0.record) }
      .sorted { $0.name < $1.name }
  }

  /// Gives each record the name of its author, and a history one that an author could write.
  private mutating func nameRecords() {
    var taken = enums
    for (_, record) in records where !record.isHistory {
      names[record.name] = record.name.authoredTypeName
      taken.insert(record.name.authoredTypeName)
    }
    for field in shape.store.fields {
      guard let record = saved.types.record(field.type), record.isHistory,
        names[record.name] == nil
      else { continue }
      var name = field.name
      while taken.contains(name) { name += "_" }
      taken.insert(name)
      names[record.name] = name
    }
  }

  private var states: Set<String> {
    Set(shape.store.fields.compactMap { saved.types.record($0.type)?.name })
  }

  private var text: String {
    let states = states
    let types = records.filter { !$0.record.isVariant && !states.contains($0.record.name) }
    let cases = Set(records.filter(\.record.isVariant).flatMap { $0.record.caseRecords })
    let head: [(key: Draft.Key, value: Draft)] = [
      ("suas", .plain("1")),
      (
        "description",
        .text("What version \(saved.version) of \(saved.name) saves, written by suas-run freeze.")
      ),
    ]
    // Sections stand apart, as `suas-run fmt` has them.
    var parts = [YAML.emit(.mapping(head))]
    func add(_ section: Draft.Key, _ members: [(key: Draft.Key, value: Draft)]) {
      guard !members.isEmpty else { return }
      parts.append(YAML.emit(.mapping([(section, .mapping(members))])))
    }
    add(
      "enums",
      enums.sorted().map { name in
        (.text(name), .sequence((saved.types.enums[name]?.cases ?? []).map(Draft.text)))
      })
    add(
      "types",
      types.filter { !cases.contains($0.record.name) }.map { (.text($0.name), fields($0.record)) })
    add(
      "variants",
      records.filter(\.record.isVariant).map { variant in
        (
          .text(variant.name),
          .mapping(
            variant.record.fields.map { field in
              (.text(field.name), saved.types.record(field.type).map(fields) ?? .mapping([]))
            })
        )
      })
    add(
      "states",
      records.filter { states.contains($0.record.name) }.map { (.text($0.name), fields($0.record)) }
    )
    add(
      "reducers",
      zip(shape.store.fields, shape.initial.fields).map { (.text($0.name), reducer($0, $1)) })
    return parts.joined(separator: "\n")
  }

  private func fields(_ record: RecordType) -> Draft {
    .mapping(record.fields.map { (key: .text($0.name), value: field($0)) })
  }

  private func field(_ field: RecordType.Field) -> Draft {
    let type = written(field.type)
    guard field.samples.isEmpty else {
      var entries: [(key: Draft.Key, value: Draft)] = [("type", .text(type))]
      if let value = field.default {
        entries.append(("default", value.draft.escapingInterpolation))
      }
      let samples = field.samples.map(\.draft.escapingInterpolation)
      return .mapping(entries + [("samples", .sequence(samples))])
    }
    switch (field.default, field.type) {
    case (nil, _), (.null?, .optional): return .text(type)
    case (let value?, .bool), (let value?, .int), (let value?, .double),
      (let value?, .enumeration):
      return .text("\(type) = \(value.scalarText)")
    case (.list(let list)?, .list) where list.isEmpty: return .text("\(type) = []")
    case (.map(let map)?, .map) where map.isEmpty: return .text("\(type) = {}")
    case (let value?, _):
      let entries: [(key: Draft.Key, value: Draft)] = [
        ("type", .text(type)), ("default", value.draft.escapingInterpolation),
      ]
      return .mapping(entries)
    }
  }

  private func reducer(_ key: RecordType.Field, _ initial: Value) -> Draft {
    guard let state = saved.types.record(key.type), case .record(let record) = initial else {
      return .mapping([])
    }
    let name = names[state.name] ?? state.name
    var entries: [(key: Draft.Key, value: Draft)] = [(key: "state", value: .text(name))]
    if key.name != name { entries.append((key: "stateKey", value: .text(key.name))) }
    let given = state.fields.indices.filter { state.fields[$0].default != record[$0] }
    if !given.isEmpty {
      entries.append(
        (
          "initial",
          .mapping(
            given.map { slot in
              (.text(state.fields[slot].name), record[slot].draft.escapingInterpolation)
            })
        ))
    }
    return .mapping(entries)
  }

  /// A type as it is written in the file.
  private func written(_ type: FieldType) -> String {
    switch type {
    case .list(let inner): "list(\(written(inner)))"
    case .map(.string, let value): "map(\(written(value)))"
    case .map(let key, let value): "map(\(written(key)), \(written(value)))"
    case .optional(let inner): "\(written(inner))?"
    case .record(let name): names[name] ?? name
    default: type.description
    }
  }
}

extension RecordType {
  fileprivate var isHistory: Bool { name.hasPrefix(CheckedHistory.typeName(of: "")) }

  /// The names of the records of a variant's cases.
  fileprivate var caseRecords: [String] { fields.flatMap(\.type.mentionedRecords) }
}
