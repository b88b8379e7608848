import Suas

/// The workload with reducers as in Suas's documentation, on the same store: action types, a chain
/// of casts, and a copy of the state that is changed and returned.
class HandWrittenContender: Contender {
  private let store: Store
  private let counter = Counter()
  var notifications: Int { counter.count }

  struct TodoItem {
    var title: String
    var isCompleted: Bool
  }
  struct TodoList { var todos: [TodoItem] }
  struct TodoSettings {
    var backgroundColor: String
    var textColor: String
  }

  struct AddTodo: Action { let text: String }
  struct RemoveTodo: Action { let index: Int }
  struct MoveTodo: Action { let from, to: Int }
  struct ToggleTodo: Action { let index: Int }
  struct SetBackground: Action { let color: String }

  struct TodoReducer: Reducer {
    var initialState = TodoList(todos: [])

    func reduce(state: TodoList, action: any Action) -> TodoList? {
      if let action = action as? AddTodo {
        var changed = state
        changed.todos = changed.todos + [TodoItem(title: action.text, isCompleted: false)]
        return changed
      }
      if let action = action as? RemoveTodo {
        var changed = state
        changed.todos.remove(at: action.index)
        return changed
      }
      if let action = action as? MoveTodo {
        var changed = state
        let item = changed.todos.remove(at: action.from)
        changed.todos.insert(item, at: action.to)
        return changed
      }
      if let action = action as? ToggleTodo {
        var changed = state
        var item = changed.todos[action.index]
        item.isCompleted = !item.isCompleted
        changed.todos[action.index] = item
        return changed
      }
      return nil
    }
  }

  struct SettingsReducer: Reducer {
    var initialState = TodoSettings(backgroundColor: "red", textColor: "white")

    func reduce(state: TodoSettings, action: any Action) -> TodoSettings? {
      guard let action = action as? SetBackground else { return nil }
      var changed = state
      changed.backgroundColor = action.color
      return changed
    }
  }

  required init(count: Int) {
    let items = (0..<count).map { TodoItem(title: Titles.initial($0), isCompleted: false) }
    store = Suas.createStore(
      reducer: TodoReducer() + SettingsReducer(), state: TodoList(todos: items),
      middleware: BlockMiddleware { action, _, _, next in next(action) })
    listen(to: store, counter)
  }

  /// Adds the listener that counts.
  func listen(to store: Store, _ counter: Counter) {
    store.addListener(forStateType: TodoList.self) { _ in counter.count += 1 }
  }

  private func dispatch(_ step: Step) {
    switch step {
    case .toggle(let index): store.dispatch(action: ToggleTodo(index: index))
    case .append(let title): store.dispatch(action: AddTodo(text: Titles.pool[title]))
    case .remove(let index): store.dispatch(action: RemoveTodo(index: index))
    case .move(let from, let to): store.dispatch(action: MoveTodo(from: from, to: to))
    }
  }

  func run(_ trace: [Step]) {
    for step in trace { dispatch(step) }
  }

  func run(_ trace: [Step], keeping history: inout History) {
    for step in trace {
      dispatch(step)
      history.keep(store.state)
    }
  }

  var checksum: Checksum {
    var checksum = Checksum()
    for item in store.state.value(forKeyOfType: TodoList.self)?.todos ?? [] {
      checksum.add(item.title, item.isCompleted)
    }
    return checksum
  }
}
