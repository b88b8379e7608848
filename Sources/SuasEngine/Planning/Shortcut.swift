import CEL
import SuasProgram

/// The fast form of an action's only rule, if it has no condition and all that it needs is in the
/// sub-state and the payload: it evaluates nothing and prepares no frame.
///
/// A shortcut does all that the rule does, or nothing: if anything prevents it, it returns false
/// and the rule runs, which then reports the error. So there is one place that decides on refusals.
class Shortcut: @unchecked Sendable {
  /// Changes the sub-state and notes the inverse in the execution's log, which is empty; or changes
  /// nothing and returns false.
  func run(
    _ state: Inout<Record>, _ action: Borrow<SpecAction>,
    _ execution: Execution
  ) -> Bool { false }

  /// The shortcut of rules that have none.
  static let absent = Shortcut()
}

/// Changes a value in place: in a field of the sub-state, or in a field of an element of a list in
/// such a field, with the index in the payload.
final class PlaceShortcut: Shortcut, @unchecked Sendable {
  typealias Change =
    @Sendable (inout Value, Borrow<SpecAction>) throws(EvaluationError) -> Void

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
    _ state: Inout<Record>, _ action: Borrow<SpecAction>,
    _ execution: Execution
  ) -> Bool {
    var key: Int64 = 0
    if let index {
      guard let int = action.int(index) else { return false }
      key = int
    }
    guard let place = route.shortWay(in: &state.pointee, key) else { return false }
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

/// Changes a list in a field of the sub-state at the indices of elements, which are in the payload.
final class ElementsShortcut: Shortcut, @unchecked Sendable {
  private let list: ListField
  private let first: Int
  private let second: Int
  private let change: @Sendable (inout List, _ first: Int, _ second: Int) -> Undo

  package init?(
    _ target: TargetPlan, _ first: ExpressionPlan, _ second: ExpressionPlan,
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
    _ state: Inout<Record>, _ action: Borrow<SpecAction>,
    _ execution: Execution
  ) -> Bool {
    guard let first = action.int(first), let second = action.int(second),
      let count = state.pointee.listCount(inField: list.slot),
      first >= 0, first < count, second >= 0, second < count
    else { return false }
    let isDone: Void? = state.pointee.modifyIfList(inField: list.slot) {
      execution.log.note(change(&$0, Int(first), Int(second)), at: list.route, firstKey: 0)
    }
    return isDone != nil
  }
}

/// Adds a value to a list in a field of the sub-state.
final class AdditionShortcut: Shortcut, @unchecked Sendable {
  private let list: ListField
  private let value: ValuePlan
  private let add: @Sendable (inout List, InsertedElements) -> Undo

  package init?(
    _ target: TargetPlan, _ value: ValuePlan,
    _ add: @escaping @Sendable (inout List, InsertedElements) -> Undo
  ) {
    guard let list = ListField(target), !value.needsFrame else { return nil }
    self.list = list
    self.value = value
    self.add = add
  }

  override func run(
    _ state: Inout<Record>, _ action: Borrow<SpecAction>,
    _ execution: Execution
  ) -> Bool {
    let isDone: Void? = state.pointee.modifyIfList(inField: list.slot) {
      execution.log.note(
        add(&$0, .one(value.value(from: action))), at: list.route, firstKey: 0)
    }
    return isDone != nil
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

extension ExpressionPlan {
  /// The field of the payload that the plan reads; nil if it reads anything else.
  var payloadField: Int? {
    guard let (slot, field) = knownField, slot == Execution.payloadSlot else { return nil }
    return field
  }
}

extension Borrow<SpecAction> {
  /// The int in a field of the payload; nil if the field holds something else.
  @inline(__always)
  func int(_ field: Int) -> Int64? {
    guard let record = pointee.record else { return pointee.int(field) }
    guard case .int(let int) = record.place(field).pointee else { return nil }
    return int
  }
}
