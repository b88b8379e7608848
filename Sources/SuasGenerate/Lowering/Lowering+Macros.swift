import CEL
import SuasProgram

extension Lowering {
  func comprehension(
    _ it: CheckedExpr.Comprehension, _ node: CheckedExpr.Node, _ scope: inout Scope
  ) throws(NotGenerated) -> Code {
    var range = it.kind == .bind ? try lower(it.range, &scope) : try operand(it.range, &scope)
    if it.kind != .bind, range.type == .any {
      range =
        allowsAny
        ? Code(.dynamic(.elements(try dynamic(range))), .list(.any), canFail: true)
        : Code(.elements(range), .list(.any), canFail: true)
    }
    switch it.kind {
    case .optMap, .optFlatMap: throw refusal(.optionalMacro)
    case .transformMap, .transformMapEntry: throw refusal(.twoVariableMacro)
    case .fold: return try fold(it, range, node, &scope)
    default: break
    }
    var inner = scope
    let variables = try bind(it, range, node, &inner)
    var filter: Code?
    if let node = it.filter { filter = try coerce(try operand(node, &inner), to: .bool) }
    var body = try lower(it.body, &inner)
    switch it.kind {
    case .all, .exists, .existsOne, .filter:
      body = try coerce(
        body.type == .bool ? body : try operand(it.body, &inner), to: .bool)
    case .closure: body = try coerce(body, to: range.type)
    default: break
    }
    let type = try self.type(of: it, range, body, node)
    return Code(
      .comprehension(
        Code.Comprehension(
          kind: it.kind, range: range, variables: variables, filter: filter, start: nil,
          body: body)),
      type, canFail: range.canFail || filter?.canFail ?? false || body.canFail)
  }

  private func type(
    of it: CheckedExpr.Comprehension, _ range: Code, _ body: Code, _ node: CheckedExpr.Node
  ) throws(NotGenerated) -> ValueType {
    switch it.kind {
    case .all, .exists, .existsOne: return .bool
    case .bind: return body.type
    case .map, .transformList: return .list(body.type)
    case .closure: return range.type
    case .filter, .sortBy:
      if case .map(let key, _) = range.type { return .list(key) }
      return range.type
    default: throw refusal(.anyValue)
    }
  }

  private func fold(
    _ it: CheckedExpr.Comprehension, _ range: Code, _ node: CheckedExpr.Node,
    _ scope: inout Scope
  ) throws(NotGenerated) -> Code {
    guard let startNode = it.start, case .list(let element) = range.type,
      let type = ValueType(node.type), !type.isOpen, it.slots.count == 2
    else { throw refusal(.anyValue) }
    let start = try coerce(try lower(startNode, &scope), to: type)
    var inner = scope
    let names = variableNames(it, node)
    let variables = [
      inner.bind(it.slots[0], names?[0] ?? "result", type),
      inner.bind(it.slots[1], names?[1] ?? "item", element),
    ]
    let body = try coerce(try lower(it.body, &inner), to: type)
    return Code(
      .comprehension(
        Code.Comprehension(
          kind: .fold, range: range, variables: variables, filter: nil, start: start, body: body)),
      type, canFail: range.canFail || start.canFail || body.canFail)
  }

  /// Names the variables of a macro after what they are in the spec.
  private func bind(
    _ it: CheckedExpr.Comprehension, _ range: Code, _ node: CheckedExpr.Node,
    _ scope: inout Scope
  ) throws(NotGenerated) -> [Local] {
    var types: [ValueType]
    switch (it.kind, range.type) {
    case (.bind, let type): types = [type]
    case (_, .list(let element)): types = it.slots.count == 2 ? [.int, element] : [element]
    case (_, .map(let key, let value)): types = it.slots.count == 2 ? [key, value] : [key]
    default: throw refusal(.anyValue)
    }
    let names = variableNames(it, node)
    var locals: [Local] = []
    for (index, type) in types.enumerated() where index < it.slots.count {
      locals.append(scope.bind(it.slots[index], names?[index] ?? "item", type))
    }
    return locals
  }

  /// The names of a macro's variables, as the author wrote them.
  private func variableNames(
    _ it: CheckedExpr.Comprehension, _ node: CheckedExpr.Node
  ) -> [String]? {
    guard let expression else { return nil }
    var text = expression.text(of: node)
    if it.kind != .bind {
      let skipped = it.range.range.upperBound - node.range.lowerBound
      guard skipped > 0, skipped < text.utf8.count else { return nil }
      text = text[text.utf8.index(text.startIndex, offsetBy: skipped)...]
    }
    guard let start = text.firstIndex(of: "(") else { return nil }
    let names = text[text.index(after: start)...].split(separator: ",").prefix(it.slots.count)
      .map { $0.trimmingPrefix { $0.isWhitespace }.prefix { !$0.isWhitespace } }
    let isNamed = names.allSatisfy { name in
      !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    return names.count == it.slots.count && isNamed ? names.map(String.init) : nil
  }
}
