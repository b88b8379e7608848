import CEL
import Suas

/// Makes a spec's actions of an app's `Encodable` actions that bear their names.
final class SpecActionReader: ActionReader {
  private let spec: CompiledSpec

  private let lock = Lock()
  // Guarded by `lock`.
  private var kinds: [ObjectIdentifier: Kind] = [:]

  /// What a Swift type is to the spec.
  private enum Kind {
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
    return spec.actionTypes.indices.contains(head.id) && spec.actionTypes[head.id] === head
      ? head.id : nil
  }

  func read(_ action: any Action) throws(ActionError) -> (any Action)? {
    guard case .declared(let type) = kind(of: action), let action = action as? any Encodable
    else { return nil }
    return try spec.action(type, encoding: action)
  }

  func knows(_ action: any Action) -> Bool {
    if let action = action as? SpecAction { return spec.declares(action) }
    if case .undeclared = kind(of: action) { return false }
    return true
  }

  private func kind(of action: any Action) -> Kind {
    let type = type(of: action)
    lock.lock()
    defer { lock.unlock() }
    if let kind = kinds[ObjectIdentifier(type)] { return kind }
    let kind: Kind =
      if action is any Encodable {
        spec.actionType(String(describing: type)).map { .declared($0) }
          ?? .undeclared
      } else {
        .foreign
      }
    kinds[ObjectIdentifier(type)] = kind
    return kind
  }
}

extension CompiledSpec {
  /// Whether the action was made by this spec, or a copy of it.
  func declares(_ action: SpecAction) -> Bool {
    actionTypes.indices.contains(action.type.id) && actionTypes[action.type.id] === action.type
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
