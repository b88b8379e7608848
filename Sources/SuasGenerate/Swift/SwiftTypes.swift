import CEL
import SuasProgram

/// Writes the types of a spec: enums, records, variants and actions.
struct SwiftTypes {
  let lowering: Lowering
  let names: SwiftNames

  private var program: Program { lowering.program }

  func writeEnum(_ name: String, to writer: inout SwiftWriter) {
    let cases = program.spec.types.enums[name]?.cases ?? []
    let type = SwiftNames.type(name)
    writer.line("enum \(type): String, TextEnum, CaseIterable, Sendable, Codable {")
    for item in cases {
      let member = SwiftNames.member(item)
      let isSame = member.filter { $0 != "`" } == item
      writer.line("  case \(member)\(isSame ? "" : " = \(SwiftNames.literal(item))")")
    }
    writer.line()
    writer.line("  static let specName = \(SwiftNames.literal(name))")
    writer.line("}")
  }

  func write(_ layout: Layout, to writer: inout SwiftWriter) throws(NotGenerated) {
    if layout.isVariant { return try writeVariant(layout, to: &writer) }
    try writeRecord(layout, depth: 0, to: &writer)
  }

  // MARK: Records

  func writeRecord(
    _ layout: Layout, depth: Int, to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    let pad = String(repeating: "  ", count: depth)
    var protocols = ["Sendable", "Equatable"]
    switch layout.role {
    case .action, .effect: protocols = ["Action", "Equatable"]
    default: protocols.append("ExactlyEquatable")
    }
    let full = names.type(layout)
    let name = full.split(separator: ".").last.map(String.init) ?? full
    if case .effect(let name) = layout.role {
      writer.comment(program.description(.effect, name))
    }
    writer.line("\(pad)struct \(name): \(protocols.joined(separator: ", ")) {")
    for field in layout.fields {
      var comment = SwiftWriter(depth: depth + 1)
      comment.comment(program.description(of: field, in: layout))
      writer.append(comment)
      let start = program.contains(layout.name, field) ? "@Boxed var" : "var"
      writer.line(
        "\(pad)  \(start) \(SwiftNames.member(field.name)): \(names.type(field.type))"
          + initial(field))
    }
    let fields = layout.fields
    if fields.contains(where: { !program.isExact($0.type) }) {
      if !fields.isEmpty { writer.line() }
      let tests = fields.map { field in
        let member = SwiftNames.member(field.name)
        return program.isExact(field.type)
          ? "left.\(member) == right.\(member)" : "left.\(member).equals(right.\(member))"
      }
      writer.line("\(pad)  static func == (left: Self, right: Self) -> Bool {")
      for (index, test) in tests.enumerated() {
        writer.line("\(pad)    \(index == 0 ? "" : "  && ")\(test)")
      }
      writer.line("\(pad)  }")
    }
    try writeConstraints(layout, pad, to: &writer)
    writer.line("\(pad)}")
  }

  /// The default of a field, after its type.
  private func initial(_ field: Layout.Field) -> String {
    if field.lateDefault == nil, let value = field.defaultValue {
      return " = \(names.typed(names.literal(value, field.type), field.type))"
    }
    return ""
  }

  private func writeConstraints(
    _ layout: Layout, _ pad: String, to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    guard program.hasConstraints(.record(layout.name)) else { return }
    writer.line()
    writer.line("\(pad)  func checkConstraints() throws(Failure) {")
    for field in layout.fields {
      try writeConstraint(field, of: layout, "\(pad)    ", to: &writer)
    }
    writer.line("\(pad)  }")
  }

  /// Writes the check of a field's constraint and of those in its value.
  private func writeConstraint(
    _ field: Layout.Field, of layout: Layout, _ pad: String, to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    if let constraint = field.constraint {
      var scope = Scope()
      scope[0] = Code(.local(Local(field.name)), field.type, canFail: false)
      let code = try lowering.lower(constraint.expression, as: .bool, scope)
      let test = try SwiftExpressions(names: names, place: constraint.place).trying(code)
      let hides = field.isSensitive ? ", isSensitive: true" : ""
      let title = layout.name.isEmpty ? field.name : "\(layout.name).\(field.name)"
      writer.line("\(pad)try judge(")
      writer.line(
        "\(pad)  \(SwiftNames.literal(title)), \(SwiftNames.literal(constraint.text)),")
      writer.line("\(pad)  at: ActionError.Place(\(constraint.place.literal))\(hides)")
      writer.line("\(pad)) { () throws(Failure) in \(test) }")
    }
    guard program.hasConstraints(field.type) else { return }
    writeInnerConstraints(SwiftNames.member(field.name), field.type, pad, to: &writer)
  }

  /// Writes the check of those fields of a record that are there.
  func writeConstraintsOfParts(
    _ layout: Layout, to writer: inout SwiftWriter
  ) throws(NotGenerated) {
    guard program.hasConstraints(.record(layout.name)) else { return }
    writer.line()
    writer.line("extension Partial<\(names.type(layout))> {")
    writer.line("  func checkConstraints() throws(Failure) {")
    for field in layout.fields {
      var body = SwiftWriter()
      try writeConstraint(field, of: layout, "      ", to: &body)
      guard !body.isEmpty else { continue }
      let name = SwiftNames.literal(field.name)
      writer.line("    if fields.hasKey(\(name)) {")
      writer.line(
        "      let \(SwiftNames.member(field.name)): \(names.type(field.type)) = try value(\(name))"
      )
      writer.append(body)
      writer.line("    }")
    }
    writer.line("  }")
    writer.line("}")
  }

  private func writeInnerConstraints(
    _ value: String, _ type: ValueType, _ pad: String, to writer: inout SwiftWriter
  ) {
    switch type {
    case .record, .partial: writer.line("\(pad)try \(value).checkConstraints()")
    case .nullable(.record), .nullable(.partial):
      writer.line("\(pad)try \(value)?.checkConstraints()")
    case .nullable(let wrapped):
      writer.line("\(pad)if let \(value) {")
      writeInnerConstraints(value, wrapped, pad + "  ", to: &writer)
      writer.line("\(pad)}")
    case .list(let element), .map(_, let element):
      if case .map = type {
        writer.line("\(pad)for item in \(value).values {")
      } else {
        writer.line("\(pad)for item in \(value) {")
      }
      writeInnerConstraints("item", element, pad + "  ", to: &writer)
      writer.line("\(pad)}")
    default: break
    }
  }

  // MARK: Variants

  private func writeVariant(_ layout: Layout, to writer: inout SwiftWriter) throws(NotGenerated) {
    let protocols = ["Sendable", "Equatable", "ExactlyEquatable"]
    writer.line("enum \(names.type(layout)): \(protocols.joined(separator: ", ")) {")
    var full: [(field: Layout.Field, contents: Layout)] = []
    for field in layout.fields {
      guard let contents = program.layout(of: field.type) else { continue }
      if contents.fields.isEmpty {
        writer.line("  case \(SwiftNames.member(field.name))")
      } else {
        full.append((field, contents))
        let start = program.contains(layout.name, field) ? "indirect case" : "case"
        writer.line("  \(start) \(SwiftNames.member(field.name))(\(names.caseType(field.name)))")
      }
    }
    for (field, contents) in full {
      let member = SwiftNames.member(field.name)
      let type = names.caseType(field.name)
      writer.line()
      try writeRecord(contents, depth: 1, to: &writer)
      writer.line()
      writer.line("  /// The contents of the case `\(field.name)`, if it is the present one.")
      writer.line("  var \(member): \(type)? {")
      writer.line("    get { if case .\(member)(let contents) = self { contents } else { nil } }")
      writer.line("    set { if let newValue { self = .\(member)(newValue) } }")
      writer.line("  }")
    }
    if program.hasConstraints(.record(layout.name)) {
      writer.line()
      writer.line("  func checkConstraints() throws(Failure) {")
      for (field, contents) in full where program.hasConstraints(.record(contents.name)) {
        writer.line("    try \(SwiftNames.member(field.name))?.checkConstraints()")
      }
      writer.line("  }")
    }
    writer.line("}")
  }
}
