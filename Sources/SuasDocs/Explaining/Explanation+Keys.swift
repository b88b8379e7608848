/// Errors in the form of a file: keys, kinds and literals.
extension Explanation {
  static let keys: [Explanation] = [
    Explanation(
      "unknown-key", "a mapping has no such key",
      """
      Every unknown key is an error, so that a misspelt key is never ignored silently.
      """,
      Example(
        .sections,
        wrong: """
          action:
            AddTodo: { text: string }
          """,
        right: """
          actions:
            AddTodo: { text: string }
          """)),
    Explanation(
      "missing-key", "a required key is missing",
      """
      A verb lacks an argument, a record lacks a field without a default, or a file
      lacks the key that identifies its kind.
      """,
      Example(
        .rules,
        wrong: """
          - insert: todos
            value: { title: Tea }
          """,
        right: """
          - insert: todos
            index: 0
            value: { title: Tea }
          """)),
    Explanation(
      "conflicting-keys", "two keys cannot be used together",
      """
      Each key is valid alone, but together they contradict each other, or it would be
      unclear which one applies.
      """,
      Example(
        .rules,
        wrong: """
          - toggle: todos[0].isCompleted
            when: count > 0
            unless: count > 9
          """,
        right: """
          - toggle: todos[0].isCompleted
            when: count > 0 && count <= 9
          """)),
    Explanation(
      "wrong-request-part", "a request of another kind has this part",
      """
      Under 'requests', an effect has the parts of its 'run': 'method', 'url',
      'query', 'headers' and 'body' of http; 'delay' or 'every'; 'read-file';
      'write-file' and 'value'; 'custom' and 'input'.
      """,
      Example(
        .scenario,
        wrong: """
          spec: todo.yaml
          scenario: Saving
          steps:
            - dispatch: SaveAll
              expect:
                requests:
                  - SaveAll: { body: all }
          """,
        right: """
          spec: todo.yaml
          scenario: Saving
          steps:
            - dispatch: SaveAll
              expect:
                requests:
                  - SaveAll: { write-file: todo.json }
          """)),
    Explanation(
      "misplaced-matcher", "a matcher stands where no value is expected",
      """
      Matchers stand in the place of values: of a payload, of a part of a request,
      of a field. The name of a listener, an action or an effect, and a request as
      a whole are none.
      """,
      Example(
        .scenario,
        wrong: """
          spec: todo.yaml
          scenario: Saving
          steps:
            - dispatch: SaveAll
              expect:
                requests:
                  - SaveAll: { $any: true }
          """,
        right: """
          spec: todo.yaml
          scenario: Saving
          steps:
            - dispatch: SaveAll
              expect:
                requests:
                  - SaveAll: { write-file: { $matches: json } }
          """)),
    Explanation(
      "wrong-kind", "a text, a list or a mapping stands where another kind is needed",
      """
      The value is valid YAML, but not of the kind that belongs here. An enum and a
      variant need a case at least.
      """,
      Example(
        .sections,
        wrong: """
          enums:
            Color: red
          """,
        right: """
          enums:
            Color: [red]
          """)),
    Explanation(
      "invalid-name", "this is not a valid name",
      """
      Expressions must be able to use a name, so it consists of letters, digits and
      '_', does not begin with a digit, and is not a reserved word of CEL. The names
      of invariants, transitions, goals and middleware may also contain '-'.
      """,
      Example(
        .sections,
        wrong: """
          enums:
            Color: [dark red]
          """,
        right: """
          enums:
            Color: [darkRed]
          """)),
    Explanation(
      "invalid-literal", "a literal does not have the form that its type requires",
      """
      Timestamps are written as in RFC 3339, durations as numbers with units. A
      default after '=' is a scalar, [] or {}.
      """,
      Example(
        .sections,
        wrong: """
          states:
            Clock:
              started: timestamp = yesterday
          """,
        right: """
          states:
            Clock:
              started: timestamp = 2000-01-31T12:30:00Z
          """)),
  ]
}
