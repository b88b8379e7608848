import CEL
import SuasProgram

/// Writes the schemas of the types of a spec: the names of their fields, how values are judged by
/// them, and how a record is made from values. Parts that are data need no code.
struct KotlinSchemas {
  let lowering: Lowering
  let names: KotlinNames
  /// True if the types of versions are left out, too.
  let isTypesOnly: Bool

  private var program: Program { lowering.program }

  /// The schemas of types, after the table of all of them by their classes.
  ///
  /// - Parameter layouts: The types of records and variants.
  func document(_ layouts: [RecordLayout]) throws(NotGenerated) -> Document {
    let records = layouts.filter { !$0.isVariant }.map { Document(names.schema($0)) }
    let record = Document.block(
      "\(names.access)interface \(names.fixed.of("AppRecord")) : \(kotlin: "Record") {",
      [
        "override val type: \(kotlin: "RecordType") get() = schemas.of(this)", "",
        "override fun fieldValues(): List<Any?> = type.valuesOf(this)",
      ])
    let table: Document =
      "private val schemas = \(kotlin: "SchemaTable")(\(KotlinPieces.list(records)))"
    var documents = [
      "/** A record of the app, whose schema is that of its class. */" + .hardLine + record,
      "/** The schemas of the app's records. */" + .hardLine + table,
    ]
    documents += (program.enumNames + (isTypesOnly ? [] : program.savedEnumNames)).map(enumeration)
    for layout in layouts {
      documents.append(layout.isVariant ? try variant(layout) : try schema(layout))
    }
    return .paragraphs(documents)
  }

  private func enumeration(_ name: String) -> Document {
    let type = KotlinNames.type(name)
    let cases = program.cases(of: name)
    let values: Document =
      cases.count > KotlinTypes.mostCases
      ? KotlinPieces.list(cases.map { "\(type).\(KotlinNames.enumCase($0))" })
      : "\(type).entries"
    let arguments = Document.arguments([names.text(name), values])
    return "\(names.access)object \(names.schema(ofEnum: name)) : \(kotlin: "EnumType")\(arguments)"
  }

  // MARK: Records

  private func schema(_ layout: RecordLayout) throws(NotGenerated) -> Document {
    try schema(layout, as: Document(names.schema(layout)))
  }

  private func schema(_ layout: RecordLayout, as name: Document) throws(NotGenerated) -> Document {
    var fields: [Document] = []
    for field in layout.fields { fields.append(try self.field(field, of: layout)) }
    let type = names.type(layout)
    let members = [
      list(fields).body(of: "override fun makeFields(): List<\(kotlin: "Field")>"),
      values(layout).body(of: "override fun values(record: \(type)): List<Any?>"),
      made(layout).body(of: "override fun make(values: List<Any?>): \(type)"),
    ]
    return .block(
      "\(names.access)object \(name) : \(parent(layout)) {", [.paragraphs(members)])
  }

  private func parent(_ layout: RecordLayout) -> Document {
    let type = names.type(layout)
    var arguments = [names.text(layout.name), "\(type)::class.java"]
    switch layout.role {
    case .action(let name), .effect(let name):
      arguments.insert(names.text(name), at: 0)
      return "\(kotlin: "ActionSchema")<\(type)>\(.arguments(arguments))"
    default: return "\(kotlin: "RecordSchema")<\(type)>\(.arguments(arguments))"
    }
  }

  private func list(_ elements: [Document]) -> KotlinExpression {
    KotlinExpression(elements.isEmpty ? "emptyList()" : KotlinPieces.list(elements))
  }

  private func values(_ layout: RecordLayout) -> KotlinExpression {
    names.isWide(layout)
      ? KotlinExpression("record._values")
      : list(layout.fields.map { "record.\(KotlinNames.member($0.name))" })
  }

  private func made(_ layout: RecordLayout) -> KotlinExpression {
    let type = names.type(layout)
    if case .store = layout.role {
      return KotlinExpression("throw IllegalStateException(\"a store is made of its states\")")
    }
    if layout.fields.isEmpty { return KotlinExpression(type) }
    let values: [Document] =
      names.isWide(layout)
      ? ["values"] : layout.fields.indices.map { "\(kotlin: "known")(values[\($0)])" }
    return .call(type, values)
  }

  // MARK: Variants

  private func variant(_ layout: RecordLayout) throws(NotGenerated) -> Document {
    let type = Symbol.kotlin("VariantType")
    var schemas: [Document] = []
    var cases: [Document] = []
    for field in layout.fields {
      guard let contents = program.layout(of: field.type) else { continue }
      let name = Document(names.caseType(field.name))
      schemas.append(try schema(contents, as: name))
      cases.append("\(kotlin: "VariantCase")\(.arguments([names.text(field.name), name]))")
    }
    let made = Document.lambda("", KotlinPieces.list(cases))
    return .block(
      "\(names.access)object \(names.schema(layout)) : \(type)(\(names.text(layout.name)), \(made)) {",
      [.paragraphs(schemas)])
  }

  // MARK: Fields

  private func field(
    _ field: RecordLayout.Field, of layout: RecordLayout
  ) throws(NotGenerated) -> Document {
    var parts = [names.text(field.name), names.fieldType(field.type)]
    switch field.lateDefault {
    case .now: parts.append(lateDefault("now", "NOW"))
    case .uuid: parts.append(lateDefault("uuid", "UUID"))
    case nil:
      if let value = names.defaultValue(field) {
        let typed = names.typed(value, field.type).document()
        parts.append("\(kotlin: "Default")\(.arguments([typed]))")
      }
    }
    if let constraint = field.constraint {
      let isHidden = program.hidesConstraint(of: field, in: layout)
      parts.append(
        try self.constraint(constraint, field, isHidden: isHidden && !field.isSensitive))
    }
    if field.isSensitive { parts.append("\(Symbol.isSensitive) = true") }
    return "\(kotlin: "Field")\(.arguments(parts))"
  }

  private func lateDefault(_ value: String, _ name: String) -> Document {
    let type = Symbol.kotlin("LateDefault")
    return "\(kotlin: "Default")(\(type).\(value), \(type).\(name))"
  }

  private func constraint(
    _ constraint: Constraint, _ field: RecordLayout.Field, isHidden: Bool
  ) throws(NotGenerated) -> Document {
    var scope = Scope()
    scope[0] = LoweredExpression(.local(Local("self")), field.type, canFail: false)
    let code = try lowering.lower(constraint.expression, as: .bool, scope)
    let test = try KotlinExpressions(names: names, place: constraint.place).document(code)
    let value: Document = "\(kotlin: "known")<\(names.type(field.type))>(\(name: "value"))"
    let arguments = [
      names.text(constraint.text), Document(names.literal(constraint.place)),
    ]
    var holds: Document = "\(value).let \(.lambda("self", test))"
    // The runtime itself hides the values that the constraint of a sensitive field reads.
    if isHidden, code.canFail { holds = "\(kotlin: "hidingValues") \(.lambda("", holds))" }
    let body = Document.lambda("value", holds)
    return "constraint = \(kotlin: "Constraint")\(.arguments(arguments)) \(body)"
  }
}

extension KotlinNames {
  /// The default of a field; nil for a field without one.
  func defaultValue(_ field: RecordLayout.Field) -> KotlinExpression? {
    switch field.lateDefault {
    case .now: KotlinExpression("\(kotlin: "LateDefault").now")
    case .uuid: KotlinExpression("\(kotlin: "LateDefault").uuid")
    case nil: field.defaultValue.map { constant($0, field.type) }
    }
  }
}
