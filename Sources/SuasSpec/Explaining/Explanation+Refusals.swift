/// Why an action is refused when it runs; what stands in the state is then as it was before.
extension Explanation {
  package static let refusals: [Explanation] = [
    Explanation(
      "invalid-payload", "a payload does not fit its action",
      """
      Payloads that a file writes are checked before anything runs; this is for those
      that middleware, listeners or effects compute from a value of type 'any', and
      for those made in Swift.
      """,
      Example(
        .untested(because: "the payload is made in Swift"),
        wrong: "try spec.action(\"AddTodo\", [\"text\": .int(1)])",
        right: "try spec.action(\"AddTodo\", [\"text\": .string(\"Milk\")])")),
    Explanation(
      "index-out-of-range", "a list has no element at an index",
      """
      Indices count from zero. 'insert' takes the size of the list too, and so adds at
      its end.
      """,
      Example(
        .running,
        wrong: "- toggle: todos[7].isCompleted",
        right: "- toggle: todos[0].isCompleted")),
    Explanation(
      "no-such-key", "a map has no such key",
      """
      'set' adds a key; other verbs need it to be there, or a 'default' to begin with.
      """,
      Example(
        .running,
        wrong: "- increment: prices[action.text]",
        right: """
          - increment: prices[action.text]
            default: 0
          """)),
    Explanation(
      "no-such-field", "a record in a value of type 'any' has no such field",
      """
      What a value of type 'any' holds is known only when the action runs.
      """,
      Example(
        .running,
        wrong: """
          - set: extra
            value: ${todos[0]}
          - set: note
            value: ${extra.name}
          """,
        right: """
          - set: extra
            value: ${todos[0]}
          - set: note
            value: ${extra.title}
          """)),
    Explanation(
      "no-such-case", "a computed text is no case of an enum, or a variant has another case",
      """
      A case that is written is checked before anything runs. One that is computed is
      judged when it is assigned; a variant's case when it is read.
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
      "null-value", "something is read through a null",
      """
      A 'T?' may be null. Test it before, or say what stands for null: x.orValue(d).
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
      It holds for the remainder, '%', too. A double divided by zero is infinite.
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
      "overflow", "a number leaves the range of its type",
      """
      An int has 64 bits and never wraps around; timestamps and durations have ranges
      too.
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
      "invalid-argument", "a function cannot do what it is asked with this value",
      """
      A text is no number, a pattern no regular expression, a time zone is not known.
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
      A field's 'where' is judged after each reducer's rules, and on payloads at
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
      "invariant-violated", "an invariant would not hold any more",
      """
      Invariants are judged after the reducers ran, before anything is kept. In the
      example it is 'store.TodoList.count <= 10'.
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
      Transitions compare the stores before and after an action. In the example it is
      'new.TodoList.count >= old.TodoList.count'.
      """,
      Example(
        .running,
        wrong: "- decrement: count",
        right: "- increment: count")),
    Explanation(
      "failed", "a rule refuses the action",
      """
      This is the code of 'fail: TEXT'. With 'fail: {code, message}' authors give
      codes of their own.
      """,
      Example(
        .running,
        wrong: "- fail: the list is full",
        right: """
          - fail: the list is full
            when: size(todos) >= 100
          """)),
    Explanation(
      "dispatch-depth-exceeded", "actions lead to actions without end",
      """
      What middleware and reactions dispatch is one level deeper than the action that
      led to it; the 65th level is refused.
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
      A whole dispatch, its loops included, has one limit, so that it always ends.
      Most often a macro goes through a large list for each element of a large list.
      The message says how much was asked for; --max-cost, or CompiledSpec.limits in
      Swift, raises the limit where the message names them.
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
      The limit counts what is no list, map or record. A list that grows with every
      action needs a rule that drops what is old. --max-leaves, or CompiledSpec.limits
      in Swift, raises the limit.
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
