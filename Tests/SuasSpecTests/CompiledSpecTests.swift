import CEL
import Suas
import SuasSpec
import Testing
import YAML

/// A compiled spec as a Swift app uses it.
@Suite struct CompiledSpecTests {
  let yaml = """
    suas: 1
    types: { TodoItem: { title: string, isCompleted: bool = false } }
    states: { TodoList: { todos: "list(TodoItem) = []" } }
    actions: { AddTodo: { text: { type: string, where: size(self) < 20 } } }
    reducers:
      TodoReducer:
        state: TodoList
        on: { AddTodo: [{ append: todos, value: { title: "${action.text}" } }] }
    """

  @Test("A spec's reducer runs on the store, and its actions are checked when they are made")
  func inAStore() throws {
    let spec = try CompiledSpec(Source(name: "todo.yaml", text: yaml))
    let store = Suas.createStore(reducer: spec.reducer)
    store.dispatch(action: try spec.action("AddTodo", ["text": "Buy milk"]))
    let list = try #require(store.state["TodoList"] as? Record)
    #expect("\(list)".contains("Buy milk"))
  }

  @Test("A default's expression may name types that are declared after it")
  func defaultNamingLaterType() throws {
    let text = """
      suas: 1
      types:
        Box:
          size: { type: any, default: "${Part{width: 2}.width}" }
          boxes: list(Box) = []
        Part: { width: int }
      states: { Shelf: { box: { type: Box, default: {} } } }
      reducers: { Shelf: { state: Shelf, on: {} } }
      """
    let spec = try CompiledSpec(Source(name: "boxes.yaml", text: text))
    let shelf = try #require(Suas.createStore(reducer: spec.reducer).state["Shelf"] as? Record)
    #expect("\(shelf)" == "Shelf{box: Box{size: 2, boxes: []}}")
  }

  @Test(
    "A payload that does not fit is refused when the action is made",
    arguments: [
      ("AddTodo", [:], "invalid-payload"), ("AddTodo", ["text": 1], "invalid-payload"),
      ("AddTodo", ["text": "a", "more": 1], "invalid-payload"), ("Add", [:], "invalid-payload"),
      ("AddTodo", ["text": "a text that is too long"], "constraint-violated"),
    ] as [(String, [String: Value], String)])
  func unfitPayload(name: String, payload: [String: Value], code: String) throws {
    let spec = try CompiledSpec(Source(name: "todo.yaml", text: yaml))
    do throws(ActionError) {
      _ = try spec.action(name, payload)
      Issue.record("nothing was refused")
    } catch {
      #expect(error.code == code)
    }
  }

  @Test("The logger writes a spec's actions and states as in the spec")
  func logged() throws {
    let spec = try CompiledSpec(Source(name: "todo.yaml", text: yaml))
    nonisolated(unsafe) var blocks: [String] = []
    let store = Suas.createStore(
      reducer: spec.reducer,
      middleware: LoggerMiddleware(
        showTimestamp: false, debugOnly: false, logger: { blocks.append($0) }))
    store.dispatch(action: try spec.action("AddTodo", ["text": "Milk"]))
    #expect(
      blocks == [
        """
        ┌───→ Action: AddTodo
        ├─ Prev state ► ["TodoList": TodoList{todos: []}]
        ├─ Action     ► AddTodo(text: "Milk")
        ├─ Next state ► ["TodoList": TodoList{todos: [TodoItem{title: "Milk", isCompleted: false}]}]
        └────────────────────
        """
      ])
  }

  @Test("Specs and hand-written reducers are combined")
  func combined() throws {
    let spec = try CompiledSpec(Source(name: "todo.yaml", text: yaml))
    let counter = BlockReducer(initialState: 0, stateKey: "count") { state, action in
      action is SpecAction ? state + 1 : nil
    }
    let store = Suas.createStore(reducer: spec.reducer + counter)
    store.dispatch(action: try spec.action("AddTodo", ["text": "Buy milk"]))
    #expect(store.state.keys == ["TodoList", "count"])
    #expect(store.state["count"] as? Int == 1)
  }
}
