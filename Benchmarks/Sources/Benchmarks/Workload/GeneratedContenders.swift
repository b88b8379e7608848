import Suas

/// The workload with the functions that are generated from its spec, called directly.
final class GeneratedFunctionsContender: Contender {
  private struct AppState {
    var list: TodoList
    var settings = TodoSettings()
  }

  private var state: AppState
  private var listeners: [(TodoList) -> Void] = []
  private let counter = Counter()
  var notifications: Int { counter.count }

  required init(count: Int) {
    state = AppState(list: Self.list(count))
    listeners.append { [counter] _ in counter.count += 1 }
  }

  static func list(_ count: Int) -> TodoList {
    TodoList(todos: (0..<count).map { TodoItem(title: Titles.initial($0)) })
  }

  @inline(never)
  private func take(_ step: Step) {
    do throws(ActionError) {
      let isChanged =
        switch step {
        case .toggle(let index):
          try TodoReducer.toggleTodo(&state.list, ToggleTodo(index: Int64(index)))
        case .append(let title):
          TodoReducer.addTodo(&state.list, AddTodo(text: Titles.pool[title]))
        case .remove(let index):
          try TodoReducer.removeTodo(&state.list, RemoveTodo(index: Int64(index)))
        case .move(let from, let to):
          try TodoReducer.moveTodo(&state.list, MoveTodo(from: Int64(from), to: Int64(to)))
        }
      if isChanged { for listener in listeners { listener(state.list) } }
    } catch {
      fatalError("an action of the workload was refused: \(error)")
    }
  }

  func run(_ trace: [Step]) {
    for step in trace { take(step) }
  }

  func run(_ trace: [Step], keeping history: inout History) {
    for step in trace {
      take(step)
      history.keep(state)
    }
  }

  var checksum: Checksum { Checksum(of: state.list) }
}

/// The workload with the reducers that are generated from its spec, on the store.
final class GeneratedContender: Contender {
  private let store: Store
  private let counter = Counter()
  var notifications: Int { counter.count }

  required init(count: Int) {
    store = Suas.createStore(
      reducer: TodoReducer() + SettingsReducer(),
      state: ["TodoList": GeneratedFunctionsContender.list(count)] as KeyedState,
      middleware: BlockMiddleware { action, _, _, next in next(action) })
    store.addListener(forStateType: TodoList.self) { [counter] _ in counter.count += 1 }
  }

  private func dispatch(_ step: Step) {
    switch step {
    case .toggle(let index): store.dispatch(action: ToggleTodo(index: Int64(index)))
    case .append(let title): store.dispatch(action: AddTodo(text: Titles.pool[title]))
    case .remove(let index): store.dispatch(action: RemoveTodo(index: Int64(index)))
    case .move(let from, let to):
      store.dispatch(action: MoveTodo(from: Int64(from), to: Int64(to)))
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
    store.state.value(forKeyOfType: TodoList.self).map { Checksum(of: $0) } ?? Checksum()
  }
}

extension Checksum {
  fileprivate init(of list: TodoList) {
    self.init()
    for item in list.todos { add(item.title, item.isCompleted) }
  }
}
