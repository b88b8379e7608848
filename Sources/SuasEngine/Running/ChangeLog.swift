import CEL
import SuasProgram

/// A log of an action's changes that can undo them without a copy of the state.
struct ChangeLog: ~Copyable {
  private var noted = Stack<Change>()
  private var allKeys = Stack<Value>()
  /// True if any change or key holds something that must be released.
  private var holdsValues = false

  /// The changes, in their order; good until another one is noted.
  var changes: BorrowedElements<Change> { noted.elements }
  /// The indices and keys of the routes of all changes; valid until another one is added.
  var keys: Route.Keys { allKeys.elements }

  struct Change {
    // Not counted: the rules hold it, which are there as long as their reducer.
    private let uncountedRoute: UnretainedReference<Route>
    let firstKey: Int
    let undo: Undo

    var route: Route { uncountedRoute.object }

    init(route: Route, firstKey: Int, undo: consuming Undo) {
      uncountedRoute = UnretainedReference(route)
      self.firstKey = firstKey
      self.undo = undo
    }

    /// The place of the change.
    func place(
      in root: Inout<Value>, _ keys: Route.Keys
    ) throws(EvaluationError) -> Inout<Value> {
      try route.place(in: root, keys, from: firstKey, steps: route.steps.count)
    }

    func takeBack(
      in root: Inout<Value>, _ keys: Route.Keys
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

  /// Notes how to undo a change at a place; the route's keys are the last ones appended.
  @inline(__always)
  mutating func note(_ undo: consuming Undo, at route: Route, firstKey: Int) {
    if !undo.isPlain { holdsValues = true }
    noted.append(Change(route: route, firstKey: firstKey, undo: undo))
  }

  /// Undoes all changes, the last one first.
  mutating func undo(in root: Inout<Value>) {
    undo(in: root, downTo: 0)
    allKeys.removeAll()
    holdsValues = false
  }

  /// Undoes all changes but the first `count`, the last one first.
  mutating func undo(in root: Inout<Value>, downTo count: Int) {
    var undoing = Undoing(root: root)
    while noted.count > count, let change = noted.popLast() { undoing.undo(change, keys) }
  }

  /// Forgets all changes but the first `count`, since an earlier one puts back all that they changed.
  mutating func forget(downTo count: Int) {
    while noted.count > count { _ = noted.popLast() }
  }

  /// Undoes changes one after the other, the last one first.
  struct Undoing {
    private var root: Inout<Value>
    /// The values around those that shared rules changed.
    private var outer: [Inout<Value>] = []

    init(root: Inout<Value>) { self.root = root }

    mutating func undo(_ change: Change, _ keys: Route.Keys) {
      do throws(EvaluationError) {
        switch change.undo {
        case .closing:
          outer.append(root)
          root = try change.place(in: root, keys)
        case .opening: root = outer.popLast() ?? root
        default: try change.takeBack(in: root, keys)
        }
      } catch {
        preconditionFailure("a change cannot be undone: \(error.message)")
      }
    }
  }

  /// Forgets all changes, which can then no longer be undone.
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
  /// True if the value holds nothing that must be released.
  @inline(__always)
  fileprivate var isPlain: Bool {
    switch self {
    case .int, .bool, .double, .null: true
    default: false
    }
  }
}

/// The inverse of a change at a place.
enum Undo {
  /// Restores the old value.
  case value(Value)
  /// Removes the map's key, which was not there.
  case absence
  /// Puts an element back into a list.
  case insert(Value, at: Int)
  /// Removes elements from a list that were added to it.
  case remove(Range<Int>)
  /// Restores an element of a list.
  case replace(Value, at: Int)
  case move(from: Int, to: Int)
  case swap(Int, Int)
  /// The changes that follow, up to the closing, are those of a shared rule at the place.
  case opening
  case closing

  /// True if the inverse holds nothing that must be released.
  @inline(__always)
  fileprivate var isPlain: Bool {
    switch self {
    case .absence, .remove, .move, .swap, .opening, .closing: true
    case .value(let value): value.isPlain
    case .insert, .replace: false
    }
  }

  fileprivate func apply(to value: inout Value) throws(EvaluationError) {
    if case .value(let old) = self {
      value = old
      return
    }
    try value.modifyList { list in
      switch self {
      case .insert(let element, let index): list.insert(element, at: index)
      case .remove(let range): for index in range.reversed() { list.remove(at: index) }
      case .replace(let element, let index): list[index] = element
      case .move(let from, let to): list.move(from: from, to: to)
      case .swap(let left, let right): list.swapAt(left, right)
      case .value, .absence, .opening, .closing: break
      }
    }
  }
}
