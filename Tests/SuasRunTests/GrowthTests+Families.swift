import Foundation

/// Commands, and specs that are large in one way each.
extension GrowthTests {
  /// A way in which a spec can be large.
  private struct Dimension {
    let name: String
    let size: Int
    let spec: @Sendable (Int) -> String
    /// A step of a scenario.
    var step = "dispatch: A"
  }

  private static let head = """
    suas: 1
    states: { S: { n: int = 0, o: int?, text: string = x, map: "map(string, int) = {}" } }
    actions: { A: {}, Put: { key: string } }

    """

  private static let small =
    head + """
      reducers:
        R:
          state: S
          on:
            A: [{ increment: n, when: n < 9 }]
            Put: [{ set: "map[action.key]", value: 1 }]

      """

  private static func rules(_ rules: String) -> String {
    head + "reducers:\n  R:\n    state: S\n    on:\n      A:\n" + rules
  }

  private static let fields = Dimension(name: "fields and actions", size: 100) { count in
    """
    suas: 1
    states:
      S:
    \(lines(count) { "    f\($0): int = 0" })actions:
      A: {}
    \(lines(count) { "  A\($0): { by: int }" })reducers:
      R:
        state: S
        on:
    \(lines(count) { "      A\($0): [{ increment: f\($0), by: action.by, when: f\($0) < 9 }]" })
    """
  }

  private static let states = Dimension(name: "states", size: 80) { count in
    """
    suas: 1
    states:
    \(lines(count) { "  S\($0): { n: int = 0 }" })actions: { A: {} }
    reducers:
    \(lines(count) { "  R\($0): { state: S\($0), on: { A: [{ increment: n, when: n < 9 }] } }" })
    """
  }

  private static let rules = Dimension(name: "rules of an action", size: 100) { count in
    rules(
      lines(count) {
        "        - increment: n\n          when: o == null || n < \($0)\n          by: n"
      })
  }

  private static let blocks = Dimension(name: "nested blocks", size: 15) { count in
    rules(
      (0..<count).map { number in
        var (text, indent) = ("", "        ")
        for depth in 0..<10 {
          text += "\(indent)- if: n < \(number + depth)\n\(indent)  then:\n"
          indent += "    "
        }
        return text + "\(indent)- increment: n\n"
      }.joined())
  }

  private static let texts = Dimension(name: "long texts", size: 200) { count in
    let literal = String(repeating: "as it stands ", count: 4 * count)
    let template = String(repeating: "with ${n + 2} ", count: count)
    return rules(
      "        - { set: text, value: \"\(literal)\" }\n"
        + "        - { set: text, value: \"\(template)\" }\n")
  }

  private static let lists = Dimension(name: "long lists and maps", size: 1000) { count in
    """
    suas: 1
    states:
      S:
        n: int = 0
        l: { type: list(int), default: [\((0..<count).map { "\($0)" }.joined(separator: ", "))] }
        m:
          type: map(string, int)
          default:
    \(lines(count) { "        k\($0): \($0)" })actions: { A: {} }
    reducers: { R: { state: S, on: { A: [{ append: l, value: 1 }, { set: m.k, value: 2 }] } } }

    """
  }

  private static let promises = Dimension(name: "invariants and transitions", size: 100) { count in
    small + "invariants:\n" + lines(count) { "  i\($0): store.S.n >= 0" } + "transitions:\n"
      + lines(count) { "  t\($0): { that: new.S.n >= old.S.n }" }
  }

  private static let constants = Dimension(name: "constants of a condition", size: 2000) { count in
    """
    suas: 1
    states: { S: { n: int = 0 } }
    actions: { A: { x: int = 0 } }
    reducers:
      R:
        state: S
        on:
          A:
            - increment: n
              when: action.x in [\((0..<count).map { "\($0)" }.joined(separator: ", "))]

    """
  }

  private static let selectors = Dimension(name: "selectors", size: 150) { count in
    small + "selectors:\n" + lines(count) { "  s\($0): { value: '${store.S.n + \($0)}' }" }
  }

  private static let listeners = Dimension(name: "listeners", size: 100) { count in
    small + "selectors: { s: { value: '${store.S.n}' } }\nlisteners:\n"
      + lines(count) { "  l\($0): { selector: s, filter: changed }" }
  }

  private static let effects = Dimension(name: "effects", size: 100) { count in
    small + "middleware: [async]\neffects:\n"
      + lines(count) { "  E\($0): { run: { delay: 1s }, on-success: [{ dispatch: A }] }" }
  }

  private static let types = Dimension(name: "types", size: 120) { count in
    """
    suas: 1
    types:
    \(lines(count) { "  T\($0): { a: int, b: string = x }" })variants:
    \(lines(count) { "  V\($0): { a: {}, b: { n: int } }" })states:
      S:
        n: int = 0
    \(lines(count) { "    t\($0): list(T\($0)) = []\n    v\($0): V\($0) = a" })actions: { A: {} }
    reducers: { R: { state: S, on: { A: [{ increment: n, when: n < 9 }] } } }

    """
  }

  private static let all = [
    fields, states, rules, blocks, texts, lists, promises, selectors, listeners, effects, types,
  ]

  /// The commands that read a spec, each with the ways in which it is large there.
  private static let commands: [(arguments: String, dimensions: [Dimension])] = [
    ("check s.yaml", all),
    ("s.scenario.yaml", [fields, states, lists, promises, listeners]),
    ("fmt --check s.yaml", [fields, blocks, texts, lists]),
    ("docs s.yaml", [fields, states, rules, blocks, types]),
    ("generate swift s.yaml --output g", all),
    ("generate kotlin s.yaml --package a --output g", [states, rules, texts, types]),
    ("bundle s.yaml --output s.bundle", [fields, rules, texts, lists]),
    ("explore s.yaml --max-states 5 --max-depth 2", [states, promises, listeners, constants]),
    ("diff s.yaml s.yaml --max-states 5 --max-attempts 50", [fields, states, texts, promises]),
  ]

  static let families =
    commands.flatMap { command in
      command.dimensions.map { dimension in
        Case("\(dimension.name): \(command.arguments)", dimension.size, command.arguments) {
          [
            "s.yaml": dimension.spec($0),
            "s.scenario.yaml": "spec: s.yaml\nscenario: s\nsteps: [{ \(dimension.step) }]\n",
          ]
        }
      }
    } + sessions

  private static func puts(_ count: Int) -> String { lines(count) { "Put { key: k\($0) }" } }

  /// Commands whose input is large in another way than a spec.
  private static let sessions: [Case] = [
    Case("lines that are all formatted: fmt --diff", 1500, "fmt --diff s.yaml") { count in
      [
        "s.yaml": "suas: 1\nstates:\n      S:\n" + lines(count) { "           f\($0):   int = 0" }
          + "actions: { A: {} }\nreducers: { R: { state: S, on: { A: [{ increment: f0 }] } } }\n"
      ]
    },
    Case("a saved session", 150, "play s.yaml") { _ in ["s.yaml": small] }
      .typing { puts($0) + "save! s.scenario.yaml\n" },
    Case("the replay of a session", 150, "replay s.suaslog --spec s.yaml") { _ in
      ["s.yaml": small]
    }.after { puts($0) + "save s.suaslog\n" },
    Case("invariants: mutate", 100, "mutate s.scenario.yaml --jobs 1") { count in
      [
        "s.yaml": small + "invariants:\n" + lines(count) { "  i\($0): store.S.n >= 0" },
        "s.scenario.yaml": "spec: s.yaml\nscenario: s\nsteps: [{ dispatch: A }]\n",
      ]
    },
    Case("steps: mutate", 50, "mutate s.scenario.yaml --jobs 1") { count in
      [
        "s.yaml": counter,
        "s.scenario.yaml": "spec: s.yaml\nscenario: s\nsteps:\n"
          + lines(count) { _ in "  - dispatch: A" }
          + "  - expect: { that: store.S.n == \(count) }\n",
      ]
    },
    editing("edits of a large spec: lsp", fields.size) { count, session in
      session.open(fields.spec(count))
      for edit in 0..<3 {
        session.replace(with: fields.spec(count) + "# \(edit)\n")
        session.ask("references", line: 3, character: 5)
      }
    },
    editing("edits: lsp", 50) { count, session in
      session.open(small)
      for edit in 0..<count {
        session.replace(with: small + "# \(edit)\n")
        session.ask("hover", line: 1, character: 16)
      }
    },
  ]

  private static func editing(
    _ description: String, _ size: Int,
    _ edit: @escaping @Sendable (Int, inout EditorSession) -> Void
  ) -> Case {
    Case(description, size, "lsp") { _ in [:] }.reading { size, folder in
      var session = EditorSession(in: folder.url, editing: "s.yaml")
      edit(size, &session)
      return session.input
    }
  }
}
