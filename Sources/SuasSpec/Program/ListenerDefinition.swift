import CEL
import YAML

/// A value made of the store, which listeners can be told of.
package struct SelectorDefinition<Expression: Sendable>: Sendable {
  package let name: String
  let place: SourceRange
  let condition: Test<Expression>?
  let value: Template<Expression>
  /// The number of its outcome.
  let point: Int
  /// The type of the values; `any` where it is not known.
  package let type: FieldType
}

package typealias CheckedSelector = SelectorDefinition<CheckedExpression>
package typealias PlannedSelector = SelectorDefinition<Program>

/// A listener that a spec declares.
package struct ListenerDefinition<Expression: Sendable>: Sendable {
  enum Subject: Sendable {
    case store
    /// By the reducer's place.
    case stateKey(Int)
    /// By the selector's place.
    case selector(Int)
  }

  enum Filter: Sendable {
    case always
    case changed
    case expression(Test<Expression>)
  }

  package let name: String
  let subject: Subject
  let filter: Filter
  let reactions: [DispatchDefinition<Expression>]
  /// The type of the value that the listener is told.
  package let type: FieldType
  /// The number of its outcome.
  let point: Int

  /// True if the value before a change plays a part.
  var readsOld: Bool {
    if case .always = filter { !reactions.isEmpty } else { true }
  }
}

package typealias CheckedListener = ListenerDefinition<CheckedExpression>
package typealias PlannedListener = ListenerDefinition<Program>

extension CheckedSelector {
  func planned() -> PlannedSelector {
    PlannedSelector(
      name: name, place: place, condition: condition?.planned(), value: value.planned(),
      point: point, type: type)
  }
}

extension CheckedListener {
  func planned() -> PlannedListener {
    let subject: PlannedListener.Subject =
      switch subject {
      case .store: .store
      case .stateKey(let slot): .stateKey(slot)
      case .selector(let index): .selector(index)
      }
    let filter: PlannedListener.Filter =
      switch filter {
      case .always: .always
      case .changed: .changed
      case .expression(let test): .expression(test.planned())
      }
    return PlannedListener(
      name: name, subject: subject, filter: filter, reactions: reactions.map { $0.planned() },
      type: type, point: point)
  }
}

extension PlannedSelector {
  /// The value that the selector makes of a store; nil where there is nothing to tell.
  package func select(
    _ store: Record, within limits: Limits, _ probe: Probe? = nil
  ) throws(EvaluationError) -> Value? {
    var frame = Frame(slots: [.record(store)], budget: limits.cost)
    if let condition, try !condition.isTrue(&frame, probe) { return nil }
    probe?.note(point)
    return try value.evaluate(&frame)
  }
}
