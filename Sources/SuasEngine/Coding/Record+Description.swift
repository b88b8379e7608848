import CEL
import Suas
import SuasProgram

// The form of a spec's actions and sub-states in logs.

extension SpecAction: NamedAction {
  public var actionName: String { name }
}

extension SpecAction: CustomStringConvertible {
  /// The name and the payload: `AddTodo(text: "Buy milk")`.
  public var description: String {
    let fields = zip(payload.shape.fields, payload.fields).map { "\($0.name): \($0.shown($1))" }
    return "\(name)(\(fields.joined(separator: ", ")))"
  }
}

extension Record: CustomStringConvertible {
  /// The record as an expression would write it: `TodoItem{title: "Buy milk", isCompleted: false}`.
  public var description: String { "\(Value.record(self))" }
}
