/// Declarations that contradict themselves or each other.
extension Explanation {
  static let declarations: [Explanation] = [
    Explanation(
      "duplicate-name", "a name is declared twice",
      """
      Types, enums, variants and states share one namespace; actions and effects
      another; constants and functions a third, together with the functions, macros,
      types and namespaces of the expression language. Each other section has its own.
      The note shows the first declaration.
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
      "recursive-rules", "a shared rule uses itself",
      """
      Shared rules may use each other, but not in a circle, directly or through
      others: nothing would end it. The notes show each use. 'for-each' and 'update'
      repeat rules.
      """,
      Example(
        .sections,
        wrong: """
          types:
            Counter: { count: int = 0 }
          rules:
            grow: { of: Counter, do: [{ increment: count }, { use: settle }] }
            settle: { of: Counter, do: [{ use: grow, when: count < 10 }] }
          """,
        right: """
          types:
            Counter: { count: int = 0 }
          rules:
            grow: { of: Counter, do: [{ increment: count }, { use: settle }] }
            settle: { of: Counter, do: [{ set: count, value: 10, when: count < 10 }] }
          """)),
    Explanation(
      "duplicate-state-key", "two reducers own the same key of the store",
      """
      The store holds one sub-state per key. The key is the name of the reducer's
      state, unless 'stateKey' gives another.
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
      "recursive-type", "a record contains itself, so its values would never end",
      """
      A record may contain itself through a list, a map or a 'T?', because these can
      be empty.
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
      "recursive-function", "a function calls itself",
      """
      A function must not reach itself, directly or through others. 'fold' goes
      through a list, and 'closure' follows references, without recursion.
      """,
      Example(
        .sections,
        wrong: """
          functions:
            total:
              params: { xs: list(int) }
              value: "size(xs) == 0 ? 0 : xs[0] + total(xs.slice(1, size(xs)))"
          """,
        right: """
          functions:
            total:
              params: { xs: list(int) }
              value: xs.fold(sum, x, 0, sum + x)
          """)),
    Explanation(
      "recursive-constant", "a constant is defined by itself",
      """
      The value of a constant must not need the constant itself, directly or
      through others.
      """,
      Example(
        .sections,
        wrong: """
          constants:
            width: int = ${height * 2}
            height: int = ${width / 2}
          """,
        right: """
          constants:
            width: int = ${height * 2}
            height: int = 10
          """)),
    Explanation(
      "invalid-constant", "the value of a constant cannot be computed",
      """
      A constant's expression is evaluated when the spec is checked, and meets an
      error.
      """,
      Example(
        .sections,
        wrong: """
          constants:
            columns: int = 0
            width: int = ${960 / columns}
          """,
        right: """
          constants:
            columns: int = 12
            width: int = ${960 / columns}
          """)),
    Explanation(
      "type-too-large", "types are nested too deep, or hold too many values",
      """
      Types may be nested 200 levels deep, a single value may need at most 100,000
      other values, and all defaults, samples and initial states of a spec together
      may hold 2,000,000 values. Without these limits, a few lines of types that each
      contain the next one twice could exceed any memory.
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
      An initial state consists of the defaults of its fields, overridden by the
      reducer's 'initial'. A field in neither of them has no value, unless it is a
      'T?'.
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
      "invalid-initial", "an initial value is invalid",
      """
      A default or an initial state breaks a 'where' or an invariant, or computing it
      causes an error.
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
      "async-missing", "effects are declared, but no middleware performs them",
      """
      Effects are performed by the middleware 'async'. If it is not listed under
      'middleware', no effect ever runs.
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
