import CEL
import YAML

/// Enums, records and state shapes, which share one namespace.
extension Checker {
  func checkTypes() -> TypeTable {
    var table = TypeTable()
    table.enums = Dictionary(
      spec.enums.map { declaration in
        let name = declaration.name.text
        return (name, EnumType(name: name, cases: declaration.cases.map(\.text)))
      }, uniquingKeysWith: { _, last in last })
    let resolved = spec.records.map { record in record.fields.map { resolve($0.type) } }
    let indices = recordIndices
    let graph = MentionGraph(
      resolved.map { types in
        types.flatMap { $0?.mentionedRecords ?? [] }.compactMap { indices[$0] }
      })
    reportDepth(graph)
    guard !findings.hasErrors else { return table }
    reportRecursion(resolved, indices)
    guard !findings.hasErrors else { return table }

    // Defaults may hold records: those that a record mentions are finished before it, and a record
    // that mentions itself is known without its defaults while they are read.
    for (declaration, types) in zip(spec.records, resolved) {
      table.insert(
        RecordType(
          name: declaration.name.text,
          fields: zip(declaration.fields, types).compactMap { field, type in
            type.map { RecordType.Field(name: field.name.text, type: $0, default: nil) }
          }, isVariant: declaration.section == .variants, enums: table.enums))
    }
    for index in graph.order {
      let declaration = spec.records[index]
      let fields = zip(declaration.fields, resolved[index]).compactMap { field, type in
        type.flatMap { checkDefault(of: field, type: $0, table) }
      }
      table.insert(
        RecordType(
          name: declaration.name.text, fields: fields,
          isVariant: declaration.section == .variants, enums: table.enums))
    }
    for group in graph.groups {
      table.findTraits(of: group.compactMap { table.records[spec.records[$0].name.text] })
    }
    reportNeeds(table, graph)
    return table
  }

  /// The type that is written, nil where it is none.
  func resolve(_ syntax: TypeSyntax) -> FieldType? { resolver.resolve(syntax) }

  /// Reports records that contain themselves other than through a list, a map or null.
  private func reportRecursion(_ resolved: [[FieldType?]], _ indices: [String: Int]) {
    var states = [Visit](repeating: .unseen, count: spec.records.count)
    func visit(_ index: Int) {
      states[index] = .open
      // A variant ends with a case that does not hold it.
      guard spec.records[index].section != .variants else {
        states[index] = .done
        return
      }
      for (field, type) in zip(spec.records[index].fields, resolved[index]) {
        guard case .record(let name) = type, let next = indices[name] else { continue }
        switch states[next] {
        case .unseen: visit(next)
        case .open:
          findings.report(.recursiveType(spec.records[next].name, through: field.name))
        case .done: break
        }
      }
      states[index] = .done
    }
    for index in spec.records.indices where states[index] == .unseen { visit(index) }
  }

  private enum Visit { case unseen, open, done }

  private var recordIndices: [String: Int] {
    Dictionary(
      spec.records.enumerated().map { ($1.name.text, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
