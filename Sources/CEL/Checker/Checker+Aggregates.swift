import Spelling

/// Checks lists, maps, records and macros.
extension Checker {
  mutating func list(_ elements: [Expr.Element], _ parts: [Node], _ range: Range<Int>) -> Node {
    if elements.isEmpty, isLenient { return Node(.list([]), .dyn, range) }
    var type: Type?
    for (element, node) in zip(elements, parts) {
      type = join(type, element.isOptional ? unwrapped(node) : node.type)
    }
    return Node(
      .list(zip(elements, parts).map { ($1, $0.isOptional) }),
      .list(type ?? substitution.freshVariable()), range)
  }

  /// - Parameter parts: The entries' keys and values, alternating.
  mutating func map(_ entries: [Expr.Entry], _ parts: [Node], _ range: Range<Int>) -> Node {
    if entries.isEmpty, isLenient { return Node(.map([]), .dyn, range) }
    var keyType: Type?
    var valueType: Type?
    var nodes: [(key: Node, value: Node, isOptional: Bool)] = []
    for (index, entry) in entries.enumerated() {
      let (key, value) = (parts[2 * index], parts[2 * index + 1])
      if !isLenient, let issue = Issue.badKey(resolved(key), key.range) { issues.append(issue) }
      nodes.append((key, value, entry.isOptional))
      keyType = join(keyType, key.type)
      valueType = join(valueType, entry.isOptional ? unwrapped(value) : value.type)
    }
    let type = Type.map(
      key: keyType ?? substitution.freshVariable(),
      value: valueType ?? substitution.freshVariable())
    return Node(.map(nodes), type, range)
  }

  /// The type of the value inside an optional element or entry.
  private mutating func unwrapped(_ node: Node) -> Type {
    let inner = substitution.freshVariable()
    if !substitution.unify(.optional(inner), node.type), !isLenient {
      issues.append(.typeMismatch(expected: .optional(.dyn), found: resolved(node), node.range))
    }
    return substitution.resolve(inner)
  }

  /// The common type of elements of both types.
  private mutating func join(_ former: Type?, _ type: Type) -> Type {
    guard let former else { return type }
    if former == type { return former }
    if substitution.unify(former, type) {
      return Substitution.moreGeneral(
        substitution.resolve(former), substitution.resolve(type))
    }
    return .dyn
  }

  mutating func record(
    _ name: Expr.Name, _ fields: [Expr.Field], _ parts: [Node], _ range: Range<Int>
  ) -> Node {
    let types = environment.types
    guard let shape = environment.candidates(name.text).lazy.compactMap({ types[$0] }).first else {
      return report(
        .undeclaredType(name, near: suggestion(for: name.text, among: types.names.sorted())),
        as: Failure("no-such-type", "there is no type '\(name.text)'"))
    }
    var nodes: [(slot: Int, node: Node, isOptional: Bool)] = []
    for (field, part) in zip(fields, parts) {
      guard let slot = shape.slot(of: field.name.text) else {
        let near = suggestion(for: field.name.text, among: shape.fields.map(\.name).sorted())
        return report(
          .unknownField(field.name, in: shape.name, near: near),
          as: .noSuchField(field.name.text, in: shape.name))
      }
      if nodes.contains(where: { $0.slot == slot }) {
        _ = report(.repeatedField(field.name), as: .invalidArgument("repeated field"))
      }
      let value = shape.isVariant ? part.contents(ofCase: slot, in: shape) : part
      let type = field.isOptional ? unwrapped(value) : value.type
      if !substitution.unify(shape.fields[slot].type, type), !isLenient {
        issues.append(
          .typeMismatch(
            expected: shape.fields[slot].type, found: substitution.resolve(type, freeAsDyn: true),
            field.value.range))
      }
      nodes.append((slot, value, field.isOptional))
    }
    if let refusal = incompleteness(shape, nodes, name) { return refusal }
    let node = Node(.record(shape, nodes), isLenient ? .dyn : .record(shape.name), range)
    guard let (variant, slot) = types.variant(ofCase: shape) else { return node }
    return Node(
      .record(variant, [(slot, node, false)]), isLenient ? .dyn : .record(variant.name), range)
  }

  /// Reports a missing case or missing fields; an optional entry does not count, since it may have
  /// no value.
  private mutating func incompleteness(
    _ shape: Shape, _ entries: [(slot: Int, node: Node, isOptional: Bool)], _ name: Expr.Name
  ) -> Node? {
    if shape.isVariant {
      if entries.count == 1, !entries[0].isOptional { return nil }
      return report(.notOneCase(shape.name, name.range), as: .notOneCase(shape.name))
    }
    var refusal: Node?
    for (slot, field) in shape.fields.enumerated()
    where field.default == nil && !field.type.isNullable
      && !entries.contains(where: { $0.slot == slot && !$0.isOptional })
    {
      refusal = report(
        .missingField(field.name, in: shape.name, name.range),
        as: .missingField(field.name, in: shape.name))
    }
    return refusal
  }

  mutating func comprehension(_ it: Expr.Comprehension, _ range: Range<Int>) -> Node {
    guard it.kind == .fold, it.start?.isNull ?? false, !isLenient, !triesAgain else {
      return comprehension(it, range, foldingTo: nil)
    }
    let before = checkpoint
    let found = comprehension(it, range, foldingTo: nil)
    guard let type = typeShown(by: found) else { return found }
    let after = checkpoint
    goBack(to: before)
    triesAgain = true
    defer { triesAgain = false }
    let other = comprehension(it, range, foldingTo: type)
    if other.isProven, issues.count == before.issues.count { return other }
    goBack(to: after)
    return found
  }

  /// The type that a fold from null has for certain, once its body is known: that of the body, or else
  /// that of an element, since most such folds find one.
  private func typeShown(by fold: Node) -> Type? {
    let type = resolved(fold)
    if !type.isUncertain { return type }
    guard case .comprehension(let it) = fold.kind,
      case .list(let element) = resolved(it.range).nonNull
    else { return nil }
    return element.isUncertain ? nil : .nullable(element.nonNull)
  }

  /// - Parameter type: The type of a fold's result; nil for the one that its start shows.
  private mutating func comprehension(
    _ it: Expr.Comprehension, _ range: Range<Int>, foldingTo type: Type?
  ) -> Node {
    let over = node(it.range)
    let start = it.start.map { node($0) }
    var (single, first, second) = variableTypes(it, over, start)
    if let type { (single, first) = (type, type) }
    let known = nonNull
    nonNull = known.filter { path in !it.variables.contains { path.mentions($0.text) } }
    let knownCases = presentCases
    presentCases = knownCases.filter { path in
      !it.variables.contains { path.mentions($0.text) }
    }
    defer { (nonNull, presentCases) = (known, knownCases) }
    if let element = it.variables.last?.text {
      presentCases.formUnion(it.range.nonNullPathsOfElements(named: element))
    }
    var slots: [Int] = []
    let types = it.variables.count == 2 ? [first, second] : [single]
    for (name, type) in zip(it.variables, types) {
      slots.append(bind(name, isLenient ? .dyn : type, isLazy: it.kind == .bind))
    }
    let filter = it.filter.map { node($0) }
    if let filter = it.filter { presentCases.formUnion(filter.nonNullPaths(where: true)) }
    let body = node(it.body)
    unbind(it.variables.count)
    for condition in [filter, it.kind.isTest ? body : nil].compactMap({ $0 })
    where !substitution.unify(.bool, condition.type) && !isLenient {
      issues.append(.notBool(operandOf: it.kind.name, resolved(condition), condition.range))
    }
    let result = resultType(it, over, body, first)
    return Node(
      .comprehension(
        CheckedExpr.Comprehension(
          kind: it.kind, range: over, slots: slots, filter: filter, start: start, body: body)),
      isLenient ? .dyn : result, range)
  }

  /// The type of a macro's only variable, and the types of its two variables if it has two: index
  /// and element of a list, key and value of a map.
  private mutating func variableTypes(
    _ it: Expr.Comprehension, _ over: Node, _ start: Node?
  ) -> (single: Type, first: Type, second: Type) {
    let type = resolved(over)
    switch it.kind {
    case .fold:
      let result = start.map { foldedType($0) } ?? .dyn
      guard case .list(let element) = type.nonNull else {
        let isOpen = type == .dyn || substitution.unify(.list(.dyn), type)
        if !isLenient, !isOpen {
          issues.append(.notAList(it.kind.name, type, over.range))
        }
        return (result, result, .dyn)
      }
      return (result, result, element)
    case .bind: return (type, type, type)
    case .optMap, .optFlatMap:
      let inner = unwrapped(over)
      return (inner, inner, inner)
    default: break
    }
    switch type.nonNull {
    case .list(let element): return (element, .int, element)
    case .map(let key, let value) where it.kind.takesMaps: return (key, key, value)
    case .dyn: return (.dyn, .dyn, .dyn)
    case .parameter:
      _ = substitution.unify(.dyn, type)
      return (.dyn, .dyn, .dyn)
    default:
      if !isLenient { issues.append(.notIterable(it.kind.name, type, over.range)) }
      return (.dyn, .dyn, .dyn)
    }
  }

  /// The type of a fold's result, as far as its start shows: if the start is null, the type is
  /// open.
  private mutating func foldedType(_ start: Node) -> Type {
    let type = resolved(start)
    return type == .null ? .nullable(substitution.freshVariable()) : type
  }

  private mutating func resultType(
    _ it: Expr.Comprehension, _ over: Node, _ body: Node, _ first: Type
  ) -> Type {
    switch it.kind {
    case .all, .exists, .existsOne: return .bool
    case .map, .transformList: return .list(body.type)
    case .filter:
      guard case .map(let key, _) = resolved(over).nonNull else { return over.type }
      return .list(key)
    case .sortBy: return over.type
    case .closure:
      if !substitution.unify(over.type, body.type), !isLenient {
        issues.append(
          .typeMismatch(expected: resolved(over), found: resolved(body), body.range))
      }
      return over.type
    case .fold:
      let next = resolved(body)
      let isNew = next.isNullable && next != .dyn && !substitution.resolve(first).isNullable
      if isNew || !substitution.unify(first, body.type), !isLenient {
        issues.append(
          .typeMismatch(
            expected: substitution.resolve(first, freeAsDyn: true),
            found: substitution.resolve(next, freeAsDyn: true), body.range))
      }
      return substitution.resolve(first)
    case .transformMap: return .map(key: first, value: body.type)
    case .transformMapEntry:
      if case .map = resolved(body).nonNull { return body.type }
      let type = Type.map(
        key: substitution.freshVariable(), value: substitution.freshVariable())
      if !substitution.unify(type, body.type), !isLenient {
        issues.append(
          .typeMismatch(
            expected: .map(key: .dyn, value: .dyn), found: resolved(body), body.range))
      }
      return type
    case .bind: return body.type
    case .optMap: return .optional(body.type)
    case .optFlatMap:
      if !substitution.unify(.optional(substitution.freshVariable()), body.type), !isLenient {
        issues.append(
          .typeMismatch(expected: .optional(.dyn), found: resolved(body), body.range))
      }
      return body.type
    }
  }
}

extension Expr.Comprehension.Kind {
  /// True if the body is a condition.
  fileprivate var isTest: Bool {
    switch self {
    case .all, .exists, .existsOne, .filter: true
    default: false
    }
  }

  fileprivate var takesMaps: Bool { self != .sortBy && self != .closure && self != .fold }

  var name: String {
    switch self {
    case .existsOne: "exists_one"
    default: "\(self)"
    }
  }
}

extension Type {
  var isNullable: Bool {
    if case .nullable = self { true } else { self == .dyn || self == .null }
  }
}

extension Types {
  /// The variant that has a record as one of its cases, and the case's slot: `Load.loaded{…}` makes a
  /// value of `Load`.
  fileprivate func variant(ofCase record: Shape) -> (Shape, slot: Int)? {
    guard let dot = record.name.lastIndex(of: "."),
      let variant = self[String(record.name[..<dot])], variant.isVariant,
      let slot = variant.slot(of: String(record.name[record.name.index(after: dot)...])),
      variant.fields[slot].type.nonNull == .record(record.name)
    else { return nil }
    return (variant, slot)
  }
}

extension CheckedExpr.Node {
  /// The contents of a case, if the node is that case of a variant as it is written out; else the
  /// node itself.
  fileprivate func contents(ofCase slot: Int, in variant: Shape) -> CheckedExpr.Node {
    guard case .record(let made, let fields) = kind, made.name == variant.name, fields.count == 1,
      fields[0].slot == slot
    else { return self }
    return fields[0].node
  }
}
