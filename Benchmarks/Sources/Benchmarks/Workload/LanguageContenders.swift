/// The workload with a history of the last 100 states of the list.
final class HistoryContender: PreparedContender {
  override class var text: String { spec(history: "history: { limit: 100, ignore: [Fill] }") }
}

/// The workload with a guard that reads another sub-state through `store`.
final class StoreContender: PreparedContender {
  override class var text: String {
    spec(
      toggle: """
        { toggle: 'todos[action.index].isCompleted', when: "store.TodoSettings.textColor == 'white'" }
        """)
  }
}

/// The workload with rules that call functions and use shared rules.
final class SharedRulesContender: PreparedContender {
  override class var text: String {
    spec(
      declaring: """
        functions:
          made: { params: { text: string }, returns: TodoItem, value: "TodoItem{title: text}" }
          isIn: { params: { list: list(TodoItem), index: int }, value: index < size(list) }
        rules:
          add: { of: TodoList, params: { text: string }, do: [{ append: todos, value: "${made(text)}" }] }
          drop: { of: TodoList, params: { at: int }, do: [{ remove-at: todos, index: at }] }
          flip: { of: TodoItem, do: [{ toggle: isCompleted }] }
        """,
      add: "{ use: add, with: { text: '${action.text}' } }",
      remove: "{ use: drop, with: { at: '${action.index}' }, when: 'isIn(todos, action.index)' }",
      toggle: "{ use: flip, on: 'todos[action.index]' }")
  }
}
