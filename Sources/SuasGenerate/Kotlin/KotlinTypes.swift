import CEL
import SuasProgram

/// Writes the types of a spec: enums, records, variants and actions. Their schemas are apart.
struct KotlinTypes {
  let names: KotlinNames

  private var program: Program { names.program }

  /// The number of cases that an enum class has at most: its initializer is one method.
  static let mostCases = 1_000

  // MARK: Enums

  func enumeration(_ name: String) -> Document {
    let cases = program.cases(of: name)
    let type = KotlinNames.type(name)
    if cases.count > Self.mostCases { return values(cases, of: type) }
    return .block(
      "\(names.access)enum class \(type)(override val text: String) : \(kotlin: "SpecEnum") {",
      cases.map { "\(KotlinNames.enumCase($0))(\(names.text($0)))," })
  }

  /// An enum of too many cases for an enum class.
  private func values(_ cases: [String], of type: String) -> Document {
    let values = cases.map {
      "public val \(KotlinNames.enumCase($0)): \(type) get() = \(type)(\(names.text($0)))"
        as Document
    }
    return "@JvmInline" + .hardLine
      + .block(
        """
        public value class \(type) private constructor(override val text: String) : \
        \(kotlin: "SpecEnum") {
        """, [.block("public companion object {", values)])
  }

  // MARK: Records

  func type(_ layout: RecordLayout) -> Document {
    switch layout.role {
    case .variant: variant(layout)
    case .action, .effect: record(layout, as: names.type(layout), "\(names.fixed.action)")
    default: record(layout, as: names.type(layout), "\(names.fixed.of("AppRecord"))")
    }
  }

  /// - Parameter access: The modifier; that of the program if it is left out.
  private func record(
    _ layout: RecordLayout, as name: Document, _ parent: Document, _ access: Document? = nil
  ) -> Document {
    let access = access ?? names.access
    if layout.fields.isEmpty { return "\(access)data object \(name) : \(parent)" }
    var comment = Document()
    if case .effect(let name) = layout.role {
      comment = .comment(program.description(.effect, name))
    }
    if names.isWide(layout) { return comment + wide(layout, as: name, parent, access) }
    let parameters = layout.fields.map { field -> Document in
      let start: Document =
        "public val \(KotlinNames.member(field.name)): \(names.type(field.type))"
      let value = names.defaultValue(field).map { $0.assigned(to: start) } ?? start
      return .comment(program.description(of: field, in: layout)) + "\(value),"
    }
    let record = Document.block("\(access)data class \(name)(", parameters, ") : \(parent)")
    if program.isPlainlyEqual(.record(layout.name)) { return comment + record }
    return comment + .block("\(record) {", equality(layout, name))
  }

  /// The comparison that expressions use; Kotlin's own takes NaN as equal to NaN.
  private func equality(_ layout: RecordLayout, _ name: Document) -> [Document] {
    let fields = layout.fields.map { field -> KotlinExpression in
      let member = KotlinNames.member(field.name)
      let own: Document = member == "other" ? "this.other" : "\(member)"
      let other: Document = "other.\(member)"
      return field.type == .double || program.isPlainlyEqual(field.type)
        ? KotlinExpression(KotlinExpression(own), "==", KotlinExpression(other))
        : .call("\(kotlin: "areEqual")", [own, other])
    }
    let isOne = KotlinExpression("other is \(name)", .namedCheck)
    // A test in another function would not show the type to the other functions.
    let areSame =
      KotlinPieces.divides(fields.map { $0.document() })
      ? [.call("\(kotlin: "areEqual")", ["this", "other"])] : fields
    return equality(.joined([isOne] + areSame, "&&"))
  }

  private func equality(_ test: KotlinExpression) -> [Document] {
    [
      test.body(of: "override fun equals(other: Any?): Boolean"),
      "", "override fun hashCode(): Int = \(kotlin: "valueHash")(this)",
    ]
  }

  /// A record with more fields than a constructor has parameters: its values are in a list.
  private func wide(
    _ layout: RecordLayout, as name: Document, _ parent: Document, _ access: Document
  ) -> Document {
    let fields = layout.fields.enumerated().map { slot, field -> Document in
      .comment(program.description(of: field, in: layout))
        + """
        public val \(KotlinNames.member(field.name)): \(names.type(field.type)) \
        get() = \(kotlin: "known")(_values[\(slot)])
        """
    }
    let pairs: Document = "vararg fields: Pair<String, Any?>"
    let schema = names.schema(layout)
    let made = { (head: Document, values: Document) -> Document in
      KotlinExpression("\(schema).\(kotlin: "record")(\(values), fields)").body(
        of: "public fun \(head)(\(pairs)): \(name)")
    }
    let same = KotlinExpression("other is \(name) && \(kotlin: "areEqual")(this, other)")
    // No field of a spec has a name with an underscore.
    return .block(
      "\(access)class \(name) internal constructor(internal val _values: List<Any?>) : \(parent) {",
      fields + [
        "", "/** A copy with other values of some fields, by the names that the spec has. */",
        made("copy", "_values"), "",
      ] + equality(same) + [
        "",
        .block(
          "public companion object {",
          [
            "/** The record with values of fields, by the names that the spec has. */",
            made("of", "null"),
          ]),
      ])
  }

  // MARK: Variants

  private func variant(_ layout: RecordLayout) -> Document {
    let type: Document = "\(kotlin: "VariantType")"
    let cases = layout.fields.compactMap { field -> Document? in
      guard let contents = program.layout(of: field.type) else { return nil }
      // What stands in an interface has no other modifier.
      return record(
        contents, as: Document(names.caseType(field.name)), names.type(layout), "public ")
    }
    return .block(
      "\(names.access)sealed interface \(names.type(layout)) : \(kotlin: "Variant") {",
      ["override val type: \(type) get() = \(names.schema(layout))", "", .paragraphs(cases)])
  }

  // MARK: The store

  func store() -> Document {
    let reducers = program.spec.reducers
    let states = reducers.map { reducer -> Document in
      let type = names.type(.record(reducer.state.name))
      let value: Document = "\(kotlin: "known")(_state[\(names.text(reducer.stateKey))])"
      let getter: Document = .line + "get() = \(value)"
      return ("public val \(KotlinNames.member(reducer.stateKey)): \(type)" + getter.nested(4))
        .grouped
    }
    // No state of a spec has a name with an underscore.
    return "/** The whole state of the app. */" + .hardLine
      + .block(
        "\(names.access)class \(names.fixed.state)(private val _state: \(kotlin: "State")) : \(names.fixed.of("AppRecord")) {",
        states)
  }
}
