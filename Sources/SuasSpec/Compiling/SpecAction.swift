import CEL
import Suas

/// An action that a spec declares, with a payload that fits its type.
public struct SpecAction: Action, Sendable {
  // Three words, so that an `any Action` holds them without a box of its own.
  package let type: ActionType
  /// A value for each declared field.
  public let payload: Record
  private let incomplete: Incomplete?

  init(type: ActionType, payload: Record, incomplete: Incomplete? = nil) {
    self.type = type
    self.payload = payload
    self.incomplete = incomplete
  }

  /// The action's name in the spec.
  public var name: String { type.name }

  /// Why no store takes the action: its payload breaks a constraint, or does not fit.
  var refusal: ActionError? { incomplete?.refusal }
}

/// Logs and chains show an action by its name in the spec.
extension SpecAction {
  /// A field that is filled when the action is dispatched, by its slot.
  typealias Pending = (slot: Int, value: LateDefault)

  /// What few actions have.
  final class Incomplete: Sendable {
    fileprivate let pending: [Pending]
    fileprivate let refusal: ActionError?

    init(pending: [Pending] = [], refusal: ActionError?) {
      self.pending = pending
      self.refusal = refusal
    }
  }

  /// The action with the defaults filled that are read when it is dispatched.
  package func completed(
    now: Timestamp, random: inout some RandomNumberGenerator
  ) -> SpecAction {
    guard let incomplete, !incomplete.pending.isEmpty else { return self }
    return filled(incomplete.pending, now: now, random: &random)
  }

  func filled(
    _ pending: [Pending], now: Timestamp, random: inout some RandomNumberGenerator
  ) -> SpecAction {
    var payload = payload
    for (slot, value) in pending {
      switch value {
      case .now: payload[slot] = .timestamp(now)
      case .uuid: payload[slot] = .string(random.uuid())
      }
    }
    return SpecAction(
      type: type, payload: payload, incomplete: refusal.map { Incomplete(refusal: $0) })
  }
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

  /// The late defaults among the fields in certain slots.
  func pending(where isDefault: (Int) -> Bool) -> [SpecAction.Pending] {
    payload.fields.enumerated().compactMap { slot, field in
      isDefault(slot) ? field.lateDefault.map { (slot: slot, value: $0) } : nil
    }
  }
}
