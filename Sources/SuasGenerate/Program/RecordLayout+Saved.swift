import CEL
import SuasProgram

extension RecordLayout {
  /// The layouts of the stores of all versions, and of the types of these versions.
  static func layouts(of saved: CheckedSaved, beside own: TypeTable) -> [RecordLayout] {
    let reached = saved.types.reached(from: saved.shapes.map(\.store) + [saved.store])
    let records = reached.records.values.filter { own.records[$0.name] == nil }
    var cases: [String: Role] = [:]
    for variant in records where variant.isVariant {
      for field in variant.fields {
        cases[RecordType.name(ofCase: field.name, in: variant.name)] = .caseOf(
          variant: variant.name, name: field.name)
      }
    }
    let stores = Set(saved.shapes.map(\.store.name) + [saved.store.name])
    return records.map { record in
      var layout = RecordLayout(
        saved: record, cases[record.name] ?? (record.isVariant ? .variant : .record))
      layout.isStoreOfVersion = stores.contains(record.name)
      return layout
    }.sorted { $0.name < $1.name }
  }

  /// The result of restoring, as the steps of a new store read it.
  static let restored = RecordLayout(
    name: RestoredShape.shape.name, role: .restored,
    fields: [Field(name: "version", type: .int), Field(name: "lost", type: .list(.string))])

  private init(saved record: RecordType, _ role: Role) {
    let layout = RecordLayout(record, role)
    self.init(name: layout.name, role: role, fields: layout.fields, isOfVersion: true)
  }

  /// The layout with only some of its fields, which have no defaults: such records are only read.
  func keeping(_ names: Set<String>) -> RecordLayout {
    let fields = fields.filter { names.contains($0.name) }.map { field in
      var field = field
      field.defaultValue = nil
      return field
    }
    return RecordLayout(
      name: name, role: role, fields: fields, isOfVersion: isOfVersion,
      isStoreOfVersion: isStoreOfVersion)
  }
}
