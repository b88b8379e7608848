import CEL

/// How the changes of an action are undone: nothing is copied so that it can be put back.
struct ChangeLog: ~Copyable {
  private var noted = Stack<Change>()
  private var allKeys = Stack<Value>()
  /// Whether any change or key holds something that has to be let go of.
  private var holdsValues = false

  /// The changes, in their order; good until another one is noted.
  var changes: UnsafeBufferPointer<Change> { noted.elements }
  /// The indices and keys of the routes of all changes; good until another one is added.
  var keys: Route.Keys { allKeys.elements }

  struct Change {
    // Not counted: the rules hold it, which are there as long as their reducer.
    unowned(unsafe) let route: Route
    let firstKey: Int
    let undo: Undo

    func takeBack(
      in root: UnsafeMutablePointer<Value>, _ keys: Route.Keys
    ) throws(EvaluationError) {
      guard case .absence = undo else {
        let place = try route.place(in: root, keys, from: firstKey)
        return try undo.apply(to: &place.pointee)
      }
      let map = try route.place(in: root, keys, from: firstKey, steps: route.steps.count - 1)
      guard let key = route.lastKey(keys, from: firstKey) else { return }
      try map.pointee.modifyMap { $0[key] = nil }
    }
  }

  @inline(__always)
  mutating func append(key: consuming Value) {
    if !key.isPlain { holdsValues = true }
    allKeys.append(key)
  }

  /// Notes how what was changed at a place is undone; the route's keys are the last ones appended.
  @inline(__always)
  mutating func note(_ undo: consuming Undo, at route: Route, firstKey: Int) {
    if !undo.isPlain { holdsValues = true }
    noted.append(Change(route: route, firstKey: firstKey, undo: undo))
  }

  /// Undoes all changes, the last one first.
  mutating func undo(in root: UnsafeMutablePointer<Value>) {
    while let change = noted.popLast() {
      do throws(EvaluationError) {
        try change.takeBack(in: root, keys)
      } catch {
        preconditionFailure("a change cannot be undone: \(error.message)")
      }
    }
    allKeys.removeAll()
    holdsValues = false
  }

  /// Forgets all changes: they stay.
  @inline(__always)
  mutating func clear() {
    if holdsValues { return letGo() }
    noted.forgetAll()
    allKeys.forgetAll()
  }

  @inline(never)
  private mutating func letGo() {
    noted.removeAll()
    allKeys.removeAll()
    holdsValues = false
  }
}

extension Value {
  /// Whether the value holds nothing that would have to be let go of.
  @inline(__always)
  fileprivate var isPlain: Bool {
    switch self {
    case .int, .bool, .double, .null: true
    default: false
    }
  }
}

/// What undoes a change at a place.
enum Undo {
  /// Puts back what stood there.
  case value(Value)
  /// Removes the map's key, which was not there.
  case absence
  /// Puts an element back into a list.
  case insert(Value, at: Int)
  /// Removes elements from a list that were added to it.
  case remove(Range<Int>)
  /// Puts back what an element of a list was.
  case replace(Value, at: Int)
  case move(from: Int, to: Int)
  case swap(Int, Int)

  /// Whether what is put back holds nothing that would have to be let go of.
  @inline(__always)
  fileprivate var isPlain: Bool {
    switch self {
    case .absence, .remove, .move, .swap: true
    case .value(let value): value.isPlain
    case .insert, .replace: false
    }
  }

  fileprivate func apply(to value: inout Value) throws(EvaluationError) {
    if case .value(let old) = self {
      value = old
      return
    }
    guard let place = value.changingList() else { throw .typeMismatch(value, isNot: "a list") }
    switch self {
    case .insert(let element, let index): place.pointee.insert(element, at: index)
    case .remove(let range): for index in range.reversed() { place.pointee.remove(at: index) }
    case .replace(let element, let index): place.pointee[index] = element
    case .move(let from, let to): place.pointee.move(from: from, to: to)
    case .swap(let left, let right): place.pointee.swapAt(left, right)
    case .value, .absence: break
    }
  }
}
