import CEL
import SuasProgram

extension Lowering {
  func comprehension(
    _ it: CheckedExpr.Comprehension, _ node: CheckedExpr.Node, _ scope: inout Scope
  ) throws(NotGenerated) -> Code {
    let range = it.kind == .bind ? try lower(it.range, &scope) : try operand(it.range, &scope)
    switch it.kind {
    case .optMap, .optFlatMap: throw refusal(.optionalMacro)
    case .transformMap, .transformMapEntry: throw refusal(.twoVariableMacro)
    case .closure, .fold: throw refusal(.closure)
    default: break
    }
    var inner = scope
    let variables = try bind(it, range, &inner)
    var filter: Code?
    if let node = it.filter { filter = try coerce(try operand(node, &inner), to: .bool) }
    var body = try lower(it.body, &inner)
    switch it.kind {
    case .all, .exists, .existsOne, .filter:
      body = try coerce(
        body.type == .bool ? body : try operand(it.body, &inner), to: .bool)
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
    case .filter, .sortBy:
      if case .map(let key, _) = range.type { return .list(key) }
      return range.type
    default: throw refusal(.anyValue)
    }
  }

  /// Names the variables of a macro after what they are in the spec.
  private func bind(
    _ it: CheckedExpr.Comprehension, _ range: Code, _ scope: inout Scope
  ) throws(NotGenerated) -> [Local] {
    var types: [ValueType]
    switch (it.kind, range.type) {
    case (.bind, let type): types = [type]
    case (_, .list(let element)): types = it.slots.count == 2 ? [.int, element] : [element]
    case (_, .map(let key, let value)): types = it.slots.count == 2 ? [key, value] : [key]
    default: throw refusal(.anyValue)
    }
    if types.contains(.any) { types = types.map { $0 == .any ? .string : $0 } }
    var locals: [Local] = []
    for (slot, type) in zip(it.slots, types) {
      locals.append(scope.bind(slot, variableName(slot, it, type), type))
    }
    return locals
  }

  private func variableName(
    _ slot: Int, _ it: CheckedExpr.Comprehension, _ type: ValueType
  ) -> String {
    if it.slots.count == 2, slot == it.slots[0] { return "key" }
    switch type.nonNull {
    case .record(let name):
      let last = name.split(whereSeparator: { $0 == "." || $0 == " " }).last.map(String.init)
      return last.map { $0.prefix(1).lowercased() + $0.dropFirst() } ?? "item"
    case .string where it.kind != .bind: return "text"
    case .int: return "number"
    default: return "item"
    }
  }
}
