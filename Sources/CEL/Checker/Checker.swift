/// Finds the meaning of every name, the overloads of every call and the type of every node.
///
/// In lenient mode, which serves expressions that are to run unchecked, every type is `dyn` and
/// what means nothing becomes a node that fails when it is reached.
struct Checker {
  let environment: Environment
  let isLenient: Bool
  var substitution = Substitution()
  var issues: [Issue] = []
  private var locals: [Local] = []
  private var frameSize: Int
  /// The names and selections that tests have shown not to be null.
  var notNull: Set<String>

  /// A variable that a macro binds.
  struct Local {
    var name: String
    var type: Type
    var slot: Int
  }

  typealias Node = CheckedExpr.Node

  init(_ environment: Environment, isLenient: Bool = false) {
    self.environment = environment
    self.isLenient = isLenient
    frameSize = environment.slotCount
    notNull = environment.notNull
  }

  mutating func check(_ expr: Expr) throws(Issues) -> CheckedExpr {
    let root = node(expr)
    guard issues.isEmpty else {
      throw Issues(items: issues.sorted { $0.range.lowerBound < $1.range.lowerBound })
    }
    let type = substitution.resolve(root.type, freeAsDyn: true)
    return CheckedExpr(
      root: type == root.type ? root : Node(root.kind, type, root.range), frameSize: frameSize)
  }

  /// Notes what is wrong; the node that stands for it fits everywhere.
  mutating func report(_ issue: Issue, as failure: Failure) -> Node {
    if !isLenient, !issues.contains(issue) { issues.append(issue) }
    return Node(.failure(failure), .dyn, issue.range)
  }

  func resolved(_ node: Node) -> Type { substitution.resolve(node.type) }

  // MARK: Nodes

  mutating func node(_ expr: Expr) -> Node {
    switch expr.kind {
    case .literal(let value): Node(.constant(value), isLenient ? .dyn : value.type, expr.range)
    case .ident(let name): narrowed(identifier(name, expr.range), expr)
    case .select(let operand, let name, let isOptional):
      narrowed(
        qualified(expr) ?? selection(operand, name, isOptional: isOptional, expr.range), expr)
    case .has(let operand, let name): presence(operand, name, expr.range)
    case .index(let operand, let index, let isOptional):
      self.index(operand, index, isOptional: isOptional, expr.range)
    case .call(let name, let target, let arguments):
      call(name, target, arguments, expr.range)
    case .and(let terms): logic(terms, expr.range, "&&", Node.Kind.and)
    case .or(let terms): logic(terms, expr.range, "||", Node.Kind.or)
    case .conditional(let condition, let then, let otherwise):
      conditional(condition, then, otherwise, expr.range)
    case .list(let elements): list(elements, expr.range)
    case .map(let entries): map(entries, expr.range)
    case .record(let name, let fields): record(name, fields, expr.range)
    case .comprehension(let it): comprehension(it, expr.range)
    }
  }

  // MARK: Names

  private mutating func identifier(_ name: String, _ range: Range<Int>) -> Node {
    if let local = local(name) { return Node(.place(.slot(local.slot)), local.type, range) }
    if let found = global(name, range) { return found }
    let near = nearest(to: name, in: Array(environment.variables.keys) + locals.map(\.name))
    return report(
      .undeclaredName(name, range, near: near),
      as: Failure("undeclared-name", "'\(name)' means nothing here"))
  }

  func local(_ name: String) -> Local? { locals.last { $0.name == name } }

  private func global(_ name: String, _ range: Range<Int>) -> Node? {
    if environment.container.isEmpty, let variable = environment.variables[name] {
      return Node(.place(variable.place), isLenient ? .dyn : variable.type, range)
    }
    for candidate in environment.candidates(name) {
      if let variable = environment.variables[candidate] {
        return Node(.place(variable.place), isLenient ? .dyn : variable.type, range)
      }
      if let type = environment.typeConstant(candidate) {
        return Node(.constant(.type(type)), isLenient ? .dyn : .type(type), range)
      }
    }
    return nil
  }

  /// What a selection means if it is a name with dots in it; the longest such name wins.
  private func qualified(_ expr: Expr) -> Node? {
    guard let root = expr.root, local(root) == nil,
      !environment.container.isEmpty
        || environment.qualifiedRoots.contains(
          root.hasPrefix(".") ? String(root.dropFirst()) : root),
      let name = expr.qualifiedName
    else { return nil }
    return global(name, expr.range)
  }

  private mutating func selection(
    _ operand: Expr, _ name: Expr.Name, isOptional: Bool, _ range: Range<Int>
  ) -> Node {
    let operand = node(operand)
    var type = resolved(operand)
    let wrapped = type.wrapped
    if isOptional || wrapped != nil {
      type = wrapped ?? type
      let field = fieldType(name, of: type, operand)
      return Node(.optionalSelect(operand, name.text), .optional(field), range)
    }
    if case .record(let recordName) = type.nonNull, let shape = environment.types[recordName],
      let slot = shape.slot(of: name.text)
    {
      return Node(.field(operand, shape, slot: slot), shape.fields[slot].type, range)
    }
    return Node(.select(operand, name.text), fieldType(name, of: type, operand), range)
  }

  private mutating func presence(
    _ operand: Expr, _ name: Expr.Name, _ range: Range<Int>
  ) -> Node {
    let operand = node(operand)
    let type = resolved(operand)
    if case .record(let recordName) = type.nonNull, let shape = environment.types[recordName],
      let slot = shape.slot(of: name.text)
    {
      return Node(.hasField(operand, shape, slot: slot), .bool, range)
    }
    _ = fieldType(name, of: type.wrapped ?? type, operand)
    return Node(.hasSelect(operand, name.text), .bool, range)
  }

  /// The type of a field of a value of type `type`.
  private mutating func fieldType(_ name: Expr.Name, of type: Type, _ operand: Node) -> Type {
    switch type.nonNull {
    case .dyn: return .dyn
    case .map(_, let value): return value
    case .parameter:
      _ = substitution.unify(.dyn, type)
      return .dyn
    case .record(let recordName):
      guard let shape = environment.types[recordName] else { return .dyn }
      if let slot = shape.slot(of: name.text) { return shape.fields[slot].type }
      let near = nearest(to: name.text, in: shape.fields.map(\.name))
      if !isLenient { issues.append(.unknownField(name, in: recordName, near: near)) }
      return .dyn
    default:
      if !isLenient { issues.append(.noFields(type, name)) }
      return .dyn
    }
  }

  private mutating func index(
    _ operand: Expr, _ index: Expr, isOptional: Bool, _ range: Range<Int>
  ) -> Node {
    let operand = node(operand)
    let index = node(index)
    let type = resolved(operand)
    guard isOptional || type.wrapped != nil else {
      return call(Expr.Name(text: "_[_]", range: range), [operand, index], isMember: false, range)
    }
    let element: Type
    switch (type.wrapped ?? type).nonNull {
    case .list(let inner):
      _ = expect(index, .int)
      element = inner
    case .map(let key, let value):
      _ = expect(index, key)
      element = value
    default: element = .dyn
    }
    return Node(.optionalIndex(operand, index), .optional(element), range)
  }

  // MARK: Logic

  /// Says so where a node's type is not the one that is asked for.
  @discardableResult
  private mutating func expect(_ node: Node, _ type: Type) -> Bool {
    if substitution.unify(type, node.type) { return true }
    if !isLenient {
      issues.append(.typeMismatch(expected: type, found: resolved(node), node.range))
    }
    return false
  }

  private mutating func logic(
    _ terms: [Expr], _ range: Range<Int>, _ name: String, _ kind: ([Node]) -> Node.Kind
  ) -> Node {
    // A later term may count on what the former ones have shown.
    var nodes: [Node] = []
    let outside = notNull
    defer { notNull = outside }
    for term in terms {
      let node = node(term)
      notNull.formUnion(term.pathsNotNull(where: name == "&&"))
      if !substitution.unify(.bool, node.type), !isLenient {
        issues.append(.notBool(operandOf: name, resolved(node), node.range))
      }
      nodes.append(node)
    }
    return Node(kind(nodes), .bool, range)
  }

  private mutating func conditional(
    _ condition: Expr, _ then: Expr, _ otherwise: Expr, _ range: Range<Int>
  ) -> Node {
    let test = condition
    let condition = node(test)
    if !substitution.unify(.bool, condition.type), !isLenient {
      issues.append(.notBool(operandOf: "?:", resolved(condition), condition.range))
    }
    let then = node(then, where: test, is: true)
    let otherwise = node(otherwise, where: test, is: false)
    let type: Type
    if isLenient {
      type = .dyn
    } else if substitution.unify(then.type, otherwise.type) {
      type = Substitution.moreGeneral(resolved(then), resolved(otherwise))
    } else {
      issues.append(.branches(resolved(then), resolved(otherwise), otherwise.range))
      type = .dyn
    }
    return Node(.conditional(condition, then, otherwise), type, range)
  }

  // MARK: Variables of macros

  mutating func bind(_ name: Expr.Name, _ type: Type) -> Int {
    defer { frameSize += 1 }
    // What was shown of another variable of that name says nothing of this one.
    notNull = notNull.filter { $0 != name.text && !$0.hasPrefix("\(name.text).") }
    locals.append(Local(name: name.text, type: type, slot: frameSize))
    return frameSize
  }

  mutating func unbind(_ count: Int) { locals.removeLast(count) }
}

extension CheckedExpr.Node {
  typealias Kind = CheckedExpr.Kind
}

extension Expr {
  /// The name that a chain of selections begins with.
  fileprivate var root: String? {
    switch kind {
    case .ident(let name): name
    case .select(let operand, _, optional: false): operand.root
    default: nil
    }
  }
}
