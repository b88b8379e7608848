import CEL
import SuasProgram

/// The steps of operations on a list at its place.
extension OperationPlan {
  static func inserting(
    _ insertion: Operation.Insertion, into target: TargetPlan, at position: Operation.Position
  ) -> OperationPlan {
    switch position {
    case .start: adding(insertion, to: target) { list, added in list.insert(added, at: 0) }
    case .end: adding(insertion, to: target) { list, added in list.insert(added, at: list.count) }
    case .index(let index): inserting(insertion, into: target, at: index.planned())
    }
  }

  /// Adds elements to a list; `add` returns the inverse.
  private static func adding(
    _ insertion: Operation.Insertion, to target: TargetPlan,
    _ add: @escaping @Sendable (inout List, InsertedElements) -> Undo
  ) -> OperationPlan {
    let plan = InsertionPlan(insertion)
    let shortcut: Shortcut? =
      if case .one(let value) = plan { AdditionShortcut(target, value, add) } else { nil }
    return OperationPlan(shortcut: shortcut) { execution throws(EvaluationError) in
      let elements = try plan.evaluate(&execution.frame)
      try execution.spend(elements.count)
      try target.modifyList(execution) { add(&$0, elements) }
      return true
    }
  }

  private static func inserting(
    _ insertion: Operation.Insertion, into target: TargetPlan, at index: ExpressionPlan
  ) -> OperationPlan {
    let plan = InsertionPlan(insertion)
    return OperationPlan { execution throws(EvaluationError) in
      let index = try index.evaluateInt(&execution.frame)
      let elements = try plan.evaluate(&execution.frame)
      try target.modifyList(execution) { list throws(EvaluationError) in
        list.insert(elements, at: try index.index(inListOf: list.count, places: list.count + 1))
      }
      return true
    }
  }

  static func removing(from target: TargetPlan, at index: ExpressionPlan) -> OperationPlan {
    OperationPlan(changing: target, at: index) { list, index, _ in
      .insert(list.remove(at: index), at: index)
    }
  }

  static func moving(in target: TargetPlan, from: ExpressionPlan, to: ExpressionPlan)
    -> OperationPlan
  {
    OperationPlan(changing: target, at: from, and: to) { list, from, to in
      list.move(from: from, to: to)
      return .move(from: to, to: from)
    }
  }

  static func swapping(in target: TargetPlan, _ first: ExpressionPlan, _ second: ExpressionPlan)
    -> OperationPlan
  {
    OperationPlan(changing: target, at: first, and: second) { list, first, second in
      list.swapAt(first, second)
      return .swap(first, second)
    }
  }

  static func reversing(_ target: TargetPlan) -> OperationPlan {
    OperationPlan { execution throws(EvaluationError) in
      guard case .list(let list) = try target.read(execution) else {
        throw .typeMismatch(try target.read(execution), isNot: "a list")
      }
      try execution.spend(list.count)
      try target.modify(execution) { $0 = .list(List(list.reversed())) }
      return true
    }
  }

  static func upserting(
    _ value: PlannedTemplate, into target: TargetPlan, matching field: String
  ) -> OperationPlan {
    OperationPlan { execution throws(EvaluationError) in
      let value = try value.evaluate(&execution.frame)
      let key = try value.member(field)
      guard case .list(let list) = try target.readOrFallback(execution) else {
        throw .typeMismatch(try target.read(execution), isNot: "a list")
      }
      try execution.spend(list.count)
      var place = list.count
      for (index, element) in list.enumerated() where try element.member(field) == key {
        place = index
        break
      }
      try target.modifyList(execution) { list in
        guard place < list.count else {
          list.append(value)
          return .remove(place..<place + 1)
        }
        let old = list[place]
        list[place] = value
        return .replace(old, at: place)
      }
      return true
    }
  }
}

/// The plan of the elements that are inserted into a list.
private enum InsertionPlan: Sendable {
  case one(ValuePlan)
  case all(PlannedTemplate)

  init(_ insertion: Operation.Insertion) {
    switch insertion {
    case .one(let value): self = .one(.plan(value))
    case .all(let list): self = .all(list.planned())
    }
  }

  func evaluate(_ frame: inout Frame) throws(EvaluationError) -> InsertedElements {
    switch self {
    case .one(let plan):
      return .one(try plan.evaluate(&frame))
    case .all(let template):
      let value = try template.evaluate(&frame)
      guard case .list(let list) = value else { throw .typeMismatch(value, isNot: "a list") }
      return .all(list)
    }
  }
}

/// The elements that are inserted into a list.
enum InsertedElements {
  case one(Value)
  case all(List)

  var count: Int {
    switch self {
    case .one: 1
    case .all(let list): list.count
    }
  }
}

extension List {
  /// Inserts elements, the first of them at `index`, and returns the inverse.
  fileprivate mutating func insert(_ elements: InsertedElements, at index: Int) -> Undo {
    switch elements {
    case .one(let value): insert(value, at: index)
    case .all(let added):
      for (offset, value) in added.enumerated() { insert(value, at: index + offset) }
    }
    return .remove(index..<index + elements.count)
  }
}
