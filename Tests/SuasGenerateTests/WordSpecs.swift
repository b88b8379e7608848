/// Specs that name everything in them by the same words.
///
/// Each word names a declaration of each kind, its fields, parameters and variables; the words after it
/// name what stands beside them, so that no name is the only one of its place.
struct WordSpecs {
  let words: [String]

  /// The texts of the specs, each for other kinds of declarations, since some of these share a namespace.
  var texts: [String] { [records, enumsAndEffects, variants, states] }

  private func word(_ index: Int, _ offset: Int = 0) -> String {
    words[(index + offset) % words.count]
  }

  private func section(_ name: String, _ entry: (Int) -> String) -> String {
    "\(name):\n" + words.indices.map { "  \(entry($0))\n" }.joined()
  }

  /// A state with a field for each word.
  private func state(_ field: (Int) -> String) -> String {
    "states:\n  S0:\n" + words.indices.map { "    \(word($0)): \(field($0))\n" }.joined()
  }

  private func reducer(on action: String = "", _ rules: (Int) -> String) -> String {
    let handlers = words.indices.map { "      \(action)\(word($0)):\n\(rules($0))" }
    return "reducers:\n  \(word(0)):\n    state: S0\n    on:\n" + handlers.joined()
  }

  /// Records, functions, shared rules, selectors and listeners.
  private var records: String {
    let parts = [
      "suas: 1\n",
      section("types") {
        """
        \(word($0)): { \(word($0)): int = 1, \(word($0, 1)): string = a, \
        \(word($0, 2)): "\(word($0, 3))?", \(word($0, 4)): "list(\(word($0, 3))) = []" }
        """
      },
      section("functions") {
        """
        \(word($0)): { params: { \(word($0)): int, \(word($0, 1)): \(word($0, 2)) }, \
        value: "\(word($0)) + size(\(word($0, 1)).\(word($0, 6))) \
        + [1].map(\(word($0, 3)), \(word($0, 3)) + 1).sum()" }
        """
      },
      state { "list(\(word($0))) = []" },
      section("actions") { "\(word($0)): { \(word($0)): \(word($0)), \(word($0, 1)): int }" },
      section("rules") {
        """
        \(word($0)): { of: \(word($0)), params: { \(word($0, 5)): int }, \
        do: [{ set: \(word($0)), value: "${\(word($0, 5)) + \(word($0))}" }] }
        """
      },
      reducer {
        """
                - append: \(word($0))
                  value: ${action.\(word($0))}
                - update: \(word($0))
                  as: \(word($0, 9))
                  do:
                    - increment: \(word($0, 9)).\(word($0))
                      by: action.\(word($0, 1))
                    - use: \(word($0))
                      on: \(word($0, 9))
                      with: { \(word($0, 5)): 2 }

        """
      },
      section("selectors") {
        """
        \(word($0)): { value: "${store.S0.\(word($0)).size() + \
        \(word($0, 3))(1, \(word($0, 5)){})}" }
        """
      },
      section("listeners") { "\(word($0)): { selector: \(word($0)), filter: changed }" },
    ]
    return parts.joined()
  }

  /// Enums and their cases, constants, effects and middleware.
  private var enumsAndEffects: String {
    let parts = [
      "suas: 1\n",
      section("enums") { index in
        "\(word(index)): [\((0..<5).map { word(index, $0) }.joined(separator: ", "))]"
      },
      section("constants") { "\(word($0)): { type: \(word($0)), value: \(word($0)) }" },
      state { "\(word($0)) = \(word($0))" },
      section("actions") {
        "A_\(word($0)): { \(word($0)): \(word($0)) = \(word($0)), \(word($0, 1)): int = 0 }"
      },
      section("effects") {
        """
        \(word($0)): { payload: { \(word($0)): \(word($0)) = \(word($0)), \
        \(word($0, 1)): string = a }, latest: true, key: action.\(word($0, 1)), \
        run: { http: { url: "https://a.example/${action.\(word($0, 1))}", \
        query: { \(word($0)): "${action.\(word($0))}" } } }, \
        on-success: [{ dispatch: A_\(word($0)), with: { \(word($0)): "${action.\(word($0))}" } }] }
        """
      },
      reducer(on: "A_") {
        """
                - set: \(word($0))
                  value: "${action.\(word($0, 1)) > 3 ? action.\(word($0)) : \(word($0))}"

        """
      },
      "middleware:\n",
      words.indices.map {
        """
          - name: \(word($0))
            on: [A_\(word($0))]
            do:
              - dispatch: \(word($0))
                with: { \(word($0)): "${action.\(word($0))}" }
              - next

        """
      }.joined(),
      "  - async\n",
    ]
    return parts.joined()
  }

  /// Variants and their cases.
  private var variants: String {
    let parts = [
      "suas: 1\n",
      section("variants") {
        """
        \(word($0)): { \(word($0)): { \(word($0)): int = 1, \(word($0, 1)): string = a }, \
        \(word($0, 2)): {}, \(word($0, 3)): { \(word($0, 4)): "\(word($0, 5))?" } }
        """
      },
      state { "\(word($0)) = \(word($0, 2))" },
      section("actions") { "\(word($0)): { \(word($0)): \(word($0)), \(word($0, 1)): int }" },
      reducer {
        """
                - set: \(word($0))
                  value: ${action.\(word($0))}
                - set: \(word($0))
                  value: { \(word($0)): { \(word($0)): 2 } }
                  when: has(\(word($0)).\(word($0)))
                - increment: \(word($0)).\(word($0)).\(word($0))
                  by: action.\(word($0, 1))
                  when: has(\(word($0)).\(word($0)))

        """
      },
    ]
    return parts.joined()
  }

  /// States, their reducers, invariants, and selectors with values of their own.
  private var states: String {
    let parts = [
      "suas: 1\n",
      section("states") {
        """
        \(word($0)): { \(word($0)): int = 1, \(word($0, 1)): string = a, \
        \(word($0, 2)): "list(int) = []" }
        """
      },
      section("actions") { "A_\(word($0)): { \(word($0)): int, \(word($0, 1)): string }" },
      "reducers:\n",
      words.indices.map {
        """
          \(word($0)):
            state: \(word($0))
            on:
              A_\(word($0)):
                - let: { \(word($0, 5)): action.\(word($0)) + 1 }
                - set: \(word($0))
                  value: ${\(word($0, 5))}
                - set: \(word($0, 1))
                  value: ${action.\(word($0, 1))}
                - update: \(word($0, 2))
                  as: \(word($0, 6))
                  where: \(word($0, 2)).exists(\(word($0, 7)), \(word($0, 7)) > \(word($0, 6)))
                  do:
                    - set: \(word($0, 6))
                      value: ${\(word($0, 6)) + \(word($0, 5))}

        """
      }.joined(),
      section("invariants") {
        "\(word($0)): store.\(word($0)).\(word($0)) >= store.\(word($0)).\(word($0))"
      },
      section("selectors") {
        """
        \(word($0)): { value: { \(word($0)): "${store.\(word($0)).\(word($0, 1))}", \
        \(word($0, 1)): "${store.\(word($0)).\(word($0))}" } }
        """
      },
    ]
    return parts.joined()
  }
}
