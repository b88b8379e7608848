import SuasProgram

/// Prints the rules of migrations, and the types of the versions that they read and change.
struct SwiftMigrations {
  let lowering: Lowering
  let names: SwiftNames
  let rules: LoweredSharedRules
  let lowered: LoweredSaved

  private var program: Program { names.program }

  func writeTypes(to code: inout SwiftCode) throws(NotGenerated) {
    let types = SwiftTypes(lowering: lowering, names: names)
    for name in program.savedEnumNames {
      if !code.isEmpty { code.line() }
      types.writeEnum(name, to: &code)
    }
    // The contents of a variant's case stand in the variant.
    for layout in program.versionLayouts where !layout.isCase {
      if !code.isEmpty { code.line() }
      try types.write(layout, to: &code)
    }
  }

  func document() throws(NotGenerated) -> Document {
    var functions: [Document] = []
    for migration in lowered.migrations {
      functions += (functions.isEmpty ? [] : [""]) + [try function(migration)]
    }
    return SwiftSyntax.comment(["The rules of the migrations, on what was carried over."])
      + SwiftSyntax.block("enum \(names.fixed.of("Migrations")) {", functions)
  }

  private func function(_ migration: LoweredMigration) throws(NotGenerated) -> Document {
    let facts = migration.function.steps.facts
    let printer = SwiftFunctionPrinter(
      expressions: SwiftExpressionPrinter(names: names, place: .nowhere), rules: rules,
      function: migration.function, notes: false, hasOwnNotes: false,
      raise: { "throw ActionError(error, at: \($0))" }, alwaysTells: false, restores: false)
    let old = LoweredMigration.old
    let isRead = facts.reads.locals.contains(old)
    let head = SwiftSyntax.function(
      "static func \(migration.name)",
      [
        "_ state: inout \(names.document(of: migration.new))",
        "_\(isRead ? " \(old.name)" : ""): \(names.document(of: migration.old))",
      ], facts.canFail ? "throws(ActionError)" : "")
    return SwiftSyntax.comment([migration.description])
      + SwiftSyntax.block(head, try printer.body())
  }
}
