import CEL
import SuasProgram

/// Writes the schemas of the types of a spec: the names of their fields, and how values are read, judged
/// and boxed by them.
struct TypeScriptSchemas {
  let lowering: Lowering
  let names: TypeScriptNames

  private var program: Program { lowering.program }

  func document(
    _ enums: [String], _ layouts: [RecordLayout]
  ) throws(NotGenerated) -> Document {
    var documents = enums.map(enumeration)
    for layout in layouts { documents += try self.documents(of: layout) }
    return .paragraphs(documents)
  }

  private func enumeration(_ name: String) -> Document {
    let list = Document.bracketed(program.cases(of: name).map(names.text))
    return "export const \(names.schema(ofEnum: name)) = new \(ts: "EnumType")"
      + .parenthesized([names.text(name), list]) + ";"
  }

  private func documents(of layout: RecordLayout) throws(NotGenerated) -> [Document] {
    if case .history(let state) = layout.role { return history(layout, of: state) }
    guard layout.isVariant else { return [try record(layout)] }
    var documents: [Document] = []
    var cases: [Document] = []
    for field in layout.fields {
      guard let contents = program.layout(of: field.type), let schema = names.schema(contents)
      else { continue }
      // A case that is saved as it is has its schema with those of the types.
      if contents.isOfVersion == layout.isOfVersion { documents.append(try record(contents)) }
      cases.append(schema)
    }
    let arguments = Document.parenthesized([
      names.text(layout.name), .lazy(.list(cases)),
    ])
    return documents + [declared(layout, "new \(ts: "VariantType")\(arguments)", "VariantType")]
  }

  private func declared(_ layout: RecordLayout, _ value: Document, _ type: String) -> Document {
    "export const \(names.schemaName(layout)): \(ts: type) = \(value);"
  }

  private func history(_ layout: RecordLayout, of state: String) -> [Document] {
    guard let schema = program.layout(state).flatMap(names.schema) else { return [] }
    let isSensitive = layout.fields.last?.isSensitive ?? false
    let arguments: [Document] = ["() => \(schema)"] + (isSensitive ? ["true"] : [])
    return [
      declared(layout, "\(ts: "historyType")" + .parenthesized(arguments), "RecordType")
    ]
  }

  private func record(_ layout: RecordLayout) throws(NotGenerated) -> Document {
    var fields: [Document] = []
    for field in layout.fields { fields.append(try self.field(field, of: layout)) }
    var arguments = [
      names.text(layout.name), Document.lazy(.list(fields)),
    ]
    var type = "RecordType"
    switch layout.role {
    case .action(let name), .effect(let name):
      arguments.insert(names.text(name), at: 0)
      type = "ActionType"
    case .caseOf(_, let name): arguments.append(names.text(name))
    default: break
    }
    return declared(layout, "new \(ts: type)" + .parenthesized(arguments), type)
  }

  private func field(
    _ field: RecordLayout.Field, of layout: RecordLayout
  ) throws(NotGenerated) -> Document {
    var parts: [Document] = [
      "name: \(names.text(field.name))", "type: \(names.fieldType(field.type))",
    ]
    let property = TypeScriptNames.property(of: field.name, in: layout)
    if property != field.name { parts.append("property: \(names.text(property))") }
    if let value = names.defaultValue(field) { parts.append("default: \(value.document())") }
    if let constraint = field.constraint {
      let isHidden = program.hidesConstraint(of: field, in: layout)
      parts.append(
        try self.constraint(constraint, field, isHidden: isHidden && !field.isSensitive))
    }
    if field.isSensitive { parts.append("isSensitive: true") }
    return .braced(parts)
  }

  private func constraint(
    _ constraint: Constraint, _ field: RecordLayout.Field, isHidden: Bool
  ) throws(NotGenerated) -> Document {
    var scope = Scope()
    scope[0] = LoweredExpression(.local(Local("self")), field.type, canFail: false)
    let code = try lowering.lower(constraint.expression, as: .bool, scope)
    var printer = TypeScriptExpressions(names: names, place: constraint.place)
    printer.aliases[Local("self")] = .name("self")
    var test = try printer.expression(code)
    // The runtime itself hides what the constraint of a sensitive field reads.
    if isHidden, code.canFail { test = .call("\(ts: "hidingValues")", [.lazy(test)]) }
    let isRead = test.document().mentions("self")
    let parameters: Document = isRead ? "(\(name: "self"): \(names.type(field.type)))" : "()"
    return "constraint: "
      + .braced([
        "text: \(names.text(constraint.text))", "place: \(names.literal(constraint.place))",
        "holds: \(.arrow(parameters, test))",
      ])
  }
}
