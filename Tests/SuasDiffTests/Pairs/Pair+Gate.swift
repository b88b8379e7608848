/// A gate for coins: guards, constraints and middleware.
extension Pair {
  /// A gate with a counter, a lock and shared parts: all of its states can be tried.
  static let gate = """
    suas: 1
    constants: { most: int = 3 }
    functions:
      canOpen:
        params: { coins: int, isLocked: bool }
        value: coins > 0 && !isLocked
    states:
      Gate: { coins: int = 0, isOpen: bool = false, isLocked: bool = false }
    actions: { Pay: {}, Push: {}, Lock: { isOn: bool } }
    rules:
      shut:
        of: Gate
        do:
          - { set: isOpen, value: false }
    reducers:
      GateReducer:
        state: Gate
        stateKey: gate
        on:
          Pay:
            - { fail: { code: locked, message: The gate is locked }, when: isLocked }
            - { increment: coins, when: coins < most }
          Push:
            - { set: isOpen, value: true, when: "canOpen(coins, isLocked)" }
            - { set: coins, value: 0 }
          Lock:
            - { set: isLocked, value: "${action.isOn}" }
            - { use: shut, when: action.isOn }
    """

  static let guards: [Pair] = [
    Pair(
      "A condition by De Morgan", gate, replacing: "coins > 0 && !isLocked",
      with: "${!(coins <= 0 || isLocked)}", isWhole: true),
    Pair(
      "Or instead of and in a function", gate, replacing: "coins > 0 && !isLocked",
      with: "coins > 0 || !isLocked", behaviour: ["1 Push: state gate.isOpen"]),
    Pair(
      "A function that is off by one", gate, replacing: "coins > 0 && !isLocked",
      with: "coins > 1 && !isLocked", behaviour: ["2 Push: state gate.isOpen"]),
    // Locked with a coin: the old one stays shut.
    Pair(
      "A function that forgets a condition", gate, replacing: "coins > 0 && !isLocked",
      with: "coins > 0", behaviour: ["3 Push: state gate.isOpen"]),
    Pair(
      "A function that is written out", gate,
      gate.replacing("\"canOpen(coins, isLocked)\"", with: "coins > 0 && !isLocked")
        .replacing(
          """
          functions:
            canOpen:
              params: { coins: int, isLocked: bool }
              value: coins > 0 && !isLocked

          """, with: ""),
      declared: ["unseen removed function canOpen"], isWhole: true),
    Pair(
      "A shared rule that does more", gate, replacing: "    - { set: isOpen, value: false }",
      with: "    - { set: isOpen, value: false }\n      - { set: coins, value: 0 }",
      behaviour: ["2 Lock: state gate.coins"]),
    Pair(
      "A shared rule that is written out", gate,
      gate.replacing(
        "{ use: shut, when: action.isOn }", with: "{ set: isOpen, value: false, when: action.isOn }"
      )
      .replacing(
        """
        rules:
          shut:
            of: Gate
            do:
              - { set: isOpen, value: false }

        """, with: ""),
      declared: ["unseen removed rule shut"], isWhole: true),
    // Open needs a coin, a push, and then the lock.
    Pair(
      "A use that is left out", gate, replacing: "\n        - { use: shut, when: action.isOn }",
      with: "", behaviour: ["3 Lock: state gate.isOpen"]),
    // Unlocking an open gate shuts it now.
    Pair(
      "A use without its guard", gate, replacing: "{ use: shut, when: action.isOn }",
      with: "{ use: shut }", behaviour: ["3 Lock: state gate.isOpen"]),
    // The gate is never open and locked: shutting it by the lock's state is the same.
    Pair(
      "A guard that is equal after the rule before", gate,
      replacing: "{ use: shut, when: action.isOn }", with: "{ use: shut, when: isLocked }",
      isWhole: true),
    Pair(
      "A refusal with another code", gate, replacing: "code: locked", with: "code: closed",
      behaviour: ["2 Pay: refusal"]),
    Pair(
      "A refusal with another message", gate, replacing: "The gate is locked",
      with: "Unlock the gate first", behaviour: ["2 Pay: refusal"]),
    Pair(
      "A refusal that is gone", gate,
      replacing:
        "- { fail: { code: locked, message: The gate is locked }, when: isLocked }\n        ",
      with: "", behaviour: ["2 Pay: refusal, state gate.coins"]),
    // The old one adds nothing at 3, and has no error.
    Pair(
      "A refusal in place of a guard", gate,
      replacing: "- { increment: coins, when: coins < most }",
      with: "- { fail: Enough, when: coins >= most }\n        - increment: coins",
      behaviour: ["4 Pay: refusal"]),
    Pair(
      "A constant that nothing reads", gate, replacing: "{ most: int = 3 }",
      with: "{ most: int = 3, least: int = 0 }", declared: ["unseen added constant least"],
      isWhole: true),
  ]

  static let constraints: [Pair] = [
    Pair(
      "An invariant that refuses", gate, replacing: "reducers:",
      with: "invariants: { two-coins: store.gate.coins <= 2 }\nreducers:",
      declared: ["unseen added invariant two-coins"],
      behaviour: ["3 Pay: refusal, state gate.coins"]),
    Pair(
      "An invariant that always holds", gate, replacing: "reducers:",
      with: "invariants: { three-coins: store.gate.coins <= 3 }\nreducers:",
      declared: ["unseen added invariant three-coins"], isWhole: true),
    Pair(
      "An invariant that is written otherwise",
      gate.replacing(
        "reducers:", with: "invariants: { two-coins: store.gate.coins <= 2 }\nreducers:"),
      replacing: "store.gate.coins <= 2", with: "store.gate.coins < 3", isWhole: true),
    // Open and locked never come together; an open gate with a coin does, after three steps.
    Pair(
      "An invariant about two fields", gate, replacing: "reducers:",
      with: """
        invariants: { no-coins-when-open: "!store.gate.isOpen || store.gate.coins == 0" }
        reducers:
        """,
      declared: ["unseen added invariant no-coins-when-open"],
      behaviour: ["3 Pay: refusal, state gate.coins"]),
    Pair(
      "A transition that always holds", gate, replacing: "reducers:",
      with: "transitions: { push-pays: { on: [Push], that: new.gate.coins == 0 } }\nreducers:",
      declared: ["unseen added transition push-pays"], isWhole: true),
    // A push without a coin leaves the store as it was.
    Pair(
      "A transition that refuses", gate, replacing: "reducers:",
      with: "transitions: { push-costs: { on: [Push], that: old.gate.coins <= 1 } }\nreducers:",
      declared: ["unseen added transition push-costs"],
      behaviour: ["3 Push: refusal, state gate.coins, state gate.isOpen"]),
    Pair(
      "A goal", gate, replacing: "reducers:",
      with: "reachable: { rich: store.gate.coins == 3 }\nreducers:",
      declared: ["unseen added goal rich"], isWhole: true),
    Pair(
      "A condition on a field that refuses", gate, replacing: "coins: int = 0",
      with: "coins: { type: int, default: 0, where: self <= 2 }",
      declared: ["breaking constraint-changed field coins of Gate"],
      behaviour: ["3 Pay: refusal, state gate.coins"]),
    Pair(
      "A condition on a field that always holds", gate, replacing: "coins: int = 0",
      with: "coins: { type: int, default: 0, where: self >= 0 }",
      declared: ["breaking constraint-changed field coins of Gate"], isWhole: true),
    Pair(
      "A condition on a field that is gone",
      gate.replacing(
        "coins: int = 0", with: "coins: { type: int, default: 0, where: self <= 2 }"),
      gate, declared: ["compatible constraint-changed field coins of Gate"],
      behaviour: ["3 Pay: refusal, state gate.coins"]),
    // The empty text is among the texts that are tried; it reaches no reducer now.
    Pair(
      "A condition on a payload's field", cart, replacing: "Add: { id: string }",
      with: "Add: { id: { type: string, where: 'self != \"\"' } }",
      declared: ["breaking constraint-changed field id of action Add"],
      behaviour: ["1 Add: refusal, state cart.lines, action Add"]),
  ]

  static let middleware: [Pair] = [
    Pair(
      "One that lets all pass", gate, replacing: "reducers:",
      with: "middleware: [{ name: audit, do: [next] }]\nreducers:",
      declared: ["unseen added middleware audit"], isWhole: true),
    Pair(
      "One that lets all pass, renamed",
      gate.replacing("reducers:", with: "middleware: [{ name: audit, do: [next] }]\nreducers:"),
      replacing: "audit", with: "log-all", declared: ["unseen renamed middleware audit"],
      isWhole: true),
    // Without coins only the action is missing; with them they stay.
    Pair(
      "One that swallows an action", gate, replacing: "reducers:",
      with: """
        middleware:
          - name: keep-shut
            on: [Push]
            do:
              - next: same
                unless: store.gate.isLocked
        reducers:
        """,
      declared: ["unseen added middleware keep-shut"],
      behaviour: ["2 Push: action Push", "3 Push: state gate.coins, action Push"]),
    Pair(
      "One that swallows nothing that happens", gate, replacing: "reducers:",
      with: """
        middleware:
          - name: not-too-many
            do:
              - next: same
                unless: store.gate.coins > 3
        reducers:
        """,
      declared: ["unseen added middleware not-too-many"], isWhole: true),
    Pair(
      "One that goes on with another action", gate, replacing: "reducers:",
      with: """
        middleware:
          - name: push-instead
            on: [Pay]
            do:
              - next: Push
        reducers:
        """,
      declared: ["unseen added middleware push-instead"],
      behaviour: [
        "1 Pay: state gate.coins, action Pay, action Push",
        "2 Pay: refusal, action Pay, action Push",
      ]),
    // Where the gate is locked already the state stays, and the action comes all the same.
    Pair(
      "One that sends another after it", gate, replacing: "reducers:",
      with: """
        middleware:
          - name: lock-behind
            on: [Push]
            do:
              - next
              - dispatch: Lock
                with: { isOn: true }
        reducers:
        """,
      declared: ["unseen added middleware lock-behind"],
      behaviour: ["1 Push: state gate.isLocked, action Lock", "2 Push: action Lock"]),
    // The action stops, without a refusal, whatever the state.
    Pair(
      "One that stops what would be refused", gate, replacing: "reducers:",
      with: """
        middleware:
          - name: no-pay
            on: [Pay]
            do:
              - next: same
                unless: store.gate.isLocked
        reducers:
        """,
      declared: ["unseen added middleware no-pay"], behaviour: ["2 Pay: refusal, action Pay"]),
  ]
}
