import CEL
import SuasProgram

extension RecordLayout {
  /// The layouts of the stores of all versions, and of the types of these versions.
  static func layouts(of saved: CheckedSaved, beside own: TypeTable) -> [RecordLayout] {
    let reached = saved.types.reached(from: saved.shapes.map(\.store) + [saved.store])
    var layouts: [RecordLayout] = []
    for record in reached.records.values.sorted(by: { $0.name < $1.name })
    where own.records[record.name] == nil {
      guard !layouts.contains(where: { $0.name == record.name }) else { continue }
      layouts.append(RecordLayout(saved: record, record.isVariant ? .variant : .record))
      guard record.isVariant else { continue }
      for field in record.fields {
        let name = RecordType.name(ofCase: field.name, in: record.name)
        guard let contents = saved.types.records[name] else { continue }
        layouts.removeAll { $0.name == name }
        layouts.append(
          RecordLayout(saved: contents, .caseOf(variant: record.name, name: field.name)))
      }
    }
    return layouts
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
    return RecordLayout(name: name, role: role, fields: fields, isOfVersion: isOfVersion)
  }
}
