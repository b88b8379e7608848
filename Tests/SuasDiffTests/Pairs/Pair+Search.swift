/// A search by HTTP, whose state is a variant.
extension Pair {
  /// A search with an effect that a middleware starts.
  static let search = """
    suas: 1
    variants:
      Load:
        idle: {}
        loading: {}
        loaded: { names: list(string) }
        failed: { message: string }
    states:
      Search: { load: Load = idle }
    actions:
      Ask: { query: string }
      Clear: {}
      Found: { names: list(string) }
      Missed: { message: string }
    internal: [Found, Missed, Fetch]
    reducers:
      SearchReducer:
        state: Search
        stateKey: search
        on:
          Ask:
            - { set: load, value: loading }
          Clear:
            - { set: load, value: idle }
          Found:
            - set: load
              value: { loaded: { names: "${action.names}" } }
              when: has(load.loading)
          Missed:
            - set: load
              value: { failed: { message: "${action.message}" } }
              when: has(load.loading)
    middleware:
      - name: start
        on: [Ask]
        do:
          - next
          - dispatch: Fetch
            with: { query: "${action.query}" }
      - async
    effects:
      Fetch:
        payload: { query: string }
        run:
          http:
            url: https://cities.example/names
            query: { q: "${action.query}" }
        latest: true
        on-success:
          - dispatch: Found
            with: { names: "${response.body}" }
        on-failure:
          - dispatch: Missed
            with: { message: "${error.message}" }
    """

  static let effects: [Pair] = [
    Pair("The same search", search, search),
    // The pending effect has the same payload, and asks for something else.
    Pair(
      "Another url", search, replacing: "cities.example/names", with: "towns.example/names",
      declared: ["compatible setting-changed effect Fetch"],
      behaviour: ["1 Ask: request Fetch"]),
    Pair(
      "An effect that is not started any more", search,
      replacing: "\n      - dispatch: Fetch\n        with: { query: \"${action.query}\" }",
      with: "",
      behaviour: ["1 Ask: effect Fetch"]),
    Pair(
      "The middleware that starts it is gone", search,
      replacing: """
          - name: start
            on: [Ask]
            do:
              - next
              - dispatch: Fetch
                with: { query: "${action.query}" }

        """, with: "",
      declared: ["unseen removed middleware start"], behaviour: ["1 Ask: effect Fetch"]),
    Pair(
      "The effect starts before the action goes on", search,
      replacing: "- next\n      - dispatch: Fetch\n        with: { query: \"${action.query}\" }",
      with: "- dispatch: Fetch\n        with: { query: \"${action.query}\" }\n      - next"),
    Pair(
      "The effect gets another payload", search,
      replacing: "- dispatch: Fetch\n        with: { query: \"${action.query}\" }",
      with: "- dispatch: Fetch\n        with: { query: \"in ${action.query}\" }",
      behaviour: ["1 Ask: effect Fetch"]),
    // Superseded ones are left out of what is pending.
    Pair(
      "An older one keeps its outcome", search, replacing: "    latest: true\n", with: "",
      declared: ["compatible setting-changed effect Fetch"],
      behaviour: ["2 Ask: effect Fetch"]),
    // Only with two queries.
    Pair(
      "The latest by a key", search, replacing: "latest: true",
      with: "latest: true\n    key: action.query",
      declared: ["compatible setting-changed effect Fetch"],
      behaviour: ["2 Ask: effect Fetch"]),
    Pair(
      "A start after some quiet", search, replacing: "latest: true",
      with: "latest: true\n    debounce: 300ms",
      declared: ["compatible setting-changed effect Fetch"],
      behaviour: ["1 Ask: effect Fetch"]),
    // Cleared meanwhile: the old one stays idle.
    Pair(
      "An answer that comes too late and counts", search,
      replacing: """
        value: { loaded: { names: "${action.names}" } }
                  when: has(load.loading)
        """,
      with: """
        value: { loaded: { names: "${action.names}" } }
        """,
      behaviour: ["3 respond: state search.load"]),
    Pair(
      "A case that is added", search, replacing: "    loading: {}",
      with: "    loading: {}\n    empty: {}", declared: ["breaking added field empty of Load"]),
    Pair(
      "A case's field with a default, added", search, replacing: "loaded: { names: list(string) }",
      with: "loaded: { names: list(string), isPart: bool = false }",
      declared: ["compatible added field isPart of Load.loaded"]),
    Pair(
      "Another case of a variant at the start", search, replacing: "load: Load = idle",
      with: "load: Load = loading",
      declared: ["compatible default-changed field load of Search"],
      behaviour: ["0: state search.load"]),
    Pair(
      "An action that leaves the state", search,
      replacing: "\n      Clear:\n        - { set: load, value: idle }", with: "",
      behaviour: ["2 Clear: state search.load"]),
    Pair(
      "A guard that asks for the other case", search,
      replacing: "- { set: load, value: idle }",
      with: "- { set: load, value: idle, when: \"!has(load.loading)\" }",
      behaviour: ["2 Clear: state search.load"]),
    Pair(
      "A query kept out of logs", search, replacing: "Ask: { query: string }",
      with: "Ask: { query: { type: string, sensitive: true } }",
      declared: ["compatible sensitivity-changed field query of action Ask"]),
    Pair(
      "A listener that is added to a search", search, replacing: "reducers:\n",
      with: "listeners: { seen: { stateKey: search } }\nreducers:\n",
      declared: ["unseen added listener seen"]),
  ]
}
