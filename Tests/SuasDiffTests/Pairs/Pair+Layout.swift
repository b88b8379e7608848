/// Files that are written otherwise.
extension Pair {
  static let layout: [Pair] = [
    Pair(
      "Another layout, and comments", counter,
      """
      # Counts up to a limit.
      suas: 1

      states:
        Counter:
          count: int = 0 # never below
          isFull: bool = false
      actions:
        Increment:
        Decrement:
        Reset:
      constants:
        most: { type: int, value: 5 }
      reducers:
        CounterReducer:
          on:
            Increment:
              - increment: count
                when: count < most
              - value: ${count == most}
                set: isFull
            Decrement:
              - decrement: count
                when: ${count > 0}
              - set: isFull
                value: false
            Reset:
              - reset: state
          stateKey: counter
          state: Counter
      """, isWhole: true),
    Pair(
      "Names and descriptions for people", counter,
      counter.replacing("suas: 1\n", with: "suas: 1\nname: A counter\ndescription: Counts.\n")
        .replacing(
          "count: int = 0,", with: "count: { type: int, default: 0, description: How many },"),
      isWhole: true),
    Pair(
      "Actions in another order", counter,
      replacing: "{ Increment: {}, Decrement: {}, Reset: {} }",
      with: "{ Reset: {}, Decrement: {}, Increment: {} }", isWhole: true),
    Pair(
      "Fields in another order", counter,
      replacing: "{ count: int = 0, isFull: bool = false }",
      with: "{ isFull: bool = false, count: int = 0 }", isWhole: true),
    Pair(
      "Types and enums in another order", settings,
      replacing: """
          Theme: [light, dark]
          Scale: [small, medium, large]
          Direction: [up, down]
        """,
      with: """
          Direction: [up, down]
          Scale: [small, medium, large]
          Theme: [light, dark]
        """, isWhole: true),
    Pair(
      "Actions of a reducer in another order", gate,
      gate.replacing(
        """
              Lock:
                - { set: isLocked, value: "${action.isOn}" }
                - { use: shut, when: action.isOn }
        """, with: ""
      ).replacing(
        "    on:\n",
        with: """
              on:
                Lock:
                  - { set: isLocked, value: "${action.isOn}" }
                  - { use: shut, when: action.isOn }

          """), isWhole: true),
    Pair(
      "Another name for an element", cart, replacing: "lines.exists(l, l.id == action.id)",
      with: "lines.exists(line, line.id == action.id)"),
  ]
}
