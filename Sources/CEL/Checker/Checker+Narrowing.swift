/// Narrows types: a place that a condition shows not to be null is not null in the parts that
/// depend on the condition, the rest of `x != null && …` and the branches of `?:`.
extension Checker {
  /// Records the facts that hold after the part of `expr` at `index` was checked.
  ///
  /// - Parameter known: The paths that were known not to be null before `expr`.
  mutating func learn(_ expr: Expr, _ index: Int, known: Set<PlacePath>) {
    switch expr.kind {
    case .and(let terms): nonNull.formUnion(terms[index].nonNullPaths(where: true))
    case .or(let terms): nonNull.formUnion(terms[index].nonNullPaths(where: false))
    case .conditional(let condition, _, _) where index < 2:
      nonNull = known.union(condition.nonNullPaths(where: index == 0))
    default: break
    }
  }

  /// Notes a selection that reads a case which may not be the present one.
  mutating func noteCase(_ node: Node, _ expr: Expr) {
    guard !isLenient, case .field(_, let shape, let slot) = node.kind, shape.isVariant else {
      return
    }
    let path = expr.path
    if let path {
      guard !nonNull.contains(path), presentCases.insert(path).inserted else { return }
    }
    unguardedCases.append(
      CheckedExpr.CaseReading(
        name: shape.fields[slot].name, variant: shape, range: expr.range))
  }

  /// Returns the node with its type without null, if its place is known not to be null.
  func narrowed(_ node: Node, _ expr: Expr) -> Node {
    guard !nonNull.isEmpty, case .nullable(let type) = node.type, let path = expr.path,
      nonNull.contains(path)
    else { return node }
    // A constant that is null is never read where a test has shown that it is not.
    if case .constant(.null) = node.kind {
      return Node(.failure(.nullValue), type.nonNull, node.range)
    }
    return Node(node.kind, type.nonNull, node.range)
  }
}

extension Expr {
  /// The paths of the places that are not null if the expression, a condition, is true or false.
  func nonNullPaths(where truth: Bool) -> Set<PlacePath> {
    switch kind {
    case .call(let name, nil, let arguments):
      switch name.text {
      case "!_": return arguments[0].nonNullPaths(where: !truth)
      case truth ? "_!=_" : "_==_":
        let places = arguments.filter { !$0.isNull }
        guard places.count == 1, let path = places[0].path else { return [] }
        return [path]
      default: return []
      }
    case .has(let operand, let name) where truth:
      return operand.path.map { [.field($0, name.text)] } ?? []
    case .and(let terms) where truth, .or(let terms) where !truth:
      return terms.reduce(into: []) { $0.formUnion($1.nonNullPaths(where: truth)) }
    default: return []
    }
  }

  /// The paths that are not null in every element of the list, if a `filter` made it.
  ///
  /// - Parameter name: The name for the element in the paths.
  func nonNullPathsOfElements(named name: String) -> Set<PlacePath> {
    guard case .comprehension(let it) = kind else { return [] }
    if it.kind == .sortBy { return it.range.nonNullPathsOfElements(named: name) }
    guard it.kind == .filter, it.variables.count == 1 else { return [] }
    let element = it.variables[0].text
    return it.body.nonNullPaths(where: true).reduce(
      into: it.range.nonNullPathsOfElements(named: name)
    ) { paths, path in
      if let path = path.renaming(element, to: name) { paths.insert(path) }
    }
  }

  /// Returns true if the expression asks whether one of its parts is null, although a test may have
  /// shown that already: an operand of a comparison with null, or the value that `orValue`
  /// replaces.
  func asksForNull(inPart index: Int) -> Bool {
    guard case .call(let name, let target, let arguments) = kind else { return false }
    switch name.text {
    case "_==_", "_!=_": return arguments.contains(where: \.isNull)
    case "orValue": return target != nil && index == 0
    default: return false
    }
  }

  var isNull: Bool {
    if case .literal(.null) = kind { true } else { false }
  }
}

extension Environment {
  /// Returns the environment for expressions that are evaluated only if a condition is true, or
  /// only if it is false: places that the condition shows not to be null have their types without
  /// null.
  package func assuming(_ condition: Expr, is truth: Bool = true) -> Environment {
    let paths = condition.nonNullPaths(where: truth)
    guard !paths.isEmpty else { return self }
    var environment = self
    environment.nonNull.formUnion(paths)
    return environment
  }
}

/// Cases that are known to be present for other reasons than the conditions around an expression;
/// they change no type.
extension Environment {
  /// Returns the environment for expressions that are evaluated after a condition was true, or after
  /// it was false.
  package func knowing(_ condition: Expr, is truth: Bool) -> Environment {
    knowing(condition.nonNullPaths(where: truth))
  }

  /// Returns the environment in which a name stands for an element of a list.
  package func knowing(_ name: String, isElementOf list: Expr) -> Environment {
    knowing(list.nonNullPathsOfElements(named: name))
  }

  private func knowing(_ paths: Set<PlacePath>) -> Environment {
    guard !paths.isEmpty else { return self }
    var environment = self
    environment.presentCases.formUnion(paths)
    return environment
  }
}
