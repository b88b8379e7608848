import CEL
import Suas
import SuasSpec
import Testing
import YAML

struct TodoItem: Codable, Equatable {
  var title: String
  var isCompleted: Bool
}

struct TodoList: Codable, Equatable {
  var todos: [TodoItem]
}

/// The examples of `SpecsInSwift.md`.
@Suite struct SpecsInSwiftTests {
  static let yaml = """
    suas: 1
    types:
      TodoItem: { title: string, isCompleted: bool = false }
    states:
      TodoList: { todos: "list(TodoItem) = []" }
    actions:
      AddTodo: { text: { type: string, where: size(self) > 0 } }
      MoveTodo: { from: int, to: int }
      ToggleTodo: { index: int }
    reducers:
      TodoReducer:
        state: TodoList
        on:
          AddTodo: [{ append: todos, value: { title: "${action.text}" } }]
          MoveTodo: [{ move: todos, from: action.from, to: action.to }]
          ToggleTodo: [{ toggle: "todos[action.index].isCompleted" }]
    """

  struct AddTodo: Action, Encodable {
    let text: String
  }

  struct SettingsReducer: Reducer {
    var initialState = 12
    var stateKey = "fontSize"
    func reduce(state: Int, action: any Action) -> Int? { nil }
  }

  @Test func `A spec is compiled and its actions are dispatched`() throws {
    let yaml = Self.yaml
    let spec = try CompiledSpec(Source(name: "todo.yaml", text: yaml))
    let store = Suas.createStore(reducer: spec.reducer + SettingsReducer())
    store.dispatch(action: try spec.action("AddTodo", ["text": "Buy milk"]))

    let move = try spec.preparedAction("MoveTodo", "from", "to")
    let toggle = try spec.preparedAction("ToggleTodo", "index")
    store.dispatch(action: toggle(0))
    store.dispatch(action: move(0, 0))
    store.dispatch(action: AddTodo(text: "Drink tea"))

    #expect(store.state.keys == ["TodoList", "fontSize"])
    #expect(
      store.state[forKeyOfType: TodoList.self]?.todos == [
        TodoItem(title: "Buy milk", isCompleted: true),
        TodoItem(title: "Drink tea", isCompleted: false),
      ])
  }

  @Test func `Sub-states are read and given as an app's own types`() throws {
    let spec = try CompiledSpec(Source(name: "todo.yaml", text: Self.yaml))
    nonisolated(unsafe) var titles: [String] = []
    let saved = TodoList(todos: [TodoItem(title: "Buy milk", isCompleted: false)])
    let store = Suas.createStore(reducer: spec.reducer, state: saved)
    store.addListener(forStateType: TodoList.self) { list in
      titles = list.todos.map(\.title)
    }
    store.dispatch(action: AddTodo(text: "Drink tea"))
    #expect(titles == ["Buy milk", "Drink tea"])
    store.reset(state: TodoList(todos: []))
    #expect(titles == [])
  }

  @Test func `A prepared action is made of values alone`() throws {
    let spec = try CompiledSpec(Source(name: "todo.yaml", text: Self.yaml))
    let store = Suas.createStore(reducer: spec.reducer)
    for text in ["Drink tea", "Buy milk"] { store.dispatch(action: AddTodo(text: text)) }
    let move = try spec.preparedAction("MoveTodo", "from", "to")
    store.dispatch(action: move(1, 0))
    #expect(store.state[forKeyOfType: TodoList.self]?.todos.first?.title == "Buy milk")
  }

  @Test func `What a spec refuses is thrown`() throws {
    let spec = try CompiledSpec(Source(name: "todo.yaml", text: Self.yaml))
    let store = Suas.createStore(reducer: spec.reducer)
    let toggle = try spec.preparedAction("ToggleTodo", "index")
    var told = ""
    do {
      try store.perform(toggle(7))
    } catch {
      told = "\(error)"
    }
    #expect(told.hasPrefix("todo.yaml:16:22: error[index-out-of-range]: "), "\(told)")
    #expect(throws: ActionError.self) { try store.perform(AddTodo(text: "")) }
  }
}
