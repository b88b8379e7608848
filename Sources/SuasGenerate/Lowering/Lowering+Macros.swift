import CEL
import SuasProgram

extension Lowering {
  func comprehension(
    _ it: CheckedExpr.Comprehension, _ node: CheckedExpr.Node, _ scope: inout Scope
  ) throws(NotGenerated) -> LoweredExpression {
    let isMade = it.kind == .bind || it.kind == .optMap || it.kind == .optFlatMap
    let range = try isMade ? lower(it.range, &scope) : self.range(it, &scope)
    if it.kind == .fold { return try fold(it, range, node, &scope) }
    var inner = scope
    let variables = bind(it, range, node, &inner)
    var filter: LoweredExpression?
    if let node = it.filter { filter = try expect(try operand(node, &inner), .bool) }
    var body = try lower(it.body, &inner)
    switch it.kind {
    case .all, .exists, .existsOne, .filter:
      body = try expect(body.type == .bool ? body : try operand(it.body, &inner), .bool)
    case .closure: body = try expect(body, range.type)
    case .optFlatMap: if body.type == .any { body = try expect(body, .optional(.any)) }
    case .transformMapEntry:
      if body.type == .any { body = try expect(body, .map(key: .any, value: .any)) }
    default: break
    }
    // A body that cannot fail reads no value that can.
    if it.kind == .bind, range.canFail, !body.canFail { return body }
    let type = self.type(of: it, range, body, variables)
    return LoweredExpression(
      .comprehension(
        LoweredExpression.Comprehension(
          kind: it.kind, range: range, variables: variables.map(\.local), filter: filter,
          start: nil, body: body)),
      type,
      canFail: it.kind == .transformMapEntry || it.kind == .sortBy && !body.type.isSortable
        || range.canFail && it.kind != .bind || filter?.canFail ?? false || body.canFail)
  }

  /// The collection that a macro goes through: a list, a map, or a value that is checked to be one
  /// at run time.
  private func range(
    _ it: CheckedExpr.Comprehension, _ scope: inout Scope
  ) throws(NotGenerated) -> LoweredExpression {
    let range = try operand(it.range, &scope)
    switch (it.kind, range.type) {
    case (_, .list), (_, .map): return range
    case (.fold, _), (.closure, _):
      return LoweredExpression(.dynamic(.expect(range.asAny)), .list(.any), canFail: true)
    default:
      return it.slots.count == 2
        ? LoweredExpression(
          .dynamic(.entries(range.asAny)), .map(key: .any, value: .any), canFail: true)
        : LoweredExpression(.dynamic(.elements(range.asAny)), .list(.any), canFail: true)
    }
  }

  private func type(
    of it: CheckedExpr.Comprehension, _ range: LoweredExpression, _ body: LoweredExpression,
    _ variables: [(local: Local, type: ValueType)]
  ) -> ValueType {
    switch it.kind {
    case .all, .exists, .existsOne: return .bool
    case .bind, .fold, .optFlatMap: return body.type
    case .optMap: return .optional(body.type)
    case .map, .transformList: return .list(body.type)
    case .transformMap: return .map(key: variables.first?.type ?? .any, value: body.type)
    case .transformMapEntry: return body.type
    case .closure: return range.type
    case .filter, .sortBy:
      if case .map(let key, _) = range.type { return .list(key) }
      return range.type
    }
  }

  private func fold(
    _ it: CheckedExpr.Comprehension, _ range: LoweredExpression, _ node: CheckedExpr.Node,
    _ scope: inout Scope
  ) throws(NotGenerated) -> LoweredExpression {
    guard let startNode = it.start, case .list(let element) = range.type, it.slots.count == 2
    else { throw refusal() }
    let names = variableNames(it, node)
    var inFold = self
    inFold.foldsAround += 1
    let lowering = inFold
    func lowered(_ type: ValueType) throws(NotGenerated) -> (variables: [Local], LoweredExpression)
    {
      var inner = scope
      let variables = [
        inner.bind(it.slots[0], names?[0] ?? "result", type),
        inner.bind(it.slots[1], names?[1] ?? "item", element),
      ]
      return (variables, try lowering.lower(it.body, &inner))
    }
    var type = ValueType(node.type)
    var (variables, body) = try lowered(type)
    // What is added to a list or map may be more than what is in it at first. A fold in others is lowered
    // again with each of them.
    if type.isCollection, foldsAround < 4 {
      while case let wider = common([type, body.type]), wider != type {
        type = wider
        (variables, body) = try lowered(type)
      }
    }
    body = try coerce(body, to: type)
    let start = try coerce(try lower(startNode, &scope), to: type)
    return LoweredExpression(
      .comprehension(
        LoweredExpression.Comprehension(
          kind: .fold, range: range, variables: variables, filter: nil, start: start, body: body)),
      type, canFail: range.canFail || start.canFail || body.canFail)
  }

  /// Names the variables of a macro as the spec does.
  private func bind(
    _ it: CheckedExpr.Comprehension, _ range: LoweredExpression, _ node: CheckedExpr.Node,
    _ scope: inout Scope
  ) -> [(local: Local, type: ValueType)] {
    let types: [ValueType] =
      switch (it.kind, range.type) {
      case (.optMap, .optional(let type)), (.optFlatMap, .optional(let type)): [type]
      case (.bind, let type), (.optMap, let type), (.optFlatMap, let type): [type]
      case (_, .list(let element)): it.slots.count == 2 ? [.int, element] : [element]
      case (_, .map(let key, let value)): it.slots.count == 2 ? [key, value] : [key]
      default: [.any, .any]
      }
    let names = variableNames(it, node)
    return zip(it.slots, types).enumerated().map { index, variable in
      let local = scope.bind(variable.0, names?[index] ?? "item", variable.1)
      // A variable of `cel.bind` is evaluated at its first use.
      if it.kind == .bind {
        scope[variable.0] = LoweredExpression(.local(local), variable.1, canFail: range.canFail)
      }
      return (local, variable.1)
    }
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
