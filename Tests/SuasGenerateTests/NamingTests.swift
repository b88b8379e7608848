import SuasGenerate
import Testing

@Suite("Names of generated code")
struct NamingTests {
  @Test(arguments: [
    ("todo_item", "TodoItem"), ("TodoList", "TodoList"), ("x", "X"), ("_", "Underscore"),
    ("__", "Underscore2"),
    ("a_1", "A1"),
  ])
  func `Types begin with a capital`(name: String, expected: String) {
    #expect(name.typeName == expected)
  }

  @Test(arguments: [
    ("is_done", "isDone"), ("TodoList", "todoList"), ("URL", "url"), ("URLList", "urlList"),
    ("nextId", "nextId"), ("_", "underscore"), ("__", "underscore2"),
  ])
  func `Fields begin with a small letter`(name: String, expected: String) {
    #expect(name.memberName == expected)
  }
}
