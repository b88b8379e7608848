import CEL
import Suas

/// An action that a spec declares, with a payload that fits its type.
public struct SpecAction: Action, Sendable {
  package let type: ActionType
  public let payload: Record

  /// The fields that are filled when the action is dispatched, by their slots.
  let pending: [(slot: Int, value: LateDefault)]
  /// Why no store takes the action: its payload breaks a constraint.
  let refusal: ActionError?

  init(
    type: ActionType, payload: Record, pending: [(slot: Int, value: LateDefault)] = [],
    refusal: ActionError?
  ) {
    self.type = type
    self.payload = payload
    self.pending = pending
    self.refusal = refusal
  }

  /// The action with the defaults filled that are read when it is dispatched.
  package func completed(
    now: Timestamp, random: inout some RandomNumberGenerator
  ) -> SpecAction {
    guard !pending.isEmpty else { return self }
    var payload = payload
    for (slot, value) in pending {
      switch value {
      case .now: payload[slot] = .timestamp(now)
      case .uuid: payload[slot] = .string(random.uuid())
      }
    }
    return SpecAction(type: type, payload: payload, refusal: refusal)
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
