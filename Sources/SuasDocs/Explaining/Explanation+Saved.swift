/// The saved part of a spec's state, which outlives the app.
extension Explanation {
  static let saved: [Explanation] = [
    Explanation(
      "saved-shape-changed", "a version was frozen, and the spec saves something else now",
      """
      What 'suas-run freeze' wrote has been released: devices have texts of that
      shape. A change needs a new version, and a migration to it. The notes show what
      differs: fields, their types and cases, not defaults and conditions.
      """,
      Example(
        .untested(because: "the frozen shape is a file of its own"),
        wrong: """
          saved: { version: 1 }         # saved/todo.1.yaml has no 'note'
          states:
            TodoList: { titles: "list(string) = []", note: string = none }
          """,
        right: """
          saved: { version: 2, migrations: { 2: [] } }
          states:
            TodoList: { titles: "list(string) = []", note: string = none }
          """)),
    Explanation(
      "missing-shape", "the shape of an earlier version is not there",
      """
      A text is read by the shape of the version that wrote it: a file under 'saved'
      beside the spec, which 'suas-run freeze' wrote when that version was released.
      Versions before 'oldest' need none, and their texts are not read.
      """,
      Example(
        .sections,
        wrong: """
          saved: { version: 2, migrations: { 2: [] } }
          states:
            TodoList: { titles: "list(string) = []" }
          reducers:
            TodoReducer: { state: TodoList }
          """,
        right: """
          saved: { version: 2, oldest: 2 }
          states:
            TodoList: { titles: "list(string) = []" }
          reducers:
            TodoReducer: { state: TodoList }
          """)),
    Explanation(
      "missing-migration", "nothing says how an earlier version becomes this one",
      """
      Each version after the oldest one has an entry under 'migrations', if only an
      empty list: then everything is carried over that has the same place and a type
      that takes it. The help says what that would be.
      """,
      Example(
        .untested(because: "the frozen shape is a file of its own"),
        wrong: "saved: { version: 2 }",
        right: "saved: { version: 2, migrations: { 2: [] } }")),
    Explanation(
      "unknown-version", "a number is that of no version here",
      """
      A migration stands under the version that it leads to: from the one after
      'oldest' to 'version'. What a scenario finds under 'saved' was saved by one of
      the versions from 'oldest' to 'version'; other texts are written as they are,
      under 'text'.
      """,
      Example(
        .sections,
        wrong: """
          saved: { version: 1, migrations: { 1: [] } }
          states:
            TodoList: { titles: "list(string) = []" }
          reducers:
            TodoReducer: { state: TodoList }
          """,
        right: """
          saved: { version: 1 }
          states:
            TodoList: { titles: "list(string) = []" }
          reducers:
            TodoReducer: { state: TodoList }
          """)),
    Explanation(
      "not-migrated", "a place without a default gets no value from an earlier version",
      """
      The place is new, or its type does not take what was there, and no rule of the
      migration is sure to write it. The help says why nothing can be carried over.
      """,
      Example(
        .untested(because: "the frozen shape is a file of its own"),
        wrong: """
          saved: { version: 2, migrations: { 2: [] } }
          states:
            TodoList: { titles: list(string), owner: string }   # 'owner' is new
          """,
        right: """
          saved:
            version: 2
            migrations:
              2:
                - set: TodoList.owner
                  value: nobody
          """)),
  ]

  /// The codes with which saved state is lost, besides those of refused actions.
  package static let losses: [Explanation] = [
    Explanation(
      "other-spec", "a saved text is that of another spec",
      """
      The text says the name of the spec that saved it: its 'name', or that of its
      file. All saved state begins anew.
      """,
      Example(
        .untested(because: restoring),
        wrong: "name: Shopping     # and the text says 'Todos'", right: "name: Todos")),
    Explanation(
      "too-old", "a saved text is of a version before the oldest that is read",
      """
      The spec's 'oldest' says from which version on texts can be read. All saved
      state begins anew.
      """,
      Example(
        .untested(because: restoring),
        wrong: "saved: { version: 3, oldest: 3 }     # and the text is of version 2",
        right: "saved: { version: 3, oldest: 2, migrations: { 3: [] } }")),
    Explanation(
      "too-new", "a saved text is of a version that this app does not know",
      """
      The text was saved by a newer app, as after a downgrade. All saved state begins
      anew, and the text is kept.
      """,
      Example(
        .untested(because: restoring),
        wrong: "saved: { version: 2 }     # and the text is of version 3",
        right: "saved: { version: 3, migrations: { 3: [] } }")),
    Explanation(
      "not-saved", "the state could not be written to its place",
      """
      The place of a 'StateSaver' refused the text, what was lost could not be kept
      there before, or the text is larger than the 64 MB that are restored. What was
      written before stays. The store's error listeners are told, and the next change
      tries again.
      """,
      Example(
        .untested(because: restoring),
        wrong: "StateSaver(store, of: spec, to: StateFile(\"/state.json\"))",
        right: "StateSaver(store, of: spec, to: StateFile(folder + \"/state.json\"))")),
  ]

  private static let restoring = "it is met when an app starts"
}
