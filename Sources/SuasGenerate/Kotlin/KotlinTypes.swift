import CEL
import SuasProgram

/// Writes the types of a spec: enums, records, variants and actions.
struct KotlinTypes {
  let lowering: Lowering
  let names: KotlinNames

  private var program: Program { lowering.program }

  /// The number of cases that an enum class has at most: its initializer is one method.
  static let mostCases = 1_000

  // MARK: Enums

  func enumeration(_ name: String) -> Document {
    let cases = program.spec.types.enums[name]?.cases ?? []
    let type = KotlinNames.type(name)
    if cases.count > Self.mostCases { return values(cases, of: name) }
    let schema = companion([
      "public val Schema: \(kotlin: "EnumType") = \(kotlin: "EnumType")(\(names.text(name)), entries)"
    ])
    return .block(
      "public enum class \(type)(override val text: String) : \(kotlin: "SpecEnum") {",
      cases.map { "\(KotlinNames.enumCase($0))(\(names.text($0)))," } + [";", "", schema])
  }

  /// An enum of too many cases for an enum class.
  private func values(_ cases: [String], of name: String) -> Document {
    let type = KotlinNames.type(name)
    let list = KotlinPieces.list(cases.map { Document(KotlinNames.enumCase($0)) })
    let values = cases.map {
      "public val \(KotlinNames.enumCase($0)): \(type) get() = \(type)(\(names.text($0)))"
        as Document
    }
    let arguments = Document.arguments([names.text(name), list])
    let schema: Document =
      "public val Schema: \(kotlin: "EnumType") = \(kotlin: "EnumType")\(arguments)"
    return "@JvmInline" + .hardLine
      + .block(
        """
        public value class \(type) private constructor(override val text: String) : \
        \(kotlin: "SpecEnum") {
        """,
        [companion(values + ["", schema])])
  }

  private func companion(_ members: [Document]) -> Document {
    .block("public companion object {", members)
  }

  // MARK: Records

  func type(_ layout: Layout) throws(NotGenerated) -> Document {
    switch layout.role {
    case .variant: try variant(layout)
    case .action(let name), .effect(let name):
      try record(
        layout, as: names.type(layout), "AppAction",
        ["override val actionName: String get() = \(names.text(name))"])
    default: try record(layout, as: names.type(layout), "\(kotlin: "Record")", [])
    }
  }

  /// - Parameter members: The members that come first.
  private func record(
    _ layout: Layout, as name: String, _ parent: Document, _ members: [Document]
  ) throws(NotGenerated) -> Document {
    if layout.fields.isEmpty {
      return .block(
        "public data object \(name) : \(parent) {", try self.members(layout, name, members))
    }
    var comment = Document()
    if case .effect(let name) = layout.role {
      comment = .comment(program.description(.effect, name))
    }
    if names.isWide(layout) { return comment + (try wide(layout, as: name, parent, members)) }
    let parameters = layout.fields.map { field -> Document in
      let start: Document =
        "public val \(KotlinNames.member(field.name)): \(names.type(field.type))"
      let value = defaultValue(field).map { $0.assigned(to: start) } ?? start
      return .comment(program.description(of: field, in: layout)) + "\(value),"
    }
    return comment
      + .block(
        .block("public data class \(name)(", parameters, ") : \(parent) {"),
        try self.members(layout, name, members))
  }

  /// A record with more fields than a constructor has parameters: its values are in a list.
  private func wide(
    _ layout: Layout, as name: String, _ parent: Document, _ members: [Document]
  ) throws(NotGenerated) -> Document {
    let fields = layout.fields.enumerated().map { slot, field -> Document in
      .comment(program.description(of: field, in: layout))
        + """
        public val \(KotlinNames.member(field.name)): \(names.type(field.type)) \
        get() = \(kotlin: "known")(_values[\(slot)])
        """
    }
    let (isCase, pairs) = (layout.isCase, "vararg fields: Pair<String, Any?>" as Document)
    var lines = fields + [""] + members
    if !isCase { lines.append(Self.typeMember) }
    lines += [
      "", "override fun \(isCase ? "caseValues" : "fieldValues")(): List<Any?> = _values", "",
    ]
    lines.append("/** A copy with other values of some fields, by the names that the spec has. */")
    let schema: Document = isCase ? "Schema" : "type"
    lines += [
      function(
        "public fun copy(\(pairs)): \(name)", "\(schema).\(kotlin: "record")(_values, fields)"), "",
    ]
    lines += equality(name) + [""]
    lines.append(
      companion([
        "/** The record with values of fields, by the names that the spec has. */",
        function("public fun of(\(pairs)): \(name)", "Schema.\(kotlin: "record")(null, fields)"),
        "",
        try schemaMember(layout, name),
      ]))
    // No field of a spec has a name with an underscore.
    return .block(
      "public class \(name) private constructor(private val _values: List<Any?>) : \(parent) {",
      lines)
  }

  private static let typeMember: Document =
    "override val type: \(kotlin: "RecordType") get() = Schema"

  private func function(_ head: Document, _ body: Document) -> Document {
    KotlinExpression(body).body(of: head)
  }

  private func equality(_ name: String) -> [Document] {
    [
      function(
        "override fun equals(other: Any?): Boolean",
        "other is \(name) && \(kotlin: "areEqual")(this, other)"),
      "", "override fun hashCode(): Int = \(kotlin: "valueHash")(this)",
    ]
  }

  private func defaultValue(_ field: Layout.Field) -> KotlinExpression? {
    switch field.lateDefault {
    case .now: KotlinExpression("\(kotlin: "LateDefault").now")
    case .uuid: KotlinExpression("\(kotlin: "LateDefault").uuid")
    case nil: field.defaultValue.map { names.constant($0, field.type) }
    }
  }

  private func members(
    _ layout: Layout, _ name: String, _ members: [Document]
  ) throws(NotGenerated) -> [Document] {
    var lines = members
    if !layout.isCase { lines.append(Self.typeMember) }
    let values = layout.fields.map { Document(KotlinNames.member($0.name)) }
    let list: Document = values.isEmpty ? "emptyList()" : "listOf\(.arguments(values))"
    lines += [
      "",
      function("override fun \(layout.isCase ? "caseValues" : "fieldValues")(): List<Any?>", list),
    ]
    if !program.isPlainlyEqual(.record(layout.name)), !layout.fields.isEmpty {
      lines += [""] + equality(name)
    }
    let schema = try schemaMember(layout, name)
    return lines + ["", layout.fields.isEmpty ? schema : companion([schema])]
  }

  // MARK: Schemas

  /// The table of a record's fields, by which its values are read and judged.
  private func schemaMember(_ layout: Layout, _ name: String) throws(NotGenerated) -> Document {
    let short = name.split(separator: ".").last.map(String.init) ?? name
    var fields: [Document] = []
    for field in layout.fields { fields.append(try self.field(field)) }
    let list = fields.isEmpty ? "emptyList()" : KotlinPieces.list(fields)
    let values: [Document] =
      names.isWide(layout)
      ? ["it"] : layout.fields.indices.map { "\(kotlin: "known")(it[\($0)])" }
    let made: Document = fields.isEmpty ? Document(short) : "\(short)\(.arguments(values))"
    return schemaMember(
      "RecordType", [names.text(layout.name), .lambda("", list)], .lambda("", made))
  }

  private func schemaMember(
    _ type: String, _ arguments: [Document], _ make: Document
  ) -> Document {
    "public val Schema: \(kotlin: type) = \(kotlin: type)\(.arguments(arguments)) \(make)"
  }

  private func field(_ field: Layout.Field) throws(NotGenerated) -> Document {
    var parts = [names.text(field.name), names.fieldType(field.type)]
    switch field.lateDefault {
    case .now: parts.append(lateDefault("now", "NOW"))
    case .uuid: parts.append(lateDefault("uuid", "UUID"))
    case nil:
      if let value = defaultValue(field) {
        let typed = names.typed(value, field.type).document()
        parts.append("\(kotlin: "Default")\(.arguments([typed]))")
      }
    }
    if let constraint = field.constraint { parts.append(try self.constraint(constraint, field)) }
    if field.isSensitive { parts.append("\(Symbol.isSensitive) = true") }
    return "\(kotlin: "Field")\(.arguments(parts))"
  }

  private func lateDefault(_ value: String, _ name: String) -> Document {
    let type = Symbol.kotlin("LateDefault")
    return "\(kotlin: "Default")(\(type).\(value), \(type).\(name))"
  }

  private func constraint(
    _ constraint: Constraint, _ field: Layout.Field
  ) throws(NotGenerated) -> Document {
    var scope = Scope()
    scope[0] = Code(.local(Local("self")), field.type, canFail: false)
    let code = try lowering.lower(constraint.expression, as: .bool, scope)
    let test = try KotlinExpressions(names: names, place: constraint.place).document(code)
    let value: Document = "\(kotlin: "known")<\(names.type(field.type))>(\(name: "value"))"
    let arguments = [
      names.text(constraint.text), Document(KotlinNames.literal(constraint.place)),
    ]
    let body = Document.lambda("value", "\(value).let \(.lambda("self", test))")
    return "constraint = \(kotlin: "Constraint")\(.arguments(arguments)) \(body)"
  }

  // MARK: Variants

  private func variant(_ layout: Layout) throws(NotGenerated) -> Document {
    var lines: [Document] = ["override val type: \(kotlin: "VariantType") get() = Schema"]
    var cases: [Document] = []
    for field in layout.fields {
      guard let contents = program.layout(of: field.type) else { continue }
      let name = names.caseType(field.name)
      let record = try record(
        contents, as: name, Document(names.type(layout)),
        ["override val caseName: String get() = \(names.text(field.name))"])
      lines += ["", record]
      let arguments = Document.arguments([names.text(field.name), "\(name).Schema"])
      cases.append("\(kotlin: "VariantType").Case\(arguments)")
    }
    let schema = schemaMember(
      "VariantType", [names.text(layout.name)], .lambda("", KotlinPieces.list(cases)))
    return .block(
      "public sealed interface \(names.type(layout)) : \(kotlin: "Variant") {",
      lines + ["", companion([schema])])
  }

  // MARK: The store

  func store() -> Document {
    let reducers = program.spec.reducers
    let states = reducers.map { reducer -> Document in
      let type = names.type(.record(reducer.state.name))
      let value: Document = "\(kotlin: "known")(_state[\(names.text(reducer.stateKey))])"
      return "public val \(KotlinNames.member(reducer.stateKey)): \(type) get() = \(value)"
    }
    let values = KotlinPieces.list(reducers.map { Document(KotlinNames.member($0.stateKey)) })
    let fields = reducers.map { reducer -> Document in
      let type = names.fieldType(.record(reducer.state.name))
      return "\(kotlin: "Field")\(.arguments([names.text(reducer.stateKey), type]))"
    }
    let failure: Document = "throw IllegalStateException(\"a store is made of its states\")"
    let schema = schemaMember(
      "RecordType", [names.text(StoreShape.typeName), .lambda("", KotlinPieces.list(fields))],
      .lambda("", failure))
    let members: [Document] = [
      "", Self.typeMember, "", function("override fun fieldValues(): List<Any?>", values), "",
      companion([schema]),
    ]
    // No state of a spec has a name with an underscore.
    return "/** The whole state of the app. */" + .hardLine
      + .block(
        """
        public class AppState(private val _state: \(kotlin: "State")) : \(kotlin: "Record") {
        """, states + members)
  }
}

extension Layout {
  /// True for the contents of a variant's case.
  var isCase: Bool { if case .caseOf = role { true } else { false } }
}
