import SuasSpec

/// Makes the text of a random spec, with rules that meet errors now and then, refusals, limits, and
/// the sections that may surround reducers.
enum RandomSpec {
  static func text(_ random: inout SplitMix64) -> String {
    var text = """
      suas: 1
      enums: { Color: [red, green, blue] }
      types:
        Item: { name: string, n: { type: int, default: 0, where: self >= 0 }, color: Color = red }
      variants: { Load: { idle: {}, loaded: { n: int } } }
      states:
        A:
          total: int = 0
          items: list(Item) = []
          byId: map(int) = {}
          color: Color = red
          load: Load = idle
          note: string?
          extra: any = null
          limited: { type: int, default: 0, where: self < 3 }
        B: { count: int = 0, log: 'list(string) = []' }
      actions:
        Go: { i: int, color: Color }
        Do: { i: int, color: Color }
        Note: { text: { type: string, where: 'size(self) < 9' } }

      """
    // The time and random ids make the states of a search hard to tell apart.
    let stamps = Bool.random(using: &random)
    if stamps { text += "  Stamp: { id: 'string = ${uuid()}', at: 'timestamp = ${now}' }\n" }
    text += "reducers:\n"
    text += reducer("A", ["Go", "Do"], rulesOfA, &random)
    if stamps { text += "      Stamp: [{ set: note, value: '${action.id} ${action.at}' }]\n" }
    text += reducer("B", ["Go", "Do"], rulesOfB, &random)
    text += "      Note: [{ append: log, value: '${action.text}' }]\n"
    text += section("invariants", some(of: invariants, &random))
    text += section("transitions", some(of: transitions, &random))
    // Half of the specs have only reducers, for the searches that need no store.
    guard !stamps, Bool.random(using: &random) else { return text }
    text += section("selectors", selectors)
    text += section("listeners", some(of: listeners, &random))
    text += "middleware:\n  - async\n"
    for item in some(of: middleware, &random) { text += "  - \(item)\n" }
    return text + section("effects", some(of: effects, &random))
  }

  private static func reducer(
    _ state: String, _ actions: [String], _ rules: [String], _ random: inout SplitMix64
  ) -> String {
    var text = "  \(state)R:\n    state: \(state)\n    on:\n"
    for action in actions {
      text += "      \(action):\n"
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let rule = rules.randomElement(using: &random) ?? rules[0]
        let guardian = guards[state]?.randomElement(using: &random) ?? ""
        let isGuarded = rule.contains("when:") || guardian.isEmpty
        text += "        - { \(rule)\(isGuarded ? "" : ", \(guardian)") }\n"
      }
    }
    return text
  }

  private static func section(_ name: String, _ items: [String]) -> String {
    items.isEmpty ? "" : "\(name):\n" + items.map { "  \($0)\n" }.joined()
  }

  private static func some(of items: [String], _ random: inout SplitMix64) -> [String] {
    items.filter { _ in Bool.random(using: &random) }
  }

  private static let guards = [
    "A": ["", "", "when: total < 3", "when: 'items[0].n > 1'", "unless: size(items) > 2"],
    "B": ["", "", "when: count < 3", "unless: 'log[0] == \"red\"'"],
  ]

  private static let rulesOfA = [
    "increment: total, by: action.i",
    "append: items, value: { name: x, n: '${action.i}' }",
    "append: items, value: { name: y, color: '${action.color}' }",
    "remove-at: items, index: action.i",
    "set: 'items[action.i].n', value: '${items[action.i].n - 1}'",
    "increment: 'byId[action.color]', default: 0",
    "decrement: 'byId[action.color]'",
    "delete: 'byId[action.color]'",
    "set: color, value: '${action.color}'",
    "set: color, value: '${total > 1 ? \"red\" : \"blue\"}'",
    "set: load, value: { loaded: { n: '${action.i}' } }",
    "set: load, value: idle",
    "increment: load.loaded.n",
    "set: extra, value: { n: '${action.i}', c: '${action.color}' }",
    "merge: extra, value: { n: 7 }",
    "increment: extra.n",
    "increment: limited",
    "fail: 'no ${items[action.i].name}', when: total > 2",
    "fail: { code: mine, message: full }, when: size(items) > 2",
    "fail: often, when: 'byId[action.color] > 1'",
    "fail: { code: no-such-key, message: meant }, when: 'byId[action.color] > 1'",
    "sort: items, by: item.n",
    "reverse: items",
    "move: items, from: 0, to: action.i",
    "update: items, where: item.n > 0, do: [{ decrement: item.n }]",
    "for-each: items, do: [{ increment: total, by: item.n }]",
    "if: total > 3, then: [{ set: total, value: 0 }], else: [{ increment: total }]",
    "set: note, value: '${note == null ? \"a\" : \"b\"}'",
    "clear: items",
    "reset: total",
    "set: total, value: '${10 / total}'",
    "upsert: items, match: name, value: { name: x, n: 1 }",
    "merge: 'items[0]', value: '${dyn({\"n\": action.i})}'",
  ]

  private static let rulesOfB = [
    "increment: count",
    "append: log, value: '${action.color}'",
    "remove-at: log, index: action.i",
    "fail: often, when: count > 4",
    "fail: 'at ${log[action.i]}', when: count > 2",
  ]

  private static let invariants = [
    "small: store.A.total < 5", "known: 'size(store.B.log) == 0 || store.B.log[0] != \"green\"'",
    "broken: 'store.A.total < 4 || store.A.items[0].n >= 0'",
  ]

  private static let transitions = [
    "grows: { that: new.A.total >= old.A.total - 2 }",
    "one: { on: Go, that: size(new.A.items) <= size(old.A.items) + 1 }",
  ]

  private static let selectors = [
    "newest: { when: size(store.A.items) > 0, value: { n: '${store.A.items[0].n}' } }",
    "second: { value: '${store.A.items[1].name}' }",
  ]

  private static let listeners = [
    "all: {}",
    "changed: { stateKey: A, filter: changed }",
    "newest: { selector: newest, filter: changed }",
    "second: { selector: second }",
    "first: { stateKey: A, filter: 'new.items[0].n > 0' }",
    "grown: { stateKey: B, filter: new.count > old.count, do: [{ dispatch: Note, with: { text: '${string(new.count)} now' } }] }",
    "loops: { stateKey: B, filter: size(new.log) == 2, do: [{ dispatch: Go, with: { i: 0, color: red } }] }",
    "odd: { stateKey: A, filter: 'new.total > 3', do: [{ dispatch: Note, with: { text: '${new.items[0].name}' } }] }",
    "misfits: { stateKey: A, filter: 'new.extra != null', do: [{ dispatch: Do, with: { i: '${new.extra.n}', color: '${new.extra.c}' } }] }",
  ]

  private static let middleware = [
    "{ name: stopping, on: Go, when: store.B.count > 2, do: [{ dispatch: Note, with: { text: stop } }] }",
    "{ name: replacing, on: Do, when: action.i > 1, do: [{ next: Go, with: { i: 0, color: '${action.color}' } }] }",
    "{ name: around, on: Go, do: [{ dispatch: Note, with: { text: before } }, next, { dispatch: Note, with: { text: 'much too long' }, when: store.A.total > 1 }] }",
    "{ name: failing, on: Do, when: 'store.A.items[0].n > 0', do: [next] }",
  ]

  private static let effects = [
    "Ask: { payload: { i: int }, run: { custom: { name: ask, result: any } }, on-success: [{ dispatch: Go, with: { i: '${response.result}', color: red } }], on-failure: [{ dispatch: Note, with: { text: '${error.code}' } }] }",
    "Late: { run: { custom: { name: late, result: int } }, debounce: 1s, latest: true, retry: { times: 1, delay: 2s }, on-success: [{ dispatch: Do, with: { i: '${response.result}', color: green } }] }",
    "Wait: { run: { delay: 3s }, on-success: [{ dispatch: Note, with: { text: waited } }] }",
    "Get: { payload: { i: int }, run: { http: { url: 'https://a.example/${action.i}' } }, on-success: [{ dispatch: Note, with: { text: '${response.body.name}' } }], on-failure: [{ dispatch: Go, with: { i: 1, color: blue } }] }",
  ]
}
