/// The workload in the fastest form that is possible by hand without a library: an enum of actions,
/// and arrays that are changed in place.
final class BestCaseContender: Contender {
  struct TodoItem {
    var title: String
    var isCompleted: Bool
  }
  struct TodoList { var todos: [TodoItem] }
  struct TodoSettings { var backgroundColor = "red", textColor = "white" }
  struct AppState {
    var list: TodoList
    var settings = TodoSettings()
  }

  enum Action {
    case add(String)
    case remove(Int)
    case move(Int, Int)
    case toggle(Int)
    case setBackground(String)
  }

  private var state: AppState
  private var listeners: [(TodoList) -> Void] = []
  private let counter = Counter()
  var notifications: Int { counter.count }

  required init(count: Int) {
    state = AppState(
      list: TodoList(
        todos: (0..<count).map { TodoItem(title: Titles.initial($0), isCompleted: false) }))
    listeners.append { [counter] _ in counter.count += 1 }
  }

  @inline(never)
  private func dispatch(_ action: Action) {
    switch action {
    case .add(let text): state.list.todos.append(TodoItem(title: text, isCompleted: false))
    case .remove(let index): state.list.todos.remove(at: index)
    case .move(let from, let to):
      let item = state.list.todos.remove(at: from)
      state.list.todos.insert(item, at: to)
    case .toggle(let index): state.list.todos[index].isCompleted.toggle()
    case .setBackground(let color):
      state.settings.backgroundColor = color
      return
    }
    for listener in listeners { listener(state.list) }
  }

  private func take(_ step: Step) {
    switch step {
    case .toggle(let index): dispatch(.toggle(index))
    case .append(let title): dispatch(.add(Titles.pool[title]))
    case .remove(let index): dispatch(.remove(index))
    case .move(let from, let to): dispatch(.move(from, to))
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

  var checksum: Checksum {
    var checksum = Checksum()
    for item in state.list.todos { checksum.add(item.title, item.isCompleted) }
    return checksum
  }
}
