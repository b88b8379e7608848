/// Iterates over a list or a map with the variables of a macro in their slots.
struct Loop: Sendable {
  let over: any PlanNode
  let slots: [Int]

  init(_ over: any PlanNode, _ slots: [Int]) {
    self.over = over
    self.slots = slots
  }

  /// Runs `body` for every element until it returns false.
  ///
  /// The slots hold null afterwards, so that they keep no second reference to a value.
  func run(
    _ frame: inout Frame, _ range: Range<Int>,
    _ body: (inout Frame, _ element: Value) throws(EvaluationError) -> Bool
  ) throws(EvaluationError) {
    let value = try over.value(&frame)
    defer { for slot in slots { frame[slot] = .null } }
    switch value {
    case .list(let list):
      var index: Int64 = 0
      for item in list {
        try Self.spend(&frame, range)
        bind(&frame, .int(index), item, single: item)
        guard try body(&frame, item) else { return }
        index += 1
      }
    case .map(let map):
      for (key, item) in map {
        try Self.spend(&frame, range)
        bind(&frame, key, item, single: key)
        guard try body(&frame, key) else { return }
      }
    default:
      throw over.mismatch(value, "a list or a map")
    }
  }

  private func bind(_ frame: inout Frame, _ first: Value, _ second: Value, single: Value) {
    if slots.count == 2 {
      frame[slots[0]] = first
      frame[slots[1]] = second
    } else {
      frame[slots[0]] = single
    }
  }

  static func spend(
    _ frame: inout Frame, _ range: Range<Int>, _ cost: Int = 1
  ) throws(EvaluationError) {
    guard frame.budget >= cost else {
      throw frame.costExceeded(by: cost - frame.budget, range)
    }
    frame.budget -= cost
  }
}

/// `all` and `exists`: an element that decides the result absorbs the errors of the others.
final class QuantifierNode: PlanNode {
  let loop: Loop
  let body: any PlanNode
  let deciding: Bool
  let range: Range<Int>

  init(_ loop: Loop, _ body: any PlanNode, deciding: Bool, _ range: Range<Int>) {
    self.loop = loop
    self.body = body
    self.deciding = deciding
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value { .bool(try bool(&frame)) }

  func bool(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    var first: EvaluationError?
    var isDecided = false
    try loop.run(&frame, range) { (frame, _) throws(EvaluationError) in
      do throws(EvaluationError) {
        isDecided = try body.bool(&frame) == deciding
      } catch {
        if error.isFinal { throw error }
        first = first ?? error
      }
      return !isDecided
    }
    if isDecided { return deciding }
    if let first { throw first }
    return !deciding
  }
}

final class ExistsOneNode: PlanNode {
  let loop: Loop
  let body: any PlanNode
  let range: Range<Int>

  init(_ loop: Loop, _ body: any PlanNode, _ range: Range<Int>) {
    self.loop = loop
    self.body = body
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var count = 0
    try loop.run(&frame, range) { (frame, _) throws(EvaluationError) in
      if try body.bool(&frame) { count += 1 }
      return true
    }
    return .bool(count == 1)
  }
}

final class FilterNode: PlanNode {
  let loop: Loop
  let body: any PlanNode
  let range: Range<Int>

  init(_ loop: Loop, _ body: any PlanNode, _ range: Range<Int>) {
    self.loop = loop
    self.body = body
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var items: ContiguousArray<Value> = []
    try loop.run(&frame, range) { (frame, element) throws(EvaluationError) in
      if try body.bool(&frame) { items.append(element) }
      return true
    }
    return .list(List(items))
  }
}

/// `map` and `transformList`.
final class MapListNode: PlanNode {
  let loop: Loop
  let filter: (any PlanNode)?
  let body: any PlanNode
  let range: Range<Int>

  init(_ loop: Loop, _ filter: (any PlanNode)?, _ body: any PlanNode, _ range: Range<Int>) {
    self.loop = loop
    self.filter = filter
    self.body = body
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var items: ContiguousArray<Value> = []
    try loop.run(&frame, range) { (frame, _) throws(EvaluationError) in
      if let filter, !(try filter.bool(&frame)) { return true }
      items.append(try body.value(&frame))
      return true
    }
    return .list(List(items))
  }
}

/// `transformMap`, which keeps the keys, and `transformMapEntry`, which makes new ones.
final class TransformMapNode: PlanNode {
  let loop: Loop
  let filter: (any PlanNode)?
  let body: any PlanNode
  let isEntry: Bool
  let range: Range<Int>

  init(
    _ loop: Loop, _ filter: (any PlanNode)?, _ body: any PlanNode, isEntry: Bool,
    _ range: Range<Int>
  ) {
    self.loop = loop
    self.filter = filter
    self.body = body
    self.isEntry = isEntry
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var result = Map()
    try loop.run(&frame, range) { (frame, _) throws(EvaluationError) in
      if let filter, !(try filter.bool(&frame)) { return true }
      let key = frame[loop.slots[0]]
      let value = try body.value(&frame)
      guard isEntry else {
        result[key] = value
        return true
      }
      guard case .map(let entries) = value else { throw mismatch(value, "map") }
      for (key, value) in entries { try insert(key, value, into: &result) }
      return true
    }
    return .map(result)
  }
}

/// `optMap` and `optFlatMap`.
final class OptionalMapNode: PlanNode {
  let operand: any PlanNode
  let slot: Int
  let body: any PlanNode
  let isFlat: Bool
  let range: Range<Int>

  init(
    _ operand: any PlanNode, _ slot: Int, _ body: any PlanNode, isFlat: Bool, _ range: Range<Int>
  ) {
    self.operand = operand
    self.slot = slot
    self.body = body
    self.isFlat = isFlat
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let operand = try operand.value(&frame)
    guard case .optional(let inner) = operand else { throw mismatch(operand, "optional_type") }
    guard let inner else { return .optional(nil) }
    frame[slot] = inner
    defer { frame[slot] = .null }
    let result = try body.value(&frame)
    return isFlat ? result : .optional(result)
  }
}

/// `sortBy`: a stable sort by the body's value for each element.
final class SortByNode: PlanNode {
  let loop: Loop
  let body: any PlanNode
  let range: Range<Int>

  init(_ loop: Loop, _ body: any PlanNode, _ range: Range<Int>) {
    self.loop = loop
    self.body = body
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var items: [(key: Value, value: Value)] = []
    try loop.run(&frame, range) { (frame, element) throws(EvaluationError) in
      items.append((try body.value(&frame), element))
      return true
    }
    let sorted = try run(&frame) { budget throws(Failure) in
      try items.sortedByKey(&budget)
    }
    return .list(List(sorted))
  }
}

extension [(key: Value, value: Value)] {
  /// Sorts the values by their keys; the sort is stable, and NaN comes last.
  func sortedByKey(_ budget: inout Budget) throws(Failure) -> [Value] {
    guard let first = first?.key else { return [] }
    var cost = 0
    for (key, _) in self {
      guard key.compare(with: first) != nil, key.type == first.type else {
        throw .noMatchingOverload("sort", first, key)
      }
      cost += 1 + key.comparisonCost
    }
    try budget.spend(cost * (Int.bitWidth - count.leadingZeroBitCount))
    return indices.sorted { left, right in
      switch self[left].key.compare(with: self[right].key) {
      case .less: true
      case .greater: false
      case .unordered: (self[left].key.isNaN ? 1 : 0, left) < (self[right].key.isNaN ? 1 : 0, right)
      default: left < right
      }
    }.map { self[$0].value }
  }
}

extension Value {
  fileprivate var isNaN: Bool {
    guard case .double(let double) = self else { return false }
    return double.isNaN
  }
}

/// `closure`: all values that can be reached from a list's elements, each once, breadth first.
final class ClosureNode: PlanNode {
  let loop: Loop
  let body: any PlanNode
  let range: Range<Int>

  init(_ loop: Loop, _ body: any PlanNode, _ range: Range<Int>) {
    self.loop = loop
    self.body = body
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var found: ContiguousArray<Value> = []
    var seen = ValueSet()
    let roots = try loop.over.value(&frame)
    guard case .list(let list) = roots else { throw mismatch(roots, "list") }
    let slot = loop.slots[0]
    defer { frame[slot] = .null }
    try add(list, to: &found, &seen, &frame)
    var next = 0
    while next < found.count {
      // Each element takes memory: the list that the body returns, and an entry in `seen`.
      try Loop.spend(&frame, range, Self.costOfElement)
      frame[slot] = found[next]
      let value = try body.value(&frame)
      guard case .list(let list) = value else { throw mismatch(value, "list") }
      try add(list, to: &found, &seen, &frame)
      next += 1
    }
    return .list(List(found))
  }

  private static let costOfElement = 8

  private func add(
    _ list: List, to found: inout ContiguousArray<Value>, _ seen: inout ValueSet,
    _ frame: inout Frame
  ) throws(EvaluationError) {
    try run(&frame) { budget throws(Failure) in
      for item in list where try seen.insert(item, &budget) { found.append(item) }
    }
  }
}
