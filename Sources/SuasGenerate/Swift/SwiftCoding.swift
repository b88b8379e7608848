import SuasProgram

/// Writes how values of the types of a spec become values whose types are known at run time, and
/// back: to read and write JSON, and to be held by an `any`.
struct SwiftCoding {
  let names: SwiftNames

  private var program: Program { names.program }
  /// The records of which some values have some of the fields only.
  private let divided: Set<String>

  init(names: SwiftNames) {
    self.names = names
    divided = names.program.dividedRecords
  }

  func write(to writer: inout SwiftWriter) {
    for name in program.enumNames {
      if !writer.isEmpty { writer.line() }
      writer.line("extension \(SwiftNames.type(name)): JSONKey {}")
    }
    for name in program.layouts.keys.sorted() {
      guard let layout = program.layouts[name] else { continue }
      switch layout.role {
      case .runtime: continue
      case .history where !layout.fields[CheckedHistory.groupSlot].isSensitive: continue
      case .caseOf where layout.fields.isEmpty: continue
      default: if !writer.isEmpty { writer.line() }
      }
      switch layout.role {
      case .history(let state):
        writer.line("extension \(SwiftNames.type(state)): SensitivelyGrouped {}")
      case .store: writeStore(layout, to: &writer)
      case .variant: writeVariant(layout, to: &writer)
      case .selected: writeSelected(layout, to: &writer)
      default: writeRecord(layout, to: &writer)
      }
    }
  }

  /// Writes the names of a type's fields.
  private func writeType(_ layout: Layout, to writer: inout SwiftWriter) {
    var arguments = [SwiftNames.literal(layout.name)]
    if !layout.fields.isEmpty { arguments.append("[\(Self.literals(layout.fields))]") }
    if layout.isVariant { arguments.append("isVariant: true") }
    let sensitive = layout.fields.filter(\.isSensitive)
    if !sensitive.isEmpty { arguments.append("sensitive: [\(Self.literals(sensitive))]") }
    let list = arguments.joined(separator: ", ")
    let line = "  static let recordType = RecordType(\(list))"
    // The formatter divides a line that is filled to its end.
    guard line.count == SwiftLayout.width else { return writer.line(line) }
    writer.line("  static let recordType = RecordType(")
    writer.line("    \(list))")
  }

  /// A field as it is assigned, where parameters and constants have names too.
  private static func assigned(_ member: String) -> String {
    ["value", "source", "fields", "changes", "`self`"].contains(member) ? "self.\(member)" : member
  }

  private static func literals(_ fields: [Layout.Field]) -> String {
    fields.map { SwiftNames.literal($0.name) }.joined(separator: ", ")
  }

  private func writeRecord(_ layout: Layout, to writer: inout SwiftWriter) {
    writer.line("extension \(names.type(layout)): SpecRecord {")
    writeType(layout, to: &writer)
    writer.line()
    writer.line("  init(_ value: JSONValue, from source: ValueSource) throws(Failure) {")
    if layout.fields.isEmpty {
      writer.line("    try Self.recordType.checkEmpty(value, from: source)")
    } else {
      writer.line("    let fields = try FieldReader(value, Self.recordType, from: source)")
    }
    for field in layout.fields {
      let value = field.lateDefault == nil ? field.defaultValue : nil
      let fallback = value.map { ", default: \(names.literal($0, field.type))" } ?? ""
      let member = SwiftNames.member(field.name)
      writer.line(
        "    \(Self.assigned(member)) = try fields.read(\(SwiftNames.literal(field.name))\(fallback))"
      )
    }
    writer.line("  }")
    writer.line()
    writeValues(layout, to: &writer)
    writer.line("}")
    if divided.contains(layout.name) { writeParts(layout, to: &writer) }
  }

  /// Writes how the fields of a record are read and laid over it one by one.
  private func writeParts(_ layout: Layout, to writer: inout SwiftWriter) {
    let type = names.type(layout)
    writer.line()
    writer.line("extension \(type): DivisibleRecord {")
    writer.line("  static func fit(")
    writer.line("    _ value: JSONValue, to field: String, from source: ValueSource")
    writer.line("  ) throws(Failure) -> JSONValue {")
    writer.line("    switch field {")
    for field in layout.fields {
      writer.line(
        "    case \(SwiftNames.literal(field.name)): "
          + "try \(names.type(field.type))(value, from: source).json")
    }
    writer.line("    default: throw recordType.noSuchField(.string(field))")
    writer.line("    }")
    writer.line("  }")
    writer.line()
    writer.line("  /// Lays the values of some fields over those of the record.")
    writer.line("  mutating func merge(_ changes: Partial<\(type)>) throws(Failure) {")
    for field in layout.fields {
      let member = SwiftNames.member(field.name)
      writer.line(
        "    \(Self.assigned(member)) = try changes.value("
          + "\(SwiftNames.literal(field.name)), or: \(Self.assigned(member)))")
    }
    writer.line("  }")
    writer.line("}")
  }

  /// Writes the record with its values as one whose type is known at run time.
  private func writeValues(_ layout: Layout, to writer: inout SwiftWriter) {
    let values = layout.fields.map { "\(SwiftNames.member($0.name)).json" }
      .joined(separator: ", ")
    let value = ".record(Self.recordType, [\(values)])"
    let line = "  var json: JSONValue { \(value) }"
    guard line.count == SwiftLayout.width else { return writer.line(line) }
    writer.block("  var json: JSONValue", "  }") { writer in writer.line("  \(value)") }
  }

  private func writeStore(_ layout: Layout, to writer: inout SwiftWriter) {
    writer.line("extension AppState: JSONWritable {")
    writeType(layout, to: &writer)
    writer.line()
    writeValues(layout, to: &writer)
    writer.line("}")
  }

  /// Writes the mapping of a selector, which is a map.
  private func writeSelected(_ layout: Layout, to writer: inout SwiftWriter) {
    writer.line("extension \(names.type(layout)): JSONWritable {")
    let members = layout.fields.map {
      "\(SwiftNames.literal($0.name)): \(SwiftNames.member($0.name)).json"
    }.joined(separator: ", ")
    writer.line(
      "  var json: JSONValue { .object([\(members.isEmpty ? ":" : members)]) }")
    writer.line("}")
  }

  private func writeVariant(_ layout: Layout, to writer: inout SwiftWriter) {
    let full = layout.fields.filter { program.layout(of: $0.type)?.fields.isEmpty == false }
    let empty = layout.fields.filter { program.layout(of: $0.type)?.fields.isEmpty != false }
    writer.line("extension \(names.type(layout)): SpecRecord {")
    writeType(layout, to: &writer)
    for field in empty { writeEmptyCase(field, of: layout, to: &writer) }
    writer.line()
    writer.line("  init(_ value: JSONValue, from source: ValueSource) throws(Failure) {")
    writer.line("    let (name, contents) = try value.caseOf(Self.recordType, from: source)")
    writer.line("    switch name {")
    for field in empty {
      let member = SwiftNames.member(field.name)
      writer.line("    case \(SwiftNames.literal(field.name)):")
      writer.line(
        "      try Self.\(Self.emptyType(field)).checkEmpty(contents, from: source)")
      writer.line("      self = .\(member)")
    }
    for field in full {
      let member = SwiftNames.member(field.name)
      let type = names.caseType(field.name)
      writer.line("    case \(SwiftNames.literal(field.name)):")
      writer.line("      self = .\(member)(try \(type)(contents, from: source))")
    }
    writer.line("    default: throw Self.recordType.noSuchCase(name)")
    writer.line("    }")
    writer.line("  }")
    writer.line()
    writer.line("  var json: JSONValue {")
    writer.line("    switch self {")
    for field in empty {
      writer.line(
        "    case .\(SwiftNames.member(field.name)): "
          + ".variant(Self.recordType, \(SwiftNames.literal(field.name)), "
          + ".record(Self.\(Self.emptyType(field)), []))")
    }
    for field in full {
      writer.line(
        "    case .\(SwiftNames.member(field.name))(let contents): "
          + ".variant(Self.recordType, \(SwiftNames.literal(field.name)), contents.json)")
    }
    writer.line("    }")
    writer.line("  }")
    writer.line("}")
  }

  /// Writes the type of the contents of a case without fields.
  private func writeEmptyCase(
    _ field: Layout.Field, of layout: Layout, to writer: inout SwiftWriter
  ) {
    let name = RecordType.name(ofCase: field.name, in: layout.name)
    writer.line(
      "  private static let \(Self.emptyType(field)) = RecordType(\(SwiftNames.literal(name)))")
  }

  private static func emptyType(_ field: Layout.Field) -> String {
    "\(field.name.memberName)Type"
  }
}
