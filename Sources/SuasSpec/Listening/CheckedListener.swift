import CEL
import YAML

/// Something made of the store that listeners can be told of.
package struct CheckedSelector: Sendable {
  package let name: String
  let place: SourceRange
  let condition: CheckedTest?
  let value: Template
  /// The number of its outcome.
  let point: Int
  /// The type of the values; `any` where it is not known.
  package let type: FieldType
}

/// A listener that is ready to be added to a store.
package struct CheckedListener: Sendable {
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
    case expression(CheckedTest)
  }

  package let name: String
  let subject: Subject
  let filter: Filter
  let reactions: [CheckedDispatch]
  /// The type of what the listener is told.
  package let type: FieldType
  /// The number of its outcome.
  let point: Int

  /// Whether what was before plays a part.
  var readsOld: Bool {
    if case .always = filter { !reactions.isEmpty } else { true }
  }
}

extension CheckedSelector {
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
