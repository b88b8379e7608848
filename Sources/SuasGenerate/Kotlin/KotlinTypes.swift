import CEL
import SuasProgram

/// Writes the types of a spec: enums, records, variants and actions.
struct KotlinTypes {
  let lowering: Lowering
  let names: KotlinNames

  private var program: Program { lowering.program }

  /// The number of cases that an enum class has at most: its initializer is one method.
  static let mostCases = 1_000

  /// Writes an enum of too many cases for an enum class.
  private func writeValues(_ cases: [String], of name: String, to writer: inout KotlinWriter) {
    let type = KotlinNames.type(name)
    writer.line("@JvmInline")
    writer.block(
      "public value class \(type) private constructor(override val text: String) : SpecEnum {"
    ) { writer in
      writer.block("public companion object {") { writer in
        for item in cases {
          let name = KotlinNames.enumCase(item)
          writer.line(
            "public val \(name): \(type) get() = \(type)(\(KotlinNames.literal(item)))")
        }
        writer.line()
        let list = KotlinPieces.list(cases.map(KotlinNames.enumCase))
        writer.line(
          "public val Schema: EnumType = EnumType(\(KotlinNames.literal(name)), \(list))")
      }
    }
  }

  func writeEnum(_ name: String, to writer: inout KotlinWriter) {
    let all = program.spec.types.enums[name]?.cases ?? []
    guard all.count <= Self.mostCases else { return writeValues(all, of: name, to: &writer) }
    let cases = all.map { "\(KotlinNames.enumCase($0))(\(KotlinNames.literal($0)))" }
    let type = KotlinNames.type(name)
    writer.block("public enum class \(type)(override val text: String) : SpecEnum {") { writer in
      for item in cases {
        writer.line("\(item),")
      }
      writer.line(";")
      writer.line()
      writer.block("public companion object {") { writer in
        writer.line("public val Schema: EnumType = EnumType(\(KotlinNames.literal(name)), entries)")
      }
    }
  }

  func write(_ layout: Layout, to writer: inout KotlinWriter) throws(NotGenerated) {
    switch layout.role {
    case .variant: try writeVariant(layout, to: &writer)
    case .action(let name), .effect(let name):
      try writeRecord(
        layout, as: names.type(layout), "AppAction",
        ["override val actionName: String get() = \(KotlinNames.literal(name))"], to: &writer)
    default: try writeRecord(layout, as: names.type(layout), "Record", [], to: &writer)
    }
  }

  // MARK: Records

  /// - Parameter members: The members that come first.
  private func writeRecord(
    _ layout: Layout, as name: String, _ parent: String, _ members: [String],
    to writer: inout KotlinWriter
  ) throws(NotGenerated) {
    if layout.fields.isEmpty {
      return try writer.block("public data object \(name) : \(parent) {") {
        (writer) throws(NotGenerated) in
        try writeMembers(layout, name, members, to: &writer)
      }
    }
    if case .effect(let name) = layout.role {
      writer.comment(program.description(.effect, name))
    }
    if names.isWide(layout) { return try writeWide(layout, as: name, parent, members, to: &writer) }
    writer.block("public data class \(name)(", ") : \(parent) {") { writer in
      for field in layout.fields {
        writer.comment(program.description(of: field, in: layout))
        let start = "public val \(KotlinNames.member(field.name)): \(names.typeText(field.type))"
        writer.line("\(start)\(defaultText(field).map { " = \($0)" } ?? ""),")
      }
    }
    var inner = writer.nested()
    try writeMembers(layout, name, members, to: &inner)
    writer.append(inner)
    writer.line("}")
  }

  /// Writes a record with more fields than a constructor has parameters: its values are in a list.
  private func writeWide(
    _ layout: Layout, as name: String, _ parent: String, _ members: [String],
    to writer: inout KotlinWriter
  ) throws(NotGenerated) {
    try writer.block(
      "public class \(name) private constructor(private val values: List<Any?>) : \(parent) {"
    ) { (writer) throws(NotGenerated) in
      for (slot, field) in layout.fields.enumerated() {
        writer.comment(program.description(of: field, in: layout))
        writer.line(
          "public val \(KotlinNames.member(field.name)): \(names.typeText(field.type)) "
            + "get() = known(values[\(slot)])")
      }
      writer.line()
      let isCase = if case .caseOf = layout.role { true } else { false }
      let schema = isCase ? "Schema" : "type"
      for member in members { writer.line(member) }
      if !isCase { writer.line("override val type: RecordType get() = Schema") }
      writer.line()
      writer.line("override fun \(isCase ? "caseValues" : "fieldValues")(): List<Any?> = values")
      writer.line()
      writer.line("/** A copy with other values of some fields, by the names that the spec has. */")
      writer.line(
        "public fun copy(vararg fields: Pair<String, Any?>): \(name) = "
          + "\(schema).record(values, fields)")
      writer.line()
      writer.line(
        "override fun equals(other: Any?): Boolean = other is \(name) && areEqual(this, other)")
      writer.line()
      writer.line("override fun hashCode(): Int = valueHash(this)")
      writer.line()
      try writer.block("public companion object {") { (writer) throws(NotGenerated) in
        writer.line("/** The record with values of fields, by the names that the spec has. */")
        writer.line(
          "public fun of(vararg fields: Pair<String, Any?>): \(name) = Schema.record(null, fields)")
        writer.line()
        try writeType(layout, name, to: &writer)
      }
    }
  }

  private func defaultText(_ field: Layout.Field) -> String? {
    switch field.lateDefault {
    case .now: "LateDefault.now"
    case .uuid: "LateDefault.uuid"
    case nil: field.defaultValue.map { names.literal($0, field.type) }
    }
  }

  private func writeMembers(
    _ layout: Layout, _ name: String, _ members: [String], to writer: inout KotlinWriter
  ) throws(NotGenerated) {
    for member in members { writer.line(member) }
    let isCase = if case .caseOf = layout.role { true } else { false }
    if !isCase { writer.line("override val type: RecordType get() = Schema") }
    writer.line()
    let values = layout.fields.map { KotlinNames.member($0.name) }.joined(separator: ", ")
    let list = values.isEmpty ? "emptyList()" : "listOf(\(values))"
    writer.line("override fun \(isCase ? "caseValues" : "fieldValues")(): List<Any?> = \(list)")
    if !program.isPlainlyEqual(.record(layout.name)), !layout.fields.isEmpty {
      writer.line()
      writer.line(
        "override fun equals(other: Any?): Boolean = other is \(name) && areEqual(this, other)")
      writer.line()
      writer.line("override fun hashCode(): Int = valueHash(this)")
    }
    writer.line()
    if layout.fields.isEmpty { return try writeType(layout, name, to: &writer) }
    try writer.block("public companion object {") { (writer) throws(NotGenerated) in
      try writeType(layout, name, to: &writer)
    }
  }

  /// Writes the table of a record's fields, by which its values are read and judged.
  private func writeType(
    _ layout: Layout, _ name: String, to writer: inout KotlinWriter
  ) throws(NotGenerated) {
    let short = name.split(separator: ".").last.map(String.init) ?? name
    let title = KotlinNames.literal(layout.name)
    guard !layout.fields.isEmpty else {
      return writer.line(
        "public val Schema: RecordType = RecordType(\(title), { emptyList() }) { \(short) }")
    }
    var fields: [String] = []
    for field in layout.fields { fields.append(try fieldText(field)) }
    let values =
      names.isWide(layout)
      ? "it" : layout.fields.indices.map { "known(it[\($0)])" }.joined(separator: ", ")
    let list = KotlinPieces.list(fields)
    writer.line(
      "public val Schema: RecordType = RecordType(\(title), { \(list) }) { \(short)(\(values)) }")
  }

  private func fieldText(_ field: Layout.Field) throws(NotGenerated) -> String {
    var parts = [KotlinNames.literal(field.name), names.fieldTypeText(field.type)]
    switch field.lateDefault {
    case .now: parts.append("Default(LateDefault.now, LateDefault.NOW)")
    case .uuid: parts.append("Default(LateDefault.uuid, LateDefault.UUID)")
    case nil:
      if let text = defaultText(field) {
        parts.append("Default(\(typed(text, field.type)))")
      }
    }
    if let constraint = field.constraint {
      var scope = Scope()
      scope[0] = Code(.local(Local("self")), field.type, canFail: false)
      let code = try lowering.lower(constraint.expression, as: .bool, scope)
      let test = try KotlinExpressions(names: names, place: constraint.place).text(code)
      let body = "{ value -> known<\(names.typeText(field.type))>(value).let { self -> \(test) } }"
      let text =
        "Constraint(\(KotlinNames.literal(constraint.text)), \(KotlinNames.literal(constraint.place))) \(body)"
      parts.append("constraint = \(text)")
    }
    if field.isSensitive { parts.append("isSensitive = true") }
    return "Field(\(parts.joined(separator: ", ")))"
  }

  /// A default with the types that an empty list or map does not show.
  private func typed(_ text: String, _ type: ValueType) -> String {
    switch (text, type.nonNull) {
    case ("emptyList()", .list(let element)): "emptyList<\(names.typeText(element))>()"
    case ("emptyMap()", .map(let key, let value)):
      "emptyMap<\(names.typeText(key)), \(names.typeText(value))>()"
    case ("emptyList()", _): "emptyList<Any?>()"
    case ("emptyMap()", _): "emptyMap<String, Any?>()"
    default: text
    }
  }

  // MARK: Variants

  private func writeVariant(_ layout: Layout, to writer: inout KotlinWriter) throws(NotGenerated) {
    let type = names.type(layout)
    try writer.block("public sealed interface \(type) : Variant {") {
      (writer) throws(NotGenerated) in
      writer.line("override val type: VariantType get() = Schema")
      var cases: [String] = []
      for field in layout.fields {
        guard let contents = program.layout(of: field.type) else { continue }
        let name = names.caseType(field.name)
        writer.line()
        try writeRecord(
          contents, as: name, type,
          ["override val caseName: String get() = \(KotlinNames.literal(field.name))"], to: &writer)
        cases.append("VariantType.Case(\(KotlinNames.literal(field.name)), \(name).Schema)")
      }
      writer.line()
      writer.block("public companion object {") { writer in
        let list = KotlinPieces.list(cases)
        writer.line(
          "public val Schema: VariantType = VariantType(\(KotlinNames.literal(layout.name))) { \(list) }"
        )
      }
    }
  }

  // MARK: The store

  func writeStore(to writer: inout KotlinWriter) {
    let reducers = program.spec.reducers
    writer.line("/** The whole state of the app. */")
    writer.block("public class AppState(private val state: State) : Record {") { writer in
      for reducer in reducers {
        let type = names.typeText(.record(reducer.state.name))
        writer.line(
          "public val \(KotlinNames.member(reducer.stateKey)): \(type) get() = "
            + "known(state[\(KotlinNames.literal(reducer.stateKey))])")
      }
      writer.line()
      writer.line("override val type: RecordType get() = Schema")
      writer.line()
      let values = KotlinPieces.list(reducers.map { KotlinNames.member($0.stateKey) })
      writer.line("override fun fieldValues(): List<Any?> = \(values)")
      writer.line()
      writer.block("public companion object {") { writer in
        let fields = reducers.map { reducer in
          let type = names.fieldTypeText(.record(reducer.state.name))
          return "Field(\(KotlinNames.literal(reducer.stateKey)), \(type))"
        }
        writer.line(
          "public val Schema: RecordType = RecordType(\(KotlinNames.literal(StoreShape.typeName)), "
            + "{ \(KotlinPieces.list(fields)) }) "
            + "{ throw IllegalStateException(\"a store is made of its states\") }")
      }
    }
  }
}
