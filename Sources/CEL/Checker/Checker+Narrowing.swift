/// What tests of null show: a name or selection of type `T?` counts as `T` where a test before it
/// has shown that it is not null.
extension Checker {
  /// A node whose type may be known better than its declaration says.
  func narrowed(_ node: Node, _ expr: Expr) -> Node {
    guard !notNull.isEmpty, case .nullable(let type) = node.type, let path = expr.path,
      notNull.contains(path)
    else { return node }
    return Node(node.kind, type, node.range)
  }
}

extension Environment {
  /// The environment where a test has come out so.
  package func assuming(_ test: Expr, is truth: Bool) -> Environment {
    var environment = self
    environment.notNull.formUnion(test.pathsNotNull(where: truth))
    return environment
  }
}

extension Expr {
  /// The names and selections that are not null where the expression is true, or false.
  func pathsNotNull(where truth: Bool) -> Set<String> {
    switch kind {
    case .call(let name, target: nil, let arguments) where arguments.count == 2:
      guard name.text == (truth ? "_!=_" : "_==_") else { return [] }
      let paths = zip(arguments, arguments.reversed()).compactMap { $1.isNull ? $0.path : nil }
      return Set(paths)
    case .call(let name, target: nil, let arguments) where name.text == "!_":
      return arguments.first?.pathsNotNull(where: !truth) ?? []
    case .and(let terms) where truth, .or(let terms) where !truth:
      return terms.reduce(into: []) { $0.formUnion($1.pathsNotNull(where: truth)) }
    default:
      return []
    }
  }

  private var isNull: Bool {
    if case .literal(.null) = kind { true } else { false }
  }

  /// A name followed by selections, as one text; nil for everything else.
  fileprivate var path: String? {
    switch kind {
    case .ident(let name): name
    case .select(let operand, let field, optional: false):
      operand.path.map { "\($0).\(field.text)" }
    default: nil
    }
  }
}
