import Suas

struct TodoTitles: Codable, Equatable {
  var todos: [String]
}

struct TodoSettings: Codable, Equatable {
  var backgroundColor: SettingsApp.Color
  var textColor: SettingsApp.Color
}

/// A todo list, and another screen with the colours in which it is shown: two states, two reducers.
enum SettingsApp {
  enum Color: String, Codable { case red, green, white, black }

  // Not nested here, so that its key is that of the spec.
  typealias TodoSettings = SeedAppsTests.TodoSettings

  struct AddTodo: Action, Encodable { let text: String }
  struct ChangeBackgroundColor: Action, Encodable { let color: Color }
  struct ChangeTextColor: Action, Encodable { let color: Color }

  struct TodoReducer: Reducer {
    var initialState = TodoTitles(todos: [])

    func reduce(state: TodoTitles, action: any Action) -> TodoTitles? {
      (action as? AddTodo).map { TodoTitles(todos: state.todos + [$0.text]) }
    }
  }

  struct SettingsReducer: Reducer {
    var initialState = TodoSettings(backgroundColor: .red, textColor: .white)

    func reduce(state: TodoSettings, action: any Action) -> TodoSettings? {
      changed(state, by: action)
    }
  }

  /// Returns the settings after an action; `nil` if the action does not change them.
  static func changed(_ state: TodoSettings, by action: any Action) -> TodoSettings? {
    var settings = state
    switch action {
    case let action as ChangeBackgroundColor: settings.backgroundColor = action.color
    case let action as ChangeTextColor: settings.textColor = action.color
    default: return nil
    }
    return settings
  }

  /// The content of the todo screen, taken from both states.
  struct TodoItemWithSettings: Equatable {
    var backgroundColor: Color
    var textColor: Color
    var todoString: String
  }

  static func todoItemWithSettings(_ state: Store.State) -> TodoItemWithSettings? {
    guard let list = state.value(forKeyOfType: TodoTitles.self),
      let settings = state.value(forKeyOfType: TodoSettings.self)
    else { return nil }
    return TodoItemWithSettings(
      backgroundColor: settings.backgroundColor, textColor: settings.textColor,
      todoString: list.todos.joined(separator: "\n"))
  }

  static let spec = """
    suas: 1
    enums: { Color: [red, green, white, black] }
    states:
      TodoTitles: { todos: "list(string) = []" }
      TodoSettings: { backgroundColor: Color = red, textColor: Color = white }
    actions:
      AddTodo: { text: string }
      ChangeBackgroundColor: { color: Color }
      ChangeTextColor: { color: Color }
    reducers:
      TodoReducer:
        state: TodoTitles
        on: { AddTodo: [{ append: todos, value: "${action.text}" }] }
      SettingsReducer:
        state: TodoSettings
        on:
          ChangeBackgroundColor: [{ set: backgroundColor, value: "${action.color}" }]
          ChangeTextColor: [{ set: textColor, value: "${action.color}" }]
    """
}

extension SettingsApp {
  /// The state of the same app with one state for both screens, and one reducer for all actions.
  struct TodoAppState: Equatable {
    var settings = TodoSettings(backgroundColor: .red, textColor: .white)
    var todos = TodoTitles(todos: [])
  }

  struct SingleReducer: Reducer {
    var initialState = TodoAppState()

    func reduce(state: TodoAppState, action: any Action) -> TodoAppState? {
      var next = state
      if let action = action as? AddTodo {
        next.todos.todos.append(action.text)
        return next
      }
      guard let settings = changed(state.settings, by: action) else { return nil }
      next.settings = settings
      return next
    }
  }
}
