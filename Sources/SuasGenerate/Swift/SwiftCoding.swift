import CEL
import SuasProgram

/// Writes the conversions of values of a spec's types to values whose types are known at run time,
/// and back: to read and write JSON, and to be held by an `any`.
struct SwiftCoding {
  let names: SwiftNames
  /// True if nothing but types and actions is written.
  private let isTypesOnly: Bool

  private var program: Program { names.program }
  /// The records with values that have only some of the fields.
  private let divided: Set<String>

  init(names: SwiftNames, isTypesOnly: Bool) {
    self.names = names
    self.isTypesOnly = isTypesOnly
    divided = names.program.dividedRecords
  }

  func write(to code: inout SwiftCode) {
    for name in program.enumNames + (isTypesOnly ? [] : program.savedEnumNames) {
      if !code.isEmpty { code.line() }
      code.line("extension \(SwiftNames.type(name)): JSONKey {}")
    }
    let own = program.layouts.values.filter { !$0.isOfVersion }
    let layouts = own + (isTypesOnly ? [] : program.versionLayouts)
    for layout in layouts.sorted(by: { $0.name < $1.name }) {
      switch layout.role {
      case .runtime, .restored: continue
      case .history where !layout.fields[CheckedHistory.groupSlot].isSensitive: continue
      case .caseOf where layout.fields.isEmpty: continue
      case .store where isTypesOnly, .selected where isTypesOnly, .history where isTypesOnly:
        continue
      default: if !code.isEmpty { code.line() }
      }
      switch layout.role {
      case .history(let state):
        let grouped = Symbol("SensitivelyGrouped", in: "History")
        code.line("extension \(SwiftNames.type(state)): \(grouped) {}")
      case .store: writeStore(layout, to: &code)
      case .variant: writeVariant(layout, to: &code)
      case .selected: writeSelected(layout, to: &code)
      default: writeRecord(layout, to: &code)
      }
    }
  }

  /// Writes the names of a type's fields.
  private func writeType(_ layout: RecordLayout, to code: inout SwiftCode) {
    var arguments = [SwiftNames.quoted(layout.name)]
    if !layout.fields.isEmpty { arguments.append(Self.list(layout.fields)) }
    if layout.isVariant { arguments.append("isVariant: true") }
    let sensitive = layout.fields.filter(\.isSensitive)
    if !sensitive.isEmpty { arguments.append("sensitive: \(Self.list(sensitive))") }
    code.line("\(names.access)static let recordType = " + SwiftSyntax.call("RecordType", arguments))
  }

  /// A field as it is assigned, where parameters and constants have names too.
  private static func assigned(_ field: RecordLayout.Field) -> Document {
    let member = SwiftNames.member(field.name)
    let isHidden = ["value", "source", "fields", "changes", "`self`"].contains(member)
    return isHidden ? "self.\(member)" : Document(member)
  }

  /// The value of a field, out of the values of its record.
  private func reading(_ field: RecordLayout.Field) -> Document {
    var arguments = [SwiftNames.quoted(field.name)]
    if field.lateDefault == nil, let value = field.defaultValue {
      arguments.append(SwiftSyntax.argument("default", fallback(value, of: field)))
    }
    return SwiftSyntax.call("fields.read", arguments)
  }

  private static func list(_ fields: [RecordLayout.Field]) -> Document {
    SwiftSyntax.collection(fields.map { SwiftNames.quoted($0.name) })
  }

  private func writeRecord(_ layout: RecordLayout, to code: inout SwiftCode) {
    code.block(SwiftSyntax.type("extension \(names.type(layout))", ["SpecRecord"])) { code in
      writeType(layout, to: &code)
      code.line()
      code.block(reading) { code in
        if layout.fields.isEmpty {
          return code.line("try Self.recordType.checkEmpty(value, from: source)")
        }
        code.line("let fields = try FieldReader(value, Self.recordType, from: source)")
        if layout.fields.contains(where: { program.contains(layout.name, $0) }) {
          // Only the initializer in the type's own file can assign what lies outside of the record.
          let values = layout.fields.map { field in
            SwiftSyntax.entry(Document(SwiftNames.label(field.name)), reading(field))
          }
          code.line("try " + SwiftSyntax.call("self.init", values))
        } else {
          for field in layout.fields {
            code.line("\(Self.assigned(field)) = try \(reading(field))")
          }
        }
      }
      code.line()
      writeValues(layout, to: &code)
    }
    if divided.contains(layout.name) { writeParts(layout, to: &code) }
  }

  /// The default of a field; for a nullable field, it shows its type, since null may be read
  /// instead.
  private func fallback(_ value: Value, of field: RecordLayout.Field) -> Document {
    let document = names.expression(value, field.type).document
    guard case .nullable = field.type, value != .null else { return document }
    return "\(document) as \(names.document(of: field.type))"
  }

  /// The head of the initializer that reads a value whose type is known at run time.
  private var reading: Document {
    "\(names.access)init(_ value: JSONValue, from source: ValueSource) throws(Failure) {"
  }

  /// Writes the code that reads the fields of a record, and lays them over it one by one.
  private func writeParts(_ layout: RecordLayout, to code: inout SwiftCode) {
    let protocolName = Symbol("DivisibleRecord", in: "Partial")
    code.line()
    code.block(SwiftSyntax.type("extension \(names.type(layout))", ["\(protocolName)"])) { code in
      code.line("\(names.access)static func fit(")
      code.line("  _ value: JSONValue, to field: String, from source: ValueSource")
      code.block(") throws(Failure) -> JSONValue {") { code in
        code.line("switch field {")
        for field in layout.fields {
          code.line(
            SwiftSyntax.case(
              SwiftNames.quoted(field.name),
              "try \(names.document(of: field.type))(value, from: source).json"))
        }
        code.line("default: throw recordType.noSuchField(.string(field))")
        code.line("}")
      }
      code.line()
      code.line("/// Lays the values of some fields over those of the record.")
      let changes = names.document(of: .partial(layout.name))
      code.block("\(names.access)mutating func merge(_ changes: \(changes)) throws(Failure) {") {
        code in
        for field in layout.fields {
          let member = Self.assigned(field)
          let arguments = [SwiftNames.quoted(field.name), "or: \(member)"]
          code.line("\(member) = try " + SwiftSyntax.call("changes.value", arguments))
        }
      }
    }
  }

  /// Writes the record with its values as one whose type is known at run time.
  private func writeValues(_ layout: RecordLayout, to code: inout SwiftCode) {
    let values = layout.fields.map { "\(SwiftNames.member($0.name)).json" as Document }
    writeValue(
      SwiftSyntax.call(".record", ["Self.recordType", SwiftSyntax.collection(values)]), to: &code)
  }

  private func writeValue(_ value: Document, to code: inout SwiftCode) {
    code.line(SwiftSyntax.block("\(names.access)var json: JSONValue {", [value], isShort: true))
  }

  private func writeStore(_ layout: RecordLayout, to code: inout SwiftCode) {
    code.block(SwiftSyntax.type("extension \(names.fixed.state)", ["JSONWritable"])) { code in
      writeType(layout, to: &code)
      code.line()
      writeValues(layout, to: &code)
    }
  }

  /// Writes the mapping of a selector, which is a map.
  private func writeSelected(_ layout: RecordLayout, to code: inout SwiftCode) {
    code.block(SwiftSyntax.type("extension \(names.type(layout))", ["JSONWritable"])) { code in
      let expressions = SwiftExpressionPrinter(names: names, place: .nowhere)
      let members = layout.fields.map {
        SwiftSyntax.entry(
          SwiftNames.quoted($0.name),
          expressions.dynamic(Document(SwiftNames.member($0.name)), from: $0.type))
      }
      writeValue(
        SwiftSyntax.call(".object", [SwiftSyntax.collection(members, ifEmpty: "[:]")]), to: &code)
    }
  }

  // MARK: Variants

  private func fullCases(of layout: RecordLayout) -> [RecordLayout.Field] {
    layout.fields.filter { program.layout(of: $0.type)?.fields.isEmpty == false }
  }

  private func emptyCases(of layout: RecordLayout) -> [RecordLayout.Field] {
    layout.fields.filter { program.layout(of: $0.type)?.fields.isEmpty != false }
  }

  private func writeVariant(_ layout: RecordLayout, to code: inout SwiftCode) {
    let (full, empty) = (fullCases(of: layout), emptyCases(of: layout))
    code.block(SwiftSyntax.type("extension \(names.type(layout))", ["SpecRecord"])) { code in
      writeType(layout, to: &code)
      for field in empty { writeEmptyCase(field, of: layout, to: &code) }
      code.line()
      code.block(reading) { writeCases(of: layout, to: &$0) }
      code.line()
      code.block("\(names.access)var json: JSONValue {") { code in
        code.line("switch self {")
        for field in empty {
          let contents = SwiftSyntax.call(
            ".record", ["Self.\(Self.emptyType(field, of: layout))", "[]"])
          Self.writeValue(of: field, ".\(SwiftNames.member(field.name))", contents, to: &code)
        }
        for field in full {
          let pattern: Document = ".\(SwiftNames.member(field.name))(let contents)"
          Self.writeValue(of: field, pattern, "contents.json", to: &code)
        }
        code.line("}")
      }
    }
  }

  /// Writes the code that reads the cases of a variant.
  private func writeCases(of layout: RecordLayout, to code: inout SwiftCode) {
    code.line("let (name, contents) = try value.caseOf(Self.recordType, from: source)")
    code.line("switch name {")
    for field in emptyCases(of: layout) {
      code.block("case \(SwiftNames.quoted(field.name)):", "") { code in
        code.line(
          "try Self.\(Self.emptyType(field, of: layout)).checkEmpty(contents, from: source)")
        code.line("self = .\(SwiftNames.member(field.name))")
      }
    }
    for field in fullCases(of: layout) {
      code.block("case \(SwiftNames.quoted(field.name)):", "") { code in
        let contents: Document = "try \(names.caseType(field.name))(contents, from: source)"
        code.line("self = \(SwiftSyntax.call(".\(SwiftNames.member(field.name))", [contents]))")
      }
    }
    code.line("default: throw Self.recordType.noSuchCase(name)")
    code.line("}")
  }

  /// Writes the case of a variant as a value whose type is known at run time.
  private static func writeValue(
    of field: RecordLayout.Field, _ pattern: Document, _ contents: Document,
    to code: inout SwiftCode
  ) {
    let arguments = ["Self.recordType", SwiftNames.quoted(field.name), contents]
    code.line(SwiftSyntax.case(pattern, SwiftSyntax.call(".variant", arguments)))
  }

  /// Writes the type of the contents of a case without fields.
  private func writeEmptyCase(
    _ field: RecordLayout.Field, of layout: RecordLayout, to code: inout SwiftCode
  ) {
    let name = RecordType.name(ofCase: field.name, in: layout.name)
    code.line(
      "private static let \(Self.emptyType(field, of: layout)) = "
        + SwiftSyntax.call("RecordType", [SwiftNames.quoted(name)]))
  }

  /// The name of the type of the contents of a case without fields, which no case has.
  private static func emptyType(_ field: RecordLayout.Field, of layout: RecordLayout) -> String {
    let cases = layout.fields.map { SwiftNames.member($0.name) }
    var name = "\(field.name.memberName)Type"
    while cases.contains(name) || name == "recordType" { name += "Value" }
    return name
  }
}
