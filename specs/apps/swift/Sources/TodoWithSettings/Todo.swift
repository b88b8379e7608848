import Suas

/// A list of things to do, changed by the lines that it reads.
@main
struct Todo {
  static func main() {
    let store = AppStore.make()
    let errors = store.addErrorListener { print("refused: \($0.message)") }
    defer { errors.removeListener() }
    while let line = readLine() {
      guard let action = action(line) else {
        print("add TEXT, toggle NUMBER, background COLOR, text COLOR, over")
        continue
      }
      store.dispatch(action: action)
      show(AppState(store.state))
    }
  }

  /// The action that a line stands for.
  private static func action(_ line: String) -> (any Action)? {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let argument = words.dropFirst().first ?? ""
    switch words.first {
    case "add": return AddTodo(text: argument)
    case "toggle": return Int64(argument).map { ToggleTodo(index: $0) }
    case "background": return Color(rawValue: argument).map { SetBackground(color: $0) }
    case "text": return Color(rawValue: argument).map { SetText(color: $0) }
    case "over": return StartOver()
    default: return nil
    }
  }

  private static func show(_ state: AppState) {
    print("\(state.settings.textColor) on \(state.settings.backgroundColor)")
    for todo in state.todos.todos { print(todo.isCompleted ? "[x]" : "[ ]", todo.title) }
  }
}
