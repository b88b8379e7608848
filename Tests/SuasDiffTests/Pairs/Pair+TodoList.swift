/// A list of things to do.
extension Pair {
  /// A list of texts, which has no end.
  static let todo = """
    suas: 1
    enums:
      Priority: [normal, urgent]
    types:
      TodoItem:
        title: string
        priority: Priority = normal
        isDone: bool = false
    states:
      TodoList:
        todos: list(TodoItem) = []
        lastTitle: string = ""
    actions:
      AddTodo: { title: string }
      RemoveTodo: { index: int }
      ToggleTodo: { index: int }
      RankTodo: { index: int, priority: Priority }
      ClearDone: {}
    reducers:
      TodoReducer:
        state: TodoList
        stateKey: todo
        on:
          AddTodo:
            - append: todos
              value: { title: "${action.title}" }
            - set: lastTitle
              value: ${action.title}
          RemoveTodo:
            - remove-at: todos
              index: action.index
          ToggleTodo:
            - toggle: todos[action.index].isDone
              when: action.index >= 0 && action.index < size(todos)
          RankTodo:
            - set: todos[action.index].priority
              value: ${action.priority}
          ClearDone:
            - remove: todos
              where: item.isDone
    """

  static let todos: [Pair] = [
    Pair("The same list", todo, todo),
    Pair(
      "At the start and not at the end", todo,
      replacing: "- append: todos", with: "- prepend: todos",
      // Two equal ones give the same list; done and undone ones, or ones of another rank, need more
      // steps.
      behaviour: ["2 AddTodo: state todo.todos.title"]),
    Pair(
      "An append that is an insert at the end", todo, replacing: "- append: todos",
      with: "- insert: todos\n          index: size(todos)"),
    Pair(
      "A second rule that is left out", todo,
      replacing: "\n        - set: lastTitle\n          value: ${action.title}", with: "",
      behaviour: ["1 AddTodo: state todo.lastTitle"]),
    // At the end of the list the guard lets through what the path refuses.
    Pair(
      "An index guard that is off by one", todo,
      replacing: "action.index < size(todos)", with: "action.index <= size(todos)",
      behaviour: ["1 ToggleTodo: refusal"]),
    Pair(
      "An index guard that is written otherwise", todo,
      replacing: "when: action.index >= 0 && action.index < size(todos)",
      with: "unless: action.index < 0 || size(todos) <= action.index"),
    // At 0 the path leaves the list; at 1 it is the place before.
    Pair(
      "An index that is off by one", todo, replacing: "todos[action.index].isDone",
      with: "todos[action.index - 1].isDone",
      behaviour: ["2 ToggleTodo: refusal, state todo.todos.isDone"]),
    Pair(
      "A condition that is turned around", todo, replacing: "where: item.isDone",
      with: "where: ${!item.isDone}", behaviour: ["2 ClearDone: state todo.todos"]),
    Pair(
      "Keeping the others instead of removing", todo,
      replacing: "- remove: todos\n          where: item.isDone",
      with: "- keep: todos\n          where: ${!item.isDone}"),
    Pair(
      "A toggle that only sets", todo, replacing: "- toggle: todos[action.index].isDone",
      with: "- set: todos[action.index].isDone\n          value: true",
      behaviour: ["3 ToggleTodo: state todo.todos.isDone"]),
    Pair(
      "A text that is written twice", todo,
      replacing: "- set: lastTitle\n          value: ${action.title}",
      with: "- set: lastTitle\n          value: ${action.title}${action.title}",
      behaviour: ["1 AddTodo: state todo.lastTitle"]),
  ]
}
