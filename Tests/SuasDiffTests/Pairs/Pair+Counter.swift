/// A counter that stops at a limit.
extension Pair {
  /// A counter that stops at a limit: all of its states can be tried.
  static let counter = """
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

  static let counting: [Pair] = [
    Pair("The same spec", counter, counter, isWhole: true),
    Pair(
      "A limit that is off by one", counter, replacing: "count < most", with: "count <= most",
      behaviour: ["6 Increment: state counter.count, state counter.isFull"]),
    Pair(
      "A guard that is negated twice", counter, replacing: "when: count < most",
      with: #"when: "${!(count >= most)}""#, isWhole: true),
    Pair(
      "A guard that is equal on ints", counter, replacing: "count > 0", with: "count >= 1",
      isWhole: true),
    // At 4 the counter is full now, and goes no further in this search.
    Pair(
      "A smaller limit", counter, replacing: "most: int = 5", with: "most: int = 4",
      declared: ["unseen value-changed constant most"],
      behaviour: ["4 Increment: state counter.isFull"]),
    // At 5 the new one is not full; the state before is the same in both.
    Pair(
      "A greater limit", counter, replacing: "most: int = 5", with: "most: int = 6",
      declared: ["unseen value-changed constant most"],
      behaviour: ["5 Increment: state counter.isFull"]),
    // The search starts from the old initial state; `reset` goes to the new one.
    Pair(
      "A default that a reset goes back to", counter, replacing: "count: int = 0",
      with: "count: int = 1",
      declared: ["compatible default-changed field count of Counter"],
      behaviour: ["0: state counter.count", "1 Reset: state counter.count"]),
    Pair(
      "A rule that is left out", counter,
      replacing: "\n        - { set: isFull, value: false }", with: "",
      behaviour: ["6 Decrement: state counter.isFull"]),
    Pair(
      "A rule that is added", counter, replacing: "- reset: state",
      with: "- reset: state\n        - { set: count, value: 1 }",
      behaviour: ["1 Reset: state counter.count"]),
    Pair(
      "A rule that never runs", counter, replacing: "- reset: state",
      with: "- reset: state\n        - { set: count, value: 9, when: count > most }", isWhole: true),
    Pair(
      "A step that is written out", counter, replacing: "{ increment: count, when: count < most }",
      with: #"{ set: count, value: "${count + 1}", when: count < most }"#, isWhole: true),
    Pair(
      "A greater step", counter, replacing: "increment: count,", with: "increment: count, by: 2,",
      // 0, 2: different at once; the states after that are not gone into.
      behaviour: ["1 Increment: state counter.count"]),
    // At 0 both stay; at 1 the old one goes to 0.
    Pair(
      "A lower end that is off by one", counter, replacing: "count > 0", with: "count > 1",
      behaviour: ["2 Decrement: state counter.count"]),
    // Below 0 nothing limits it.
    Pair(
      "A lower end that is gone", counter, replacing: "{ decrement: count, when: count > 0 }",
      with: "{ decrement: count }", behaviour: ["1 Decrement: state counter.count"]),
    Pair(
      "An action that does nothing any more", counter,
      replacing: "\n      Reset:\n        - reset: state", with: "",
      behaviour: ["2 Reset: state counter.count"]),
    Pair(
      "A reset that is written out", counter, replacing: "- reset: state",
      with: "- { set: count, value: 0 }\n        - { set: isFull, value: false }", isWhole: true),
    // Only from the full state.
    Pair(
      "A reset that forgets a field", counter, replacing: "- reset: state",
      with: "- { set: count, value: 0 }", behaviour: ["6 Reset: state counter.isFull"]),
    Pair(
      "A constant in place of a literal", counter, replacing: "count > 0", with: "count > 5 - most",
      isWhole: true),
  ]

  static let orders: [Pair] = [
    Pair(
      "An order of rules that matters", counter,
      replacing: """
        - { increment: count, when: count < most }
                - { set: isFull, value: "${count == most}" }
        """,
      with: """
        - { set: isFull, value: "${count == most}" }
                - { increment: count, when: count < most }
        """,
      behaviour: ["5 Increment: state counter.isFull"]),
    Pair(
      "An order of rules that does not matter", counter,
      replacing: """
        - { decrement: count, when: count > 0 }
                - { set: isFull, value: false }
        """,
      with: """
        - { set: isFull, value: false }
                - { decrement: count, when: count > 0 }
        """, isWhole: true),
    Pair(
      "An order of rules that never opens", gate,
      replacing: """
        - { set: isOpen, value: true, when: "canOpen(coins, isLocked)" }
                - { set: coins, value: 0 }
        """,
      with: """
        - { set: coins, value: 0 }
                - { set: isOpen, value: true, when: "canOpen(coins, isLocked)" }
        """,
      behaviour: ["2 Push: state gate.isOpen"]),
    // What is refused keeps nothing: where `fail` stands makes no difference.
    Pair(
      "A refusal after the change", gate,
      replacing: """
        - { fail: { code: locked, message: The gate is locked }, when: isLocked }
                - { increment: coins, when: coins < most }
        """,
      with: """
        - { increment: coins, when: coins < most }
                - { fail: { code: locked, message: The gate is locked }, when: isLocked }
        """, isWhole: true),
  ]
}
