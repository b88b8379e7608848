import SuasProgram

/// Prints the function of an action or of a shared rule: from a record to the next one, or to null if no
/// rule counted.
struct TypeScriptFunction {
  /// The statements of its body.
  let lines: [Document]
  /// The names that the body reads.
  let names: Set<String>
  /// The type of the result.
  let result: Document

  init(
    _ function: LoweredFunction, _ expressions: TypeScriptExpressions
  ) throws(NotGenerated) {
    var printer = TypeScriptStepPrinter(function, expressions)
    lines = try Self.body(of: function, &printer)
    names = lines.reduce(into: []) { $0.formUnion($1.names) }
    result = function.counting == .always ? printer.rootType : "\(printer.rootType) | null"
  }

  private static func body(
    of function: LoweredFunction, _ printer: inout TypeScriptStepPrinter
  ) throws(NotGenerated) -> [Document] {
    if let (place, test, then) = function.guarded {
      return try printer.at(place) { printer throws(NotGenerated) in
        try guarded(test, then, &printer)
      }
    }
    let root = TypeScriptExpression(.name(printer.rootName))
    let statements = try printer.statements(function.steps)
    let counter = printer.counter.flatMap { counter in
      statements.contains { $0.document.mentions(counter) } ? counter : nil
    }
    switch function.counting {
    case .always:
      return returning(statements, root, isEnded: function.steps.facts.isEnded)
    case .never:
      return returning(
        statements, TypeScriptExpression("null"), isEnded: function.steps.facts.isEnded)
    case .sometimes:
      if let choice = statements.last?.choice,
        !statements.dropLast().contains(where: { $0.document.mentions(counter ?? "") })
      {
        return statements.dropLast().map(\.document) + [choice.returned]
      }
      guard let counter else {
        return returning(
          statements, TypeScriptExpression("null"), isEnded: function.steps.facts.isEnded)
      }
      let value = TypeScriptExpression.choice(
        TypeScriptExpression(.name(counter)), root, TypeScriptExpression("null"))
      return ["let \(name: counter) = false;"]
        + returning(statements, value, isEnded: function.steps.facts.isEnded)
    }
  }

  /// The statements, of which the last one returns a value: what it assigns, if that is the record.
  private static func returning(
    _ statements: [TypeScriptStatement], _ value: TypeScriptExpression, isEnded: Bool
  ) -> [Document] {
    if isEnded { return statements.map(\.document) }
    if let last = statements.last, case .assignment(let name, let assigned) = last.form,
      value.document() == .name(name)
    {
      return statements.dropLast().map(\.document) + [assigned.returned]
    }
    return statements.map(\.document) + [value.returned]
  }

  /// The body of a function that does nothing unless a condition holds.
  private static func guarded(
    _ test: LoweredExpression, _ then: Steps, _ printer: inout TypeScriptStepPrinter
  ) throws(NotGenerated) -> [Document] {
    let test = try printer.placed(test)
    let statements = try printer.block(then)
    if statements.count == 1, let value = statements[0].assigned {
      return [TypeScriptExpression.choice(test, value, TypeScriptExpression("null")).returned]
    }
    let root = TypeScriptExpression(.name(printer.rootName))
    let lines = returning(statements, root, isEnded: then.facts.isEnded)
    return [.lines("if \(test.inParentheses) {", lines), "return null;"]
  }

  /// The whole function.
  func document(_ head: Document, parameters: [Document]) -> Document {
    .lines("\(head)\(.parenthesized(parameters)): \(result) {", lines)
  }
}
