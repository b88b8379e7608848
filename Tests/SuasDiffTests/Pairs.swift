extension Pair {
  static let all: [Pair] = counting

  /// A counter that stops at a limit: all of its states can be tried.
  private static let counter = """
    suas: 1
    constants: { most: int = 5 }
    states: { Counter: { count: int = 0, isFull: bool = false } }
    actions: { Increment: {}, Decrement: {}, Reset: {} }
    reducers:
      CounterReducer:
        state: Counter
        stateKey: counter
        on:
          Increment:
            - { increment: count, when: count < most }
            - { set: isFull, value: "${count == most}" }
          Decrement:
            - { decrement: count, when: count > 0 }
            - { set: isFull, value: false }
          Reset:
            - reset: state
    """

  private static let counting: [Pair] = [
    Pair("The same spec", counter, counter, isWhole: true),
    Pair(
      "A limit that is off by one", counter, replacing: "count < most", with: "count <= most",
      behaviour: ["6 Increment: state counter.count, state counter.isFull"]),
  ]
}
