final class ListNode: PlanNode {
  let elements: [(node: any PlanNode, isOptional: Bool)]
  let range: Range<Int>

  init(_ elements: [(node: any PlanNode, isOptional: Bool)], _ range: Range<Int>) {
    self.elements = elements
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var items: ContiguousArray<Value> = []
    items.reserveCapacity(elements.count)
    for element in elements {
      let value = try element.node.value(&frame)
      if element.isOptional {
        guard case .optional(let inner) = value else {
          throw mismatch(value, "optional_type")
        }
        if let inner { items.append(inner) }
      } else {
        items.append(value)
      }
    }
    return .list(List(items))
  }
}

final class MapNode: PlanNode {
  let entries: [(key: any PlanNode, value: any PlanNode, isOptional: Bool)]
  let range: Range<Int>

  init(
    _ entries: [(key: any PlanNode, value: any PlanNode, isOptional: Bool)], _ range: Range<Int>
  ) {
    self.entries = entries
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var map = Map()
    for entry in entries {
      let key = try entry.key.value(&frame)
      var value = try entry.value.value(&frame)
      if entry.isOptional {
        guard case .optional(let inner) = value else { throw mismatch(value, "optional_type") }
        guard let inner else { continue }
        value = inner
      }
      try entry.key.insert(key, value, into: &map)
    }
    return .map(map)
  }
}

extension PlanNode {
  /// Adds an entry (CEL spec, "Map Creation Expression": a repeated key is an error).
  func insert(_ key: Value, _ value: Value, into map: inout Map) throws(EvaluationError) {
    guard key.canBeKey else {
      throw error(.invalidArgument("\(key.type.name) can be no key of a map"))
    }
    guard map[key] == nil else {
      throw error(.invalidArgument("the key \(key.brief) is given twice"))
    }
    map[key] = value
  }
}

extension Value {
  var canBeKey: Bool {
    switch self {
    case .bool, .int, .uint, .string: true
    default: false
    }
  }
}

final class RecordNode: PlanNode {
  let shape: Shape
  let fields: [(slot: Int, node: any PlanNode, isOptional: Bool)]
  let range: Range<Int>
  private let blank: Record

  init(
    _ shape: Shape, _ fields: [(slot: Int, node: any PlanNode, isOptional: Bool)],
    _ range: Range<Int>
  ) {
    self.shape = shape
    self.fields = fields
    self.range = range
    blank = Record(shape, ContiguousArray(shape.fields.map { $0.default ?? .null }))
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var record = blank
    for field in fields {
      var value = try field.node.value(&frame)
      if field.isOptional {
        guard case .optional(let inner) = value else { throw mismatch(value, "optional_type") }
        guard let inner else { continue }
        value = inner
      }
      let declared = shape.fields[field.slot]
      guard declared.type.admits(value) else {
        throw mismatch(value, declared.type.description)
      }
      if let fit = declared.fit {
        do throws(Failure) {
          value = try fit(value)
        } catch {
          throw self.error(error)
        }
      }
      record[field.slot] = value
    }
    return .record(record)
  }
}
