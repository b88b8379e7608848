import Suas
import SuasSpec
import Testing

@Suite("The todo app with settings")
struct SettingsTests {
  typealias App = SettingsApp

  private func twins() throws -> Twins {
    Twins(
      byHand: Suas.createStore(reducer: App.TodoReducer() + App.SettingsReducer()),
      fromSpec: Suas.createStore(reducer: try CompiledSpec(App.spec).reducer)
    ) { store, journal in
      store.addListener { _ in journal.write("all") }
      store.addListener(forStateType: App.TodoSettings.self) { settings in
        journal.write("settings \(settings.backgroundColor) \(settings.textColor)")
      }
      store.addListener(forStateType: TodoTitles.self) { journal.write("todos \($0.todos)") }
      store.addListener(stateSelector: App.todoItemWithSettings) { screen in
        journal.write("screen \(screen.todoString) \(screen.textColor)")
      }
    }
  }

  @Test func `By hand and from a spec, each screen is told of its own state`() throws {
    let twins = try twins()
    #expect(twins.both { _ in } == [])
    #expect(
      twins.dispatch(App.AddTodo(text: "Milk")) == [
        "all", #"todos ["Milk"]"#, "screen Milk white",
      ])
    #expect(
      twins.dispatch(App.ChangeTextColor(color: .black)) == [
        "all", "settings red black", "screen Milk black",
      ])
    #expect(
      twins.dispatch(App.ChangeBackgroundColor(color: .green)) == [
        "all", "settings green black", "screen Milk black",
      ])
    #expect(try twins.state(TodoTitles.self).todos == ["Milk"])
    #expect(
      try twins.state(App.TodoSettings.self)
        == App.TodoSettings(backgroundColor: .green, textColor: .black))
  }

  @Test func `The state is a dictionary with the names of the state types as its keys`() throws {
    let twins = try twins()
    #expect(twins.byHand.state.keys == ["TodoTitles", "TodoSettings"])
    #expect(twins.fromSpec.state.keys == ["TodoTitles", "TodoSettings"])
  }

  @Test func `With one state for both screens, its listener is told of everything`() {
    let store = Suas.createStore(reducer: App.SingleReducer())
    let journal = Journal()
    store.addListener(forStateType: App.TodoAppState.self) {
      journal.write("\($0.todos.todos) \($0.settings.textColor)")
    }
    store.addListener(
      forStateType: App.TodoAppState.self, if: { $0.settings != $1.settings },
      callback: { journal.write("settings \($0.settings.textColor)") })
    store.dispatch(action: App.AddTodo(text: "Milk"))
    store.dispatch(action: App.ChangeTextColor(color: .black))
    #expect(
      journal.read() == [#"["Milk"] white"#, #"["Milk"] black"#, "settings black"])
  }

  @Test func `A part of the app moves to a spec, the rest stays by hand`() throws {
    let spec = try CompiledSpec(
      """
      suas: 1
      states: { TodoTitles: { todos: "list(string) = []" } }
      actions: { AddTodo: { text: string } }
      reducers:
        TodoReducer:
          state: TodoTitles
          on: { AddTodo: [{ append: todos, value: "${action.text}" }] }
      """)
    let store = Suas.createStore(reducer: spec.reducer + App.SettingsReducer())
    let journal = Journal()
    store.addListener(stateSelector: App.todoItemWithSettings) { screen in
      journal.write("\(screen.todoString) \(screen.textColor)")
    }
    store.dispatch(action: App.AddTodo(text: "Milk"))
    store.dispatch(action: App.ChangeTextColor(color: .black))
    #expect(journal.read() == ["Milk white", "Milk black"])
  }
}
