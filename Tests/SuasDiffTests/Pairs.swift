extension Pair {
  static let all: [Pair] = [
    counting, orders, todos, carts, types, renaming, enums, guards, constraints, middleware,
    effects, saving, listeners, history, layout, names,
  ].flatMap(\.self)

  // MARK: Counter

  /// A counter that stops at a limit: all of its states can be tried.
  private static let counter = """
    suas: 1
    constants: { most: int = 5 }
    states: { Counter: { count: int = 0, isFull: bool = false } }
    actions: { Increment: {}, Decrement: {}, Reset: {} }
    reducers:
      CounterReducer:
        state: Counter
        stateKey: counter
        on:
          Increment:
            - { increment: count, when: count < most }
            - { set: isFull, value: "${count == most}" }
          Decrement:
            - { decrement: count, when: count > 0 }
            - { set: isFull, value: false }
          Reset:
            - reset: state
    """

  private static let counting: [Pair] = [
    Pair("The same spec", counter, counter, isWhole: true),
    Pair(
      "A limit that is off by one", counter, replacing: "count < most", with: "count <= most",
      behaviour: ["6 Increment: state counter.count, state counter.isFull"]),
    Pair(
      "A guard that is negated twice", counter, replacing: "when: count < most",
      with: #"when: "${!(count >= most)}""#, isWhole: true),
    Pair(
      "A guard that is equal on ints", counter, replacing: "count > 0", with: "count >= 1",
      isWhole: true),
    // At 4 the counter is full now, and goes no further in this search.
    Pair(
      "A smaller limit", counter, replacing: "most: int = 5", with: "most: int = 4",
      declared: ["unseen value-changed constant most"],
      behaviour: ["4 Increment: state counter.isFull"]),
    // At 5 the new one is not full; the state before is the same in both.
    Pair(
      "A greater limit", counter, replacing: "most: int = 5", with: "most: int = 6",
      declared: ["unseen value-changed constant most"],
      behaviour: ["5 Increment: state counter.isFull"]),
    // The search starts from the old initial state; `reset` goes to the new one.
    Pair(
      "A default that a reset goes back to", counter, replacing: "count: int = 0",
      with: "count: int = 1",
      declared: ["compatible default-changed field count of Counter"],
      behaviour: ["0: state counter.count", "1 Reset: state counter.count"]),
    Pair(
      "A rule that is left out", counter,
      replacing: "\n        - { set: isFull, value: false }", with: "",
      behaviour: ["6 Decrement: state counter.isFull"]),
    Pair(
      "A rule that is added", counter, replacing: "- reset: state",
      with: "- reset: state\n        - { set: count, value: 1 }",
      behaviour: ["1 Reset: state counter.count"]),
    Pair(
      "A rule that never runs", counter, replacing: "- reset: state",
      with: "- reset: state\n        - { set: count, value: 9, when: count > most }", isWhole: true),
    Pair(
      "A step that is written out", counter, replacing: "{ increment: count, when: count < most }",
      with: #"{ set: count, value: "${count + 1}", when: count < most }"#, isWhole: true),
    Pair(
      "A greater step", counter, replacing: "increment: count,", with: "increment: count, by: 2,",
      // 0, 2: different at once; the states after that are not gone into.
      behaviour: ["1 Increment: state counter.count"]),
    // At 0 both stay; at 1 the old one goes to 0.
    Pair(
      "A lower end that is off by one", counter, replacing: "count > 0", with: "count > 1",
      behaviour: ["2 Decrement: state counter.count"]),
    // Below 0 nothing limits it.
    Pair(
      "A lower end that is gone", counter, replacing: "{ decrement: count, when: count > 0 }",
      with: "{ decrement: count }", behaviour: ["1 Decrement: state counter.count"]),
    Pair(
      "An action that does nothing any more", counter,
      replacing: "\n      Reset:\n        - reset: state", with: "",
      behaviour: ["2 Reset: state counter.count"]),
    Pair(
      "A reset that is written out", counter, replacing: "- reset: state",
      with: "- { set: count, value: 0 }\n        - { set: isFull, value: false }", isWhole: true),
    // Only from the full state.
    Pair(
      "A reset that forgets a field", counter, replacing: "- reset: state",
      with: "- { set: count, value: 0 }", behaviour: ["6 Reset: state counter.isFull"]),
    Pair(
      "A constant in place of a literal", counter, replacing: "count > 0", with: "count > 5 - most",
      isWhole: true),
  ]

  private static let orders: [Pair] = [
    Pair(
      "An order of rules that matters", counter,
      replacing: """
        - { increment: count, when: count < most }
                - { set: isFull, value: "${count == most}" }
        """,
      with: """
        - { set: isFull, value: "${count == most}" }
                - { increment: count, when: count < most }
        """,
      behaviour: ["5 Increment: state counter.isFull"]),
    Pair(
      "An order of rules that does not matter", counter,
      replacing: """
        - { decrement: count, when: count > 0 }
                - { set: isFull, value: false }
        """,
      with: """
        - { set: isFull, value: false }
                - { decrement: count, when: count > 0 }
        """, isWhole: true),
    Pair(
      "An order of rules that never opens", gate,
      replacing: """
        - { set: isOpen, value: true, when: "canOpen(coins, isLocked)" }
                - { set: coins, value: 0 }
        """,
      with: """
        - { set: coins, value: 0 }
                - { set: isOpen, value: true, when: "canOpen(coins, isLocked)" }
        """,
      behaviour: ["2 Push: state gate.isOpen"]),
    // What is refused keeps nothing: where `fail` stands makes no difference.
    Pair(
      "A refusal after the change", gate,
      replacing: """
        - { fail: { code: locked, message: The gate is locked }, when: isLocked }
                - { increment: coins, when: coins < most }
        """,
      with: """
        - { increment: coins, when: coins < most }
                - { fail: { code: locked, message: The gate is locked }, when: isLocked }
        """, isWhole: true),
  ]

  // MARK: Todo list

  /// A list of texts, which has no end.
  private static let todo = """
    suas: 1
    enums:
      Priority: [normal, urgent]
    types:
      TodoItem:
        title: string
        priority: Priority = normal
        isDone: bool = false
    states:
      TodoList:
        todos: list(TodoItem) = []
        lastTitle: string = ""
    actions:
      AddTodo: { title: string }
      RemoveTodo: { index: int }
      ToggleTodo: { index: int }
      RankTodo: { index: int, priority: Priority }
      ClearDone: {}
    reducers:
      TodoReducer:
        state: TodoList
        stateKey: todo
        on:
          AddTodo:
            - append: todos
              value: { title: "${action.title}" }
            - set: lastTitle
              value: ${action.title}
          RemoveTodo:
            - remove-at: todos
              index: action.index
          ToggleTodo:
            - toggle: todos[action.index].isDone
              when: action.index >= 0 && action.index < size(todos)
          RankTodo:
            - set: todos[action.index].priority
              value: ${action.priority}
          ClearDone:
            - remove: todos
              where: item.isDone
    """

  private static let todos: [Pair] = [
    Pair("The same list", todo, todo),
    Pair(
      "At the start and not at the end", todo,
      replacing: "- append: todos", with: "- prepend: todos",
      // Two equal ones give the same list; done and undone ones, or ones of another rank, need more
      // steps.
      behaviour: ["2 AddTodo: state todo.todos.title"]),
    Pair(
      "An append that is an insert at the end", todo, replacing: "- append: todos",
      with: "- insert: todos\n          index: size(todos)"),
    Pair(
      "A second rule that is left out", todo,
      replacing: "\n        - set: lastTitle\n          value: ${action.title}", with: "",
      behaviour: ["1 AddTodo: state todo.lastTitle"]),
    // At the end of the list the guard lets through what the path refuses.
    Pair(
      "An index guard that is off by one", todo,
      replacing: "action.index < size(todos)", with: "action.index <= size(todos)",
      behaviour: ["1 ToggleTodo: refusal"]),
    Pair(
      "An index guard that is written otherwise", todo,
      replacing: "when: action.index >= 0 && action.index < size(todos)",
      with: "unless: action.index < 0 || size(todos) <= action.index"),
    // At 0 the path leaves the list; at 1 it is the place before.
    Pair(
      "An index that is off by one", todo, replacing: "todos[action.index].isDone",
      with: "todos[action.index - 1].isDone",
      behaviour: ["2 ToggleTodo: refusal, state todo.todos.isDone"]),
    Pair(
      "A condition that is turned around", todo, replacing: "where: item.isDone",
      with: "where: ${!item.isDone}", behaviour: ["2 ClearDone: state todo.todos"]),
    Pair(
      "Keeping the others instead of removing", todo,
      replacing: "- remove: todos\n          where: item.isDone",
      with: "- keep: todos\n          where: ${!item.isDone}"),
    Pair(
      "A toggle that only sets", todo, replacing: "- toggle: todos[action.index].isDone",
      with: "- set: todos[action.index].isDone\n          value: true",
      behaviour: ["3 ToggleTodo: state todo.todos.isDone"]),
    Pair(
      "A text that is written twice", todo,
      replacing: "- set: lastTitle\n          value: ${action.title}",
      with: "- set: lastTitle\n          value: ${action.title}${action.title}",
      behaviour: ["1 AddTodo: state todo.lastTitle"]),
  ]

  // MARK: Cart

  private static let cart = """
    suas: 1
    constants:
      most: int = 2
    types:
      Line:
        id: string
        count: int = 1
    states:
      Cart:
        lines: list(Line) = []
        coupon: string? = null
    actions:
      Add: { id: string }
      Remove: { id: string }
      SetCoupon: { coupon: string? }
      Empty: {}
    reducers:
      CartReducer:
        state: Cart
        stateKey: cart
        on:
          Add:
            - if: lines.exists(l, l.id == action.id)
              then:
                - update: lines
                  where: item.id == action.id && item.count < most
                  do:
                    - increment: item.count
              else:
                - append: lines
                  value: { id: "${action.id}" }
          Remove:
            - remove: lines
              where: item.id == action.id
          SetCoupon:
            - set: coupon
              value: ${action.coupon}
          Empty:
            - clear: lines
            - clear: coupon
    """

  private static let carts: [Pair] = [
    Pair(
      "A number in a list that goes one further", cart,
      replacing: "item.count < most", with: "item.count <= most",
      behaviour: ["3 Add: state cart.lines.count"]),
    Pair(
      "A limit for elements", cart, replacing: "most: int = 2", with: "most: int = 3",
      declared: ["unseen value-changed constant most"],
      behaviour: ["3 Add: state cart.lines.count"]),
    Pair(
      "Not all are others, instead of some is", cart,
      replacing: "lines.exists(l, l.id == action.id)",
      with: "${!lines.all(l, l.id != action.id)}"),
    Pair(
      "The branches exchanged with the condition", cart,
      replacing: """
        - if: lines.exists(l, l.id == action.id)
                  then:
                    - update: lines
                      where: item.id == action.id && item.count < most
                      do:
                        - increment: item.count
                  else:
                    - append: lines
                      value: { id: "${action.id}" }
        """,
      with: """
        - if: lines.all(l, l.id != action.id)
                  then:
                    - append: lines
                      value: { id: "${action.id}" }
                  else:
                    - update: lines
                      where: item.id == action.id && item.count < most
                      do:
                        - increment: item.count
        """),
    Pair(
      "Lines that are not joined any more", cart,
      replacing: "lines.exists(l, l.id == action.id)", with: "false",
      behaviour: ["2 Add: state cart.lines"]),
    Pair(
      "Keeping what does not match", cart,
      replacing: "- remove: lines\n          where: item.id == action.id\n",
      with: "- keep: lines\n          where: item.id != action.id\n"),
    // A text that no line has: the old one keeps all, the new one removes them. It needs one line,
    // as the other way round does.
    Pair(
      "Removing the others", cart,
      replacing: "- remove: lines\n          where: item.id == action.id\n",
      with: "- remove: lines\n          where: item.id != action.id\n",
      behaviour: ["2 Remove: state cart.lines"]),
    Pair(
      "A field that is not cleared", cart, replacing: "\n        - clear: coupon", with: "",
      behaviour: ["2 Empty: state cart.coupon"]),
    Pair(
      "Clearing both in another order", cart,
      replacing: "- clear: lines\n        - clear: coupon",
      with: "- clear: coupon\n        - set: lines\n          value: []"),
    Pair(
      "Clearing with a reset", cart, replacing: "- clear: lines\n        - clear: coupon",
      with: "- reset: state"),
    Pair(
      "A new line at the start", cart, replacing: "- append: lines", with: "- prepend: lines",
      behaviour: ["2 Add: state cart.lines.id"]),
    Pair(
      "A start value for the elements", cart, replacing: "count: int = 1", with: "count: int = 0",
      declared: ["compatible default-changed field count of Line"],
      behaviour: ["1 Add: state cart.lines.count"]),
  ]

  // MARK: Fields and types

  private static let types: [Pair] = [
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

  // MARK: Renaming

  private static let renaming: [Pair] = [
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

  // MARK: Settings

  /// Settings of enums: all payloads can be tried.
  private static let settings = """
    suas: 1
    enums:
      Theme: [light, dark]
      Scale: [small, medium, large]
      Direction: [up, down]
    states:
      Settings:
        theme: Theme = light
        scale: Scale = medium
        isLocked: bool = false
        isTop: bool = true
    actions:
      SetTheme: { to: Theme }
      SetScale: { to: Scale }
      Lock: { isOn: bool }
      Scroll: { direction: Direction }
    reducers:
      SettingsReducer:
        state: Settings
        stateKey: settings
        on:
          SetTheme:
            - set: theme
              value: ${action.to}
              unless: isLocked
          SetScale:
            - set: scale
              value: ${action.to}
              unless: isLocked
          Lock:
            - set: isLocked
              value: ${action.isOn}
          Scroll:
            - set: isTop
              value: ${action.direction == "up"}
    selectors:
      isDark: { value: '${store.settings.theme == "dark"}' }
    """

  private static let enums: [Pair] = [
    Pair("The same settings", settings, settings, isWhole: true),
    Pair(
      "A case that the app reads, added", settings,
      replacing: "[light, dark]", with: "[light, dark, contrast]",
      declared: ["breaking added case contrast of Theme"], isWhole: true),
    Pair(
      "A case that the app only sends, added", settings,
      replacing: "[up, down]", with: "[up, down, left]",
      declared: ["compatible added case left of Direction"], isWhole: true),
    Pair(
      "A case that is gone", settings,
      replacing: "[small, medium, large]", with: "[small, medium]",
      declared: ["breaking removed case large of Scale"], isWhole: true),
    Pair(
      "Cases in another order", settings, replacing: "[light, dark]", with: "[dark, light]",
      isWhole: true),
    Pair(
      "Another case at the start", settings, replacing: "theme: Theme = light",
      with: "theme: Theme = dark",
      declared: ["compatible default-changed field theme of Settings"],
      behaviour: ["0: state settings.theme"]),
    // No default changed; what starts otherwise is seen in the behaviour.
    Pair(
      "Another start by the reducer", settings, replacing: "stateKey: settings",
      with: "stateKey: settings\n    initial: { theme: dark }",
      behaviour: ["0: state settings.theme"]),
    Pair(
      "A lock that is left out", settings,
      replacing: "- set: scale\n          value: ${action.to}\n          unless: isLocked",
      with: "- set: scale\n          value: ${action.to}",
      behaviour: ["2 SetScale: state settings.scale"]),
    Pair(
      "A comparison with the other case", settings,
      replacing: "${action.direction == \"up\"}", with: "${action.direction != \"down\"}",
      isWhole: true),
    // `up` at the top, or `down`: either differs at once.
    Pair(
      "A comparison with the wrong case", settings,
      replacing: "${action.direction == \"up\"}", with: "${action.direction == \"down\"}",
      behaviour: ["1 Scroll: state settings.isTop"]),
    Pair(
      "An action that is gone", settings,
      settings.replacing("\n  Scroll: { direction: Direction }", with: "")
        .replacing(
          "\n      Scroll:\n        - set: isTop\n          value: ${action.direction == \"up\"}",
          with: ""),
      declared: ["breaking removed action Scroll"], isWhole: true),
    Pair(
      "An action that is added", settings,
      settings.replacing("  Lock: { isOn: bool }", with: "  Lock: { isOn: bool }\n  Restore: {}")
        .replacing("      Lock:\n", with: "      Restore:\n        - reset: state\n      Lock:\n"),
      declared: ["compatible added action Restore"], isWhole: true),
    Pair(
      "A selector that is gone", settings,
      replacing: "\nselectors:\n  isDark: { value: '${store.settings.theme == \"dark\"}' }",
      with: "", declared: ["breaking removed selector isDark"], isWhole: true),
    Pair(
      "A selector that is added", settings, replacing: "selectors:",
      with: "selectors:\n  isLight: { value: '${store.settings.theme == \"light\"}' }",
      declared: ["compatible added selector isLight"], isWhole: true),
    Pair(
      "An action that only the spec sends now", settings,
      replacing: "reducers:", with: "internal: [Lock]\nreducers:",
      declared: ["breaking visibility-changed action Lock"], isWhole: true),
    Pair(
      "An action that apps may send now",
      settings.replacing("reducers:", with: "internal: [Lock]\nreducers:"), settings,
      declared: ["compatible visibility-changed action Lock"], isWhole: true),
    Pair(
      "A value kept out of logs", settings, replacing: "isLocked: bool = false",
      with: "isLocked: { type: bool, default: false, sensitive: true }",
      declared: ["compatible sensitivity-changed field isLocked of Settings"], isWhole: true),
    Pair(
      "Several changes at once", settings,
      settings.replacing("[light, dark]", with: "[light, dark, contrast]")
        .replacing("[up, down]", with: "[up, down, left]")
        .replacing("isTop: bool = true", with: "isTop: bool = false")
        .replacing("selectors:", with: "invariants: { fine: true }\nselectors:")
        .replacing("  Lock: { isOn: bool }", with: "  Lock: { isOn: bool }\n  Restore: {}"),
      declared: [
        "breaking added case contrast of Theme", "compatible added action Restore",
        "compatible added case left of Direction",
        "compatible default-changed field isTop of Settings", "unseen added invariant fine",
      ], behaviour: ["0: state settings.isTop"]),
  ]

  // MARK: Gate

  /// A gate with a counter, a lock and shared parts: all of its states can be tried.
  private static let gate = """
    suas: 1
    constants: { most: int = 3 }
    functions:
      canOpen:
        params: { coins: int, isLocked: bool }
        value: coins > 0 && !isLocked
    states:
      Gate: { coins: int = 0, isOpen: bool = false, isLocked: bool = false }
    actions: { Pay: {}, Push: {}, Lock: { isOn: bool } }
    rules:
      shut:
        of: Gate
        do:
          - { set: isOpen, value: false }
    reducers:
      GateReducer:
        state: Gate
        stateKey: gate
        on:
          Pay:
            - { fail: { code: locked, message: The gate is locked }, when: isLocked }
            - { increment: coins, when: coins < most }
          Push:
            - { set: isOpen, value: true, when: "canOpen(coins, isLocked)" }
            - { set: coins, value: 0 }
          Lock:
            - { set: isLocked, value: "${action.isOn}" }
            - { use: shut, when: action.isOn }
    """

  private static let guards: [Pair] = [
    Pair(
      "A condition by De Morgan", gate, replacing: "coins > 0 && !isLocked",
      with: "${!(coins <= 0 || isLocked)}", isWhole: true),
    Pair(
      "Or instead of and in a function", gate, replacing: "coins > 0 && !isLocked",
      with: "coins > 0 || !isLocked", behaviour: ["1 Push: state gate.isOpen"]),
    Pair(
      "A function that is off by one", gate, replacing: "coins > 0 && !isLocked",
      with: "coins > 1 && !isLocked", behaviour: ["2 Push: state gate.isOpen"]),
    // Locked with a coin: the old one stays shut.
    Pair(
      "A function that forgets a condition", gate, replacing: "coins > 0 && !isLocked",
      with: "coins > 0", behaviour: ["3 Push: state gate.isOpen"]),
    Pair(
      "A function that is written out", gate,
      gate.replacing("\"canOpen(coins, isLocked)\"", with: "coins > 0 && !isLocked")
        .replacing(
          """
          functions:
            canOpen:
              params: { coins: int, isLocked: bool }
              value: coins > 0 && !isLocked

          """, with: ""),
      declared: ["unseen removed function canOpen"], isWhole: true),
    Pair(
      "A shared rule that does more", gate, replacing: "    - { set: isOpen, value: false }",
      with: "    - { set: isOpen, value: false }\n      - { set: coins, value: 0 }",
      behaviour: ["2 Lock: state gate.coins"]),
    Pair(
      "A shared rule that is written out", gate,
      gate.replacing(
        "{ use: shut, when: action.isOn }", with: "{ set: isOpen, value: false, when: action.isOn }"
      )
      .replacing(
        """
        rules:
          shut:
            of: Gate
            do:
              - { set: isOpen, value: false }

        """, with: ""),
      declared: ["unseen removed rule shut"], isWhole: true),
    // Open needs a coin, a push, and then the lock.
    Pair(
      "A use that is left out", gate, replacing: "\n        - { use: shut, when: action.isOn }",
      with: "", behaviour: ["3 Lock: state gate.isOpen"]),
    // Unlocking an open gate shuts it now.
    Pair(
      "A use without its guard", gate, replacing: "{ use: shut, when: action.isOn }",
      with: "{ use: shut }", behaviour: ["3 Lock: state gate.isOpen"]),
    // The gate is never open and locked: shutting it by the lock's state is the same.
    Pair(
      "A guard that is equal after the rule before", gate,
      replacing: "{ use: shut, when: action.isOn }", with: "{ use: shut, when: isLocked }",
      isWhole: true),
    Pair(
      "A refusal with another code", gate, replacing: "code: locked", with: "code: closed",
      behaviour: ["2 Pay: refusal"]),
    Pair(
      "A refusal with another message", gate, replacing: "The gate is locked",
      with: "Unlock the gate first", behaviour: ["2 Pay: refusal"]),
    Pair(
      "A refusal that is gone", gate,
      replacing:
        "- { fail: { code: locked, message: The gate is locked }, when: isLocked }\n        ",
      with: "", behaviour: ["2 Pay: refusal, state gate.coins"]),
    // The old one adds nothing at 3, and has no error.
    Pair(
      "A refusal in place of a guard", gate,
      replacing: "- { increment: coins, when: coins < most }",
      with: "- { fail: Enough, when: coins >= most }\n        - increment: coins",
      behaviour: ["4 Pay: refusal"]),
    Pair(
      "A constant that nothing reads", gate, replacing: "{ most: int = 3 }",
      with: "{ most: int = 3, least: int = 0 }", declared: ["unseen added constant least"],
      isWhole: true),
  ]

  private static let constraints: [Pair] = [
    Pair(
      "An invariant that refuses", gate, replacing: "reducers:",
      with: "invariants: { two-coins: store.gate.coins <= 2 }\nreducers:",
      declared: ["unseen added invariant two-coins"],
      behaviour: ["3 Pay: refusal, state gate.coins"]),
    Pair(
      "An invariant that always holds", gate, replacing: "reducers:",
      with: "invariants: { three-coins: store.gate.coins <= 3 }\nreducers:",
      declared: ["unseen added invariant three-coins"], isWhole: true),
    Pair(
      "An invariant that is written otherwise",
      gate.replacing(
        "reducers:", with: "invariants: { two-coins: store.gate.coins <= 2 }\nreducers:"),
      replacing: "store.gate.coins <= 2", with: "store.gate.coins < 3", isWhole: true),
    // Open and locked never come together; an open gate with a coin does, after three steps.
    Pair(
      "An invariant about two fields", gate, replacing: "reducers:",
      with: """
        invariants: { no-coins-when-open: "!store.gate.isOpen || store.gate.coins == 0" }
        reducers:
        """,
      declared: ["unseen added invariant no-coins-when-open"],
      behaviour: ["3 Pay: refusal, state gate.coins"]),
    Pair(
      "A transition that always holds", gate, replacing: "reducers:",
      with: "transitions: { push-pays: { on: [Push], that: new.gate.coins == 0 } }\nreducers:",
      declared: ["unseen added transition push-pays"], isWhole: true),
    // A push without a coin leaves the store as it was.
    Pair(
      "A transition that refuses", gate, replacing: "reducers:",
      with: "transitions: { push-costs: { on: [Push], that: old.gate.coins <= 1 } }\nreducers:",
      declared: ["unseen added transition push-costs"],
      behaviour: ["3 Push: refusal, state gate.coins, state gate.isOpen"]),
    Pair(
      "A goal", gate, replacing: "reducers:",
      with: "reachable: { rich: store.gate.coins == 3 }\nreducers:",
      declared: ["unseen added goal rich"], isWhole: true),
    Pair(
      "A condition on a field that refuses", gate, replacing: "coins: int = 0",
      with: "coins: { type: int, default: 0, where: self <= 2 }",
      declared: ["breaking constraint-changed field coins of Gate"],
      behaviour: ["3 Pay: refusal, state gate.coins"]),
    Pair(
      "A condition on a field that always holds", gate, replacing: "coins: int = 0",
      with: "coins: { type: int, default: 0, where: self >= 0 }",
      declared: ["breaking constraint-changed field coins of Gate"], isWhole: true),
    Pair(
      "A condition on a field that is gone",
      gate.replacing(
        "coins: int = 0", with: "coins: { type: int, default: 0, where: self <= 2 }"),
      gate, declared: ["compatible constraint-changed field coins of Gate"],
      behaviour: ["3 Pay: refusal, state gate.coins"]),
    // The empty text is among the texts that are tried; it reaches no reducer now.
    Pair(
      "A condition on a payload's field", cart, replacing: "Add: { id: string }",
      with: "Add: { id: { type: string, where: 'self != \"\"' } }",
      declared: ["breaking constraint-changed field id of action Add"],
      behaviour: ["1 Add: refusal, state cart.lines, action Add"]),
  ]

  private static let middleware: [Pair] = [
    Pair(
      "One that lets all pass", gate, replacing: "reducers:",
      with: "middleware: [{ name: audit, do: [next] }]\nreducers:",
      declared: ["unseen added middleware audit"], isWhole: true),
    Pair(
      "One that lets all pass, renamed",
      gate.replacing("reducers:", with: "middleware: [{ name: audit, do: [next] }]\nreducers:"),
      replacing: "audit", with: "log-all", declared: ["unseen renamed middleware audit"],
      isWhole: true),
    // Without coins only the action is missing; with them they stay.
    Pair(
      "One that swallows an action", gate, replacing: "reducers:",
      with: """
        middleware:
          - name: keep-shut
            on: [Push]
            do:
              - next: same
                unless: store.gate.isLocked
        reducers:
        """,
      declared: ["unseen added middleware keep-shut"],
      behaviour: ["2 Push: action Push", "3 Push: state gate.coins, action Push"]),
    Pair(
      "One that swallows nothing that happens", gate, replacing: "reducers:",
      with: """
        middleware:
          - name: not-too-many
            do:
              - next: same
                unless: store.gate.coins > 3
        reducers:
        """,
      declared: ["unseen added middleware not-too-many"], isWhole: true),
    Pair(
      "One that goes on with another action", gate, replacing: "reducers:",
      with: """
        middleware:
          - name: push-instead
            on: [Pay]
            do:
              - next: Push
        reducers:
        """,
      declared: ["unseen added middleware push-instead"],
      behaviour: [
        "1 Pay: state gate.coins, action Pay, action Push",
        "2 Pay: refusal, action Pay, action Push",
      ]),
    // Where the gate is locked already the state stays, and the action comes all the same.
    Pair(
      "One that sends another after it", gate, replacing: "reducers:",
      with: """
        middleware:
          - name: lock-behind
            on: [Push]
            do:
              - next
              - dispatch: Lock
                with: { isOn: true }
        reducers:
        """,
      declared: ["unseen added middleware lock-behind"],
      behaviour: ["1 Push: state gate.isLocked, action Lock", "2 Push: action Lock"]),
    // The action stops, without a refusal, whatever the state.
    Pair(
      "One that stops what would be refused", gate, replacing: "reducers:",
      with: """
        middleware:
          - name: no-pay
            on: [Pay]
            do:
              - next: same
                unless: store.gate.isLocked
        reducers:
        """,
      declared: ["unseen added middleware no-pay"], behaviour: ["2 Pay: refusal, action Pay"]),
  ]

  // MARK: Search

  /// A search with an effect that a middleware starts.
  private static let search = """
    suas: 1
    variants:
      Load:
        idle: {}
        loading: {}
        loaded: { names: list(string) }
        failed: { message: string }
    states:
      Search: { load: Load = idle }
    actions:
      Ask: { query: string }
      Clear: {}
      Found: { names: list(string) }
      Missed: { message: string }
    internal: [Found, Missed, Fetch]
    reducers:
      SearchReducer:
        state: Search
        stateKey: search
        on:
          Ask:
            - { set: load, value: loading }
          Clear:
            - { set: load, value: idle }
          Found:
            - set: load
              value: { loaded: { names: "${action.names}" } }
              when: has(load.loading)
          Missed:
            - set: load
              value: { failed: { message: "${action.message}" } }
              when: has(load.loading)
    middleware:
      - name: start
        on: [Ask]
        do:
          - next
          - dispatch: Fetch
            with: { query: "${action.query}" }
      - async
    effects:
      Fetch:
        payload: { query: string }
        run:
          http:
            url: https://cities.example/names
            query: { q: "${action.query}" }
        latest: true
        on-success:
          - dispatch: Found
            with: { names: "${response.body}" }
        on-failure:
          - dispatch: Missed
            with: { message: "${error.message}" }
    """

  private static let effects: [Pair] = [
    Pair("The same search", search, search),
    // What is sent is no part of the state; what is pending has the same payload.
    Pair(
      "Another url", search, replacing: "cities.example/names", with: "towns.example/names",
      declared: ["compatible setting-changed effect Fetch"]),
    Pair(
      "An effect that is not started any more", search,
      replacing: "\n      - dispatch: Fetch\n        with: { query: \"${action.query}\" }",
      with: "",
      behaviour: ["1 Ask: effect Fetch"]),
    Pair(
      "The middleware that starts it is gone", search,
      replacing: """
          - name: start
            on: [Ask]
            do:
              - next
              - dispatch: Fetch
                with: { query: "${action.query}" }

        """, with: "",
      declared: ["unseen removed middleware start"], behaviour: ["1 Ask: effect Fetch"]),
    Pair(
      "The effect starts before the action goes on", search,
      replacing: "- next\n      - dispatch: Fetch\n        with: { query: \"${action.query}\" }",
      with: "- dispatch: Fetch\n        with: { query: \"${action.query}\" }\n      - next"),
    Pair(
      "The effect gets another payload", search,
      replacing: "- dispatch: Fetch\n        with: { query: \"${action.query}\" }",
      with: "- dispatch: Fetch\n        with: { query: \"in ${action.query}\" }",
      behaviour: ["1 Ask: effect Fetch"]),
    // Superseded ones are left out of what is pending.
    Pair(
      "An older one keeps its outcome", search, replacing: "    latest: true\n", with: "",
      declared: ["compatible setting-changed effect Fetch"],
      behaviour: ["2 Ask: effect Fetch"]),
    // Only with two queries.
    Pair(
      "The latest by a key", search, replacing: "latest: true",
      with: "latest: true\n    key: action.query",
      declared: ["compatible setting-changed effect Fetch"],
      behaviour: ["2 Ask: effect Fetch"]),
    Pair(
      "A start after some quiet", search, replacing: "latest: true",
      with: "latest: true\n    debounce: 300ms",
      declared: ["compatible setting-changed effect Fetch"],
      behaviour: ["1 Ask: effect Fetch"]),
    // Cleared meanwhile: the old one stays idle.
    Pair(
      "An answer that comes too late and counts", search,
      replacing: """
        value: { loaded: { names: "${action.names}" } }
                  when: has(load.loading)
        """,
      with: """
        value: { loaded: { names: "${action.names}" } }
        """,
      behaviour: ["3 respond: state search.load"]),
    Pair(
      "A case that is added", search, replacing: "    loading: {}",
      with: "    loading: {}\n    empty: {}", declared: ["breaking added field empty of Load"]),
    Pair(
      "A case's field with a default, added", search, replacing: "loaded: { names: list(string) }",
      with: "loaded: { names: list(string), isPart: bool = false }",
      declared: ["compatible added field isPart of Load.loaded"]),
    Pair(
      "Another case of a variant at the start", search, replacing: "load: Load = idle",
      with: "load: Load = loading",
      declared: ["compatible default-changed field load of Search"],
      behaviour: ["0: state search.load"]),
    Pair(
      "An action that leaves the state", search,
      replacing: "\n      Clear:\n        - { set: load, value: idle }", with: "",
      behaviour: ["2 Clear: state search.load"]),
    Pair(
      "A guard that asks for the other case", search,
      replacing: "- { set: load, value: idle }",
      with: "- { set: load, value: idle, when: \"!has(load.loading)\" }",
      behaviour: ["2 Clear: state search.load"]),
    Pair(
      "A query kept out of logs", search, replacing: "Ask: { query: string }",
      with: "Ask: { query: { type: string, sensitive: true } }",
      declared: ["compatible sensitivity-changed field query of action Ask"]),
    Pair(
      "A listener that is added to a search", search, replacing: "reducers:\n",
      with: "listeners: { seen: { stateKey: search } }\nreducers:\n",
      declared: ["unseen added listener seen"]),
  ]

  // MARK: Form

  /// A form that the app itself saves.
  private static let form = """
    suas: 1
    states:
      Form:
        name: string = ""
        isDirty: bool = false
        hasFailed: bool = false
        isShown: bool = false
    actions:
      Edit: { name: string }
      Ended: { isSaved: bool }
      Blinked: {}
    internal: [Ended, Blinked]
    reducers:
      FormReducer:
        state: Form
        stateKey: form
        on:
          Edit:
            - { set: name, value: "${action.name}" }
            - { set: isDirty, value: true }
          Ended:
            - { set: isDirty, value: false, when: action.isSaved }
            - { set: hasFailed, value: "${!action.isSaved}" }
          Blinked:
            - toggle: isShown
    middleware: [async]
    effects:
      Save:
        payload: { name: string }
        run:
          custom: { name: saveForm, input: "${action.name}", result: bool }
        on-success:
          - dispatch: Ended
            with: { isSaved: true }
        on-failure:
          - dispatch: Ended
            with: { isSaved: false }
      Blink:
        run:
          delay: 5s
        on-success:
          - dispatch: Blinked
    """

  private static let saving: [Pair] = [
    Pair("The same form", form, form),
    Pair(
      "Success and failure exchanged", form,
      form.replacing(
        "on-success:\n      - dispatch: Ended", with: "on-other:\n      - dispatch: Ended"
      )
      .replacing("on-failure:", with: "on-success:").replacing("on-other:", with: "on-failure:"),
      behaviour: [
        "2 respond: state form.hasFailed, action Ended",
        "2 fail: state form.hasFailed, action Ended",
      ]),
    Pair(
      "Nothing follows a failure", form,
      replacing: "\n    on-failure:\n      - dispatch: Ended\n        with: { isSaved: false }",
      with: "", behaviour: ["2 fail: state form.hasFailed, action Ended"]),
    Pair(
      "Another name for what the app does", form, replacing: "name: saveForm",
      with: "name: storeForm",
      declared: ["breaking setting-changed effect Save"]),
    // The first failure has no outcome now, and what waits for a retry is not pending.
    Pair(
      "A second try", form, replacing: "    on-failure:",
      with: "    retry: { times: 1, delay: 1s }\n    on-failure:",
      declared: ["compatible setting-changed effect Save"],
      behaviour: ["2 fail: state form.hasFailed, action Ended"]),
    Pair(
      "Only the latest counts", form, replacing: "    on-failure:",
      with: "    latest: true\n    on-failure:",
      declared: ["compatible setting-changed effect Save"],
      behaviour: ["2 Save: effect Save"]),
    Pair(
      "Saving after some quiet", form, replacing: "    on-failure:",
      with: "    debounce: 1s\n    on-failure:",
      declared: ["compatible setting-changed effect Save"],
      behaviour: ["1 Save: effect Save"]),
    // When the old one is due, the new one is still pending.
    Pair(
      "A longer delay", form, replacing: "delay: 5s", with: "delay: 10s",
      declared: ["compatible setting-changed effect Blink"],
      // Where the state stays as it is, the effect alone differs.
      behaviour: [
        "2 advance: state form.isShown, effect Blink, action Blinked",
        "3 advance: effect Blink, action Blinked",
      ]),
    Pair(
      "The same delay in other words", form, replacing: "delay: 5s", with: "delay: 5000ms",
      declared: []),
    Pair(
      "An effect that the app performs, gone", form,
      replacing: """
          Save:
            payload: { name: string }
            run:
              custom: { name: saveForm, input: "${action.name}", result: bool }
            on-success:
              - dispatch: Ended
                with: { isSaved: true }
            on-failure:
              - dispatch: Ended
                with: { isSaved: false }

        """, with: "", declared: ["breaking removed effect Save"]),
    Pair(
      "An effect that the app performs, added", form, replacing: "effects:\n",
      with: "effects:\n  Print:\n    run: { custom: { name: printForm, result: bool } }\n",
      declared: ["breaking added effect Print"]),
    Pair(
      "An effect that waits, added", form, replacing: "effects:\n",
      with: "effects:\n  Wait:\n    run: { delay: 1s }\n",
      declared: ["compatible added effect Wait"]),
    Pair(
      "An effect's field with a default, added", form, replacing: "payload: { name: string }",
      with: "payload: { name: string, note: string = none }",
      declared: ["compatible added field note of effect Save"]),
    Pair(
      "An effect that only the spec starts now", form, replacing: "internal: [Ended, Blinked]",
      with: "internal: [Ended, Blinked, Save]",
      declared: ["breaking visibility-changed effect Save"]),
    Pair(
      "Two outcomes of a success", form,
      replacing: "- dispatch: Blinked", with: "- dispatch: Blinked\n      - dispatch: Blinked",
      // Toggled twice; where the state stays as it is, the action alone is one more.
      behaviour: [
        "2 advance: state form.isShown, action Blinked", "3 advance: action Blinked",
      ]),
  ]

  // MARK: Inbox

  /// Listeners, one of them with a reaction: all of the states can be tried.
  private static let inbox = """
    suas: 1
    states:
      Inbox: { unread: int = 0, isMuted: bool = false, isFull: bool = false }
    actions: { Receive: {}, Read: {}, Mute: { isOn: bool }, Overflow: {} }
    internal: [Overflow]
    reducers:
      InboxReducer:
        state: Inbox
        stateKey: inbox
        on:
          Receive:
            - { increment: unread, when: unread < 3 }
          Read:
            - { set: unread, value: 0 }
            - { set: isFull, value: false }
          Mute:
            - { set: isMuted, value: "${action.isOn}" }
          Overflow:
            - { set: isFull, value: true }
    selectors:
      badge: { when: "!store.inbox.isMuted", value: "${store.inbox.unread}" }
    listeners:
      all: { stateKey: inbox }
      counted: { selector: badge, filter: changed }
      full:
        stateKey: inbox
        filter: new.unread == 3 && old.unread < 3
        do:
          - dispatch: Overflow
      more: { stateKey: inbox, filter: new.unread > old.unread }
    """

  private static let listeners: [Pair] = [
    Pair("The same inbox", inbox, inbox, isWhole: true),
    // Handled without a change: reading nothing, muting, and the reaction to the third.
    Pair(
      "A filter that lets through what stays equal", inbox,
      replacing: "new.unread > old.unread", with: "new.unread >= old.unread",
      behaviour: [
        "1 Read: notification more", "1 Mute: notification more", "3 Receive: notification more",
      ]),
    Pair(
      "A filter that is written otherwise", inbox,
      replacing: "new.unread > old.unread", with: "new.unread - old.unread >= 1", isWhole: true),
    Pair(
      "A listener that is told of changes only", inbox,
      replacing: "all: { stateKey: inbox }", with: "all: { stateKey: inbox, filter: changed }",
      behaviour: ["1 Read: notification all", "1 Mute: notification all"]),
    Pair(
      "A listener that is gone", inbox,
      replacing: "\n  more: { stateKey: inbox, filter: new.unread > old.unread }", with: "",
      declared: ["unseen removed listener more"], isWhole: true),
    Pair(
      "A listener that is added", inbox, replacing: "listeners:",
      with: "listeners:\n  muted: { stateKey: inbox, filter: new.isMuted && !old.isMuted }",
      declared: ["unseen added listener muted"], isWhole: true),
    // The badge appears when the inbox is not muted any more, with another number.
    Pair(
      "A selector with another value", inbox,
      replacing: "${store.inbox.unread}", with: "${store.inbox.unread + 1}",
      declared: ["compatible value-changed selector badge"],
      // What its listener is told is a consequence.
      behaviour: ["0: selector badge"]),
    Pair(
      "A selector that is written otherwise", inbox,
      replacing: "${store.inbox.unread}", with: "${0 + store.inbox.unread}",
      declared: ["compatible value-changed selector badge"], isWhole: true),
    // The reaction is handled: the listener of all is told once more.
    Pair(
      "A reaction that comes one earlier", inbox,
      replacing: "new.unread == 3 && old.unread < 3", with: "new.unread == 2 && old.unread < 2",
      behaviour: [
        "2 Receive: state inbox.isFull, action Overflow, notification all, notification full"
      ]),
    // The listener itself is told in both.
    Pair(
      "A reaction that is gone", inbox, replacing: "\n    do:\n      - dispatch: Overflow",
      with: "",
      behaviour: ["3 Receive: state inbox.isFull, action Overflow, notification all"]),
    Pair(
      "A rule that counts though nothing changes", inbox,
      replacing: "- { increment: unread, when: unread < 3 }",
      with: "- { set: unread, value: \"${unread < 3 ? unread + 1 : unread}\" }",
      // At 3 it is handled now.
      behaviour: ["4 Receive: notification all"]),
    Pair(
      "A selector with another name", inbox, replacing: "badge", with: "mark",
      declared: ["breaking renamed selector badge"], isWhole: true),
  ]

  // MARK: Drawing

  /// A drawing that can be undone.
  private static let drawing = """
    suas: 1
    states:
      Drawing: { strokes: int = 0, isZoomed: bool = false }
    actions: { Draw: {}, Erase: {}, Zoom: {}, Undo: {}, Redo: {} }
    reducers:
      DrawingReducer:
        state: Drawing
        stateKey: drawing
        history: { undo: Undo, redo: Redo, limit: 3, ignore: [Zoom] }
        on:
          Draw:
            - { increment: strokes, when: strokes < 4 }
          Erase:
            - { set: strokes, value: 0 }
          Zoom:
            - toggle: isZoomed
    """

  private static let history: [Pair] = [
    Pair("The same drawing", drawing, drawing),
    // A redo never makes more entries than there were.
    Pair(
      "A shorter history", drawing, replacing: "limit: 3", with: "limit: 2",
      declared: ["compatible setting-changed state key drawing"],
      // Three strokes, and one undo more than there are entries.
      behaviour: ["6 Undo: state drawing.strokes"]),
    Pair(
      "A longer history", drawing, replacing: "limit: 3", with: "limit: 4",
      declared: ["compatible setting-changed state key drawing"],
      behaviour: ["8 Undo: state drawing.strokes"]),
    Pair(
      "No undo", drawing, replacing: "undo: Undo, ", with: "",
      behaviour: [
        "2 Undo: state drawing.strokes"
      ]),
    Pair(
      "No redo", drawing, replacing: "redo: Redo, ", with: "",
      behaviour: [
        "3 Redo: state drawing.strokes"
      ]),
    Pair(
      "Zooming is undone too", drawing, replacing: ", ignore: [Zoom]", with: "",
      // Zooming also takes what was undone away.
      behaviour: [
        "2 Undo: state drawing.isZoomed",
        "4 Redo: state drawing.isZoomed, state drawing.strokes",
      ]),
    // The history's key is not in both, and is not compared.
    Pair(
      "No history", drawing,
      replacing: "\n    history: { undo: Undo, redo: Redo, limit: 3, ignore: [Zoom] }", with: "",
      declared: ["breaking setting-changed state key drawing"],
      behaviour: ["2 Undo: state drawing.strokes"]),
    Pair(
      "A history where there was none",
      drawing.replacing(
        "\n    history: { undo: Undo, redo: Redo, limit: 3, ignore: [Zoom] }", with: ""),
      drawing, declared: ["compatible setting-changed state key drawing"],
      behaviour: ["2 Undo: state drawing.strokes"]),
    // The history is full in both: the last three, and these are other ones.
    Pair(
      "A limit of what is drawn that is off by one", drawing,
      replacing: "strokes < 4", with: "strokes <= 4",
      behaviour: ["5 Draw: state drawing.strokes"]),
    Pair(
      "Erasing with a reset of the field", drawing,
      replacing: "{ set: strokes, value: 0 }", with: "reset: strokes"),
    // Only a zoomed drawing shows it; zooming makes no entry of its own.
    Pair(
      "Erasing with a reset of all", drawing, replacing: "{ set: strokes, value: 0 }",
      with: "reset: state",
      behaviour: ["2 Erase: state drawing.isZoomed"]),
  ]

  // MARK: Layout

  private static let layout: [Pair] = [
    Pair(
      "Another layout, and comments", counter,
      """
      # Counts up to a limit.
      suas: 1

      states:
        Counter:
          count: int = 0 # never below
          isFull: bool = false
      actions:
        Increment:
        Decrement:
        Reset:
      constants:
        most: { type: int, value: 5 }
      reducers:
        CounterReducer:
          on:
            Increment:
              - increment: count
                when: count < most
              - value: ${count == most}
                set: isFull
            Decrement:
              - decrement: count
                when: ${count > 0}
              - set: isFull
                value: false
            Reset:
              - reset: state
          stateKey: counter
          state: Counter
      """, isWhole: true),
    Pair(
      "Names and descriptions for people", counter,
      counter.replacing("suas: 1\n", with: "suas: 1\nname: A counter\ndescription: Counts.\n")
        .replacing(
          "count: int = 0,", with: "count: { type: int, default: 0, description: How many },"),
      isWhole: true),
    Pair(
      "Actions in another order", counter,
      replacing: "{ Increment: {}, Decrement: {}, Reset: {} }",
      with: "{ Reset: {}, Decrement: {}, Increment: {} }", isWhole: true),
    Pair(
      "Fields in another order", counter,
      replacing: "{ count: int = 0, isFull: bool = false }",
      with: "{ isFull: bool = false, count: int = 0 }", isWhole: true),
    Pair(
      "Types and enums in another order", settings,
      replacing: """
          Theme: [light, dark]
          Scale: [small, medium, large]
          Direction: [up, down]
        """,
      with: """
          Direction: [up, down]
          Scale: [small, medium, large]
          Theme: [light, dark]
        """, isWhole: true),
    Pair(
      "Actions of a reducer in another order", gate,
      gate.replacing(
        """
              Lock:
                - { set: isLocked, value: "${action.isOn}" }
                - { use: shut, when: action.isOn }
        """, with: ""
      ).replacing(
        "    on:\n",
        with: """
              on:
                Lock:
                  - { set: isLocked, value: "${action.isOn}" }
                  - { use: shut, when: action.isOn }

          """), isWhole: true),
    Pair(
      "Another name for an element", cart, replacing: "lines.exists(l, l.id == action.id)",
      with: "lines.exists(line, line.id == action.id)"),
  ]

  // MARK: Names

  /// A lamp whose color comes from work of the app.
  private static let lamp = """
    suas: 1
    constants: { most: int = 3 }
    enums: { Color: [red, green] }
    types: { Note: { text: string, note: string = '' } }
    states:
      Lamp:
        color: Color = red
        level: { type: int, default: 0, where: self <= most }
        notes: list(Note) = []
    actions: { Press: {}, Write: { text: string }, Colored: { color: Color } }
    internal: [Colored]
    reducers:
      LampReducer:
        state: Lamp
        on:
          Press: [{ set: level, value: "${level < most ? level + 1 : 0}" }]
          Write: [{ append: notes, value: { text: "${action.text}", note: "${action.text}" } }]
          Colored: [{ set: color, value: "${action.color}" }]
    middleware:
      - { name: start, on: [Press], do: [next, { dispatch: Load }] }
      - async
    effects:
      Load:
        run: { custom: { name: load, result: Color } }
        on-success: [{ dispatch: Colored, with: { color: "${response.result}" } }]
    listeners:
      color: { selector: color, filter: changed }
    selectors: { color: { value: "${store.Lamp.color}" } }
    """

  private static let names: [Pair] = [
    Pair("The same lamp", lamp, lamp),
    Pair(
      "A case that the app answers with, renamed", lamp, replacing: "green", with: "lime",
      declared: ["breaking renamed case green of Color"]),
    Pair(
      "A field that is called description now", lamp, replacing: "note:", with: "description:",
      declared: ["breaking renamed field note of Note"]),
    Pair(
      "A constraint in other words", lamp, replacing: "self <= most", with: "self<=most"),
    Pair(
      "A constant in a constraint, renamed", lamp, replacing: "most", with: "highest",
      declared: ["unseen renamed constant most"]),
    Pair(
      "A field of an internal action, added", lamp,
      replacing: "Colored: { color: Color }", with: "Colored: { color: Color, by: string? }",
      declared: ["unseen added field by of action Colored"]),
    Pair(
      "A payload where there was none", lamp, replacing: "Press: {}", with: "Press: { by: int }",
      declared: ["breaking added field by of action Press"]),
    Pair(
      "Other work of the app", lamp, replacing: "name: load", with: "name: look",
      declared: ["breaking setting-changed effect Load"]),
    // Neither of the two is the new one.
    Pair(
      "Two actions that become one",
      lamp.replacing("Write: { text: string }", with: "Write: { text: string }, Push: {}")
        .replacing(
          "      Write: [", with: "      Push: [{ set: level, value: 0 }]\n      Write: ["),
      lamp.replacing("Press", with: "Push"),
      declared: ["breaking removed action Press"],
      behaviour: ["1 Push: state Lamp.level, effect Load"]),
  ]
}
