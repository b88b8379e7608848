import CEL
import YAML

/// Something made of the store that listeners can be told of.
package struct CheckedSelector: Sendable {
  package let name: String
  let place: SourceRange
  let condition: Program?
  let value: Template
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
    case expression(Program, SourceRange)
  }

  package let name: String
  let subject: Subject
  let filter: Filter
  let reactions: [CheckedDispatch]
  /// The type of what the listener is told.
  package let type: FieldType

  /// Whether what was before plays a part.
  var readsOld: Bool {
    if case .always = filter { !reactions.isEmpty } else { true }
  }
}

extension CheckedSelector {
  /// What the selector makes of a store; nil where there is nothing to tell.
  package func select(_ store: Record) throws(EvaluationError) -> Value? {
    var frame = Frame(slots: [.record(store)], budget: CompiledSpec.defaultBudget)
    if let condition, try !condition.evaluateBool(&frame) { return nil }
    return try value.evaluate(&frame)
  }
}
