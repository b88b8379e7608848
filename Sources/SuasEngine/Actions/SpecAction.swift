public import CEL
public import Suas
import SuasProgram

/// An action that a spec declares, with a payload that fits its type.
public struct SpecAction: Action, Sendable {
  // Three words, so that an `any Action` stores them inline.
  /// The action's type or, for a few actions, an ``Incomplete`` of that type.
  let head: Head
  /// The payload; nil if it is one int or two, which need no record of their own.
  let record: Record?
  /// The int of the payload, or both of its ints with 32 bits each.
  let ints: UInt64

  init(type: ActionType, payload: Record, incomplete: Incomplete? = nil) {
    head = incomplete ?? type
    record = payload
    ints = 0
  }

  init(type: ActionType, int: Int64) {
    head = type
    record = nil
    ints = UInt64(bitPattern: int)
  }

  /// Returns nil if an int does not fit in 32 bits.
  init?(type: ActionType, ints first: Int64, _ second: Int64) {
    guard let first = Int32(exactly: first), let second = Int32(exactly: second) else { return nil }
    head = type
    record = nil
    ints = UInt64(UInt32(bitPattern: first)) | UInt64(UInt32(bitPattern: second)) << 32
  }

  package var type: ActionType { head.type }

  /// A value for each declared field.
  public var payload: Record {
    if let record { return record }
    let shape = type.payload.shape
    return head.hasTwoFields
      ? Record(shape, .int(int(0)), .int(int(1))) : Record(shape, .int(int(0)))
  }

  /// The int in a field of the payload, for an action without a record.
  @inline(__always)
  func int(_ field: Int) -> Int64 {
    guard head.hasTwoFields else { return Int64(bitPattern: ints) }
    return Int64(Int32(truncatingIfNeeded: ints >> (32 * UInt64(field))))
  }

  /// The action's name in the spec.
  public var name: String { type.name }

  /// The fields that are filled when the action is dispatched.
  package var openFields: Set<String> {
    let fields = type.payload.fields
    return Set((head.incomplete?.pending ?? []).map { fields[$0.slot].name })
  }

  /// The error with which stores refuse the action: a broken constraint, or a payload that misfits.
  package var refusal: ActionError? { head.incomplete?.refusal }

  /// True if the payload is not the one that the app gave, since a value does not fit its field.
  package var isMisfit: Bool { refusal?.code == ActionType.invalidPayload }
}

extension SpecAction {
  /// A field that is filled when the action is dispatched, by its slot.
  typealias Pending = (slot: Int, value: LateDefault)

  /// The type of an action, alone or with the data of an ``Incomplete``.
  package class Head: @unchecked Sendable {
    package let id: Int
    /// True if the payload has two fields, so that `ints` holds two.
    fileprivate let hasTwoFields: Bool

    fileprivate init(id: Int, hasTwoFields: Bool) {
      self.id = id
      self.hasTwoFields = hasTwoFields
    }

    var incomplete: Incomplete? { nil }
    var type: ActionType { preconditionFailure("a head is a type or has one") }
  }

  /// The head of the few actions with pending defaults or a refusal.
  final class Incomplete: Head, @unchecked Sendable {
    fileprivate let pending: [Pending]
    fileprivate let refusal: ActionError?
    private let completeType: ActionType

    init(_ type: ActionType, pending: [Pending] = [], refusal: ActionError?) {
      completeType = type
      self.pending = pending
      self.refusal = refusal
      super.init(id: type.id, hasTwoFields: type.hasTwoFields)
    }

    override var incomplete: Incomplete? { self }
    override var type: ActionType { completeType }
  }

  /// The action with its late defaults filled in, which are evaluated when it is dispatched.
  ///
  /// - Parameters:
  ///   - now: Returns the time, which is the same for all fields of an action.
  ///   - makeIdentifier: Returns a new id. Both are called for each field, with the field.
  package func completed(
    now: (Shape.Field) -> Timestamp, makeIdentifier: (Shape.Field) -> String
  ) -> SpecAction {
    guard let incomplete = head.incomplete, !incomplete.pending.isEmpty else { return self }
    return filled(incomplete.pending, now: now, makeIdentifier: makeIdentifier)
  }

  func filled(
    _ pending: [Pending], now: (Shape.Field) -> Timestamp, makeIdentifier: (Shape.Field) -> String
  ) -> SpecAction {
    var payload = payload
    for (slot, value) in pending {
      let field = payload.shape.fields[slot]
      switch value {
      case .now: payload[slot] = .timestamp(now(field))
      case .uuid: payload[slot] = .string(makeIdentifier(field))
      }
    }
    return SpecAction(
      type: type, payload: payload, incomplete: refusal.map { Incomplete(type, refusal: $0) })
  }
}

/// An action type of a compiled spec; two specs never share one.
package final class ActionType: SpecAction.Head, @unchecked Sendable {
  package let name: String
  package let payload: RecordType

  init(id: Int, name: String, payload: RecordType) {
    self.name = name
    self.payload = payload
    super.init(id: id, hasTwoFields: payload.fields.count == 2)
  }

  override var type: ActionType { self }

  /// The code of the refusal of a payload that does not fit.
  static let invalidPayload = "invalid-payload"

  func invalidPayload(_ reason: String) -> ActionError {
    ActionError(
      code: Self.invalidPayload, message: EvaluationError.misfit(in: name, reason), place: nil)
  }

  /// The late defaults of the fields whose slots meet a condition.
  func pending(where isDefault: (Int) -> Bool) -> [SpecAction.Pending] {
    payload.fields.enumerated().compactMap { slot, field in
      isDefault(slot) ? field.lateDefault.map { (slot: slot, value: $0) } : nil
    }
  }
}
