import CEL
import SuasProgram

/// Writes the types of a spec: enums, records, variants and actions.
struct SwiftTypes {
  let lowering: Lowering
  let names: SwiftNames

  private var program: Program { lowering.program }

  func writeEnum(_ name: String, to code: inout SwiftCode) {
    let cases = program.cases(of: name)
    code.block(
      "\(names.access)enum \(SwiftNames.type(name)): String, TextEnum, CaseIterable, Sendable, Codable {"
    ) { code in
      for item in cases {
        let member = SwiftNames.enumCase(item)
        let isSame = member == item || member == "`\(item)`"
        code.line("case \(member)\(isSame ? "" : " = \(SwiftNames.literal(item))")")
      }
      code.line()
      code.line("\(names.access)static let specName = \(SwiftNames.literal(name))")
    }
  }

  func write(_ layout: RecordLayout, to code: inout SwiftCode) throws(NotGenerated) {
    if layout.isVariant { return try writeVariant(layout, to: &code) }
    try writeRecord(layout, to: &code)
  }

  // MARK: Records

  func writeRecord(_ layout: RecordLayout, to code: inout SwiftCode) throws(NotGenerated) {
    let actionName = layout.actionName.flatMap { names.action($0) == $0 ? nil : $0 }
    let protocols: [Document] =
      if layout.actionName == nil {
        ["Sendable", "Equatable", "ExactlyEquatable"]
      } else {
        [actionName == nil ? "Action" : "NamedAction", "Equatable"]
      }
    var name = names.type(layout)
    if case .caseOf(_, let item) = layout.role { name = names.caseType(item) }
    if case .effect(let name) = layout.role {
      code.comment(program.description(.effect, name))
    }
    try code.block(SwiftSyntax.type("\(names.access)struct \(name)", protocols)) {
      code throws(NotGenerated) in
      for field in layout.fields {
        code.comment(program.description(of: field, in: layout))
        code.line(declaration(of: field, in: layout))
      }
      if let actionName {
        if !layout.fields.isEmpty { code.line() }
        code.line("/// The name of the action in the spec, by which the store logs it.")
        code.line("\(names.access)var actionName: String { \(SwiftNames.quoted(actionName)) }")
      }
      if !names.access.isEmpty { writeInitializer(layout.fields, to: &code) }
      writeEquality(layout, to: &code)
      try writeConstraints(layout, to: &code)
    }
  }

  /// The property for a field, with its default.
  private func declaration(of field: RecordLayout.Field, in layout: RecordLayout) -> Document {
    let boxed: Document =
      program.contains(layout.name, field) ? "\(Symbol("@Boxed", in: "Boxed")) " : ""
    let property = SwiftSyntax.entry(
      "\(boxed)\(names.access)var \(SwiftNames.member(field.name))",
      names.document(of: field.type))
    guard names.access.isEmpty, let value = defaultValue(of: field) else { return property }
    return SwiftSyntax.assignment(property, value)
  }

  /// The value of a field that is left out; nil if it cannot be.
  private func defaultValue(of field: RecordLayout.Field) -> Document? {
    guard field.lateDefault == nil, let value = field.defaultValue else { return nil }
    return names.implicit(names.expression(value, field.type).document, field.type)
  }

  /// Writes the initializer with all fields, which a public type does not have by itself.
  private func writeInitializer(_ fields: [RecordLayout.Field], to code: inout SwiftCode) {
    if !fields.isEmpty { code.line() }
    let parameters = fields.map { field -> Document in
      let parameter: Document =
        "\(SwiftNames.member(field.name)): \(names.document(of: field.type))"
      if let value = defaultValue(of: field) { return "\(parameter) = \(value)" }
      // As in an initializer that the compiler makes.
      if case .nullable = field.type { return "\(parameter) = nil" }
      return parameter
    }
    let assignments = fields.map { field -> Document in
      let member = SwiftNames.member(field.name)
      return "self.\(member) = \(member)"
    }
    let head = SwiftSyntax.function("\(names.access)init", parameters)
    code.line(fields.isEmpty ? "\(names.access)init() {}" : SwiftSyntax.block(head, assignments))
  }

  /// Writes the equality of a record with fields whose equality is not the language's own.
  private func writeEquality(_ layout: RecordLayout, to code: inout SwiftCode) {
    // All nulls are equal.
    let fields = layout.fields.filter { $0.type != .null }
    guard fields.contains(where: { !program.isExact($0.type) }) else { return }
    code.line()
    code.block("\(names.access)static func == (left: Self, right: Self) -> Bool {") { code in
      var tests = Document()
      for (index, field) in fields.enumerated() {
        let member = SwiftNames.member(field.name)
        let test = SwiftSyntax.equality(
          "left.\(member)", "right.\(member)", isExact: program.isExact(field.type))
        tests =
          index == 0 ? test : tests + (.hardLine + "&& " + test).nested(SwiftSyntax.indentation)
      }
      code.line(tests)
    }
  }

  // MARK: Constraints

  private func writeConstraints(
    _ layout: RecordLayout, to code: inout SwiftCode
  ) throws(NotGenerated) {
    guard program.hasConstraints(.record(layout.name)) else { return }
    code.line()
    try code.block("\(names.access)func checkConstraints() throws(Failure) {") {
      code throws(NotGenerated) in
      for field in layout.fields { try writeConstraint(field, of: layout, to: &code) }
    }
  }

  /// Writes the check of a field's constraint and of those in its value.
  private func writeConstraint(
    _ field: RecordLayout.Field, of layout: RecordLayout, to code: inout SwiftCode
  ) throws(NotGenerated) {
    if let constraint = field.constraint {
      var scope = Scope(avoiding: [field.name])
      scope[0] = LoweredExpression(
        .local(Local(SwiftNames.member(field.name))), field.type, canFail: false)
      let value = try lowering.lower(constraint.expression, as: .bool, scope)
      let test = try SwiftExpressionPrinter(names: names, place: constraint.place).trying(value)
      let hides = program.hidesConstraint(of: field, in: layout) ? ", isSensitive: true" : ""
      let title = layout.name.isEmpty ? field.name : "\(layout.name).\(field.name)"
      code.line(
        SwiftSyntax.spreadCall(
          "try judge",
          [
            ["\(SwiftNames.quoted(title))", "\(SwiftNames.quoted(constraint.text))"],
            ["at: \(names.document(of: constraint.place))\(hides)"],
          ], trailing: SwiftSyntax.failingClosure("()", test)))
    }
    guard program.hasConstraints(field.type) else { return }
    Self.writeInnerConstraints(.name(SwiftNames.member(field.name)), field.type, to: &code)
  }

  /// Writes the check of those fields of a record that are there.
  func writeConstraintsOfParts(
    _ layout: RecordLayout, to code: inout SwiftCode
  ) throws(NotGenerated) {
    guard program.hasConstraints(.record(layout.name)) else { return }
    code.line()
    try code.block("extension \(names.document(of: .partial(layout.name))) {") {
      code throws(NotGenerated) in
      try code.block("\(names.access)func checkConstraints() throws(Failure) {") {
        code throws(NotGenerated) in
        for field in layout.fields {
          var body = SwiftCode()
          try writeConstraint(field, of: layout, to: &body)
          guard !body.isEmpty else { continue }
          let name = SwiftNames.quoted(field.name)
          code.block("if fields.hasKey(\(name)) {") { code in
            code.line(
              SwiftSyntax.constant(
                SwiftNames.member(field.name), names.document(of: field.type),
                "try self.value(\(name))"))
            code.append(body)
          }
        }
      }
    }
  }

  /// Writes the check of the constraints in a value.
  static func writeInnerConstraints(
    _ value: Document, _ type: ValueType, to code: inout SwiftCode
  ) {
    switch type {
    case .record, .partial: code.line("try \(value).checkConstraints()")
    case .nullable(.record), .nullable(.partial):
      code.line("try \(value)?.checkConstraints()")
    case .nullable(let wrapped):
      code.block("if let \(value) {") { writeInnerConstraints(value, wrapped, to: &$0) }
    case .list(let element):
      code.block("for item in \(value) {") {
        writeInnerConstraints(.name("item"), element, to: &$0)
      }
    case .map(_, let element):
      code.block("for item in \(value).values {") {
        writeInnerConstraints(.name("item"), element, to: &$0)
      }
    default: break
    }
  }

  // MARK: Variants

  private func writeVariant(_ layout: RecordLayout, to code: inout SwiftCode) throws(NotGenerated) {
    try code.block(
      "\(names.access)enum \(names.type(layout)): Sendable, Equatable, ExactlyEquatable {"
    ) {
      code throws(NotGenerated) in
      var full: [(field: RecordLayout.Field, contents: RecordLayout)] = []
      for field in layout.fields {
        guard let contents = program.layout(of: field.type) else { continue }
        let member = SwiftNames.member(field.name)
        if contents.fields.isEmpty {
          code.line("case \(member)")
        } else {
          full.append((field, contents))
          let start = program.contains(layout.name, field) ? "indirect case" : "case"
          code.line("\(start) \(member)(\(names.caseType(field.name)))")
        }
      }
      for (field, contents) in full {
        code.line()
        try writeRecord(contents, to: &code)
        code.line()
        writeContents(of: field, to: &code)
      }
      guard program.hasConstraints(.record(layout.name)) else { return }
      code.line()
      code.block("\(names.access)func checkConstraints() throws(Failure) {") { code in
        for (field, contents) in full where program.hasConstraints(.record(contents.name)) {
          code.line("try \(SwiftNames.member(field.name))?.checkConstraints()")
        }
      }
    }
  }

  /// Writes the property with the contents of a case.
  private func writeContents(of field: RecordLayout.Field, to code: inout SwiftCode) {
    let member = SwiftNames.member(field.name)
    code.line("/// The contents of the case `\(field.name)`, if it is the present one.")
    code.block("\(names.access)var \(member): \(names.caseType(field.name))? {") { code in
      let contents: Document = "if case .\(member)(let contents) = self { contents } else { nil }"
      code.line("get \(SwiftSyntax.closure(contents))")
      code.line("set \(SwiftSyntax.closure("if let newValue { self = .\(member)(newValue) }"))")
    }
  }
}

extension RecordLayout {
  /// The name of the action or effect whose payload this is; nil for any other record.
  fileprivate var actionName: String? {
    switch role {
    case .action(let name), .effect(let name): name
    default: nil
    }
  }
}
