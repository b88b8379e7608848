import CEL
import Locking
import Suas
import SuasProgram

/// Converts an app's `Encodable` actions to the spec's actions of the same names.
package final class SpecActionReader: ActionReader {
  private let spec: CompiledSpec

  private let held = ExistentialAccess()
  private let lock = Lock()
  // Guarded by `lock`.
  private var meanings: [ObjectIdentifier: Meaning] = [:]

  /// The relation of a Swift type to the spec.
  private enum Meaning {
    case declared(ActionType)
    /// An encodable type whose name no declared action has.
    case undeclared
    /// A type that is not encodable and that the spec ignores.
    case foreign
  }

  package init(_ spec: CompiledSpec) {
    self.spec = spec
  }

  package var nativeType: any Action.Type { SpecAction.self }

  package var kindCount: Int { spec.actionTypes.count }

  package func kind(of action: Borrow<any Action>) -> Int? {
    guard let action = held.place(of: action, as: SpecAction.self) else {
      return kindElsewhere(of: action)
    }
    return kind(of: action.pointee.head)
  }

  @inline(__always)
  private func kind(of head: SpecAction.Head) -> Int? { spec.declares(head) ? head.id : nil }

  @inline(never)
  private func kindElsewhere(of action: Borrow<any Action>) -> Int? {
    held.read(action, as: SpecAction.self) { kind(of: $0.pointee.head) } ?? nil
  }

  @inline(__always)
  package func mayRefuse(_ action: Borrow<any Action>) -> Bool {
    guard let action = held.place(of: action, as: SpecAction.self) else {
      return mayRefuseElsewhere(action)
    }
    return action.pointee.head.incomplete != nil
  }

  @inline(never)
  private func mayRefuseElsewhere(_ action: Borrow<any Action>) -> Bool {
    held.read(action, as: SpecAction.self) { $0.pointee.head.incomplete != nil } ?? false
  }

  package func refusal(of action: Borrow<any Action>) -> ActionError? {
    held.read(action, as: SpecAction.self) { action in
      guard action.pointee.head.incomplete != nil, knows(action.pointee) else { return nil }
      return action.pointee.refusal
    } ?? nil
  }

  package func read(_ action: any Action) throws(ActionError) -> (any Action)? {
    guard case .declared(let type) = meaning(of: action), let action = action as? any Encodable
    else { return nil }
    return try spec.action(type, encoding: action)
  }

  package func knows(_ action: any Action) -> Bool {
    if let action = action as? SpecAction { return spec.declares(action) }
    if case .undeclared = meaning(of: action) { return false }
    return true
  }

  private func meaning(of action: any Action) -> Meaning {
    let type = type(of: action)
    lock.lock()
    defer { lock.unlock() }
    if let meaning = meanings[ObjectIdentifier(type)] { return meaning }
    let meaning: Meaning =
      if action is any Encodable {
        spec.actionType(String(describing: type)).map { .declared($0) } ?? .undeclared
      } else {
        .foreign
      }
    meanings[ObjectIdentifier(type)] = meaning
    return meaning
  }
}

extension CompiledSpec {
  /// True if the action was made by this spec or by a copy of it.
  package func declares(_ action: SpecAction) -> Bool { declares(action.type) }

  /// True if the type is one of this spec, so that its id is an index into the spec's tables.
  fileprivate func declares(_ type: SpecAction.Head) -> Bool {
    actionTypes.indices.contains(type.id) && actionTypes[type.id] === type
  }

  /// Makes the spec's action for an app's own action by encoding it.
  fileprivate func action(
    _ type: ActionType, encoding action: any Encodable
  ) throws(ActionError) -> SpecAction {
    let encoded: Encoded
    do {
      encoded = try Encoded(action)
    } catch {
      throw type.invalidPayload(message(of: error))
    }
    guard let fields = encoded.fields(of: type.payload, checked.types) else {
      throw type.invalidPayload("\(Swift.type(of: action)) is not encoded as fields")
    }
    return try maker(of: type.name).action(
      SpecAction.Payload(Dictionary(fields) { _, last in last }))
  }
}
