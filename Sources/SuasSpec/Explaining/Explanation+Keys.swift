/// Keys, kinds and literals: the form of what is written.
extension Explanation {
  static let keys: [Explanation] = [
    Explanation(
      "unknown-key", "a mapping has no such key",
      """
      Every key that is not known is a mistake, so that a misspelt one is never passed
      over in silence.
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
      "missing-key", "something that must be written is not there",
      """
      A verb lacks an argument, a record a field that has no default, or a file the
      key that says what it is.
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
      "conflicting-keys", "two keys cannot stand beside each other",
      """
      Each of them would do alone, and together they contradict each other, or nobody
      could say which one counts.
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
      "wrong-kind", "a text, a list or a mapping stands where another kind is needed",
      """
      What is there can be read, but not as what belongs in this place.
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
      "invalid-name", "this cannot be a name",
      """
      Expressions must be able to write a name: it is made of letters, digits and '_',
      begins with no digit, and is no word of CEL. Invariants, transitions, goals and
      middleware may have '-' in theirs.
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
      "invalid-literal", "a literal is not written as its type asks for",
      """
      Timestamps are written as RFC 3339 has them, durations as numbers with units;
      a default after '=' is a scalar, [] or {}.
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
