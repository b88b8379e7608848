/// An event, to which reducers may respond with a new state.
///
/// An action needs nothing but a type: reducers distinguish actions by their Swift type. It is
/// `Sendable`, since it may be dispatched on one thread and observed on another.
public protocol Action: Sendable {}

/// An action whose name is not that of its Swift type: the type is shared by many actions, or a name
/// of another language is no name of a type.
public protocol NamedAction: Action {
  /// The name of the action in logs and refusals.
  var actionName: String { get }
}

/// Returns the name of `action` in logs and refusals: its own name if it has one, otherwise the
/// name of its type.
package func name(of action: any Action) -> String {
  if let action = action as? any NamedAction { return action.actionName }
  return String(describing: type(of: action))
}
