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
      let operand = plan(operand)
      guard let place = operand as? any PlaceNode else {
        return MadeFieldNode(operand, shape, slot, range)
      }
      return FieldNode(place, shape, slot, range)
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
      let nodes = arguments.map(plan)
      if let fast = equality(overloads, arguments, nodes, range) { return fast }
      return call(name, overloads, nodes, range)
    case .and(let terms):
      return LogicNode.tree(terms.map(plan)[...], deciding: false, range)
    case .or(let terms): return LogicNode.tree(terms.map(plan)[...], deciding: true, range)
    case .conditional(let condition, let then, let otherwise):
      return ConditionalNode(plan(condition), plan(then), plan(otherwise), range)
    case .list(let elements):
      let list = ListNode(elements.map { (plan($0.node), $0.isOptional) }, range)
      return list.elements.allSatisfy { $0.node is ConstantNode } ? folded(list) : list
    case .map(let entries):
      let map = MapNode(entries.map { (plan($0.key), plan($0.value), $0.isOptional) }, range)
      return map.entries.allSatisfy { $0.key is ConstantNode && $0.value is ConstantNode }
        ? folded(map) : map
    case .record(let shape, let fields):
      return RecordNode(
        shape, fields.map { ($0.slot, plan($0.node), $0.isOptional) }, range)
    case .comprehension(let it): return comprehension(it, range)
    }
  }

  /// The node's value in its place where it is constant, cheap, and no error.
  func folded(_ node: any Node) -> any Node {
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
