/// Turns a checked expression into evaluation nodes; every name that is known is resolved already.
struct Planner {
  let expr: CheckedExpr
  /// The nodes for the variables of `cel.bind`, by slot.
  private var bound: [Int: any PlanNode] = [:]
  /// The place of the expression's first slot in the frame.
  private let offset: Int

  init(_ expr: CheckedExpr, slotsFrom offset: Int = 0) {
    self.expr = expr
    self.offset = offset
  }

  mutating func root() -> any PlanNode { plan(expr.root) }

  // As in the checker, recursive functions use little stack.

  mutating func plan(_ node: CheckedExpr.Node) -> any PlanNode {
    switch node.kind {
    case .comprehension(let it): return comprehension(it, node.type, node.range)
    case .field(let operand, let shape, let slot):
      return field(slot, shape, of: plan(operand), node.range)
    default: break
    }
    let children = node.children
    guard !children.isEmpty else { return combine(node, []) }
    var parts: [any PlanNode] = []
    parts.reserveCapacity(children.count)
    for child in children { parts.append(plan(child)) }
    return combine(node, parts)
  }

  private mutating func combine(_ node: CheckedExpr.Node, _ parts: [any PlanNode]) -> any PlanNode {
    let range = node.range
    switch node.kind {
    case .comprehension, .field: return plan(node)
    case .constant(let value): return ConstantNode(value, range)
    case .failure(let failure): return FailureNode(failure, range)
    case .bound(let slot):
      guard let value = bound[slot] else { return SlotNode(offset + slot, range) }
      return BoundNode(offset + slot, value, range)
    case .place(.slot(let slot)): return SlotNode(offset + slot, range)
    case .place(.field(let field, let slot)): return SlotFieldNode(offset + slot, field, range)
    case .place(.variantCase(let field, let shape, let slot)):
      return FieldNode(SlotNode(offset + slot, range), shape, field, range)
    case .place(.host(let value)): return HostNode(value, range)
    case .hasField(_, let shape, let slot): return HasFieldNode(parts[0], shape, slot, range)
    case .select(_, let name): return SelectNode(parts[0], name, .value, range)
    case .part(_, let name, let shape): return PartNode(parts[0], name, shape, range)
    case .hasSelect(_, let name): return SelectNode(parts[0], name, .presence, range)
    case .optionalSelect(_, let name): return SelectNode(parts[0], name, .optional, range)
    case .optionalIndex: return IndexNode(parts[0], parts[1], isOptional: true, range)
    case .call(let name, let overloads, let arguments):
      return equality(overloads, arguments, parts, range) ?? call(name, overloads, parts, range)
    case .apply(let call):
      let arguments = zip(parts, call.isJudged).map { (node: $0, isJudged: $1) }
      let node: any PlanNode =
        call.function.isInlined
        ? ApplicationNode(call.function, arguments, offset + call.slot, range)
        : SeparateApplicationNode(call.function, arguments, range)
      return parts.allSatisfy { $0 is ConstantNode } ? folded(node, slots: expr.frameSize) : node
    case .and: return LogicNode.tree(parts[...], deciding: false, range)
    case .or: return LogicNode.tree(parts[...], deciding: true, range)
    case .conditional: return ConditionalNode(parts[0], parts[1], parts[2], range)
    case .list(let elements):
      let list = ListNode(zip(parts, elements).map { ($0, $1.isOptional) }, range)
      return parts.allSatisfy { $0 is ConstantNode } ? folded(list) : list
    case .map(let entries):
      let map = MapNode(
        entries.indices.map { (parts[2 * $0], parts[2 * $0 + 1], entries[$0].isOptional) }, range)
      return parts.allSatisfy { $0 is ConstantNode } ? folded(map) : map
    case .record(let shape, let fields):
      return RecordNode(
        shape, zip(fields, parts).map { ($0.slot, $1, $0.isOptional) }, range)
    }
  }

  private func field(
    _ slot: Int, _ shape: Shape, of record: any PlanNode, _ range: Range<Int>
  ) -> any PlanNode {
    guard let place = record.asPlace else { return MadeFieldNode(record, shape, slot, range) }
    if let record = place as? SlotNode, !shape.isVariant {
      return SlotFieldNode(record.slot, slot, range)
    }
    return FieldNode(place, shape, slot, range)
  }

  /// The node's value in its place where it is constant, cheap, and no error.
  func folded(_ node: any PlanNode, slots: Int = 0) -> any PlanNode {
    var frame = Frame(slots: [], budget: 1000)
    frame.fill(to: offset + slots)
    guard let value = try? node.value(&frame) else { return node }
    return ConstantNode(value, node.range)
  }

  private mutating func comprehension(
    _ it: CheckedExpr.Comprehension, _ result: Type, _ range: Range<Int>
  ) -> any PlanNode {
    let over = plan(it.range)
    if it.kind == .bind { bound[it.slots[0]] = over }
    let filter = it.filter.map { plan($0) }
    let body = plan(it.body)
    let loop = Loop(over, it.slots.map { offset + $0 })
    switch it.kind {
    case .all: return QuantifierNode(loop, body, deciding: false, range)
    case .exists: return QuantifierNode(loop, body, deciding: true, range)
    case .existsOne: return ExistsOneNode(loop, body, range)
    case .filter: return FilterNode(loop, body, range)
    case .map, .transformList: return MapListNode(loop, filter, body, range)
    case .transformMap: return TransformMapNode(loop, filter, body, isEntry: false, range)
    case .transformMapEntry: return TransformMapNode(loop, filter, body, isEntry: true, range)
    case .bind: return BindNode(loop.slots[0], body, range)
    case .optMap: return OptionalMapNode(over, loop.slots[0], body, isFlat: false, range)
    case .optFlatMap: return OptionalMapNode(over, loop.slots[0], body, isFlat: true, range)
    case .sortBy: return SortByNode(loop, body, range)
    case .closure: return ClosureNode(loop, body, range)
    case .fold:
      guard let start = it.start else { return body }
      return FoldNode(
        loop, plan(start), body, as: result, isProven: it.body.isProven,
        nesting: hasBoundedDepth(result) ? 0 : it.body.measures.nesting, range)
    }
  }
}
