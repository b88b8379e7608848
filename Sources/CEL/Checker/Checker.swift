import Spelling

/// Resolves every name, and finds the overloads of every call and the type of every node.
///
/// In lenient mode, for expressions that run unchecked, every type is `dyn`, and a part without
/// meaning becomes a node that fails when it is evaluated.
///
/// A checker cannot be copied: copying its many fields would take longer than many checks do.
struct Checker: ~Copyable {
  let environment: Environment
  let isLenient: Bool
  var substitution = Substitution()
  var issues: [Issue] = []
  /// The paths of the places that are known not to be null.
  var nonNull: Set<PlacePath>
  /// The paths of the cases that are known to be present, besides those in ``nonNull``.
  var presentCases: Set<PlacePath>
  /// The cases that are read although no test shows that they are present.
  var unguardedCases: [CheckedExpr.CaseReading] = []
  private var locals: [Local] = []
  /// The types of the variables that macros have bound, if they are asked for.
  private var bound: [ExpressionOutline.Variable]?
  private var frameSize: Int
  /// True if the next node keeps its type with null, although its place is known not to be null.
  private var keepsNull = false
  /// True in a fold that is checked for the second time.
  var triesAgain = false

  /// A variable that a macro binds.
  struct Local {
    var name: String
    var type: Type
    var slot: Int
    /// True if the value is evaluated on first use.
    var isLazy: Bool
  }

  typealias Node = CheckedExpr.Node

  init(_ environment: Environment, isLenient: Bool = false) {
    self.environment = environment
    self.isLenient = isLenient
    frameSize = environment.slotCount
    nonNull = environment.nonNull
    presentCases = environment.presentCases
  }

  mutating func check(_ expr: Expr) throws(Issues) -> CheckedExpr {
    let root = node(expr)
    guard issues.isEmpty else {
      throw Issues(items: issues.sorted { $0.range.lowerBound < $1.range.lowerBound })
    }
    let type = substitution.resolve(root.type, freeAsDyn: true)
    return CheckedExpr(
      root: type == root.type ? root : Node(root.kind, type, root.range), frameSize: frameSize,
      environment: environment, isProven: root.isProven && !substitution.isNullHidden,
      unguardedCases: unguardedCases)
  }

  /// Finds the types in an expression, whatever is wrong with other parts of it.
  mutating func outline(_ expr: Expr) -> ExpressionOutline {
    bound = []
    let root = node(expr)
    var outline = ExpressionOutline(variables: bound ?? [])
    outline.add(root) { substitution.resolve($0) }
    return outline
  }

  /// Records an issue; the node that is returned for the part fits everywhere.
  mutating func report(_ issue: Issue, as failure: Failure) -> Node {
    if !isLenient, !issues.contains(issue) { issues.append(issue) }
    return Node(.failure(failure), .dyn, issue.range)
  }

  func resolved(_ node: Node) -> Type { substitution.resolve(node.type) }

  /// The state of a check between two parts of an expression.
  struct Checkpoint {
    fileprivate let substitution: Substitution
    let issues: [Issue]
    fileprivate let known: (nonNull: Set<PlacePath>, presentCases: Set<PlacePath>)
    fileprivate let unguardedCases: [CheckedExpr.CaseReading]
    fileprivate let locals: [Local]
    fileprivate let bound: [ExpressionOutline.Variable]?
    fileprivate let frameSize: Int
  }

  var checkpoint: Checkpoint {
    Checkpoint(
      substitution: substitution, issues: issues, known: (nonNull, presentCases),
      unguardedCases: unguardedCases, locals: locals, bound: bound, frameSize: frameSize)
  }

  mutating func goBack(to point: Checkpoint) {
    substitution = point.substitution
    issues = point.issues
    (nonNull, presentCases) = point.known
    unguardedCases = point.unguardedCases
    locals = point.locals
    bound = point.bound
    frameSize = point.frameSize
  }

  // MARK: Nodes

  // Recursive functions are kept apart from those that need much stack: the parts of an expression
  // are checked before the expression itself.

  mutating func node(_ expr: Expr) -> Node {
    let isNarrowed = !keepsNull
    keepsNull = false
    let declared = declared(expr)
    return isNarrowed ? narrowed(declared, expr) : declared
  }

  private mutating func declared(_ expr: Expr) -> Node {
    if let leaf = leaf(expr) { return leaf }
    switch expr.kind {
    case .comprehension(let it): return comprehension(it, expr.range)
    case .select(let operand, let name, let isOptional):
      let part = node(operand)
      let selected = selection(part, name, isOptional: isOptional, expr.range)
      noteCase(selected, expr)
      return selected
    default: return combined(expr)
    }
  }

  private mutating func combined(_ expr: Expr) -> Node {
    let function = namespaced(expr)
    let parts = nodes(of: expr, skipping: function == nil ? 0 : 1)
    return combine(expr, parts, function)
  }

  private mutating func nodes(of expr: Expr, skipping skipped: Int) -> [Node] {
    let known = nonNull
    let children = expr.children
    var nodes: [Node] = []
    nodes.reserveCapacity(children.count)
    for index in skipped..<children.count {
      keepsNull = expr.asksForNull(inPart: index)
      nodes.append(node(children[index]))
      learn(expr, nodes.count - 1, known: known)
    }
    nonNull = known
    return nodes
  }

  /// The node of an expression without parts: a literal or a name, which may contain dots.
  private mutating func leaf(_ expr: Expr) -> Node? {
    switch expr.kind {
    case .literal(let value): Node(.constant(value), isLenient ? .dyn : value.type, expr.range)
    case .ident(let name): identifier(name, expr.range)
    case .select(_, _, optional: false): qualified(expr)
    default: nil
    }
  }

  private mutating func combine(_ expr: Expr, _ parts: [Node], _ function: Function?) -> Node {
    let range = expr.range
    switch expr.kind {
    case .literal, .ident, .select, .comprehension: return node(expr)
    case .has(_, let name): return presence(parts[0], name, range)
    case .index(_, _, let isOptional):
      return index(parts[0], parts[1], isOptional: isOptional, range)
    case .call(let name, let target, _):
      if let function {
        return resolve(name, function, parts, isMember: false, range)
      }
      return call(name, parts, isMember: target != nil, range)
    case .and: return logic(parts, range, "&&", .and(parts))
    case .or: return logic(parts, range, "||", .or(parts))
    case .conditional: return conditional(parts[0], parts[1], parts[2], range)
    case .list(let elements): return list(elements, parts, range)
    case .map(let entries): return map(entries, parts, range)
    case .record(let name, let fields): return record(name, fields, parts, range)
    }
  }

  // MARK: Names

  private mutating func identifier(_ name: String, _ range: Range<Int>) -> Node {
    if let local = local(name) {
      let kind = local.isLazy ? Node.Kind.bound(local.slot) : .place(.slot(local.slot))
      return Node(kind, local.type, range)
    }
    if let found = global(name, range) { return found }
    let definitions = environment.types.definitions
    if let function = definitions?.function(name) {
      return report(
        .functionIsNoValue(function, range),
        as: Failure("undeclared-name", "'\(name)' is a function"))
    }
    let names =
      environment.variables.names + (definitions?.namesOfConstants ?? []) + locals.map(\.name)
    let near = suggestion(for: name, among: names.sorted())
    return report(
      .undeclaredName(name, range, near: near),
      as: Failure("undeclared-name", "'\(name)' is not declared here"))
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
      if let constant = environment.types.definitions?.constant(candidate) {
        return Node(
          .constant(constant.value), isLenient ? .dyn : constant.type, range,
          constantName: candidate)
      }
      if let type = environment.typeConstant(candidate) {
        return Node(.constant(.type(type)), isLenient ? .dyn : .type(type), range)
      }
    }
    return nil
  }

  /// The node of a selection that is a name with dots; the longest such name wins.
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
    _ operand: Node, _ name: Expr.Name, isOptional: Bool, _ range: Range<Int>
  ) -> Node {
    var type = resolved(operand)
    let wrapped = type.wrapped
    if isOptional || wrapped != nil {
      type = wrapped ?? type
      var field = fieldType(name, of: type, operand)
      // A field that holds null counts as absent.
      if case .record = type.nonNull { field = field.nonNull }
      return Node(.optionalSelect(operand, name.text), .optional(field), range)
    }
    if case .record(let recordName) = type.nonNull, let shape = environment.shape(recordName),
      let slot = shape.slot(of: name.text)
    {
      let kind: CheckedExpr.Kind =
        shape.isPartial
        ? .part(operand, name.text, of: shape) : .field(operand, shape, slot: slot)
      return Node(kind, shape.fields[slot].type, range)
    }
    return Node(.select(operand, name.text), fieldType(name, of: type, operand), range)
  }

  private mutating func presence(
    _ operand: Node, _ name: Expr.Name, _ range: Range<Int>
  ) -> Node {
    let type = resolved(operand)
    if case .record(let recordName) = type.nonNull, let shape = environment.shape(recordName),
      let slot = shape.slot(of: name.text), !shape.isPartial
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
      guard let shape = environment.shape(recordName) else { return .dyn }
      if let slot = shape.slot(of: name.text) { return shape.fields[slot].type }
      let near = suggestion(for: name.text, among: shape.fields.map(\.name).sorted())
      if !isLenient { issues.append(.unknownField(name, in: recordName, near: near)) }
      return .dyn
    default:
      if !isLenient { issues.append(.noFields(type, name, near: callable(name, on: operand))) }
      return .dyn
    }
  }

  /// The function that was meant by a selection from a value that has no fields.
  private mutating func callable(_ name: Expr.Name, on operand: Node) -> String? {
    let known = FamiliarNames.functions[name.text] ?? name.text
    guard let function = environment.function(known) else { return nil }
    let mark = substitution.mark
    defer { substitution.undo(to: mark) }
    let takesValue = function.overloads.contains { overload in
      overload.isMember && match(overload, [operand]) != nil
    }
    return takesValue ? known : nil
  }

  private mutating func index(
    _ operand: Node, _ index: Node, isOptional: Bool, _ range: Range<Int>
  ) -> Node {
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

  /// Unifies a node's type with the expected type, and reports a mismatch.
  @discardableResult
  private mutating func expect(_ node: Node, _ type: Type) -> Bool {
    if substitution.unify(type, node.type) { return true }
    if !isLenient {
      issues.append(.typeMismatch(expected: type, found: resolved(node), node.range))
    }
    return false
  }

  private mutating func logic(
    _ terms: [Node], _ range: Range<Int>, _ name: String, _ kind: Node.Kind
  ) -> Node {
    for term in terms where !substitution.unify(.bool, term.type) && !isLenient {
      issues.append(.notBool(operandOf: name, resolved(term), term.range))
    }
    return Node(kind, .bool, range)
  }

  private mutating func conditional(
    _ condition: Node, _ then: Node, _ otherwise: Node, _ range: Range<Int>
  ) -> Node {
    if !substitution.unify(.bool, condition.type), !isLenient {
      issues.append(.notBool(operandOf: "?:", resolved(condition), condition.range))
    }
    let type: Type
    if isLenient {
      type = .dyn
    } else if let present = onlyPresent(then, otherwise) {
      // Beyond CEL, where null goes with messages and times only.
      type = .nullable(present)
    } else if substitution.unify(then.type, otherwise.type) {
      type = Substitution.moreGeneral(resolved(then), resolved(otherwise))
    } else {
      issues.append(.branches(resolved(then), resolved(otherwise), otherwise.range))
      type = .dyn
    }
    return Node(.conditional(condition, then, otherwise), type, range)
  }

  /// Returns the type of the branch that is not null, if the other is, and if this one has a type that
  /// does not say already that it may be null.
  private func onlyPresent(_ then: Node, _ otherwise: Node) -> Type? {
    let types = [resolved(then), resolved(otherwise)]
    guard let null = types.firstIndex(of: .null) else { return nil }
    return switch types[1 - null] {
    case .null, .nullable, .dyn, .parameter: nil
    case let present: present
    }
  }

  // MARK: Variables of macros

  mutating func bind(_ name: Expr.Name, _ type: Type, isLazy: Bool) -> Int {
    defer { frameSize += isLazy ? 2 : 1 }
    locals.append(Local(name: name.text, type: type, slot: frameSize, isLazy: isLazy))
    bound?.append(ExpressionOutline.Variable(name: name, type: substitution.resolve(type)))
    return frameSize
  }

  mutating func unbind(_ count: Int) { locals.removeLast(count) }

  /// Reserves slots without a name, and returns the first.
  mutating func reserveSlots(_ count: Int) -> Int {
    defer { frameSize += count }
    return frameSize
  }

  /// Returns a part as an expression of its own.
  func expression(_ node: Node) -> CheckedExpr {
    CheckedExpr(
      root: node, frameSize: frameSize, environment: environment, isProven: node.isProven,
      unguardedCases: [])
  }
}

extension CheckedExpr.Node {
  package typealias Kind = CheckedExpr.Kind
}

extension Expr {
  /// The name with which a chain of selections begins.
  var root: String? {
    switch kind {
    case .ident(let name): name
    case .select(let operand, _, optional: false): operand.root
    default: nil
    }
  }
}
