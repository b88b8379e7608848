/// The warnings of `check`: a valid file that probably does not mean what it says.
extension Explanation {
  package static let warnings: [Explanation] = [
    Explanation(
      "unhandled-action", "no reducer handles an action (a warning)",
      """
      The action can be dispatched, but changes nothing. There is no warning for files
      without reducers that other files include. It is a warning, too, if a middleware
      has no step 'next', so that what it is on never gets to the reducers, or if it
      is on an effect that 'async' takes before.
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
      "lost-field", "a migration loses what an earlier version saved (a warning)",
      """
      The place is neither carried over, nor read by a rule of the migration, nor
      named under 'drop'.
      """,
      Example(
        .untested(because: "the frozen shape is a file of its own"),
        wrong: """
          saved: { version: 2, migrations: { 2: [] } }
          states:
            TodoList: { items: "list(string) = []" }    # version 1 had 'titles'
          """,
        right: """
          saved:
            version: 2
            migrations:
              2:
                - set: TodoList.items
                  value: ${old.TodoList.titles}
          """)),
    Explanation(
      "not-expressed", "a schema says what the types of a spec do not (a warning)",
      """
      'suas-run types' writes the types that a spec has. What these cannot say of a
      value becomes 'any', is not judged, or is left out. A response is read all the
      same, unless the message says that it is a failure.
      """,
      Example(
        .untested(because: "the schema is a file of its own"),
        wrong: """
          Price:
            oneOf: [{ type: string }, { type: number }]   # becomes any
          """,
        right: """
          Price: { type: number }
          """)),
    Explanation(
      "hidden-name", "a name hides a constant (a warning)",
      """
      A parameter, a field, an element or a 'let' has the name of a constant: where it
      is in scope, the constant cannot be reached.
      """,
      Example(
        .sections,
        wrong: """
          constants:
            limit: int = 10
          functions:
            fits: { params: { limit: int }, value: limit < 100 }
          """,
        right: """
          constants:
            limit: int = 10
          functions:
            fits: { params: { count: int }, value: count < limit }
          """)),
    Explanation(
      "unguarded-case", "a case of a variant is read without a test (a warning)",
      """
      Nothing shows that the variant has this case where it is read, and reading
      another one is the error 'no-such-case'. A test with 'has' counts in the rest of
      'has(x.c) && ...', in a branch of '? :' or 'if', and in what a guard lets run;
      'match' shows the case in its rules, and so does a 'fail' before for the case
      that it lets through. 'x.?c.f.orValue(d)' gives 'd' for the other cases.
      """,
      Example(
        .sections,
        wrong: """
          variants:
            Load: { idle: {}, loaded: { count: int } }
          states:
            Page: { load: Load = idle }
          actions:
            Add: {}
          reducers:
            PageReducer:
              state: Page
              on:
                Add: [{ increment: load.loaded.count }]
          """,
        right: """
          variants:
            Load: { idle: {}, loaded: { count: int } }
          states:
            Page: { load: Load = idle }
          actions:
            Add: {}
          reducers:
            PageReducer:
              state: Page
              on:
                Add: [{ increment: load.loaded.count, when: has(load.loaded) }]
          """)),
    Explanation(
      "unused-declaration", "nothing uses a type, a constant or a function (a warning)",
      """
      No field has this type, be it a record, an enum, a variant or a state, no
      expression makes a value of it, and no reducer owns it; or no expression uses
      the constant or function. Often a name was changed in only one place. It is not
      said of a file that another file of the same run includes. A middleware whose
      only step is 'next' does nothing, whatever its 'when' says.
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
      "constant-condition", "a condition is always true or always false (a warning)",
      """
      The guarded rule runs always or never. A rule after an unguarded 'fail' also
      never runs. A 'where' or 'by' that does not mention the element is the same for
      all of them: a field of the element is written item.field.
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
      The field keeps its default for as long as the app runs. 'reset' does not count,
      because it only restores the initial value. To keep a value constant without
      this warning, set it in the reducer's 'initial'.
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
      No rule reads this field of a payload, nothing reads or writes this field of a
      state, or the function or shared rule does not use its parameter. A field of a
      state that is written but not read is fine, because the app's screens read it.
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
