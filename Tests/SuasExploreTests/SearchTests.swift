import CEL
import Locking
import Suas
import SuasScenario
import SuasSpec
import Testing

@testable import SuasExplore

/// Bounds, payloads and the order of work.
@Suite struct SearchTests {
  @Test(
    "Any number of threads gives the same bytes", arguments: ExploreSettings.Strategy.allCases)
  func jobs(strategy: ExploreSettings.Strategy) throws {
    for name in ["cart", "breaker"] {
      func bytes(_ jobs: Int) throws -> String {
        try report(puzzle(name)) {
          $0.strategy = strategy
          $0.jobs = jobs
          $0.mostStates = 3000
          $0.deepest = 50
        }
      }
      let one = try bytes(1)
      #expect(try bytes(2) == one)
      #expect(try bytes(5) == one)
    }
  }

  @Test("The same seed gives the same walk, another seed another one")
  func seeds() throws {
    func bytes(_ seed: UInt64) throws -> String {
      try report(puzzle("breaker")) {
        $0.strategy = .random
        $0.mostStates = 2000
        $0.deepest = 50
        $0.seed = seed
      }.replacing("\"seed\":\"\(seed)\"", with: "")
    }
    #expect(try bytes(1) == bytes(1))
    #expect(try bytes(1) != bytes(2))
  }

  private static let growing = """
    suas: 1
    states:
      S:
        items: list(string) = []
        n: int = 0
    actions: { Add: { text: string }, Count: {} }
    reducers:
      R:
        state: S
        on:
          Add: [{ append: items, value: "${action.text}" }]
          Count: [{ increment: n }]
    """

  @Test("The search ends with its states, its depth, its time, and says so")
  func bounds() throws {
    let spec = try spec(Self.growing)
    let states = try explore(spec) { $0.mostStates = 100 }.statistics
    #expect(states.states == 100)
    #expect(states.ending == .states)
    let depth = try explore(spec) { $0.deepest = 2 }.statistics
    #expect(depth.ending == .depth)
    #expect(depth.depth == 2)
    // The initial state; one step to an item or a count; then two steps, in any order.
    #expect(depth.states == 1 + (3 + 1) + (9 + 3 + 1))
    let time = try explore(spec) {
      $0.mostStates = 10_000_000
      $0.time = CEL.Duration(nanoseconds: 20_000_000)
    }.statistics
    #expect(time.ending == .time)
  }

  @Test(
    "When memory runs out, the search continues from the states that fit, and still finds violations"
  )
  func memory() throws {
    let spec = try spec(Self.growing + "\ninvariants: { few: size(store.S.items) < 3 }\n")
    let exploration = try explore(spec) { $0.memory = 60_000 }
    #expect(exploration.statistics.ending == .memory)
    #expect(exploration.statistics.expanded == exploration.statistics.states)
    #expect(exploration.violations.first?.script.lines.count == 3)
  }

  @Test("Allowed errors and errors of 'fail' are not violations")
  func allowedErrors() throws {
    let spec = try spec(
      """
      suas: 1
      states:
        S:
          items: list(string) = []
      actions: { Add: { text: string }, Remove: { index: int } }
      reducers:
        R:
          state: S
          on:
            Add:
              - fail: { code: no-text, message: Write something }
                when: action.text == ""
              - append: items
                value: ${action.text}
            Remove: [{ remove-at: items, index: action.index }]
      """)
    #expect(try explore(spec).violations.map(\.error.code) == ["index-out-of-range"])
    #expect(try explore(spec) { $0.allowedErrors = ["index-out-of-range"] }.violations.isEmpty)
  }

  @Test("Payloads satisfy their constraints, and use their bounds as samples")
  func constraints() throws {
    let spec = try spec(
      """
      suas: 1
      states: { S: { last: int = 0, code: string = "" } }
      actions:
        Pick: { n: { type: int, where: self >= 40 && self < 50 } }
        Enter: { code: { type: string, where: size(self) == 4, samples: ["1234"] } }
      reducers:
        R:
          state: S
          on:
            Pick: [{ set: last, value: "${action.n}" }]
            Enter: [{ set: code, value: "${action.code}" }]
      reachable:
        picked: store.S.last == 49
        entered: store.S.code == "1234"
      """)
    let exploration = try explore(spec)
    #expect(exploration.violations.isEmpty)
    #expect(exploration.goals.allSatisfy { $0.script?.lines.count == 1 })
  }

  @Test("Payloads use keys, indices and cases from the state")
  func valuesOfTheState() throws {
    let spec = try spec(
      """
      suas: 1
      types: { Article: { price: int } }
      variants: { Page: { list: {}, detail: { id: string } } }
      states:
        Shop:
          articles: map(Article) = {}
          page: Page = list
      actions: { Open: { id: string }, Go: { page: Page } }
      reducers:
        R:
          state: Shop
          initial: { articles: { tea: { price: 3 } } }
          on:
            Open:
              - fail: There is none
                unless: action.id in articles
              - set: page
                value: { detail: { id: "${action.id}" } }
            Go: [{ set: page, value: "${action.page}" }]
      reachable:
        tea: has(store.Shop.page.detail) && store.Shop.page.detail.id == "tea"
      """)
    #expect(try explore(spec).goals.first?.script?.lines.count == 1)
  }

  @Test("A spec without actions has one state, a payload that contains itself has an end")
  func oddSpecs() throws {
    let still = try explore(
      spec("suas: 1\nstates: { S: { n: int = 0 } }\nreducers: { R: { state: S } }\n"))
    #expect(still.statistics.states == 1)
    #expect(still.statistics.ending == .exhausted)
    let deep = try explore(
      spec(
        """
        suas: 1
        types:
          Node: { name: string, children: 'list(Node) = []', parent: 'Node? = null' }
        states: { S: { size: int = 0 } }
        actions:
          Put: { node: Node }
          Never: { n: { type: int, where: self > 5 && self < 5 } }
        reducers:
          R: { state: S, on: { Put: [{ set: size, value: "${size(action.node.children)}" }] } }
        """))
    #expect(deep.statistics.states == 3)
    #expect(deep.unmakeable == ["Never"])
  }

  @Test("A variant that holds itself has an end")
  func variantsInThemselves() throws {
    let spec = try spec(
      """
      suas: 1
      variants:
        Tree: { leaf: {}, node: { left: Tree, right: Tree } }
        Even: { none: {}, next: { odd: Odd } }
        Odd: { next: { even: Even } }
      states: { S: { size: int = 0 } }
      actions: { Put: { tree: Tree }, Count: { even: Even } }
      reducers:
        R:
          state: S
          on:
            Put: [{ set: size, value: 1, when: has(action.tree.node.left.leaf) }]
            Count: [{ set: size, value: 2, when: has(action.even.none) }]
      """)
    let exploration = try explore(spec)
    #expect(exploration.statistics.states == 3)
    #expect(exploration.unmakeable.isEmpty)
  }

  @Test("Walks accept the largest possible bounds")
  func largestBounds() throws {
    for strategy in [ExploreSettings.Strategy.random, .guided] {
      let statistics = try explore(puzzle("breaker")) {
        $0.strategy = strategy
        $0.deepest = .max
        $0.mostStates = 100
      }.statistics
      #expect(statistics.steps == 100)
    }
  }

  @Test("Text from states is escaped in graphs")
  func labels() throws {
    let spec = try spec(
      """
      suas: 1
      states: { S: { text: string = "a\\"\\u0301b" } }
      actions: { Swap: {} }
      reducers: { R: { state: S, on: { Swap: [{ set: text, value: "c" }] } } }
      """)
    let graph = try #require(try explore(spec) { $0.drawing = 100 }.graph)
    // A combining mark after the quote makes both one character.
    let dot = GraphText(graph, of: spec, as: .dot).text
    #expect(
      dot.contains(#"  s0 [label="{text: \"a\\\""# + "\u{301}" + #"b\"}", peripheries=2]"#))
    let mermaid = GraphText(graph, of: spec, as: .mermaid).text
    #expect(mermaid.contains(##"  s0(["{text: #quot;a\#quot;"## + "\u{301}" + #"b#quot;}"])"#))
  }

  @Test("A graph draws no move to a state that is too large, however often it is reached")
  func largeStatesInGraphs() throws {
    let spec = try spec(
      """
      suas: 1
      states: { S: { list: "list(int) = []" } }
      actions: { Add: {}, Fill: {} }
      reducers:
        R:
          state: S
          on: { Add: [{ append: list, value: 1 }], Fill: [{ set: list, value: [1, 1, 1, 1] }] }
      """)
    let graph = try #require(
      try explore(spec) {
        $0.drawing = 100
        $0.largest = 2
      }.graph)
    #expect(graph.states.count == 3)
    #expect(graph.edges.map(\.to) == [1, 2])
  }

  @Test("A reaction that is refused is a violation, whose scenario fails")
  func reactions() throws {
    let spec = try spec(
      """
      suas: 1
      states:
        S:
          items: list(string) = []
          log: { type: int, default: 0, where: self < 3 }
      actions: { Add: { text: string }, Log: {} }
      reducers:
        R:
          state: S
          on:
            Add: [{ append: items, value: "${action.text}" }]
            Log: [{ increment: log }]
      listeners:
        log: { stateKey: S, filter: size(old.items) != size(new.items), do: [{ dispatch: Log }] }
      """)
    let exploration = try explore(spec) { $0.moves.only = ["Add"] }
    let violation = try #require(exploration.violations.first)
    #expect(violation.error.code == "constraint-violated")
    #expect(violation.script.lines.count == 3)
    #expect(violation.script.isConfirmed)
  }

  @Test(
    "A search that is interrupted, or whose time is over, ends with what it found until then",
    arguments: ExploreSettings.Strategy.allCases, [true, false])
  func endings(strategy: ExploreSettings.Strategy, byTime: Bool) throws {
    // Expanding a state of this spec takes so long that rounds are interrupted.
    let spec = try spec(Self.growing)
    let asked = Atomic<Int>(0)
    let exploration = try explore(spec) {
      $0.strategy = strategy
      $0.largest = 1000
      $0.deepest = 100_000
      $0.mostStates = 10_000_000
      $0.jobs = 2
      if byTime {
        $0.time = Duration("300ms")
      } else {
        $0.isInterrupted = { asked.add(1, ordering: .relaxed).newValue > 50 }
      }
    }
    #expect(exploration.statistics.ending == (byTime ? .time : .interrupted))
    #expect(exploration.statistics.states > 1)
  }

  @Test(
    "No search that is interrupted says that it ended by itself",
    arguments: ExploreSettings.Strategy.allCases, [1, 2])
  func earlyEndings(strategy: ExploreSettings.Strategy, jobs: Int) throws {
    // The first check for an interruption is before the expansion of any state.
    let spec = try puzzle("cart")
    for most in 0..<60 {
      let asked = Atomic<Int>(0)
      let exploration = try explore(spec) {
        $0.strategy = strategy
        $0.largest = 1000
        $0.mostStates = 1_000_000
        $0.jobs = jobs
        $0.isInterrupted = { asked.add(1, ordering: .relaxed).newValue > most }
      }
      #expect(exploration.statistics.ending == .interrupted, "after \(most) questions")
    }
  }

  @Test(
    "Walks end when no action changes anything",
    arguments: [ExploreSettings.Strategy.random, .guided])
  func stuckWalks(strategy: ExploreSettings.Strategy) throws {
    let exploration = try explore(puzzle("breaker")) {
      $0.strategy = strategy
      $0.moves.only = ["Noise"]
      $0.deepest = 50
    }
    #expect(exploration.statistics.ending == .stuck)
    #expect(exploration.statistics.states == 1)
  }

  private static let loading = """
    suas: 1
    states: { S: { loaded: bool = false, failed: bool = false } }
    actions: { Loaded: {}, Failed: {} }
    effects:
      Load:
        run: { http: { url: "https://example.org/" } }
        on-success: [{ dispatch: Loaded }]
        on-failure: [{ dispatch: Failed }]
    middleware: [async]
    reducers:
      R:
        state: S
        on:
          Loaded: [{ set: loaded, value: true }]
          Failed: [{ set: failed, value: true }]
    listeners:
      retry: { stateKey: S, filter: new.failed && !old.failed, do: [{ dispatch: Load }] }
    """

  @Test(
    "What effects and listeners lead to counts as seen, whatever the strategy",
    arguments: ExploreSettings.Strategy.allCases)
  func outcomesOfEffects(strategy: ExploreSettings.Strategy) throws {
    let exploration = try explore(try spec(Self.loading)) {
      $0.strategy = strategy
      $0.mostStates = 200
      $0.deepest = 20
    }
    #expect(exploration.outcomes > 0)
    #expect(exploration.unseen == [])
  }

  @Test("Identifiers and times that are made anew are the same in the scenario")
  func lateDefaults() throws {
    let spec = try spec(
      """
      suas: 1
      states:
        S:
          ids: list(string) = []
          since: timestamp? = null
      actions:
        Add: { id: 'string = ${uuid()}' , at: 'timestamp = ${now}' }
      reducers:
        R:
          state: S
          on:
            Add:
              - append: ids
                value: ${action.id}
              - set: since
                value: ${action.at}
                when: size(ids) == 2
      invariants:
        few: size(store.S.ids) < 3
      """)
    let exploration = try explore(spec) { $0.mostStates = 500 }
    let violation = try #require(exploration.violations.first)
    #expect(violation.script.lines == ["Add", "Add", "Add"])
    #expect(violation.script.isConfirmed)
  }

  @Test("A graph has every state and every transition")
  func graphs() throws {
    let graph = try #require(try explore(puzzle("lights")) { $0.drawing = 100 }.graph)
    #expect(graph.states.count == 30)
    #expect(graph.edges.contains { $0.to == nil })
    #expect(graph.edges.allSatisfy { $0.from < 30 && $0.to ?? 0 < 30 })
  }

  /// Returns a spec whose rule refuses deliberately, and meets an error for an unknown key.
  private static func shop(_ rule: String, _ surroundings: String) -> String {
    """
    suas: 1
    states: { Shop: { stock: { type: map(int), default: { tea: 1 } }, sold: int = 0 } }
    actions: { Buy: { sku: { type: string, samples: [tea, milk] } }, Log: {} }
    reducers:
      R:
        state: Shop
        on:
          Buy:
            - \(rule)
            - decrement: stock["tea"]
          Log: [{ set: sold, value: 1 }]
    \(surroundings)
    """
  }

  static let refusingRules: [(rule: String, codes: [String])] = [
    ("{ fail: sold out, when: \"stock[action.sku] < 1\" }", ["no-such-key"]),
    ("{ fail: \"${stock[action.sku]} left\", when: \"stock['tea'] < 1\" }", ["no-such-key"]),
    (
      "{ fail: { code: no-such-key, message: gone }, when: \"stock[action.sku] < 1\" }",
      ["no-such-key"]
    ),
    ("{ fail: sold out, when: \"action.sku in stock && stock[action.sku] < 1\" }", []),
    ("{ fail: { code: no-such-key, message: gone }, when: \"stock['tea'] < 1\" }", []),
  ]

  @Test(
    "An error inside a 'fail' is a violation, the refusal that it is for is none",
    arguments: refusingRules, ["", "middleware: [{ name: m, on: Log, do: [next] }]"])
  func errorsInRefusals(refusing: (rule: String, codes: [String]), surroundings: String) throws {
    let found = try explore(try spec(Self.shop(refusing.rule, surroundings)))
    #expect(found.violations.map(\.error.code) == refusing.codes)
  }

  @Test("Plain listeners are told, with a history or without", arguments: [false, true])
  func listeners(hasHistory: Bool) throws {
    let exploration = try explore(
      try spec(
        """
        suas: 1
        states: { A: { n: int = 0 }, B: { m: int = 0 } }
        actions: { Up: {}, Stay: {}, Undo: {} }
        reducers:
          A:
            state: A
            \(hasHistory ? "history: { undo: Undo }" : "")
            on: { Up: [{ set: n, value: 1 }] }
          B: { state: B, on: { Stay: [{ set: m, value: 0 }] } }
        listeners:
          all: {}
          a: { stateKey: A, filter: changed }
          b: { stateKey: B }
          never: { stateKey: B, filter: changed }
        """))
    #expect(exploration.unseen.map { $0.drop { $0 != " " } } == [" listener 'never' never told"])
  }

  @Test("Outcomes of selectors count if something in the spec reads them")
  func selectors() throws {
    let exploration = try explore(
      try spec(
        """
        suas: 1
        states: { A: { n: int = 0 }, B: { m: int = 0 } }
        actions: { Up: {}, Copy: {} }
        reducers:
          A: { state: A, on: { Up: [{ increment: n, when: n < 3 }] } }
          B: { state: B, on: { Copy: [{ set: m, value: "${selected.twice}" }] } }
        selectors:
          twice: { value: "${selected.small.orValue(7) * 2}" }
          small: { when: store.A.n < 2, value: "${store.A.n}" }
          high: { when: store.A.n > 3, value: "${store.A.n}" }
          unread: { when: store.A.n > 3, value: "${selected.besides}" }
          besides: { when: store.A.n > 3, value: 1 }
        invariants: { low: selected.high.orValue(0) == 0 }
        reachable: { goal: selected.besides.hasValue() }
        """))
    // The rules, their guard, and what the rule and the invariant read.
    #expect(exploration.outcomes == 4 + 1 + 3 + 3)
    #expect(exploration.unseen.count == 2)
    #expect(exploration.unseen.allSatisfy { $0.contains("spec.yaml:10") })
  }
}
