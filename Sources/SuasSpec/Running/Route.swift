import CEL

/// The way from a sub-state to a place in it, with its names resolved.
final class Route: Sendable {
  enum Step: Sendable {
    /// A field of a record whose type is known.
    case field(Int)
    /// A field of an `any`: a map's key or a record's field.
    case member(String)
    /// An element of a list or the value of a map's key: the next of the route's keys.
    case element
  }

  let steps: ContiguousArray<Step>

  init(_ steps: ContiguousArray<Step>) { self.steps = steps }

  /// The indices and keys on routes, in order.
  typealias Keys = UnsafeBufferPointer<Value>

  /// The place that the route leads to, where it can be changed.
  ///
  /// - Parameters:
  ///   - first: Where the route's own keys begin.
  ///   - count: How many steps are taken.
  ///   - fallback: What is put at a key, the last of the route, that a map does not have.
  /// - Returns: The place, and whether it is such a key's.
  func place(
    in root: UnsafeMutablePointer<Value>, _ keys: Keys, from first: Int, steps count: Int,
    fallback: Value? = nil
  ) throws(EvaluationError) -> (UnsafeMutablePointer<Value>, isNew: Bool) {
    var place = root
    var key = first
    var isNew = false
    for index in 0..<count {
      switch steps[index] {
      case .field(let slot):
        guard let field = place.pointee.changingField(slot) else {
          throw .typeMismatch(place.pointee, isNot: "a record")
        }
        if case .null = field.pointee { try place.pointee.expectCase(slot) }
        place = field
      case .member(let name):
        (place, isNew) = try place.member(name, index == count - 1 ? fallback : nil)
      case .element:
        (place, isNew) = try place.element(keys[key], index == count - 1 ? fallback : nil)
        key += 1
      }
    }
    return (place, isNew)
  }

  /// What stands at the place, or after so many steps on the way to it.
  func read(
    _ root: Value, _ keys: Keys, from first: Int, steps count: Int
  ) throws(EvaluationError) -> Value {
    var value = root
    var key = first
    for step in steps.prefix(count) {
      switch step {
      case .field(let slot):
        guard case .record(let record) = value else {
          throw .typeMismatch(value, isNot: "a record")
        }
        value = try record.field(slot)
      case .member(let name):
        value = try value.member(name)
      case .element:
        value = try value.element(keys[key])
        key += 1
      }
    }
    return value
  }

  /// The key that the route ends in.
  func lastKey(_ keys: Keys, from first: Int) -> Value? {
    switch steps.last {
    case .member(let name)?: .string(name)
    case .element?: keys[first + steps.count { if case .element = $0 { true } else { false } } - 1]
    default: nil
    }
  }
}

extension UnsafeMutablePointer<Value> {
  /// The place of a list's element or of the value of a map's key.
  fileprivate func element(
    _ key: Value, _ fallback: Value?
  ) throws(EvaluationError) -> (Self, isNew: Bool) {
    if let count = pointee.listCount,
      let place = pointee.changingElement(try key.index(inListOf: count))
    {
      return (place, false)
    }
    guard case .map = pointee else { throw .typeMismatch(pointee, isNot: "a list or a map") }
    guard key.isMapKey else { throw .typeMismatch(key, isNot: "the key of a map") }
    if let place = pointee.changingEntry(key) { return (place, false) }
    guard let fallback else { throw .noSuchKey(key) }
    try pointee.modifyMap { $0[key] = fallback }
    guard let place = pointee.changingEntry(key) else { throw .noSuchKey(key) }
    return (place, true)
  }

  /// The place of a field or of a key's value, of a value whose type is not known.
  fileprivate func member(
    _ name: String, _ fallback: Value?
  ) throws(EvaluationError) -> (Self, isNew: Bool) {
    guard let slot = try pointee.slot(ofMember: name) else {
      return try element(.string(name), fallback)
    }
    guard let place = pointee.changingField(slot) else {
      throw .typeMismatch(pointee, isNot: "a record")
    }
    return (place, false)
  }
}

extension Value {
  fileprivate var listCount: Int? {
    if case .list(let list) = self { list.count } else { nil }
  }

  /// Refuses a variant's case that is not the present one.
  fileprivate func expectCase(_ slot: Int) throws(EvaluationError) {
    if case .record(let record) = self { _ = try record.field(slot) }
  }

  /// The slot of a record's field; nil for what is no record.
  func slot(ofMember name: String) throws(EvaluationError) -> Int? {
    guard case .record(let record) = self else { return nil }
    guard let slot = record.shape.slot(of: name) else {
      throw .noSuchField(.string(name), of: record.shape.name)
    }
    _ = try record.field(slot)
    return slot
  }
}
