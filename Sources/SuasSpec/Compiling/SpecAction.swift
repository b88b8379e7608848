import CEL
import Suas

/// An action that a spec declares, with a payload that fits its type.
public struct SpecAction: Action, Sendable {
  package let type: ActionType
  public let payload: Record

  /// Why no store takes the action: its payload breaks a constraint.
  let refusal: ActionError?

  init(type: ActionType, payload: Record, refusal: ActionError?) {
    self.type = type
    self.payload = payload
    self.refusal = refusal
  }

  /// The action's name in the spec.
  public var name: String { type.name }
}

/// An action type of a compiled spec; two specs never share one.
package final class ActionType: Sendable {
  package let id: Int
  package let name: String
  package let payload: RecordType

  init(id: Int, name: String, payload: RecordType) {
    self.id = id
    self.name = name
    self.payload = payload
  }

  func invalidPayload(_ message: String) -> ActionError {
    ActionError(
      code: "invalid-payload", message: "action '\(name)' is not made so: \(message)", place: nil)
  }
}
