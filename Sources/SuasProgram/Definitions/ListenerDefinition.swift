import CEL
import YAML

/// A value computed from the store, which listeners can subscribe to.
package struct SelectorDefinition<Expression: Sendable>: Sendable {
  package let name: String
  package let place: SourceRange
  package let condition: Test<Expression>?
  package let value: Template<Expression>
  /// The number of its outcome in the coverage.
  package let point: Int
  /// The type of the values; `any` if it is not known.
  package let type: FieldType

  package init(
    name: String, place: SourceRange, condition: Test<Expression>?, value: Template<Expression>,
    point: Int, type: FieldType
  ) {
    self.name = name
    self.place = place
    self.condition = condition
    self.value = value
    self.point = point
    self.type = type
  }
}

package typealias CheckedSelector = SelectorDefinition<CheckedExpression>
package typealias PlannedSelector = SelectorDefinition<ExpressionPlan>

/// A listener that a spec declares.
package struct ListenerDefinition<Expression: Sendable>: Sendable {
  package enum Subject: Sendable {
    case store
    /// A sub-state, by the index of its reducer.
    case stateKey(Int)
    /// A selector, by its index.
    case selector(Int)
  }

  package enum Filter: Sendable {
    case always
    case changed
    case expression(Test<Expression>)
  }

  package let name: String
  package let subject: Subject
  package let filter: Filter
  package let reactions: [ReactionDefinition<Expression>]
  /// The type of the value that the listener receives.
  package let type: FieldType
  /// The number of its outcome in the coverage.
  package let point: Int

  package init(
    name: String, subject: Subject, filter: Filter, reactions: [ReactionDefinition<Expression>],
    type: FieldType, point: Int
  ) {
    self.name = name
    self.subject = subject
    self.filter = filter
    self.reactions = reactions
    self.type = type
    self.point = point
  }

  /// True if the listener needs the value before a change.
  package var readsOld: Bool {
    if case .always = filter { !reactions.isEmpty } else { true }
  }
}

package typealias CheckedListener = ListenerDefinition<CheckedExpression>
package typealias PlannedListener = ListenerDefinition<ExpressionPlan>

extension CheckedSelector {
  package func planned() -> PlannedSelector {
    PlannedSelector(
      name: name, place: place, condition: condition?.planned(), value: value.planned(),
      point: point, type: type)
  }
}

extension CheckedListener {
  package func planned() -> PlannedListener {
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
