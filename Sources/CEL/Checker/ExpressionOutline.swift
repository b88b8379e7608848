/// The types in an expression that may have errors: for editors.
package struct ExpressionOutline {
  /// A variable that a macro binds.
  package struct Variable {
    package let name: Expr.Name
    package let type: Type
  }

  package private(set) var variables: [Variable]
  /// The types of the parts, by their ranges; `dyn` for those in which something is wrong.
  package private(set) var types: [Range<Int>: Type] = [:]

  init(variables: [Variable]) { self.variables = variables }

  mutating func add(_ node: CheckedExpr.Node, _ resolve: (Type) -> Type) {
    types[node.range] = resolve(node.type)
    if case .comprehension(let it) = node.kind {
      for part in it.parts { add(part, resolve) }
    }
    for child in node.children { add(child, resolve) }
  }
}

extension ExpressionOutline {
  /// Adds the parts of calls that do not fit, which are in no checked tree.
  fileprivate mutating func addParts(of expr: Expr, in environment: Environment) {
    for part in expr.children {
      if types[part.range] == nil {
        var checker = Checker(environment)
        let outline = checker.outline(part)
        types.merge(outline.types) { known, _ in known }
        variables += outline.variables
      }
      addParts(of: part, in: environment)
    }
  }
}

extension Environment {
  /// Finds the types of an expression's parts, as far as they are known.
  package func outline(_ expr: Expr) -> ExpressionOutline {
    var checker = Checker(self)
    var outline = checker.outline(expr)
    outline.addParts(of: expr, in: self)
    return outline
  }

  /// The declared names with their types, sorted by name; those that no author can write left out.
  package var declaredNames: [(name: String, type: Type)] {
    variables.names.filter { !$0.hasPrefix("#") }.sorted().compactMap { name in
      variables[name].map { (name, $0.type) }
    }
  }
}
