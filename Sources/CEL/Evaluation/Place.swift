/// A node whose value is stored somewhere in the frame, so that it can be read without a copy.
///
/// The borrow is valid until the frame is changed or moved: a caller evaluates everything else
/// before it asks for a place. An evaluation never changes the values in the slots of declared
/// variables, and it changes a macro's slot only between the evaluations of the macro's body.
protocol PlaceNode: PlanNode {
  func place(_ frame: inout Frame) throws(EvaluationError) -> Borrow<Value>
}

extension PlaceNode {
  var asPlace: (any PlaceNode)? { self }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    try place(&frame).pointee
  }

  func bool(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let place = try place(&frame)
    guard case .bool(let bool) = place.pointee else { throw mismatch(place, "bool") }
    return bool
  }

  func int(_ frame: inout Frame) throws(EvaluationError) -> Int64 {
    let place = try place(&frame)
    guard case .int(let int) = place.pointee else { throw mismatch(place, "int") }
    return int
  }

  /// Returns the error for a value of a wrong type; a separate function, so that the path without
  /// errors saves no registers.
  @inline(never)
  func mismatch(_ place: Borrow<Value>, _ expected: String) -> EvaluationError {
    mismatch(place.pointee, expected)
  }
}

final class SlotNode: PlaceNode {
  let slot: Int
  let range: Range<Int>

  init(_ slot: Int, _ range: Range<Int>) {
    self.slot = slot
    self.range = range
  }

  func place(_ frame: inout Frame) throws(EvaluationError) -> Borrow<Value> {
    frame.place(slot)
  }
}

/// A field of the record in a slot.
final class SlotFieldNode: PlaceNode {
  let slot: Int
  let field: Int
  let range: Range<Int>

  init(_ slot: Int, _ field: Int, _ range: Range<Int>) {
    self.slot = slot
    self.field = field
    self.range = range
  }

  func place(_ frame: inout Frame) throws(EvaluationError) -> Borrow<Value> {
    let place = frame.place(slot)
    guard case .record(let record) = place.pointee, field < record.fieldCount else {
      throw mismatch(place, "a record")
    }
    return record.place(field)
  }
}

/// The place of a variable's value, or of a variable's field, that is found without calling a node.
enum KnownPlace: Sendable {
  case slot(Int32)
  /// A field of the record in a slot.
  case field(slot: Int32, Int32)
  /// A place that only the node can find.
  case elsewhere

  init(_ node: any PlanNode) {
    if let variable = node as? SlotNode {
      self = .slot(Int32(variable.slot))
    } else if let field = node as? SlotFieldNode {
      self = .field(slot: Int32(field.slot), Int32(field.field))
    } else {
      self = .elsewhere
    }
  }

  /// Returns the place of the value; nil if there is none, in which case the node reports the
  /// reason.
  @inline(__always)
  func place(_ frame: borrowing Frame) -> Borrow<Value>? {
    switch self {
    case .field(let slot, let field):
      guard slot < frame.count, case .record(let record) = frame.place(Int(slot)).pointee,
        field < record.fieldCount
      else { return nil }
      return record.place(Int(field))
    case .slot(let slot):
      return slot < frame.count ? frame.place(Int(slot)) : nil
    case .elsewhere:
      return nil
    }
  }

  /// Returns the int at the place; nil if there is none.
  @inline(__always)
  func int(_ frame: borrowing Frame) -> Int64? {
    guard let place = place(frame), case .int(let int) = place.pointee else { return nil }
    return int
  }
}

/// A field of a record whose shape is known.
final class FieldNode: PlaceNode {
  let operand: any PlaceNode
  let shape: Shape
  let slot: Int
  let range: Range<Int>

  init(_ operand: any PlaceNode, _ shape: Shape, _ slot: Int, _ range: Range<Int>) {
    self.operand = operand
    self.shape = shape
    self.slot = slot
    self.range = range
  }

  func place(_ frame: inout Frame) throws(EvaluationError) -> Borrow<Value> {
    let place = try operand.place(&frame)
    guard case .record(let record) = place.pointee, slot < record.fieldCount else {
      throw mismatch(place, shape.name)
    }
    let field = record.place(slot)
    if shape.isVariant, case .null = field.pointee {
      throw error(.noSuchCase(shape.fields[slot].name, in: shape.name))
    }
    return field
  }
}

/// An element of a list, at an index that is an int.
final class ElementNode: PlaceNode {
  let operand: any PlaceNode
  let index: IntSource
  let range: Range<Int>

  init(_ operand: any PlaceNode, _ index: any PlanNode, _ range: Range<Int>) {
    self.operand = operand
    self.index = IntSource(index)
    self.range = range
  }

  func place(_ frame: inout Frame) throws(EvaluationError) -> Borrow<Value> {
    let index = try index.int(&frame)
    let place = try operand.place(&frame)
    guard case .list(let list) = place.pointee else {
      throw mismatch(place, "list")
    }
    guard index >= 0, index < list.count else {
      throw error(.indexOutOfRange(String(index), count: list.count))
    }
    return list.place(Int(index))
  }
}

/// The value for a key of a map.
final class EntryNode: PlaceNode {
  let operand: any PlaceNode
  let key: any PlanNode
  let range: Range<Int>

  init(_ operand: any PlaceNode, _ key: any PlanNode, _ range: Range<Int>) {
    self.operand = operand
    self.key = key
    self.range = range
  }

  func place(_ frame: inout Frame) throws(EvaluationError) -> Borrow<Value> {
    let key = try key.value(&frame)
    let place = try operand.place(&frame)
    guard case .map(let map) = place.pointee else {
      throw mismatch(place, "map")
    }
    guard let value = map.place(key) else { throw error(.noSuchKey(key)) }
    return value
  }
}

/// The number of elements, entries or code points.
final class SizeNode: PlanNode {
  let operand: any PlaceNode
  let range: Range<Int>

  init(_ operand: any PlaceNode, _ range: Range<Int>) {
    self.operand = operand
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value { .int(try int(&frame)) }

  func int(_ frame: inout Frame) throws(EvaluationError) -> Int64 {
    let place = try operand.place(&frame)
    switch place.pointee {
    case .list(let list): return Int64(list.count)
    case .map(let map): return Int64(map.count)
    case .string(let string):
      let text = string
      return try run(&frame) { budget throws(Failure) in
        try budget.spend(bytes: text.utf8.count)
        return Int64(text.codePointCount)
      }
    case .bytes(let bytes): return Int64(bytes.count)
    default: throw error(.noMatchingOverload("size", place.pointee))
    }
  }
}

/// `startsWith` and `endsWith` for a text in the frame and a constant.
final class AffixNode: PlanNode {
  let operand: any PlaceNode
  let affix: ContiguousArray<UInt8>
  let isPrefix: Bool
  let range: Range<Int>

  init(_ operand: any PlaceNode, _ affix: String, isPrefix: Bool, _ range: Range<Int>) {
    self.operand = operand
    self.affix = ContiguousArray(affix.utf8)
    self.isPrefix = isPrefix
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value { .bool(try bool(&frame)) }

  func bool(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let place = try operand.place(&frame)
    guard case .string(let string) = place.pointee else {
      let name = isPrefix ? "startsWith" : "endsWith"
      throw error(.noMatchingOverload(name, place.pointee, .string("")))
    }
    let utf8 = string.utf8
    guard utf8.count >= affix.count else { return false }
    let skipped = isPrefix ? 0 : utf8.count - affix.count
    let fast = utf8.withContiguousStorageIfAvailable { bytes in
      affix.indices.allSatisfy { bytes[skipped + $0] == affix[$0] }
    }
    return fast ?? utf8.dropFirst(skipped).starts(with: affix)
  }
}

/// Compares two values in the frame whose type has no value that differs from itself, as NaN does,
/// so that parts that both share, as two versions of a state do, are skipped.
final class SameNode: PlanNode {
  let left: any PlaceNode
  let right: any PlaceNode
  let isNegated: Bool
  let range: Range<Int>

  init(
    _ left: any PlaceNode, _ right: any PlaceNode, isNegated: Bool, _ range: Range<Int>
  ) {
    self.left = left
    self.right = right
    self.isNegated = isNegated
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value { .bool(try bool(&frame)) }

  func bool(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let left = try left.value(&frame)
    let right = try right.place(&frame).pointee
    return try run(&frame) { budget throws(Failure) in
      try left.equals(right, &budget, skippingShared: true) != isNegated
    }
  }
}
