import SuasProgram

/// The lines of a function that puts one record after another into a variable.
struct KotlinFunction {
  /// The name of the parameter for the record.
  let parameter: String
  var lines: [Document]

  /// - Parameters:
  ///   - old: The name of the parameter for a record that is changed.
  ///   - mark: The variable that notes that a rule counted; nil if there is none.
  init(_ body: KotlinBlock, _ rootName: String, old: String, mark: String? = nil) {
    var statements = body.statements
    lines = []
    parameter = body.writes ? old : rootName
    if body.writes {
      if let value = statements.first?.assigned {
        statements.removeFirst()
        lines.append(
          value.assigned(to: "var \(rootName)").replacing(rootName, with: .name(old)))
      } else {
        lines.append("var \(name: rootName) = \(name: old)")
      }
    }
    if let mark { lines.append("var \(name: mark) = false") }
    lines += statements.map(\.document)
  }
}

/// Prints the function of an action or of a shared rule: from a record to the next one, or to null if no
/// rule counted.
struct KotlinFunctionPrinter {
  private enum Body {
    case expression(KotlinExpression)
    case lines([Document])
  }

  private let body: Body
  /// The name of the parameter for the record.
  let parameter: String
  /// The names that the body reads.
  let names: Set<String>
  /// The type of the result.
  private let result: Document
  /// The functions of parts.
  let parts: [Document]

  init(
    _ function: LoweredFunction, named name: String, _ expressions: KotlinExpressions,
    _ types: [String: Document]
  ) throws(NotGenerated) {
    var printer = KotlinStepPrinter(function, named: name, expressions, types)
    (body, parameter) = try Self.body(of: function, &printer)
    switch body {
    case .expression(let value): names = value.document().names
    case .lines(let lines): names = lines.reduce(into: []) { $0.formUnion($1.names) }
    }
    result = function.counting == .always ? printer.rootType : "\(printer.rootType)?"
    parts = printer.parts
  }

  private static func body(
    of function: LoweredFunction, _ printer: inout KotlinStepPrinter
  ) throws(NotGenerated) -> (Body, String) {
    let root = printer.rootName
    if let (place, test, then) = function.guarded {
      return try printer.at(place) { printer throws(NotGenerated) in
        try guarded(test, then, root, &printer)
      }
    }
    var block = KotlinBlock(
      statements: try printer.statements(function.steps), types: printer.types)
    let isEnded = function.steps.facts.isEnded
    if block.statements.count > 1 { block = printer.divided(block) }
    if let only = only(block, function.counting, root) { return (only, root) }
    let mark = printer.counter.flatMap { counter in
      block.documents.contains { $0.mentions(counter) } ? counter : nil
    }
    var lines = KotlinFunction(block, root, old: printer.oldName, mark: mark)
    if !isEnded {
      switch function.counting {
      case .always: lines.lines.append("return \(name: root)")
      case .never: lines.lines.append("return null")
      case .sometimes:
        lines.lines.append(
          mark.map { "return if (\(name: $0)) \(name: root) else null" } ?? "return null")
      }
    }
    return (.lines(lines.lines), lines.parameter)
  }

  /// The body of a function in which no statement reads a variable that another one assigns; nil
  /// for any other body.
  private static func only(_ block: KotlinBlock, _ counting: Counting, _ root: String) -> Body? {
    let first = block.statements.dropLast()
    guard counting != .never, !first.contains(where: \.writes) else { return nil }
    let last = block.statements.last
    let value: KotlinExpression?
    switch counting {
    case .always: value = last == nil ? KotlinExpression(.name(root)) : last?.assigned
    default: value = last?.choice
    }
    guard let value else { return nil }
    if first.isEmpty { return .expression(value) }
    return .lines(first.map(\.document) + ["return \(value.document())"])
  }

  /// The body of a function that does nothing unless a condition holds.
  private static func guarded(
    _ test: LoweredExpression, _ then: Steps, _ root: String, _ printer: inout KotlinStepPrinter
  ) throws(NotGenerated) -> (Body, String) {
    let test = try printer.placed(test)
    let block = try printer.block(then)
    if block.statements.count == 1, let value = block.statements[0].assigned {
      let choice = KotlinExpression(
        .choice(test, then: value, otherwise: KotlinExpression("null")), .any)
      return (.expression(choice), root)
    }
    let end: [Document] = then.facts.isEnded ? [] : ["return \(name: root)"]
    let statement = Document.block("if \(test.inParentheses) {", block.documents + end)
    let start: [Document] = block.writes ? ["var \(name: root) = \(name: printer.oldName)"] : []
    return (.lines(start + [statement, "return null"]), block.writes ? printer.oldName : root)
  }

  /// The whole function.
  func document(_ head: Document, parameters: [Document]) -> Document {
    let start: Document = "\(head)\(.arguments(parameters)): \(result)"
    switch body {
    case .expression(let value): return value.body(of: start)
    case .lines(let lines): return .block("\(start) {", lines)
    }
  }
}

extension LoweredFunction {
  /// The function without the work of its caller: the move in a history, and the check of
  /// constraints.
  ///
  /// - Parameter counting: The answer to whether the rules alone count.
  func ofRules(_ counting: Counting) -> LoweredFunction {
    let steps = steps.steps.filter { step in
      switch step {
      case .travel, .checkConstraints: return false
      case .rule(_, let inner):
        if case .checkConstraints? = inner.steps.first { return false }
        return true
      default: return true
      }
    }
    return LoweredFunction(
      root: root, steps: Steps(steps), counting: counting, parameters: parameters)
  }
}
