extension Explanation.Example {
  /// The file that an example makes, whole: a spec, or a scenario file beside the sample spec.
  package func file(of text: String) -> String {
    switch setting {
    case .file, .scenario: text + "\n"
    case .sections: "suas: 1\n\(text)\n"
    case .rules, .running: Self.sampleSpec(rules: text)
    case .untested: ""
    }
  }

  /// The spec that rules and scenario files of examples speak of.
  package static func sampleSpec(rules: String) -> String {
    let lines = rules.split(separator: "\n", omittingEmptySubsequences: false)
    return """
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
      listeners:
        everything: {}
      middleware: [async]
      effects:
        SaveAll: { run: { write-file: { path: todo.json, value: "${store.TodoList}" } } }
      reducers:
        TodoReducer:
          state: TodoList
          on:
            Do:
      \(lines.map { "        \($0)" }.joined(separator: "\n"))

      """
  }
}
