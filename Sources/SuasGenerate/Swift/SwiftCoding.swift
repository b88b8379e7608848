import SuasProgram

/// Writes how the types of a spec are read from JSON and written as JSON.
struct SwiftCoding {
  let names: SwiftNames

  private var program: Program { names.program }

  func write(to writer: inout SwiftWriter) {
    for name in program.enumNames {
      if !writer.isEmpty { writer.line() }
      writer.line("extension \(SwiftNames.type(name)): JSONCoded {}")
    }
    for name in program.layouts.keys.sorted() {
      guard let layout = program.layouts[name] else { continue }
      switch layout.role {
      case .runtime, .history: continue
      case .caseOf where layout.fields.isEmpty: continue
      default: if !writer.isEmpty { writer.line() }
      }
      switch layout.role {
      case .store: writeStore(to: &writer)
      case .variant: writeVariant(layout, to: &writer)
      default: writeRecord(layout, to: &writer)
      }
    }
  }

  private func writeRecord(_ layout: Layout, to writer: inout SwiftWriter) {
    let name = SwiftNames.literal(layout.name)
    writer.line("extension \(names.type(layout)): JSONCoded {")
    writer.line("  static var typeName: String { \(name) }")
    writer.line()
    if layout.fields.isEmpty {
      writer.line("  init(json: JSONValue) throws(Failure) { _ = try json.members(Self.typeName) }")
      writer.line("  var json: JSONValue { .object([:]) }")
      return writer.line("}")
    }
    writer.line("  init(json: JSONValue) throws(Failure) {")
    writer.line("    let members = try json.members(Self.typeName)")
    for field in layout.fields {
      let value = field.lateDefault == nil ? field.defaultValue : nil
      let fallback =
        value.map { ", default: \(names.literal($0, field.type))" } ?? ", of: Self.typeName"
      let member = SwiftNames.member(field.name)
      writer.line(
        "    \(member) = try members.read(\(SwiftNames.literal(field.name))\(fallback))")
    }
    writer.line("  }")
    writer.line()
    writer.line("  var json: JSONValue {")
    writeObject(layout.fields.map(\.name), to: &writer)
    writer.line("  }")
    writer.line("}")
  }

  /// Writes an object with the values of some fields.
  private func writeObject(_ names: [String], to writer: inout SwiftWriter) {
    let members = names.map { "\(SwiftNames.literal($0)): \(SwiftNames.member($0)).json" }
    let line = "    .object([\(members.joined(separator: ", "))])"
    if line.count <= 100 { return writer.line(line) }
    writer.line("    .object([")
    for member in members { writer.line("      \(member),") }
    writer.line("    ])")
  }

  private func writeStore(to writer: inout SwiftWriter) {
    writer.line("extension AppState {")
    writer.line("  var json: JSONValue {")
    writeObject(program.spec.reducers.map(\.stateKey), to: &writer)
    writer.line("  }")
    writer.line("}")
  }

  private func writeVariant(_ layout: Layout, to writer: inout SwiftWriter) {
    let full = layout.fields.filter { program.layout(of: $0.type)?.fields.isEmpty == false }
    let empty = layout.fields.filter { program.layout(of: $0.type)?.fields.isEmpty != false }
    let name = SwiftNames.literal(layout.name)
    writer.line("extension \(names.type(layout)): JSONCoded {")
    writer.line("  static var typeName: String { \(name) }")
    writer.line()
    writer.line("  init(json: JSONValue) throws(Failure) {")
    writer.line("    let (name, contents) = try json.caseOfVariant(\(name))")
    writer.line("    switch name {")
    for field in empty {
      let member = SwiftNames.member(field.name)
      writer.line("    case \(SwiftNames.literal(field.name)): self = .\(member)")
    }
    for field in full {
      let member = SwiftNames.member(field.name)
      let type = names.caseType(field.name)
      writer.line(
        "    case \(SwiftNames.literal(field.name)): self = .\(member)(try \(type)(json: contents))"
      )
    }
    writer.line(
      "    default: throw Failure(\"no-such-case\", \"\\(\(name)) has no case '\\(name)'\")")
    writer.line("    }")
    if full.isEmpty { writer.line("    _ = contents") }
    writer.line("  }")
    writer.line()
    writer.line("  var json: JSONValue {")
    writer.line("    switch self {")
    for field in empty {
      writer.line(
        "    case .\(SwiftNames.member(field.name)): .string(\(SwiftNames.literal(field.name)))")
    }
    for field in full {
      writer.line(
        "    case .\(SwiftNames.member(field.name))(let contents): "
          + ".object([\(SwiftNames.literal(field.name)): contents.json])")
    }
    writer.line("    }")
    writer.line("  }")
    writer.line("}")
  }
}
