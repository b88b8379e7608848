import CEL
import Locking
import Suas

/// Makes a spec's actions of an app's `Encodable` actions that bear their names.
final class SpecActionReader: ActionReader {
  private let spec: CompiledSpec

  private let lock = Lock()
  // Guarded by `lock`.
  private var meanings: [ObjectIdentifier: Meaning] = [:]

  /// What a Swift type is to the spec.
  private enum Meaning {
    case declared(ActionType)
    /// It could be encoded, but no declared action bears its name.
    case undeclared
    /// The type of what the spec has nothing to do with.
    case foreign
  }

  init(_ spec: CompiledSpec) {
    self.spec = spec
  }

  var nativeType: any Action.Type { SpecAction.self }

  var kindCount: Int { spec.actionTypes.count }

  func kind(of action: UnsafePointer<any Action>) -> Int? {
    guard let action = action.held(as: SpecAction.self) else { return nil }
    let head = action.pointee.head
    return spec.declares(head) ? head.id : nil
  }

  func refusal(of action: UnsafePointer<any Action>) -> ActionError? {
    guard let action = action.held(as: SpecAction.self), action.pointee.head.incomplete != nil,
      knows(action.pointee)
    else { return nil }
    return action.pointee.refusal
  }

  func read(_ action: any Action) throws(ActionError) -> (any Action)? {
    guard case .declared(let type) = meaning(of: action), let action = action as? any Encodable
    else { return nil }
    return try spec.action(type, encoding: action)
  }

  func knows(_ action: any Action) -> Bool {
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
  /// Whether the action was made by this spec, or a copy of it.
  func declares(_ action: SpecAction) -> Bool { declares(action.type) }

  /// Whether it is a type of this spec, by whose id other things are found.
  fileprivate func declares(_ type: SpecAction.Head) -> Bool {
    actionTypes.indices.contains(type.id) && actionTypes[type.id] === type
  }

  /// The action that an app's own value stands for.
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
