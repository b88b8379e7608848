/// Declarations that contradict themselves or each other.
extension Explanation {
  static let declarations: [Explanation] = [
    Explanation(
      "duplicate-name", "a name is declared twice",
      """
      Types, enums, variants and states share one namespace, actions and effects
      another; each other section has its own. The note shows the first declaration.
      """,
      Example(
        .sections,
        wrong: """
          enums:
            Priority: [low, high]
          types:
            Priority: { level: int }
          """,
        right: """
          enums:
            Priority: [low, high]
          types:
            Task: { priority: Priority }
          """)),
    Explanation(
      "duplicate-state-key", "two reducers own the same key of the store",
      """
      The store holds one sub-state per key, and the key is the name of the reducer's
      state unless 'stateKey' says another.
      """,
      Example(
        .sections,
        wrong: """
          states:
            Counter: { count: int = 0 }
          reducers:
            Left: { state: Counter }
            Right: { state: Counter }
          """,
        right: """
          states:
            Counter: { count: int = 0 }
          reducers:
            Left: { state: Counter, stateKey: left }
            Right: { state: Counter, stateKey: right }
          """)),
    Explanation(
      "recursive-type", "a record contains itself, so no value of it has an end",
      """
      A record may contain itself through a list, a map or a 'T?': these can be empty.
      """,
      Example(
        .sections,
        wrong: """
          types:
            Note: { text: string, reply: Note }
          """,
        right: """
          types:
            Note: { text: string, reply: Note? }
          """)),
    Explanation(
      "type-too-large", "types are nested too deep, or hold too much",
      """
      Types may stand in one another 200 deep, no value may need to hold more than
      100,000 others, and all defaults, samples and initial states of a spec together
      may hold 2,000,000 values: few lines of types that hold one another twice could
      stand for more than any memory holds.
      """,
      Example(
        .untested(because: "the types would go on for another 30 lines"),
        wrong: """
          types:
            A: { left: "B = {}", right: "B = {}" }
            B: { left: "C = {}", right: "C = {}" }
            C: { left: "D = {}", right: "D = {}" }
          """,
        right: """
          types:
            A: { left: B?, right: B? }
          """)),
    Explanation(
      "missing-initial", "a field of an initial state has no value",
      """
      An initial state is the defaults of its fields with the reducer's 'initial' laid
      over. A field that neither has is left without a value, unless it is a 'T?'.
      """,
      Example(
        .sections,
        wrong: """
          states:
            Settings: { theme: string }
          reducers:
            SettingsReducer: { state: Settings }
          """,
        right: """
          states:
            Settings: { theme: string = light }
          reducers:
            SettingsReducer: { state: Settings }
          """)),
    Explanation(
      "invalid-initial", "an initial value cannot be",
      """
      A default or an initial state breaks a 'where' or an invariant, or its
      computation meets an error.
      """,
      Example(
        .sections,
        wrong: """
          types:
            CartItem:
              quantity: { type: int, default: 0, where: self > 0 }
          """,
        right: """
          types:
            CartItem:
              quantity: { type: int, default: 1, where: self > 0 }
          """)),
    Explanation(
      "async-missing", "effects are declared, and nothing would take them",
      """
      An effect is taken by the middleware 'async'. Without it in the chain, no effect
      would ever run.
      """,
      Example(
        .sections,
        wrong: """
          effects:
            Wait: { run: { delay: 1s } }
          """,
        right: """
          middleware: [async]
          effects:
            Wait: { run: { delay: 1s } }
          """)),
  ]
}
