/// Errors in expressions, and in the types of their values.
extension Explanation {
  static let expressions: [Explanation] = [
    Explanation(
      "type-mismatch", "a value has the wrong type",
      """
      Types are checked before anything runs, except for values of type 'any': these
      are checked when the action runs, and the action is refused with this code.
      """,
      Example(
        .rules,
        wrong: """
          - set: count
            value: many
          """,
        right: """
          - set: count
            value: 3
          """),
      Example(
        .running,
        wrong: """
          - set: count
            value: ${extra.size}
          """,
        right: """
          - set: count
            value: ${extra.count}
          """)),
    Explanation(
      "undeclared-name", "a name is not declared here",
      """
      Rules can use the fields of the reducer's own state, 'state', the payload as
      'action', 'store', 'selected', and the names that 'let', 'update' and
      'for-each' introduce. A text within an expression needs quotes, also inside
      ${ }: ${"milk"}.
      """,
      Example(
        .rules,
        wrong: """
          - increment: count
            by: amount
          """,
        right: """
          - increment: count
            by: action.amount
          """)),
    Explanation(
      "expression-syntax", "an expression cannot be parsed",
      """
      Expressions are written in CEL, the Common Expression Language. If YAML has cut
      an expression short, quote it.
      """,
      Example(
        .rules,
        wrong: """
          - increment: count
            when: count = 0
          """,
        right: """
          - increment: count
            when: count == 0
          """)),
    Explanation(
      "no-matching-overload", "a function or operator does not take values of these types",
      """
      CEL does not convert values implicitly. To combine an int and a double, or a
      text and a number, convert one with int(x), double(x) or string(x). For a value
      of type 'any', the action is refused with this code when it runs.
      """,
      Example(
        .rules,
        wrong: """
          - set: note
            value: ${"number " + count}
          """,
        right: """
          - set: note
            value: ${"number " + string(count)}
          """),
      Example(
        .running,
        wrong: """
          - set: count
            value: ${extra.size * 2}
          """,
        right: """
          - set: count
            value: ${extra.count * 2}
          """)),
    Explanation(
      "looks-like-expression", "a text looks as if it was meant to be an expression",
      """
      In values, text is just text, and only ${ } marks an expression. If you mean the
      text itself, quote it. It is a warning where a quoted text puts in a value as
      other languages do: "Hi {name}", "Hi $name".
      """,
      Example(
        .rules,
        wrong: """
          - set: note
            value: action.text
          """,
        right: """
          - set: note
            value: ${action.text}
          """)),
  ]
}
