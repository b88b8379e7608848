import CEL
import SuasProgram

/// The path from a sub-state to a place in it, with its names resolved.
final class Route: Sendable {
  // Ints only, so that following a route copies nothing and counts no references.
  enum Step: Sendable {
    /// A field of a record whose type is known.
    case field(Int32)
    /// A text key of a map, by its index in `names`.
    case member(Int32)
    /// An element of a list or the value for a map's key, with the next of the route's keys; the maps
    /// in an `any` have texts as keys.
    case element(inAny: Bool)
  }

  let steps: ContiguousArray<Step>
  private let names: [String]
  private let form: Form

  /// The forms of most routes, which are followed without a look at each step.
  private enum Form {
    case field(Int32)
    /// A field of an element of the list in a field.
    case elementField(list: Int32, Int32)
    case long

    init(_ steps: ContiguousArray<Step>) {
      self = .long
      guard case .field(let first)? = steps.first else { return }
      if steps.count == 1 {
        self = .field(first)
      } else if steps.count == 3, case .element = steps[1], case .field(let last) = steps[2] {
        self = .elementField(list: first, last)
      }
    }
  }

  init(_ components: [Target.Component]) {
    var names: [String] = []
    steps = ContiguousArray(
      components.map { component in
        switch component {
        case .field(let slot): return .field(Int32(slot))
        case .element(let key): return .element(inAny: key.isInAny)
        case .member(let name):
          names.append(name)
          return .member(Int32(names.count - 1))
        }
      })
    self.names = names
    form = Form(steps)
  }

  /// The indices and keys on routes, in order.
  typealias Keys = BorrowedElements<Value>

  func name(_ member: Int32) -> String { names[Int(member)] }

  /// The place that the route leads to, as a pointer through which it can be changed.
  ///
  /// - Parameter first: The index in `keys` at which the route's own keys begin.
  @inline(__always)
  func place(
    in root: Inout<Value>, _ keys: Keys, from first: Int
  ) throws(EvaluationError) -> Inout<Value> {
    if isShort,
      let place = root.pointee.modifyIfRecord({ shortWay(in: &$0, index(keys, first)) }) ?? nil
    {
      return place
    }
    return try place(in: root, keys, from: first, steps: steps.count)
  }

  /// True if the route has one of the common forms.
  var isShort: Bool { if case .long = form { false } else { true } }
  /// True if a route of a common form takes an index.
  var takesIndex: Bool { if case .elementField = form { true } else { false } }

  /// The index on a short route; -1, which is in no list, for a key that is not an index.
  @inline(__always)
  private func index(_ keys: Keys, _ first: Int) -> Int64 {
    if takesIndex, case .int(let index) = keys[first] { index } else { -1 }
  }

  /// The place that a route of a common form leads to; nil if only the step-by-step way can find
  /// the place or the error.
  @inline(__always)
  func shortWay(
    in record: inout Record, _ index: Int64
  ) -> Inout<Value>? {
    let place: Inout<Value>?
    switch form {
    case .field(let slot):
      place = record.changingField(Int(slot))
    case .elementField(let list, let slot):
      place = record.changingField(Int(slot), ofElement: index, inField: Int(list))
    case .long:
      return nil
    }
    // A null field may be a case that is not the present one.
    guard let place, !place.pointee.isNull else { return nil }
    return place
  }

  /// The place after the first `count` steps of the route, as a pointer to change it.
  ///
  /// - Parameters:
  ///   - first: The index in `keys` at which the route's own keys begin.
  ///   - count: The number of steps to take.
  func place(
    in root: Inout<Value>, _ keys: Keys, from first: Int, steps count: Int
  ) throws(EvaluationError) -> Inout<Value> {
    var place = root
    var key = first
    for index in 0..<count {
      switch steps[index] {
      case .field(let slot):
        place = try place.field(Int(slot))
      case .member(let member):
        place = try place.element(.string(name(member)), nil).place
      case .element(let inAny):
        place = try place.element(keys[key], nil, inAny: inAny).place
        key += 1
      }
    }
    return place
  }

  /// The place that the route leads to; `fallback` is put there if it is a missing key of a map.
  func place(
    in root: Inout<Value>, _ keys: Keys, from first: Int, default fallback: Value?
  ) throws(EvaluationError) -> (place: Inout<Value>, isNew: Bool) {
    let outer = steps.count - 1
    switch steps.last {
    case nil: return (root, false)
    case .field?: return (try place(in: root, keys, from: first, steps: outer + 1), false)
    case .member(let member)?:
      return try place(in: root, keys, from: first, steps: outer)
        .element(.string(name(member)), fallback)
    case .element(let inAny)?:
      return try place(in: root, keys, from: first, steps: outer)
        .element(keys[lastKeyIndex(from: first)], fallback, inAny: inAny)
    }
  }

  /// Reads the value after the first `count` steps of the route.
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
        value = try record.field(Int(slot))
      case .member(let member):
        value = try value.element(.string(name(member)))
      case .element(let inAny):
        if inAny, case .map = value { try keys[key].expectMapKey(inAny: true) }
        value = try value.element(keys[key])
        key += 1
      }
    }
    return value
  }

  /// The key at the end of the route; nil if it does not end in one.
  func lastKey(_ keys: Keys, from first: Int) -> Value? {
    switch steps.last {
    case .member(let member)?: .string(name(member))
    case .element?: keys[lastKeyIndex(from: first)]
    default: nil
    }
  }

  /// The index in `keys` of the last of the route's own keys.
  private func lastKeyIndex(from first: Int) -> Int {
    first + steps.count { if case .element = $0 { true } else { false } } - 1
  }
}

extension Inout<Value> {
  /// The place of a field of a record whose type is known.
  @inline(__always)
  fileprivate func field(_ slot: Int) throws(EvaluationError) -> Self {
    guard let field = pointee.changingField(slot) else {
      throw .typeMismatch(pointee, isNot: "a record")
    }
    if case .null = field.pointee { try pointee.expectCase(slot) }
    return field
  }

  /// The place of an element of a list or of the value for a map's key.
  @inline(__always)
  fileprivate func element(
    _ key: Value, _ fallback: Value?, inAny: Bool = false
  ) throws(EvaluationError) -> (place: Self, isNew: Bool) {
    if let count = pointee.listCount,
      let place = pointee.changingElement(try key.index(inListOf: count))
    {
      return (place, false)
    }
    return try entry(key, fallback, inAny)
  }

  // The rest is separate, so that the path to a list's element has few registers to save.

  @inline(never)
  private func entry(
    _ key: Value, _ fallback: Value?, _ inAny: Bool
  ) throws(EvaluationError) -> (place: Self, isNew: Bool) {
    guard case .map = pointee else { throw .typeMismatch(pointee, isNot: "a list or a map") }
    try key.expectMapKey(inAny: inAny)
    if let place = pointee.changingEntry(key) { return (place, false) }
    guard let fallback else { throw .noSuchKey(key) }
    try pointee.modifyMap { $0[key] = fallback }
    guard let place = pointee.changingEntry(key) else { throw .noSuchKey(key) }
    return (place, true)
  }
}

extension Value {
  @inline(__always)
  fileprivate var isNull: Bool { if case .null = self { true } else { false } }

  fileprivate var listCount: Int? {
    if case .list(let list) = self { list.count } else { nil }
  }

  /// Throws if the value cannot be the key of a map.
  fileprivate func expectMapKey(inAny: Bool) throws(EvaluationError) {
    if case .string = self { return }
    guard isMapKey, !inAny else { throw .typeMismatch(self, isNot: "the key of a map") }
  }

  /// Throws if the slot is a variant's case that is not the present one.
  @inline(never)
  fileprivate func expectCase(_ slot: Int) throws(EvaluationError) {
    if case .record(let record) = self { _ = try record.field(slot) }
  }
}
