/// Parts that have other names.
extension Pair {
  static let renaming: [Pair] = [
    Pair(
      "A field of a state", counter, replacing: "isFull", with: "isComplete",
      declared: ["breaking renamed field isFull of Counter"], isWhole: true),
    Pair(
      "An action", counter, replacing: "Increment", with: "Add",
      declared: ["breaking renamed action Increment"], isWhole: true),
    Pair(
      "A constant", counter, replacing: "most", with: "limit",
      declared: ["unseen renamed constant most"], isWhole: true),
    Pair(
      "A reducer", counter, replacing: "CounterReducer", with: "Counting",
      declared: ["unseen renamed reducer CounterReducer"], isWhole: true),
    Pair(
      "A state shape with a key of its own", counter,
      counter.replacing("{ Counter: {", with: "{ Tally: {")
        .replacing("state: Counter\n", with: "state: Tally\n"),
      declared: ["unseen renamed type Counter"], isWhole: true),
    Pair(
      "A state key", counter, replacing: "stateKey: counter", with: "stateKey: tally",
      declared: ["breaking renamed state key counter"], isWhole: true),
    Pair(
      "A field of a record", todo,
      todo.replacing("    title: string\n", with: "    name: string\n")
        .replacing("value: { title: \"", with: "value: { name: \""),
      declared: ["breaking renamed field title of TodoItem"]),
    Pair(
      "A field of a payload", todo,
      todo.replacing("AddTodo: { title: string }", with: "AddTodo: { text: string }")
        .replacing("action.title", with: "action.text"),
      declared: ["breaking renamed field title of action AddTodo"]),
    Pair(
      "A record", cart,
      cart.replacing("Line:", with: "Entry:").replacing("list(Line)", with: "list(Entry)"),
      declared: ["unseen renamed type Line"]),
    Pair(
      "A case of an enum", settings, replacing: "dark", with: "night",
      declared: ["breaking renamed case dark of Theme"], isWhole: true),
    Pair(
      "An enum", settings, replacing: "Direction", with: "Way",
      declared: ["unseen renamed type Direction"], isWhole: true),
    Pair(
      "A selector", settings, replacing: "isDark", with: "isNight",
      declared: ["breaking renamed selector isDark"], isWhole: true),
    Pair(
      "A function", gate, replacing: "canOpen", with: "opens",
      declared: ["unseen renamed function canOpen"], isWhole: true),
    Pair(
      "A shared rule", gate, replacing: "shut", with: "closeUp",
      declared: ["unseen renamed rule shut"], isWhole: true),
    Pair(
      "A listener", inbox, replacing: "more:", with: "grown:",
      declared: ["unseen renamed listener more"], isWhole: true),
    Pair(
      "An effect", form, replacing: "  Save:", with: "  Store:",
      declared: ["breaking renamed effect Save"]),
    Pair(
      "A case of a variant", search, replacing: "failed", with: "broken",
      declared: ["breaking renamed field failed of Load"]),
    Pair(
      "A field of a variant's case", search,
      search.replacing("failed: { message: string }", with: "failed: { reason: string }")
        .replacing("failed: { message: \"", with: "failed: { reason: \""),
      declared: ["breaking renamed field message of Load.failed"]),
    Pair(
      "A variant", search, replacing: "Load", with: "Status",
      declared: ["unseen renamed type Load"]),
    // Two names at once, each found with the other's help.
    Pair(
      "An action and the field that it changes", counter,
      counter.replacing("Increment", with: "Add").replacing("isFull", with: "isComplete"),
      declared: [
        "breaking renamed action Increment", "breaking renamed field isFull of Counter",
      ], isWhole: true),
    // The rules changed too, so it is no rename; what remains common to both is the same: nothing
    // that is compared mentions the reset.
    Pair(
      "A new name for an action that does something else", counter,
      counter.replacing(
        "actions: { Increment: {}, Decrement: {}, Reset: {} }",
        with: "actions: { Increment: {}, Decrement: {}, Fill: {} }"
      )
      .replacing(
        "Reset:\n        - reset: state",
        with:
          "Fill:\n        - { set: count, value: \"${most}\" }\n        - { set: isFull, value: true }"
      ),
      declared: ["breaking removed action Reset", "compatible added action Fill"], isWhole: true),
  ]
}
