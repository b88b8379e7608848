/// Expressions, and the types of what they give.
extension Explanation {
  static let expressions: [Explanation] = [
    Explanation(
      "type-mismatch", "a value is of another type than is needed",
      """
      Types are known before anything runs, but for values of type 'any': what these
      hold is judged when the action runs, which is then refused with this code.
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
      "undeclared-name", "a name means nothing here",
      """
      In rules the fields of the reducer's own state are in scope, 'state', the
      payload as 'action', and what 'let', 'update' and 'for-each' bring. A text
      within an expression keeps its quotes inside ${ }: ${"milk"}.
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
      "expression-syntax", "an expression cannot be read",
      """
      Expressions are CEL, the Common Expression Language. Where YAML has cut an
      expression short, quote it.
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
      CEL converts nothing by itself: an int and a double, or a text and a number, are
      brought to one type with int(x), double(x) or string(x). Where a value is of
      type 'any', the action is refused with this code when it runs.
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
      "looks-like-expression", "a text looks like an expression that was meant",
      """
      In a value place text is text, and only ${ } marks an expression. Where the text
      itself is meant, quote it.
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
