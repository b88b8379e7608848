/// Plans calls: a call becomes a node specific to its overload, or one that calls the library.
extension Planner {
  func call(
    _ name: String, _ overloads: [Overload], _ arguments: [any PlanNode], _ range: Range<Int>
  ) -> any PlanNode {
    if arguments.count == 2 {
      if overloads.contains(where: { $0.shortcut == .orElse }) {
        return OrNode(arguments[0], arguments[1], isValue: name == "orValue", range)
      }
      if overloads.count == 2, overloads[0].shortcut == .indexList,
        overloads[1].shortcut == .indexMap
      {
        return IndexNode(arguments[0], arguments[1], isOptional: false, range)
      }
    }
    let isConstant = arguments.allSatisfy { $0 is ConstantNode }
    if !isConstant, overloads.count == 1, let body = Library.patternBody(overloads[0].id),
      let text = (arguments[1] as? ConstantNode)?.text,
      let pattern = try? Pattern(text, recordingGroups: Pattern.lastNamedGroup)
    {
      return PatternCallNode(name, body, pattern, arguments, range)
    }
    if !isConstant, overloads.count == 1, let shortcut = overloads[0].shortcut,
      let node = fast(shortcut, arguments, range)
    {
      return node
    }
    let node: any PlanNode
    switch (overloads.count == 1 ? overloads[0].implementation : nil, arguments.count) {
    case (.unary(let body), 1): node = UnaryCallNode(name, body, arguments[0], range)
    case (.binary(let body), 2):
      node = BinaryCallNode(name, body, arguments[0], arguments[1], range)
    default: node = CallNode(name, overloads, arguments, range)
    }
    return isConstant ? folded(node) : node
  }

  private func fast(
    _ shortcut: Overload.Shortcut, _ arguments: [any PlanNode], _ range: Range<Int>
  ) -> (any PlanNode)? {
    let first = arguments[0]
    guard arguments.count == 2 else {
      switch shortcut {
      case .not: return NotNode(first, range)
      case .size: return first.asPlace.map { SizeNode($0, range) }
      default: return nil
      }
    }
    let second = arguments[1]
    let text = (second as? ConstantNode)?.text
    switch shortcut {
    case .less: return IntComparisonNode(.less, first, second, range)
    case .lessOrEqual: return IntComparisonNode(.lessOrEqual, first, second, range)
    case .greater: return IntComparisonNode(.less, second, first, range)
    case .greaterOrEqual: return IntComparisonNode(.lessOrEqual, second, first, range)
    case .sum: return IntArithmeticNode(.sum, first, second, range)
    case .difference: return IntArithmeticNode(.difference, first, second, range)
    case .product: return IntArithmeticNode(.product, first, second, range)
    case .quotient: return IntArithmeticNode(.quotient, first, second, range)
    case .remainder: return IntArithmeticNode(.remainder, first, second, range)
    case .equals, .notEquals:
      guard let text, let place = first.asPlace else { return nil }
      return StringEqualNode(place, text, isNegated: shortcut == .notEquals, range)
    case .startsWith, .endsWith:
      guard let text, let place = first.asPlace else { return nil }
      return AffixNode(place, text, isPrefix: shortcut == .startsWith, range)
    case .matches:
      guard let text, let pattern = try? Pattern(text) else { return nil }
      return MatchesNode(first, pattern, range)
    case .indexMap: return first.asPlace.map { EntryNode($0, second, range) }
    case .not, .size, .indexList, .orElse: return nil
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
  /// An overload that has a node of its own, if the operands allow it.
  enum Shortcut: Sendable {
    case not, size, less, lessOrEqual, greater, greaterOrEqual
    case sum, difference, product, quotient, remainder
    case equals, notEquals, startsWith, endsWith, matches, indexList, indexMap
    /// An overload that evaluates its argument only if the receiver is none.
    case orElse

    /// The shortcuts by the overloads' ids.
    static let byID: [String: Shortcut] = [
      "logical_not": .not, "size_list": .size, "size_map": .size, "size_string": .size,
      "member_size_list": .size, "member_size_map": .size, "member_size_string": .size,
      "less_int64": .less, "less_equals_int64": .lessOrEqual, "greater_int64": .greater,
      "greater_equals_int64": .greaterOrEqual, "add_int64": .sum,
      "subtract_int64": .difference, "multiply_int64": .product, "divide_int64": .quotient,
      "modulo_int64": .remainder, "equals": .equals, "not_equals": .notEquals,
      "starts_with_string": .startsWith, "ends_with_string": .endsWith, "matches": .matches,
      "matches_string": .matches, "index_list": .indexList, "index_map": .indexMap,
      "optional_or_optional": .orElse, "optional_orValue_value": .orElse,
      "nullable_orValue_value": .orElse,
    ]
  }
}

/// `matches` with a pattern that is known.
final class MatchesNode: PlanNode {
  let operand: any PlanNode
  let pattern: Pattern
  let range: Range<Int>

  init(_ operand: any PlanNode, _ pattern: Pattern, _ range: Range<Int>) {
    self.operand = operand
    self.pattern = pattern
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value { .bool(try bool(&frame)) }

  func bool(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let value = try operand.value(&frame)
    guard case .string(let text) = value else {
      throw error(.noMatchingOverload("matches", value, .string("")))
    }
    return try run(&frame) { budget throws(Failure) in try pattern.matches(text, &budget) }
  }
}

/// A call of a function of a pattern that is known.
final class PatternCallNode: PlanNode {
  let name: String
  let body: Library.PatternBody
  let pattern: Pattern
  let arguments: [any PlanNode]
  let range: Range<Int>

  init(
    _ name: String, _ body: @escaping Library.PatternBody, _ pattern: Pattern,
    _ arguments: [any PlanNode], _ range: Range<Int>
  ) {
    self.name = name
    self.body = body
    self.pattern = pattern
    self.arguments = arguments
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var values: [Value] = []
    values.reserveCapacity(arguments.count)
    for argument in arguments { values.append(try argument.value(&frame)) }
    return try call(name, values, &frame) { budget throws(Failure) in
      try body(pattern, values, &budget)
    }
  }
}

extension Planner {
  /// Plans an equality or an index for which the operands' types allow a faster node.
  func equality(
    _ overloads: [Overload], _ arguments: [CheckedExpr.Node], _ nodes: [any PlanNode],
    _ range: Range<Int>
  ) -> (any PlanNode)? {
    guard overloads.count == 1, arguments.count == 2 else { return nil }
    let isNegated = overloads[0].shortcut == .notEquals
    let types = (arguments[0].type, arguments[1].type)
    switch overloads[0].shortcut {
    case .equals, .notEquals:
      if types == (.int, .int), !(nodes[0] is ConstantNode) || !(nodes[1] is ConstantNode) {
        return isNegated
          ? IntComparisonNode(.notEqual, nodes[0], nodes[1], range)
          : IntComparisonNode(.equal, nodes[0], nodes[1], range)
      }
      if let left = nodes[0].asPlace, let right = nodes[1].asPlace, hasNoNaN(types.0) {
        return SameNode(left, right, isNegated: isNegated, range)
      }
      return nil
    case .indexList:
      guard let place = nodes[0].asPlace, types.1 == .int else { return nil }
      return ElementNode(place, nodes[1], range)
    default: return nil
    }
  }
}

extension Planner {
  /// Returns true if the type alone limits how deep its values are nested.
  func hasBoundedDepth(_ type: Type) -> Bool {
    var open: Set<String> = []
    return hasBoundedDepth(type, &open)
  }

  private func hasBoundedDepth(_ type: Type, _ open: inout Set<String>) -> Bool {
    switch type {
    case .dyn, .parameter, .abstract: return false
    case .list(let element), .nullable(let element): return hasBoundedDepth(element, &open)
    case .map(_, let value): return hasBoundedDepth(value, &open)
    case .record(let name):
      guard open.insert(name).inserted, let shape = expr.environment.shape(name) else {
        return false
      }
      defer { open.remove(name) }
      return shape.fields.allSatisfy { hasBoundedDepth($0.type, &open) }
    default: return true
    }
  }
}

extension Planner {
  /// Returns true if no value of the type contains a NaN, so that each value equals itself.
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
      guard let shape = expr.environment.shape(name) else { return false }
      return shape.fields.allSatisfy { hasNoNaN($0.type, &seen) }
    default: return false
    }
  }
}
