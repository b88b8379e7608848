/// Something that happened, which reducers may answer with a new state.
///
/// An action needs nothing but a type: reducers tell actions apart by their Swift type.
public protocol Action {}

/// An action that many declared names share one Swift type for.
package protocol NamedAction: Action {
  /// What logs and refusals call the action.
  var actionName: String { get }
}

/// What logs and refusals call `action`: its own name if it has one, its type's otherwise.
package func name(of action: any Action) -> String {
  if let action = action as? any NamedAction { return action.actionName }
  return String(describing: type(of: action))
}
