import Suas
import SuasSpec
import Testing

@Suite("The todo app")
struct TodoTests {
  typealias App = TodoApp

  struct Unknown: Action {}

  private func twins() throws -> Twins {
    Twins(
      byHand: Suas.createStore(reducer: App.TodoReducer()),
      fromSpec: Suas.createStore(reducer: try CompiledSpec(App.spec).reducer)
    ) { store, journal in
      store.addListener { journal.write("all: \($0.keys)") }
      store.addListener(forStateType: App.TodoList.self) { list in
        journal.write(
          list.todos.map { $0.title + ($0.isCompleted ? "!" : "") }.joined(separator: " "))
      }
      store.addListener(
        forStateType: App.TodoList.self, if: { $0.todos.count > $1.todos.count },
        callback: { journal.write("shrunk to \($0.todos.count)") })
      store.addListener(if: stateChangedFilter, stateSelector: Self.lastTitle) { title in
        journal.write("last: \(title)")
      }
    }
  }

  /// Returns the last item's title; `nil` if there is no item.
  private static func lastTitle(_ state: Store.State) -> String? {
    state.value(forKeyOfType: App.TodoList.self)?.todos.last?.title
  }

  @Test func `By hand and from a spec, every action does the same and tells the same`() throws {
    let twins = try twins()
    let all = #"all: ["TodoList"]"#
    #expect(twins.dispatch(App.AddTodo(text: "Milk")) == [all, "Milk", "last: Milk"])
    #expect(twins.dispatch(App.AddTodo(text: "Tea")) == [all, "Milk Tea", "last: Tea"])
    twins.dispatch(App.AddTodo(text: "Rice"))
    #expect(
      twins.dispatch(App.MoveTodo(from: 0, to: 2)) == [all, "Tea Rice Milk", "last: Milk"])
    #expect(twins.dispatch(App.ToggleTodo(index: 1)) == [all, "Tea Rice! Milk", "last: Milk"])
    #expect(
      twins.dispatch(App.RemoveTodo(index: 0))
        == [all, "Rice! Milk", "shrunk to 2", "last: Milk"])
    #expect(
      try twins.state(App.TodoList.self).todos == [
        App.TodoItem(title: "Rice", isCompleted: true),
        App.TodoItem(title: "Milk", isCompleted: false),
      ])
  }

  @Test func `An action that no reducer knows changes nothing and tells nobody`() throws {
    let twins = try twins()
    #expect(twins.dispatch(Unknown()) == [])
    #expect(try twins.state(App.TodoList.self).todos == [])
  }

  @Test func `The last item's listener is not told where there is none`() throws {
    let twins = try twins()
    twins.dispatch(App.AddTodo(text: "Milk"))
    #expect(
      twins.dispatch(App.RemoveTodo(index: 0)) == [#"all: ["TodoList"]"#, "", "shrunk to 0"])
  }

  @Test func `Both start from a list that was kept`() throws {
    let kept = App.TodoList(todos: [App.TodoItem(title: "Milk", isCompleted: true)])
    let twins = Twins(
      byHand: Suas.createStore(reducer: App.TodoReducer(), state: kept),
      fromSpec: Suas.createStore(reducer: try CompiledSpec(App.spec).reducer, state: kept)
    ) { _, _ in }
    #expect(try twins.state(App.TodoList.self) == kept)
    twins.dispatch(App.ToggleTodo(index: 0))
    #expect(try twins.state(App.TodoList.self).todos.map(\.isCompleted) == [false])
  }

  @Test func `A spec refuses an index that a hand-written reducer stops the program for`() throws {
    let store = Suas.createStore(reducer: try CompiledSpec(App.spec).reducer)
    #expect {
      try store.perform(App.RemoveTodo(index: 3))
    } throws: {
      ($0 as? ActionError)?.code == "index-out-of-range"
    }
  }

  @Test func `A block reducer does what a reducer does`() {
    let store = Suas.createStore(reducer: App.blockReducer())
    store.dispatch(action: App.AddTodo(text: "Milk"))
    store.dispatch(action: App.AddTodo(text: "Tea"))
    store.dispatch(action: App.RemoveTodo(index: 0))
    store.dispatch(action: App.ToggleTodo(index: 0))
    #expect(
      store.state[forKeyOfType: App.TodoList.self]?.todos == [
        App.TodoItem(title: "Tea", isCompleted: false)
      ])
  }
}
