import CEL
import YAML

/// Enums, records and state shapes, which share one namespace.
extension Checker {
  func checkTypes() -> TypeTable {
    var table = TypeTable()
    for declaration in spec.enums {
      table.enums[declaration.name.text] = EnumType(
        name: declaration.name.text, cases: declaration.cases.map(\.text))
    }
    let resolved = spec.records.map { record in record.fields.map { resolve($0.type) } }
    reportRecursion(resolved)
    guard !findings.hasErrors else { return table }

    // Defaults may hold records: those that a record mentions are finished before it, and a record
    // that mentions itself is known without its defaults while they are read.
    for (declaration, types) in zip(spec.records, resolved) {
      table.records[declaration.name.text] = RecordType(
        name: declaration.name.text,
        fields: zip(declaration.fields, types).compactMap { field, type in
          type.map { RecordType.Field(name: field.name.text, type: $0, default: nil) }
        }, isVariant: declaration.section == .variants, enums: table.enums)
    }
    for index in orderOfMention(resolved) {
      let declaration = spec.records[index]
      let fields = zip(declaration.fields, resolved[index]).compactMap { field, type in
        type.flatMap { checkDefault(of: field, type: $0, table) }
      }
      table.records[declaration.name.text] = RecordType(
        name: declaration.name.text, fields: fields,
        isVariant: declaration.section == .variants, enums: table.enums)
    }
    table.findConstrained()
    table.findUnbounded()
    return table
  }

  /// The type that is written, nil where it is none.
  func resolve(_ syntax: TypeSyntax) -> FieldType? {
    switch syntax.kind {
    case .optional(let wrapped):
      return resolve(wrapped).map { if case .optional = $0 { $0 } else { .optional($0) } }
    case .name(let name):
      return resolve(name, at: syntax.range)
    case .application("list", let arguments) where arguments.count == 1:
      return resolve(arguments[0]).map(FieldType.list)
    case .application("map", let arguments) where arguments.count == 1:
      return resolve(arguments[0]).map { .map(key: .string, value: $0) }
    case .application("map", let arguments) where arguments.count == 2:
      guard let key = resolve(arguments[0]), let value = resolve(arguments[1]) else { return nil }
      guard [.string, .int, .bool].contains(key) else {
        findings.report(.notAMapKey(key, at: arguments[0].range))
        return nil
      }
      return .map(key: key, value: value)
    case .application(let name, _):
      switch name {
      case "list", "map": reportArguments(of: name, at: syntax.range)
      default: reportUnknown(name, at: syntax.range)
      }
      return nil
    }
  }

  private static let builtin: [(String, FieldType)] = [
    ("bool", .bool), ("int", .int), ("double", .double), ("string", .string),
    ("timestamp", .timestamp), ("duration", .duration), ("any", .any),
  ]

  private func resolve(_ name: String, at range: SourceRange) -> FieldType? {
    if let type = Self.builtin.first(where: { $0.0 == name })?.1 { return type }
    if spec.enums.contains(where: { $0.name.text == name }) { return .enumeration(name) }
    if spec.records.contains(where: { $0.name.text == name }) { return .record(name) }
    switch name {
    case "list", "map": reportArguments(of: name, at: range)
    default: reportUnknown(name, at: range)
    }
    return nil
  }

  private func reportArguments(of name: String, at range: SourceRange) {
    findings.report(
      .wrongTypeArguments(
        of: name, takes: name == "list" ? "list(T)" : "map(T) or map(K, T)", at: range))
  }

  private func reportUnknown(_ name: String, at range: SourceRange) {
    let names =
      spec.enums.map(\.name.text) + spec.records.filter { $0.section != .cases }.map(\.name.text)
      + Self.builtin.map(\.0)
      + ["list", "map"]
    findings.report(.unknownType(name, among: names, at: range))
  }

  /// Reports records that contain themselves other than through a list, a map or null.
  private func reportRecursion(_ resolved: [[FieldType?]]) {
    let indices = recordIndices
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

  /// The records, each after those that its fields mention.
  private func orderOfMention(_ resolved: [[FieldType?]]) -> [Int] {
    let indices = recordIndices
    var states = [Visit](repeating: .unseen, count: spec.records.count)
    var order: [Int] = []
    func visit(_ index: Int) {
      states[index] = .open
      for type in resolved[index] {
        for name in type?.mentionedRecords ?? [] {
          if let next = indices[name], states[next] == .unseen { visit(next) }
        }
      }
      states[index] = .done
      order.append(index)
    }
    for index in spec.records.indices where states[index] == .unseen { visit(index) }
    return order
  }

  private enum Visit { case unseen, open, done }

  private var recordIndices: [String: Int] {
    Dictionary(
      spec.records.enumerated().map { ($1.name.text, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
