import CEL
import SuasProgram
import YAML

/// The names that the expressions of a declaration mention, before anything is known about them.
struct Mentions {
  /// The constants and functions, or other names.
  private(set) var names: Set<String> = []
  /// The records that expressions make.
  private(set) var records: Set<String> = []

  init() {}

  init(of declaration: RecordDeclaration) {
    for field in declaration.fields {
      if let node = field.default { add(node) }
      for sample in field.samples { add(sample) }
      if let condition = field.condition { add(condition, ["self"]) }
    }
  }

  init(of declaration: ConstantDeclaration) { add(declaration.value) }

  init(of declaration: FunctionDeclaration) {
    add(declaration.value, Set(declaration.parameters.map(\.name.text)))
  }

  /// Adds the names that the expressions in a value mention.
  private mutating func add(_ node: Node) {
    switch node.content {
    case .sequence(let items): for item in items { add(item) }
    case .mapping(let entries): for entry in entries { add(entry.value) }
    case .scalar(let scalar):
      guard case .success(let segments) = Interpolation.segments(of: scalar.text) else { return }
      for case .expression(let code) in segments { add(ExpressionSyntax(code, of: scalar), []) }
    }
  }

  private mutating func add(_ syntax: ExpressionSyntax, _ hidden: Set<String>) {
    // A mistake in the syntax is reported when the expression is checked.
    guard let expression = try? Environment().parse(String(syntax.text)) else { return }
    add(expression, hidden)
  }

  /// - Parameter hidden: The names of parameters and variables.
  private mutating func add(_ expression: Expr, _ hidden: Set<String>) {
    switch expression.kind {
    case .ident(let name): if !hidden.contains(name) { names.insert(name) }
    case .call(let name, let target, _):
      // `math.round(x)` calls no function that is named `round`.
      let prefix = target?.qualifiedName ?? ""
      if !Library.hasFunction("\(prefix).\(name.text)") || hidden.contains(prefix) {
        names.insert(name.text)
      }
    case .record(let name, _): records.insert(name.text)
    case .comprehension(let macro):
      for part in [macro.range, macro.start].compactMap(\.self) { add(part, hidden) }
      let inner = hidden.union(macro.variables.map(\.text))
      for part in [macro.filter, macro.body].compactMap(\.self) { add(part, inner) }
    default: break
    }
    for child in expression.children { add(child, hidden) }
  }
}
