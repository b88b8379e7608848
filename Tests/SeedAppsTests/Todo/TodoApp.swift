import Suas

/// A todo list.
enum TodoApp {
  // Not nested here, so that its key is that of the spec.
  typealias TodoList = SeedAppsTests.TodoList
  typealias TodoItem = SeedAppsTests.TodoItem

  struct AddTodo: Action, Encodable { let text: String }
  struct RemoveTodo: Action, Encodable { let index: Int }
  struct MoveTodo: Action, Encodable {
    let from: Int
    let to: Int
  }
  struct ToggleTodo: Action, Encodable { let index: Int }

  struct TodoReducer: Reducer {
    var initialState = TodoList(todos: [])

    func reduce(state: TodoList, action: any Action) -> TodoList? {
      var list = state
      switch action {
      case let action as AddTodo:
        list.todos.append(TodoItem(title: action.text, isCompleted: false))
      case let action as RemoveTodo:
        list.todos.remove(at: action.index)
      case let action as MoveTodo:
        list.todos.insert(list.todos.remove(at: action.from), at: action.to)
      case let action as ToggleTodo:
        list.todos[action.index].isCompleted.toggle()
      default:
        return nil
      }
      return list
    }
  }

  /// The same reducer as a block, which handles only adding and removing.
  static func blockReducer() -> BlockReducer<TodoList> {
    BlockReducer(initialState: TodoList(todos: [])) { state, action in
      if let action = action as? AddTodo {
        return TodoList(todos: state.todos + [TodoItem(title: action.text, isCompleted: false)])
      }
      if let action = action as? RemoveTodo {
        var list = state
        list.todos.remove(at: action.index)
        return list
      }
      return nil
    }
  }

  static let spec = """
    suas: 1
    types:
      TodoItem: { title: string, isCompleted: bool = false }
    states:
      TodoList: { todos: "list(TodoItem) = []" }
    actions:
      AddTodo: { text: string }
      RemoveTodo: { index: int }
      MoveTodo: { from: int, to: int }
      ToggleTodo: { index: int }
    reducers:
      TodoReducer:
        state: TodoList
        on:
          AddTodo: [{ append: todos, value: { title: "${action.text}" } }]
          RemoveTodo: [{ remove-at: todos, index: action.index }]
          MoveTodo: [{ move: todos, from: action.from, to: action.to }]
          ToggleTodo: [{ toggle: "todos[action.index].isCompleted" }]
    """
}
