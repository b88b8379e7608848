import SuasProgram

/// Prints the function of an action or of a shared rule: its errors leave it with the place of the
/// rule, and the values that it overwrote before an error are restored.
struct SwiftFunctionPrinter {
  let expressions: SwiftExpressionPrinter
  let rules: LoweredSharedRules
  let function: LoweredFunction
  /// True if overwritten values are noted.
  let notes: Bool
  /// True if the notes are the function's own, and no parameter.
  let hasOwnNotes: Bool
  /// Returns the statement that throws an error with a place.
  let raise: (Document) -> Document
  /// True if the function says in any case whether a rule counted.
  let alwaysTells: Bool
  /// True if overwritten values are restored after an error.
  var restores = true

  /// The statements of the body.
  func body() throws(NotGenerated) -> [Document] {
    var printer = SwiftStepPrinter(function, expressions, rules, notes: notes)
    var start: [Document] = []
    if function.notesCount {
      start = ["var \(name: "isHandled") = false"]
    }
    var statements = try start + self.statements(&printer)
    if let result, !function.steps.facts.isEnded { statements.append("return \(result)") }
    guard function.steps.facts.canFail else { return statements }
    let places = printer.places
    let undoing = try undoing()
    let failed = undoing.end + places.hiding + [raise(places.current)]
    let caught = SwiftSyntax.block("do throws(Failure) {", statements)
    return undoing.start + places.declarations
      + [caught + " catch {" + SwiftSyntax.body(failed) + "}"]
  }

  /// The value that the function returns where its end is reached; nil for none.
  private var result: Document? {
    switch function.counting {
    case .sometimes:
      function.isGuarded ? "true" : function.notesCount ? "\(name: "isHandled")" : "false"
    case .never: alwaysTells ? "false" : nil
    case .always: alwaysTells ? "true" : nil
    }
  }

  /// The statements before the steps, which keep values that the steps overwrite, and the
  /// statements that restore them.
  private func undoing() throws(NotGenerated) -> (start: [Document], end: [Document]) {
    guard restores else { return ([], []) }
    let record = try expressions.document(function.root)
    if notes {
      let type = expressions.names.document(of: function.root.type)
      return (
        hasOwnNotes ? ["let undo = \(SwiftRuntime.undo)<\(type)>()"] : [],
        ["undo.putBack(&\(record))"]
      )
    }
    guard function.steps.facts.undoing == .copy else { return ([], []) }
    return (["let before = \(record)"], ["\(record) = before"])
  }

  /// The statements of the steps. A condition of all of them ends the function early.
  private func statements(
    _ printer: inout SwiftStepPrinter
  ) throws(NotGenerated) -> [Document] {
    guard let (place, test, then) = function.guarded else {
      return try printer.statements(function.steps)
    }
    if let place { printer.begin(place) }
    let head = SwiftSyntax.guard(try expressions.heading(test))
    return try [SwiftSyntax.block(head, ["return false"], isShort: true)]
      + printer.statements(then)
  }
}
