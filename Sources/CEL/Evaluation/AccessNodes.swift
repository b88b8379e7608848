/// A field of a record that the operand computes, so that the record has no place in the frame.
final class MadeFieldNode: PlanNode {
  let operand: any PlanNode
  let shape: Shape
  let slot: Int
  let range: Range<Int>

  init(_ operand: any PlanNode, _ shape: Shape, _ slot: Int, _ range: Range<Int>) {
    self.operand = operand
    self.shape = shape
    self.slot = slot
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let value = try operand.value(&frame)
    guard case .record(let record) = value, slot < record.fieldCount else {
      throw mismatch(value, shape.name)
    }
    let field = record[slot]
    if shape.isVariant, field == .null {
      throw error(.noSuchCase(shape.fields[slot].name, in: shape.name))
    }
    return field
  }
}

/// The presence of a record's field: a field that may be null is present unless it is null.
final class HasFieldNode: PlanNode {
  let operand: any PlanNode
  let shape: Shape
  let slot: Int
  let range: Range<Int>

  init(_ operand: any PlanNode, _ shape: Shape, _ slot: Int, _ range: Range<Int>) {
    self.operand = operand
    self.shape = shape
    self.slot = slot
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value { .bool(try bool(&frame)) }

  func bool(_ frame: inout Frame) throws(EvaluationError) -> Bool {
    let value = try operand.value(&frame)
    guard case .record(let record) = value, slot < record.fieldCount else {
      throw mismatch(value, shape.name)
    }
    return record[slot] != .null
  }
}

/// A field of a partial record, which is a map.
final class PartNode: PlanNode {
  let operand: any PlanNode
  let name: String
  let shape: Shape
  let range: Range<Int>

  init(_ operand: any PlanNode, _ name: String, _ shape: Shape, _ range: Range<Int>) {
    self.operand = operand
    self.name = name
    self.shape = shape
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let value = try operand.value(&frame)
    guard case .map(let fields) = value else { throw mismatch(value, shape.name) }
    guard let field = fields[name] else { throw error(.fieldNotThere(name, in: shape.name)) }
    return field
  }
}

/// A selection whose operand's type is known only at run time.
final class SelectNode: PlanNode {
  enum Use { case value, presence, optional }

  let operand: any PlanNode
  let name: String
  let use: Use
  let range: Range<Int>

  init(_ operand: any PlanNode, _ name: String, _ use: Use, _ range: Range<Int>) {
    self.operand = operand
    self.name = name
    self.use = use
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var operand = try operand.value(&frame)
    var isOptional = use == .optional
    if case .optional(let inner) = operand {
      guard let inner else { return use == .presence ? .bool(false) : .optional(nil) }
      operand = inner
      isOptional = true
    }
    do throws(Failure) {
      let found = try operand.field(name)
      switch use {
      case .presence: return .bool(found != nil)
      case _ where isOptional: return .optional(found)
      default:
        if let found { return found }
        return try operand.absent(name)
      }
    } catch {
      throw self.error(error)
    }
  }
}

extension Value {
  /// Returns the value of the field or key `name`; nil if the key is absent or the field holds
  /// null.
  func field(_ name: String) throws(Failure) -> Value? {
    switch self {
    case .map(let map): return map[name]
    case .record(let record):
      guard let slot = record.shape.slot(of: name) else {
        throw .noSuchField(name, in: record.shape.name)
      }
      let field = record[slot]
      return field == .null ? nil : field
    case .null: throw .nullValue
    default: throw Failure("no-matching-overload", "\(type.name) has no fields, so no '\(name)'")
    }
  }

  /// Returns the value of an absent field: null, or an error if the operand is a map or a variant.
  fileprivate func absent(_ name: String) throws(Failure) -> Value {
    guard case .record(let record) = self else { throw .noSuchKey(.string(name)) }
    if record.shape.isVariant { throw .noSuchCase(name, in: record.shape.name) }
    return .null
  }
}

/// An index whose operand's type is known only at run time, and `a[?b]`: an absent element is an
/// error, or `optional.none()` if the index or the operand is optional.
final class IndexNode: PlanNode {
  let operand: any PlanNode
  let index: any PlanNode
  let isOptional: Bool
  let range: Range<Int>

  init(_ operand: any PlanNode, _ index: any PlanNode, isOptional: Bool, _ range: Range<Int>) {
    self.operand = operand
    self.index = index
    self.isOptional = isOptional
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    var operand = try operand.value(&frame)
    var isOptional = isOptional
    if case .optional(let inner) = operand {
      guard let inner else { return .optional(nil) }
      operand = inner
      isOptional = true
    }
    let index = try index.value(&frame)
    do throws(Failure) {
      let element = try operand.element(at: index)
      return isOptional ? .optional(element) : element
    } catch {
      guard isOptional, error.isAbsence else { throw self.error(error) }
      return .optional(nil)
    }
  }
}

extension Failure {
  /// True if the error says that there is nothing at an index or key.
  fileprivate var isAbsence: Bool { code == "index-out-of-range" || code == "no-such-key" }
}

/// `or` and `orValue`: the right side is evaluated only if the left one has no value.
final class OrNode: PlanNode {
  let left: any PlanNode
  let right: any PlanNode
  let isValue: Bool
  let range: Range<Int>

  init(_ left: any PlanNode, _ right: any PlanNode, isValue: Bool, _ range: Range<Int>) {
    self.left = left
    self.right = right
    self.isValue = isValue
    self.range = range
  }

  func value(_ frame: inout Frame) throws(EvaluationError) -> Value {
    let value = try left.value(&frame)
    switch value {
    case .optional(nil): return try right.value(&frame)
    case .null where isValue: return try right.value(&frame)
    case .optional(let inner?): return isValue ? inner : value
    default:
      guard isValue else { throw mismatch(value, "optional_type") }
      return value
    }
  }
}
