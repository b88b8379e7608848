/// Makes of a checked expression what runs: nothing is left to look up by name that is known.
struct Planner {
  let expr: CheckedExpr

  init(_ expr: CheckedExpr) { self.expr = expr }

  func program() -> Program {
    Program(root: plan(expr.root), type: expr.type, frameSize: expr.frameSize)
  }

  func plan(_ node: CheckedExpr.Node) -> any Node {
    let range = node.range
    switch node.kind {
    case .constant(let value): return ConstantNode(value, range)
    case .failure(let failure): return FailureNode(failure, range)
    case .place(.slot(let slot)): return SlotNode(slot, range)
    case .place(.field(let field, let slot)):
      return SlotFieldNode(slot, field, range)
    case .field(let operand, let shape, let slot):
      return FieldNode(plan(operand), shape, slot, range)
    case .hasField(let operand, let shape, let slot):
      return HasFieldNode(plan(operand), shape, slot, range)
    case .select(let operand, let name): return SelectNode(plan(operand), name, .value, range)
    case .hasSelect(let operand, let name):
      return SelectNode(plan(operand), name, .presence, range)
    case .optionalSelect(let operand, let name):
      return SelectNode(plan(operand), name, .optional, range)
    case .optionalIndex(let operand, let index):
      return OptionalIndexNode(plan(operand), plan(index), range)
    case .call(let name, let overloads, let arguments):
      return call(name, overloads, arguments.map(plan), range)
    case .and(let terms): return LogicNode(terms.map(plan), deciding: false, range)
    case .or(let terms): return LogicNode(terms.map(plan), deciding: true, range)
    case .conditional(let condition, let then, let otherwise):
      return ConditionalNode(plan(condition), plan(then), plan(otherwise), range)
    case .list(let elements):
      return folded(ListNode(elements.map { (plan($0.node), $0.isOptional) }, range)) {
        elements.allSatisfy { $0.node.isConstant }
      }
    case .map(let entries):
      return folded(
        MapNode(entries.map { (plan($0.key), plan($0.value), $0.isOptional) }, range)
      ) { entries.allSatisfy { $0.key.isConstant && $0.value.isConstant } }
    case .record(let shape, let fields):
      return RecordNode(
        shape, fields.map { ($0.slot, plan($0.node), $0.isOptional) }, range)
    case .comprehension(let it): return comprehension(it, range)
    }
  }

  private func call(
    _ name: String, _ overloads: [Overload], _ arguments: [any Node], _ range: Range<Int>
  ) -> any Node {
    let node: any Node
    if arguments.count == 2, overloads.contains(where: \.takesSecondIfNeeded) {
      return OrNode(arguments[0], arguments[1], isValue: name == "orValue", range)
    }
    switch (overloads.count == 1 ? overloads.first?.implementation : nil, arguments.count) {
    case (.unary(let body), 1): node = UnaryCallNode(name, body, arguments[0], range)
    case (.binary(let body), 2):
      node = BinaryCallNode(name, body, arguments[0], arguments[1], range)
    default: node = CallNode(name, overloads, arguments, range)
    }
    return folded(node) { arguments.allSatisfy { $0 is ConstantNode } }
  }

  /// The node's value in its place where it is constant, cheap, and no error.
  private func folded(_ node: any Node, _ isConstant: () -> Bool) -> any Node {
    guard isConstant() else { return node }
    var frame = Frame(slots: [], budget: 1000)
    guard let value = try? node.value(&frame) else { return node }
    return ConstantNode(value, node.range)
  }

  private func comprehension(
    _ it: CheckedExpr.Comprehension, _ range: Range<Int>
  ) -> any Node {
    let over = plan(it.range)
    let filter = it.filter.map(plan)
    let body = plan(it.body)
    let loop = Loop(over, it.slots)
    switch it.kind {
    case .all: return QuantifierNode(loop, body, deciding: false, range)
    case .exists: return QuantifierNode(loop, body, deciding: true, range)
    case .existsOne: return ExistsOneNode(loop, body, range)
    case .filter: return FilterNode(loop, body, range)
    case .map, .transformList: return MapListNode(loop, filter, body, range)
    case .transformMap: return TransformMapNode(loop, filter, body, isEntry: false, range)
    case .transformMapEntry: return TransformMapNode(loop, filter, body, isEntry: true, range)
    case .bind: return BindNode(over, it.slots[0], body, range)
    case .optMap: return OptionalMapNode(over, it.slots[0], body, isFlat: false, range)
    case .optFlatMap: return OptionalMapNode(over, it.slots[0], body, isFlat: true, range)
    case .sortBy: return SortByNode(loop, body, range)
    case .closure: return ClosureNode(loop, body, range)
    }
  }
}

extension CheckedExpr.Node {
  fileprivate var isConstant: Bool {
    switch kind {
    case .constant: true
    case .list(let elements): elements.allSatisfy { $0.node.isConstant }
    case .map(let entries): entries.allSatisfy { $0.key.isConstant && $0.value.isConstant }
    default: false
    }
  }
}

extension Overload {
  /// Whether it is one of those that look at their argument only where the receiver is nothing.
  fileprivate var takesSecondIfNeeded: Bool {
    id == "optional_or_optional" || id == "optional_orValue_value"
      || id == "nullable_orValue_value"
  }
}

/// A field of the record in a slot.
final class SlotFieldNode: Node {
  let slot: Int
  let field: Int
  let range: Range<Int>

  init(_ slot: Int, _ field: Int, _ range: Range<Int>) {
    self.slot = slot
    self.field = field
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    guard case .record(let record) = frame.slots[slot], field < record.fields.count else {
      throw mismatch(frame.slots[slot], "a record")
    }
    return record[field]
  }
}
