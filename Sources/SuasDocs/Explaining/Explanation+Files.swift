extension Explanation.Example {
  /// Returns the whole file for an example: a spec, or a scenario file beside the sample spec.
  package func file(of text: String) -> String {
    switch setting {
    case .file, .scenario: text + "\n"
    case .sections, .searching: "suas: 1\n\(text)\n"
    case .rules, .running: Self.sampleSpec(rules: text)
    case .reacting: Self.sampleSpec(rules: "- set: note\n  value: ${action.text}", listeners: text)
    case .untested: ""
    }
  }

  /// Returns the spec to which the rules and scenario files of examples refer.
  package static func sampleSpec(rules: String, listeners: String = "") -> String {
    """
    suas: 1
    enums:
      Color: [red, green, white]
    types:
      TodoItem: { title: string, isCompleted: bool = false }
    states:
      TodoList:
        todos: { type: list(TodoItem), default: [{ title: Milk }] }
        color: Color = red
        count: int = 1
        quantity: { type: int, default: 1, where: self > 0 }
        note: string?
        prices: { type: map(int), default: { milk: 2 } }
        extra: { type: any, default: { size: large, count: 2 } }
    actions:
      Do: { index: int = 0, amount: int = 1, text: string = Tea }
    invariants:
      count-is-small: store.TodoList.count <= 10
    transitions:
      count-never-falls: { that: new.TodoList.count >= old.TodoList.count }
    at-rest:
      much-is-saved: store.TodoList.quantity < 7 || pending.SaveAll > 0
    reducers:
      TodoReducer:
        state: TodoList
        on:
          Do:
    \(rules.indented(by: 8))
    listeners:
      everything: {}
    \(listeners.indented(by: 2))
    middleware: [async]
    effects:
      SaveAll: { run: { write-file: { path: todo.json, value: "${store.TodoList}" } } }

    """
  }
}

extension String {
  fileprivate func indented(by count: Int) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { String(repeating: " ", count: count) + $0 }.joined(separator: "\n")
  }
}
