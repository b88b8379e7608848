import CEL

/// What the only rule of an action does, where it has no condition and finds all that it needs in the
/// sub-state and in the payload as they lie: nothing is evaluated, and no frame is made ready.
///
/// A shortcut does all of what the rule does or nothing: where anything is in its way it answers
/// false, and the rule runs, which knows what is to be said. So what is refused, and how, stands in
/// one place.
class Shortcut: @unchecked Sendable {
  /// Changes the sub-state and notes in the execution's log, which is empty, how that is undone; or
  /// answers false.
  func run(
    _ state: UnsafeMutablePointer<Record>, _ action: UnsafePointer<SpecAction>,
    _ execution: Execution
  ) -> Bool { false }

  /// The shortcut of what has none.
  static let absent = Shortcut()
}

/// Changes a value where it stands: in a field of the sub-state, or in a field of an element of a list
/// that is in one, whose index is in the payload.
final class PlaceShortcut: Shortcut, @unchecked Sendable {
  typealias Change =
    @Sendable (inout Value, UnsafePointer<SpecAction>) throws(EvaluationError) -> Void

  private let route: Route
  /// The payload's field that holds the index.
  private let index: Int?
  private let change: Change

  init?(_ target: TargetPlan, _ change: @escaping Change) {
    route = target.route
    index = target.index?.payloadField
    guard target.isPlain, route.isShort, route.takesIndex == (index != nil) else { return nil }
    self.change = change
  }

  override func run(
    _ state: UnsafeMutablePointer<Record>, _ action: UnsafePointer<SpecAction>,
    _ execution: Execution
  ) -> Bool {
    var key: Int64 = 0
    if let index {
      guard let int = action.int(index) else { return false }
      key = int
    }
    guard let place = route.shortWay(in: state, key) else { return false }
    if index != nil { execution.log.append(key: .int(key)) }
    execution.log.note(.value(place.pointee), at: route, firstKey: 0)
    do throws(EvaluationError) {
      try change(&place.pointee, action)
      return true
    } catch {
      execution.log.clear()
      return false
    }
  }
}

/// Changes a list in a field of the sub-state by the indices of elements, which are in the payload.
final class ElementsShortcut: Shortcut, @unchecked Sendable {
  private let list: ListField
  private let first: Int
  private let second: Int
  private let change: @Sendable (inout List, _ first: Int, _ second: Int) -> Undo

  init?(
    _ target: TargetPlan, _ first: Program, _ second: Program,
    _ change: @escaping @Sendable (inout List, _ first: Int, _ second: Int) -> Undo
  ) {
    guard let list = ListField(target), let first = first.payloadField,
      let second = second.payloadField
    else { return nil }
    self.list = list
    self.first = first
    self.second = second
    self.change = change
  }

  override func run(
    _ state: UnsafeMutablePointer<Record>, _ action: UnsafePointer<SpecAction>,
    _ execution: Execution
  ) -> Bool {
    guard let first = action.int(first), let second = action.int(second),
      let list = state.pointee.changingList(inField: self.list.slot),
      first >= 0, first < list.pointee.count, second >= 0, second < list.pointee.count
    else { return false }
    execution.log.note(
      change(&list.pointee, Int(first), Int(second)), at: self.list.route, firstKey: 0)
    return true
  }
}

/// Adds a value to a list in a field of the sub-state.
final class AdditionShortcut: Shortcut, @unchecked Sendable {
  private let list: ListField
  private let value: ValuePlan
  private let add: @Sendable (inout List, InsertedElements) -> Undo

  init?(
    _ target: TargetPlan, _ value: ValuePlan,
    _ add: @escaping @Sendable (inout List, InsertedElements) -> Undo
  ) {
    guard let list = ListField(target), !value.needsFrame else { return nil }
    self.list = list
    self.value = value
    self.add = add
  }

  override func run(
    _ state: UnsafeMutablePointer<Record>, _ action: UnsafePointer<SpecAction>,
    _ execution: Execution
  ) -> Bool {
    guard let list = state.pointee.changingList(inField: self.list.slot) else { return false }
    let undo = add(&list.pointee, .one(value.value(from: action)))
    execution.log.note(undo, at: self.list.route, firstKey: 0)
    return true
  }
}

/// A field of the sub-state that holds a list.
private struct ListField {
  let slot: Int
  let route: Route

  init?(_ target: TargetPlan) {
    guard target.isPlain, target.components.count == 1, case .field(let slot) = target.components[0]
    else { return nil }
    self.slot = slot
    route = target.route
  }
}

extension Program {
  /// The field of the payload that the value is; nil where it is anything else.
  var payloadField: Int? {
    guard let (slot, field) = knownField, slot == Execution.payloadSlot else { return nil }
    return field
  }
}

extension UnsafePointer<SpecAction> {
  /// The int that a field of the payload holds; nil where it holds something else.
  @inline(__always)
  func int(_ field: Int) -> Int64? {
    guard let record else { return pointee.int(field) }
    guard case .int(let int) = record.pointee[field] else { return nil }
    return int
  }
}
