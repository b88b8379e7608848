/// Undeclared names.
extension Explanation {
  static let names: [Explanation] = [
    Explanation(
      "unknown-type", "there is no such type",
      """
      A type is bool, int, double, string, timestamp, duration, any, list(T), map(T),
      map(K, T), T?, or the name of an enum, a record, a variant or a state.
      """,
      Example(
        .sections,
        wrong: """
          types:
            TodoItem: { title: text }
          """,
        right: """
          types:
            TodoItem: { title: string }
          """)),
    Explanation(
      "unknown-state", "there is no such state, or no such key in the store",
      """
      A reducer's state is a record that is declared under 'states'. In scenarios, the
      name is a state key: the name of the state, or the reducer's 'stateKey'.
      """,
      Example(
        .sections,
        wrong: """
          states:
            Counter: { count: int = 0 }
          reducers:
            CounterReducer: { state: Countr }
          """,
        right: """
          states:
            Counter: { count: int = 0 }
          reducers:
            CounterReducer: { state: Counter }
          """)),
    Explanation(
      "unknown-field", "a record has no such field",
      """
      You can read and write only the fields that a type, a state or a payload
      declares.
      """,
      Example(
        .rules,
        wrong: "- toggle: todos[0].isComplete",
        right: "- toggle: todos[0].isCompleted")),
    Explanation(
      "unknown-rule", "there is no such shared rule",
      """
      'use' names a rule that is declared under 'rules', in this file or an included
      one.
      """,
      Example(
        .sections,
        wrong: """
          states:
            Counter: { count: int = 0 }
          actions:
            Count: {}
          rules:
            grow: { of: Counter, do: [{ increment: count }] }
          reducers:
            CounterReducer: { state: Counter, on: { Count: [{ use: grows }] } }
          """,
        right: """
          states:
            Counter: { count: int = 0 }
          actions:
            Count: {}
          rules:
            grow: { of: Counter, do: [{ increment: count }] }
          reducers:
            CounterReducer: { state: Counter, on: { Count: [{ use: grow }] } }
          """)),
    Explanation(
      "missing-case", "a match has no rules for a case",
      """
      'match' has a list of rules for each case of the value, or 'else' for the rest.
      For a T?, null is a case, too; an any, which may hold anything, needs 'else'.
      """,
      Example(
        .rules,
        wrong: """
          - match: color
            cases:
              red: [{ set: color, value: green }]
              green: [{ set: color, value: red }]
          """,
        right: """
          - match: color
            cases:
              red: [{ set: color, value: green }]
              green: [{ set: color, value: red }]
            else: []
          """)),
    Explanation(
      "unknown-action", "there is no such action",
      """
      Reducers handle, and scenarios dispatch, the actions declared under 'actions'.
      """,
      Example(
        .scenario,
        wrong: """
          spec: todo.yaml
          scenario: Doing
          steps: [{ dispatch: Undo }]
          """,
        right: """
          spec: todo.yaml
          scenario: Doing
          steps: [{ dispatch: Do }]
          """)),
    Explanation(
      "unknown-effect", "there is no such effect",
      """
      'respond', 'cancel', and 'effects' and 'requests' under 'expect' name an
      effect declared under 'effects'.
      """,
      Example(
        .scenario,
        wrong: """
          spec: todo.yaml
          scenario: Saving
          steps:
            - dispatch: SaveAll
            - respond: SaveAl
          """,
        right: """
          spec: todo.yaml
          scenario: Saving
          steps:
            - dispatch: SaveAll
            - respond: SaveAll
          """)),
    Explanation(
      "unknown-listener", "there is no such listener",
      """
      'listen', 'unlisten' and 'notified' name listeners declared under 'listeners'.
      """,
      Example(
        .scenario,
        wrong: """
          spec: todo.yaml
          scenario: Doing
          steps:
            - dispatch: Do
              expect: { notified: [everthing] }
          """,
        right: """
          spec: todo.yaml
          scenario: Doing
          steps:
            - dispatch: Do
              expect: { notified: [everything] }
          """)),
    Explanation(
      "recursive-selector", "selectors read themselves",
      """
      A selector can read others as 'selected.NAME', but none that reads it in turn.
      """,
      Example(
        .sections,
        wrong: """
          states:
            Counter: { count: int = 0 }
          reducers:
            CounterReducer: { state: Counter }
          selectors:
            double: { value: "${selected.half * 4}" }
            half: { value: "${selected.double / 4}" }
          """,
        right: """
          states:
            Counter: { count: int = 0 }
          reducers:
            CounterReducer: { state: Counter }
          selectors:
            double: { value: "${store.Counter.count * 2}" }
            half: { value: "${selected.double / 4}" }
          """)),
    Explanation(
      "unknown-selector", "there is no such selector",
      """
      Listeners, the expectation 'selected' and 'selected.NAME' in expressions name
      selectors declared under 'selectors'.
      """,
      Example(
        .sections,
        wrong: """
          states:
            Counter: { count: int = 0 }
          reducers:
            CounterReducer: { state: Counter }
          selectors:
            header: { value: "${store.Counter.count} so far" }
          listeners:
            title: { selector: headr }
          """,
        right: """
          states:
            Counter: { count: int = 0 }
          reducers:
            CounterReducer: { state: Counter }
          selectors:
            header: { value: "${store.Counter.count} so far" }
          listeners:
            title: { selector: header }
          """)),
    Explanation(
      "unknown-fragment", "there is no such fragment",
      """
      'use' names a fragment from the files that the scenario file includes.
      """,
      Example(
        .scenario,
        wrong: """
          spec: todo.yaml
          include: [common.yaml]      # which has the fragment 'doing'
          scenario: Doing
          steps: [{ use: dong }]
          """,
        right: """
          spec: todo.yaml
          include: [common.yaml]      # which has the fragment 'doing'
          scenario: Doing
          steps: [{ use: doing }]
          """)),
    Explanation(
      "unknown-verb", "a rule has no known verb",
      """
      A rule is a mapping with exactly one verb, such as 'set', 'append' or 'toggle',
      and its arguments.
      """,
      Example(
        .rules,
        wrong: """
          - assign: count
            value: 3
          """,
        right: """
          - set: count
            value: 3
          """)),
    Explanation(
      "unknown-case", "an enum or variant has no such case",
      """
      A text that is assigned to an enum, or compared with one, must be one of its
      declared cases. This includes the branches of '? :' and the elements of a list
      to the right of 'in'.
      """,
      Example(
        .rules,
        wrong: """
          - set: color
            value: blue
          """,
        right: """
          - set: color
            value: green
          """)),
  ]
}
