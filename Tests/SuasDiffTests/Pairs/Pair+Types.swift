/// Fields that come, go, and have other types and defaults.
extension Pair {
  static let types: [Pair] = [
    Pair(
      "A field with a default, added to what is kept", todo,
      replacing: "isDone: bool = false", with: "isDone: bool = false\n    note: string = none",
      declared: ["compatible added field note of TodoItem"]),
    Pair(
      "A field without a default, added to what is kept", todo,
      todo.replacing("isDone: bool = false", with: "isDone: bool = false\n    note: string")
        .replacing(
          "value: { title: \"${action.title}\" }",
          with: "value: { title: \"${action.title}\", note: none }"),
      declared: ["breaking added field note of TodoItem"]),
    Pair(
      "A field of the state that is gone", todo,
      todo.replacing("\n    lastTitle: string = \"\"", with: "")
        .replacing("\n        - set: lastTitle\n          value: ${action.title}", with: ""),
      declared: ["breaking removed field lastTitle of TodoList"]),
    Pair(
      "A field of the items that is gone", cart,
      cart.replacing("\n    count: int = 1", with: "")
        .replacing("where: item.id == action.id && item.count < most", with: "where: false")
        .replacing("- increment: item.count", with: "- { set: item.id, value: \"${item.id}\" }"),
      // The constant stays, though nothing mentions it.
      declared: ["breaking removed field count of Line"]),
    Pair(
      "Text that may be null now, in the state", todo,
      replacing: "lastTitle: string =", with: "lastTitle: string? =",
      declared: ["breaking type-changed field lastTitle of TodoList"]),
    Pair(
      "Text that may be anything now, in the state", todo,
      replacing: "lastTitle: string =", with: "lastTitle: any =",
      declared: ["breaking type-changed field lastTitle of TodoList"]),
    Pair(
      "An enum that is text now, in the state", todo,
      replacing: "priority: Priority = normal", with: "priority: string = normal",
      declared: ["breaking type-changed field priority of TodoItem"]),
    // Only cases of the enum are sent to both.
    Pair(
      "An enum that is text now, in a payload", todo,
      replacing: "index: int, priority: Priority }", with: "index: int, priority: string }",
      declared: ["compatible type-changed field priority of action RankTodo"]),
    Pair(
      "Text that may be null now, in a payload", todo,
      todo.replacing("AddTodo: { title: string }", with: "AddTodo: { title: string? }")
        .replacing("${action.title}", with: "${action.title.orValue('')}"),
      declared: ["compatible type-changed field title of action AddTodo"]),
    Pair(
      "Text that may not be null any more, in a payload", cart,
      replacing: "SetCoupon: { coupon: string? }", with: "SetCoupon: { coupon: string }",
      declared: ["breaking type-changed field coupon of action SetCoupon"]),
    Pair(
      "An initial text", todo, replacing: "lastTitle: string = \"\"",
      with: "lastTitle: string = none",
      declared: ["compatible default-changed field lastTitle of TodoList"],
      behaviour: ["0: state todo.lastTitle"]),
    Pair(
      "A payload's field that gets a default", todo, replacing: "RemoveTodo: { index: int }",
      with: "RemoveTodo: { index: int = 0 }",
      declared: ["compatible default-changed field index of action RemoveTodo"]),
    Pair(
      "A payload's field that loses its default",
      todo.replacing("RemoveTodo: { index: int }", with: "RemoveTodo: { index: int = 0 }"), todo,
      declared: ["breaking default-changed field index of action RemoveTodo"]),
    // What is sent has all of its fields.
    Pair(
      "A payload's field with another default",
      todo.replacing("RemoveTodo: { index: int }", with: "RemoveTodo: { index: int = 0 }"),
      todo.replacing("RemoveTodo: { index: int }", with: "RemoveTodo: { index: int = 1 }"),
      declared: ["compatible default-changed field index of action RemoveTodo"],
      // What is left out is the first element, and then the second one.
      behaviour: ["2 RemoveTodo: refusal, state todo.todos"]),
    Pair(
      "A payload's field with a default, added", todo, replacing: "AddTodo: { title: string }",
      with: "AddTodo: { title: string, source: string = app }",
      declared: ["compatible added field source of action AddTodo"]),
    Pair(
      "A payload's field that nothing reads, gone",
      todo.replacing(
        "AddTodo: { title: string }", with: "AddTodo: { title: string, source: string = app }"),
      todo, declared: ["breaking removed field source of action AddTodo"]),
    Pair(
      "A payload's field without a default, added", todo, replacing: "AddTodo: { title: string }",
      with: "AddTodo: { title: string, source: string }",
      declared: ["breaking added field source of action AddTodo"]),
  ]
}
