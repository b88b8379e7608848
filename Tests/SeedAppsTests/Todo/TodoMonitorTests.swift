import LocalServer
import Suas
import SuasEffects
import SuasSpec
import Testing

@Suite("The todo app, monitored")
struct TodoMonitorTests {
  typealias App = TodoApp

  /// Returns the bytes that a client receives while todos are added to `store` and toggled.
  private func bytes(of monitor: MonitorMiddleware, _ store: Store) throws -> String {
    let connection = Connection(toPort: try #require(monitor.port))
    var bytes = connection.receive()
    store.dispatch(action: App.AddTodo(text: "Buy \"milk\""))
    store.dispatch(action: App.ToggleTodo(index: 0))
    var separators = 0
    while separators < 3 {
      separators = String(decoding: bytes, as: UTF8.self).ranges(of: "&&__&&__&&").count
      if separators < 3 { bytes += connection.receive() }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `By hand and from a spec, a client is sent the same bytes`() throws {
    let expected = [
      #"{"action":"ConnectedToMonitor","actionData":{},"state":{"TodoList":{"todos":[]}}}"#,
      #"{"action":"AddTodo","actionData":{"text":"Buy \"milk\""},"#
        + #""state":{"TodoList":{"todos":[{"isCompleted":false,"title":"Buy \"milk\""}]}}}"#,
      #"{"action":"ToggleTodo","actionData":{"index":0},"#
        + #""state":{"TodoList":{"todos":[{"isCompleted":true,"title":"Buy \"milk\""}]}}}"#,
    ].map { $0 + "&&__&&__&&" }.joined()

    let first = MonitorMiddleware(port: 0)
    let byHand = Suas.createStore(reducer: App.TodoReducer(), middleware: first)
    #expect(try bytes(of: first, byHand) == expected)
    let second = MonitorMiddleware(port: 0)
    let fromSpec = Suas.createStore(
      reducer: try CompiledSpec(App.spec).reducer, middleware: second)
    #expect(try bytes(of: second, fromSpec) == expected)
  }

  @Test func `A spec's own action is shown with its name and payload`() throws {
    let monitor = MonitorMiddleware(port: 0)
    let spec = try CompiledSpec(App.spec)
    let store = Suas.createStore(reducer: spec.reducer, middleware: monitor)
    let connection = Connection(toPort: try #require(monitor.port))
    var text = String(decoding: connection.receive(), as: UTF8.self)
    store.dispatch(action: try spec.preparedAction("AddTodo", "text")("Milk"))
    while text.ranges(of: "&&__&&__&&").count < 2 {
      text += String(decoding: connection.receive(), as: UTF8.self)
    }
    #expect(text.contains(#"{"action":"AddTodo","actionData":{"text":"Milk"},"#))
  }
}
