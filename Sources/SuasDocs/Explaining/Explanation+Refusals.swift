/// Errors that refuse an action when it runs; the state stays unchanged.
extension Explanation {
  package static let refusals: [Explanation] = [
    Explanation(
      "invalid-payload", "a payload does not fit its action",
      """
      Payloads written in a file are checked before anything runs. This error is for
      payloads that middleware, listeners or effects compute from a value of type
      'any', and for payloads made in Swift.
      """,
      Example(
        .untested(because: "the payload is made in Swift"),
        wrong: "try spec.action(\"AddTodo\", [\"text\": .int(1)])",
        right: "try spec.action(\"AddTodo\", [\"text\": .string(\"Milk\")])")),
    Explanation(
      "index-out-of-range", "a list has no element at this index",
      """
      Indices start at zero. 'insert' also accepts the size of the list, which adds
      the element at the end.
      """,
      Example(
        .running,
        wrong: "- toggle: todos[7].isCompleted",
        right: "- toggle: todos[0].isCompleted")),
    Explanation(
      "no-such-key", "a map has no such key",
      """
      'set' adds a missing key. Other verbs need an existing key, or a 'default' to
      start with.
      """,
      Example(
        .running,
        wrong: "- increment: prices[action.text]",
        right: """
          - increment: prices[action.text]
            default: 0
          """)),
    Explanation(
      "no-such-field", "a computed value has a key that is no field of its record",
      """
      The keys of a map out of an 'any' are known only when the action runs.
      """,
      Example(
        .running,
        wrong: """
          - set: extra
            value: { name: Milk }
          - merge: todos[0]
            value: ${extra}
          """,
        right: """
          - set: extra
            value: { title: Milk }
          - merge: todos[0]
            value: ${extra}
          """)),
    Explanation(
      "no-such-case", "a computed text is not a case of an enum, or a variant has another case",
      """
      A case that is written in the file is checked before anything runs. A computed
      case is checked when it is assigned, and the case of a variant when it is read.
      """,
      Example(
        .running,
        wrong: """
          - set: color
            value: ${action.text}
          """,
        right: """
          - set: color
            value: ${action.text}
            when: action.text in ["red", "green"]
          """)),
    Explanation(
      "null-value", "a null is used as a value",
      """
      A 'T?' may be null. Test it first, or give a value to use instead of null:
      x.orValue(d).
      """,
      Example(
        .running,
        wrong: """
          - set: count
            value: ${size(note)}
          """,
        right: """
          - set: count
            value: ${size(note.orValue("none"))}
          """)),
    Explanation(
      "division-by-zero", "an int is divided by zero",
      """
      The same applies to the remainder, '%'. A double divided by zero is infinite.
      """,
      Example(
        .running,
        wrong: """
          - set: count
            value: ${6 / action.index}
          """,
        right: """
          - set: count
            value: ${6 / action.index}
            when: action.index != 0
          """)),
    Explanation(
      "overflow", "a number exceeds the range of its type",
      """
      An int has 64 bits and never wraps around. Timestamps and durations have limited
      ranges too.
      """,
      Example(
        .running,
        wrong: """
          - increment: count
            by: 9223372036854775807
          """,
        right: """
          - increment: count
            by: 1
          """)),
    Explanation(
      "invalid-argument", "a function cannot use this value",
      """
      For example, a text is not a number, a pattern is not a regular expression, or a
      time zone is unknown.
      """,
      Example(
        .running,
        wrong: """
          - set: count
            value: ${int(action.text)}
          """,
        right: """
          - set: count
            value: ${int(action.text)}
            when: action.text.matches("^[0-9]$")
          """)),
    Explanation(
      "constraint-violated", "a field would break its 'where'",
      """
      The 'where' of a field is checked after each reducer's rules, and on payloads at
      dispatch.
      """,
      Example(
        .running,
        wrong: "- decrement: quantity",
        right: """
          - decrement: quantity
            when: quantity > 1
          """)),
    Explanation(
      "invariant-violated", "an invariant would no longer be true",
      """
      Invariants are checked after the reducers have run, before any change is kept.
      In the example, the invariant is 'store.TodoList.count <= 10'.
      """,
      Example(
        .running,
        wrong: """
          - set: count
            value: 11
          """,
        right: """
          - set: count
            value: 10
          """)),
    Explanation(
      "transition-violated", "the change that an action makes is not allowed",
      """
      Transitions compare the stores before and after an action. In the example, the
      transition is 'new.TodoList.count >= old.TodoList.count'.
      """,
      Example(
        .running,
        wrong: "- decrement: count",
        right: "- increment: count")),
    Explanation(
      "at-rest-violated", "a promise under 'at-rest' is not kept once a dispatch is done",
      """
      Promises at rest are judged when all that came from outside has come to its
      end: middleware, reducers, reactions and the start of effects. Nothing is taken
      back. In the example, the promise is
      'store.TodoList.quantity < 7 || pending.SaveAll > 0'.
      """,
      Example(
        .running,
        wrong: """
          - set: quantity
            value: 7
          """,
        right: """
          - set: quantity
            value: 6
          """)),
    Explanation(
      "always-reachable-violated", "from some state, nothing leads to what is promised",
      """
      Promises under 'always-reachable' are judged by 'suas-run explore', once it has
      seen all that a state leads to. No action is refused because of them.
      """,
      Example(
        .searching,
        wrong: """
          states: { Door: { isOpen: bool = false } }
          actions: { Open: {} }
          reducers:
            DoorReducer: { state: Door, on: { Open: [{ set: isOpen, value: true }] } }
          always-reachable:
            can-be-closed: ${!store.Door.isOpen}
          """,
        right: """
          states: { Door: { isOpen: bool = false } }
          actions: { Turn: {} }
          reducers:
            DoorReducer: { state: Door, on: { Turn: [{ toggle: isOpen }] } }
          always-reachable:
            can-be-closed: ${!store.Door.isOpen}
          """)),
    Explanation(
      "failed", "a rule refuses the action",
      """
      This is the code of 'fail: TEXT'. With 'fail: {code, message}' you can define
      your own codes.
      """,
      Example(
        .running,
        wrong: "- fail: the list is full",
        right: """
          - fail: the list is full
            when: size(todos) >= 100
          """)),
    Explanation(
      "dispatch-depth-exceeded", "actions dispatch further actions without end",
      """
      An action that middleware or a reaction dispatches is one level deeper than the
      action that led to it. The 65th level is refused.
      """,
      Example(
        .reacting,
        wrong: """
          again:
            stateKey: TodoList
            do: [{ dispatch: Do }]      # which sets 'note', even to what it is
          """,
        right: """
          again:
            stateKey: TodoList
            filter: changed
            do: [{ dispatch: Do }]
          """)),
    Explanation(
      "cost-exceeded", "an action costs more than is allowed",
      """
      A whole dispatch, including its loops, has one cost limit, so that it always
      ends. The usual cause is a macro that goes through a large list for each element
      of another large list. The message shows the cost. If it names --max-cost, or
      CompiledSpec.limits in Swift, you can raise the limit with it.
      """,
      Example(
        .running,
        wrong: """
          - let:
              all: lists.range(9999)
          - set: count
            value: ${size(all.filter(a, all.exists(b, b == 9998)))}
          """,
        right: """
          - let:
              all: lists.range(9999)
          - set: count
            value: ${size(all.filter(a, a == 9998))}
          """)),
    Explanation(
      "state-too-large", "the state would have more than ten million leaves",
      """
      The limit counts values that are not lists, maps or records. If a list grows
      with every action, add a rule that removes old elements. --max-leaves, or
      CompiledSpec.limits in Swift, raises the limit.
      """,
      Example(
        .untested(because: "the state would have ten million leaves"),
        wrong: """
          - append: log
            value: ${action.text}
          """,
        right: """
          - append: log
            value: ${action.text}
          - keep: log
            where: index >= size(log) - 1000
          """)),
  ]
}
