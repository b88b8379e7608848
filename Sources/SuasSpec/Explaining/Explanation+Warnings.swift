/// What `check` warns of: a file that is sound and yet hardly means what it says.
extension Explanation {
  package static let warnings: [Explanation] = [
    Explanation(
      "unhandled-action", "no reducer handles an action (a warning)",
      """
      The action can be dispatched, and changes nothing. Files without reducers, which
      others include, are not warned of.
      """,
      Example(
        .sections,
        wrong: """
          states:
            Counter: { count: int = 0 }
          actions:
            Increment: {}
            Decrement: {}
          reducers:
            CounterReducer:
              state: Counter
              on:
                Increment: [{ increment: count }]
          """,
        right: """
          states:
            Counter: { count: int = 0 }
          actions:
            Increment: {}
            Decrement: {}
          reducers:
            CounterReducer:
              state: Counter
              on:
                Increment: [{ increment: count }]
                Decrement: [{ decrement: count }]
          """)),
    Explanation(
      "unused-declaration", "nothing uses a type, an enum, a variant or a state (a warning)",
      """
      No field is of this type, no expression makes a value of it, and no reducer owns
      it. Often a name was changed in one place only.
      """,
      Example(
        .sections,
        wrong: """
          enums:
            Direction: [up, down]
          states:
            Counter: { count: int = 0 }
          actions:
            Count: {}
          reducers:
            CounterReducer:
              state: Counter
              on:
                Count: [{ increment: count }]
          """,
        right: """
          enums:
            Direction: [up, down]
          states:
            Counter: { count: int = 0 }
          actions:
            Count: { direction: Direction = up }
          reducers:
            CounterReducer:
              state: Counter
              on:
                Count:
                  - increment: count
                    when: action.direction == "up"
          """)),
    Explanation(
      "constant-condition", "a condition is known without running anything (a warning)",
      """
      The guarded rule runs always or never; so does a rule after a 'fail' without a
      guard.
      """,
      Example(
        .sections,
        wrong: """
          states:
            Counter: { count: int = 0 }
          actions:
            Count: {}
          reducers:
            CounterReducer:
              state: Counter
              on:
                Count:
                  - increment: count
                    when: 10 > 9
          """,
        right: """
          states:
            Counter: { count: int = 0 }
          actions:
            Count: {}
          reducers:
            CounterReducer:
              state: Counter
              on:
                Count:
                  - increment: count
                    when: 10 > count
          """)),
    Explanation(
      "never-written", "no rule writes a field of a state (a warning)",
      """
      The field keeps its default for as long as the app runs. 'reset' does not count:
      it puts back what has always been there. A value that is meant to stay is named
      in the reducer's 'initial', and not warned of.
      """,
      Example(
        .sections,
        wrong: """
          states:
            Counter: { count: int = 0, limit: int = 10 }
          actions:
            Count: {}
          reducers:
            CounterReducer:
              state: Counter
              on:
                Count: [{ increment: count, when: count < limit }]
          """,
        right: """
          states:
            Counter: { count: int = 0, limit: int = 10 }
          actions:
            Count: {}
            SetLimit: { limit: int }
          reducers:
            CounterReducer:
              state: Counter
              on:
                Count: [{ increment: count, when: count < limit }]
                SetLimit: [{ set: limit, value: "${action.limit}" }]
          """)),
    Explanation(
      "never-read", "nothing reads a field (a warning)",
      """
      No rule reads this field of a payload; or nothing reads or writes this field of
      a state. That a state's field is written and not read is as it should be: its
      readers are screens.
      """,
      Example(
        .sections,
        wrong: """
          states:
            Counter: { count: int = 0 }
          actions:
            Count: { by: int }
          reducers:
            CounterReducer:
              state: Counter
              on:
                Count: [{ increment: count }]
          """,
        right: """
          states:
            Counter: { count: int = 0 }
          actions:
            Count: { by: int }
          reducers:
            CounterReducer:
              state: Counter
              on:
                Count: [{ increment: count, by: action.by }]
          """)),
  ]
}
