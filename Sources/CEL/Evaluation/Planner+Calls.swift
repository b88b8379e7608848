/// Which node a call becomes: one made for its overload, or one that calls the library.
extension Planner {
  func call(
    _ name: String, _ overloads: [Overload], _ arguments: [any Node], _ range: Range<Int>
  ) -> any Node {
    if arguments.count == 2, overloads.contains(where: \.takesSecondIfNeeded) {
      return OrNode(arguments[0], arguments[1], isValue: name == "orValue", range)
    }
    if name == "_[_]", overloads.map(\.id) == ["index_list", "index_map"] {
      return IndexNode(arguments[0], arguments[1], isOptional: false, range)
    }
    let isConstant = arguments.allSatisfy { $0 is ConstantNode }
    if !isConstant, overloads.count == 1,
      let node = fast(overloads[0].id, arguments, range)
    {
      return node
    }
    let node: any Node
    switch (overloads.count == 1 ? overloads[0].implementation : nil, arguments.count) {
    case (.unary(let body), 1): node = UnaryCallNode(name, body, arguments[0], range)
    case (.binary(let body), 2):
      node = BinaryCallNode(name, body, arguments[0], arguments[1], range)
    default: node = CallNode(name, overloads, arguments, range)
    }
    return isConstant ? folded(node) : node
  }

  private func fast(_ id: String, _ arguments: [any Node], _ range: Range<Int>) -> (any Node)? {
    let first = arguments[0]
    guard arguments.count == 2 else {
      switch (id, first) {
      case ("logical_not", _): return NotNode(first, range)
      case ("size_list", let place as any PlaceNode), ("size_map", let place as any PlaceNode),
        ("size_string", let place as any PlaceNode),
        ("member_size_list", let place as any PlaceNode),
        ("member_size_map", let place as any PlaceNode),
        ("member_size_string", let place as any PlaceNode):
        return SizeNode(place, range)
      default: return nil
      }
    }
    let second = arguments[1]
    let text = (second as? ConstantNode)?.text
    switch id {
    case "less_int64": return IntComparisonNode(.less, first, second, range)
    case "less_equals_int64":
      return IntComparisonNode(.lessOrEqual, first, second, range)
    case "greater_int64": return IntComparisonNode(.less, second, first, range)
    case "greater_equals_int64":
      return IntComparisonNode(.lessOrEqual, second, first, range)
    case "add_int64": return IntArithmeticNode(.sum, first, second, range)
    case "subtract_int64": return IntArithmeticNode(.difference, first, second, range)
    case "multiply_int64": return IntArithmeticNode(.product, first, second, range)
    case "divide_int64": return IntArithmeticNode(.quotient, first, second, range)
    case "modulo_int64": return IntArithmeticNode(.remainder, first, second, range)
    case "equals", "not_equals":
      guard let place = first as? any PlaceNode, let text else { return nil }
      return StringEqualNode(place, text, isNegated: id == "not_equals", range)
    case "starts_with_string", "ends_with_string":
      guard let place = first as? any PlaceNode, let text else { return nil }
      return AffixNode(place, text, isPrefix: id == "starts_with_string", range)
    case "matches", "matches_string":
      guard let text, let pattern = try? Pattern(text) else { return nil }
      return MatchesNode(first, pattern, range)
    case "index_map":
      return (first as? any PlaceNode).map { EntryNode($0, second, range) }
    default: return nil
    }
  }
}

extension ConstantNode {
  fileprivate var text: String? {
    guard case .string(let text) = constant else { return nil }
    return text
  }
}

extension Overload {
  /// Whether it is one of those that look at their argument only where the receiver is nothing.
  fileprivate var takesSecondIfNeeded: Bool {
    id == "optional_or_optional" || id == "optional_orValue_value"
      || id == "nullable_orValue_value"
  }
}

/// `matches` with a pattern that is known.
final class MatchesNode: Node {
  let operand: any Node
  let pattern: Pattern
  let range: Range<Int>

  init(_ operand: any Node, _ pattern: Pattern, _ range: Range<Int>) {
    self.operand = operand
    self.pattern = pattern
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value { .bool(try bool(&frame)) }

  func bool(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let value = try operand.value(&frame)
    guard case .string(let text) = value else {
      throw error(.noMatchingOverload("matches", value))
    }
    return try run(&frame) { budget throws(Failure) in try pattern.matches(text, &budget) }
  }
}

extension Planner {
  /// An equality or an index whose operands' types say how to evaluate it best.
  func equality(
    _ overloads: [Overload], _ arguments: [CheckedExpr.Node], _ nodes: [any Node],
    _ range: Range<Int>
  ) -> (any Node)? {
    guard overloads.count == 1, arguments.count == 2 else { return nil }
    let isNegated = overloads[0].id == "not_equals"
    let types = (arguments[0].type, arguments[1].type)
    switch overloads[0].id {
    case "equals", "not_equals":
      if types == (.int, .int), !(nodes[0] is ConstantNode) || !(nodes[1] is ConstantNode) {
        return isNegated
          ? IntComparisonNode(.notEqual, nodes[0], nodes[1], range)
          : IntComparisonNode(.equal, nodes[0], nodes[1], range)
      }
      if hasNoNaN(types.0), let left = nodes[0] as? any PlaceNode,
        let right = nodes[1] as? any PlaceNode
      {
        return SameNode(left, right, isNegated: isNegated, range)
      }
      return nil
    case "index_list":
      guard let place = nodes[0] as? any PlaceNode, types.1 == .int else { return nil }
      return ElementNode(place, nodes[1], range)
    default: return nil
    }
  }
}

extension Planner {
  /// Whether no value of the type has a NaN in it, so that each is equal to itself.
  private func hasNoNaN(_ type: Type) -> Bool {
    var seen: Set<String> = []
    return hasNoNaN(type, &seen)
  }

  private func hasNoNaN(_ type: Type, _ seen: inout Set<String>) -> Bool {
    switch type {
    case .bool, .int, .uint, .string, .bytes, .timestamp, .duration, .null: return true
    case .list(let element), .nullable(let element): return hasNoNaN(element, &seen)
    case .map(_, let value): return hasNoNaN(value, &seen)
    case .record(let name):
      guard seen.insert(name).inserted else { return true }
      guard let shape = expr.types[name] else { return false }
      return shape.fields.allSatisfy { hasNoNaN($0.type, &seen) }
    default: return false
    }
  }
}
