import CEL
import SuasProgram
import YAML

/// Enums, records and state shapes, which share one namespace.
extension Checker {
  func checkTypes() -> TypeTable {
    var table = TypeTable()
    table.reserveCapacity(spec.records.count)
    table.enums = Dictionary(
      spec.enums.map { declaration in
        let name = declaration.name.text
        return (name, EnumType(name: name, cases: declaration.cases.map(\.text)))
      }, uniquingKeysWith: { _, last in last })
    let resolved = spec.records.map { record in
      record.fields.map { resolveStored($0.type, "a field of a \(record.section.noun)") }
    }
    let signatures = resolveSignatures()
    let indices = recordIndices
    let mentioned = resolved.map { types in
      types.flatMap { $0?.mentionedRecords ?? [] }.compactMap { indices[$0] }
    }
    let definitions = DefinitionGraph(spec)
    // A tolerant check goes on with unknown types, but never with a circle.
    let known = sink.readings?.isTolerant == true ? sink.count : 0
    reportRecursion(definitions)
    let graph = RecordGraph(mentioned)
    reportDepth(graph)
    guard sink.count == known else { return table }
    reportRecursion(resolved, indices)
    guard sink.count == known else { return table }

    // Defaults may hold records, so a record is finished after those that it mentions. While the
    // defaults are read, a record that mentions itself is known without its own; and so are all
    // records if an expression may name any of them.
    let hasExpressions =
      hasDefinitions || spec.records.contains { $0.fields.contains(where: \.holdsExpressions) }
    if hasDefinitions { table.allowDefinitions() }
    for index in spec.records.indices where hasExpressions || graph.isRecursive[index] {
      let declaration = spec.records[index]
      let fields = declaration.fields(resolved[index]) { field, type in
        RecordType.Field(name: field.name.text, type: type, default: nil)
      }
      table.insert(
        RecordType(
          name: declaration.name.text, fields: fields,
          isVariant: declaration.section == .variants, enums: table.enums))
    }
    let order =
      hasDefinitions
      ? definitions.order(indices, fields: mentioned, signatures: signatures.mentionedRecords)
      : graph.order.map(DefinitionGraph.Item.record)
    for item in order {
      switch item {
      case .record(let index):
        let declaration = spec.records[index]
        let fields = lateTypes.lending(table) {
          declaration.fields(resolved[index]) { field, type in
            check(field, default: field.default, type: type, table)
          }
        }
        table.insert(
          RecordType(
            name: declaration.name.text, fields: fields,
            isVariant: declaration.section == .variants, enums: table.enums))
      case .constant(let index):
        let constant = lateTypes.lending(table) {
          check(
            spec.constants[index], signatures.constants[index], definitions.mentions[index], table)
        }
        if let constant { table.define(constant) }
      case .function(let index):
        let (parameters, result) = signatures.functions[index]
        let mentions = definitions.mentions[spec.constants.count + index]
        let function = check(spec.functions[index], parameters, result, mentions, table)
        if let (function, defined) = function { table.define(function, as: defined) }
      }
    }
    for group in graph.groups {
      table.findTraits(of: group.compactMap { table.records[spec.records[$0].name.text] })
    }
    reportNeeds(table, graph)
    if hasDefinitions { table.lend(to: lateTypes) }
    warnOfHidingFields()
    return table
  }

  /// Resolves a written type; nil if it is not a type, which has been reported.
  func resolve(_ syntax: TypeSyntax) -> FieldType? { resolver.resolve(syntax) }

  /// Resolves the type of something that is stored, which is always whole.
  func resolveStored(_ syntax: TypeSyntax, _ what: @autoclosure () -> String) -> FieldType? {
    guard let type = resolve(syntax) else { return nil }
    guard let record = type.partialRecord else { return type }
    sink.report(.partialStored(record, in: what(), at: syntax.range))
    return nil
  }

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
          sink.report(.recursiveType(spec.records[next].name, through: field.name))
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

extension FieldDeclaration {
  /// True if the field's default or samples contain an expression, or if it has a constraint.
  fileprivate var holdsExpressions: Bool {
    condition != nil || self.default?.holdsExpressions == true
      || samples.contains(where: \.holdsExpressions)
  }
}

extension Node {
  /// True if a scalar in the node contains a `$`, and so may hold an expression.
  var holdsExpressions: Bool {
    switch content {
    case .scalar(let scalar): scalar.text.holds(UInt8(ascii: "$"))
    case .sequence(let items): items.contains(where: \.holdsExpressions)
    case .mapping(let entries): entries.contains(where: \.value.holdsExpressions)
    }
  }
}

extension RecordDeclaration {
  /// Returns the results of `field` for the fields whose types are known.
  fileprivate func fields(
    _ types: [FieldType?], _ field: (FieldDeclaration, FieldType) -> RecordType.Field
  ) -> [RecordType.Field] {
    var made: [RecordType.Field] = []
    made.reserveCapacity(fields.count)
    for (declaration, type) in zip(fields, types) {
      if let type { made.append(field(declaration, type)) }
    }
    return made
  }
}
