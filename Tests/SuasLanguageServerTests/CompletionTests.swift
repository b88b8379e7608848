import SuasIDE
import Testing

@Suite struct CompletionTests {
  private let spec = """
    suas: 1
    enums:
      Color: [red, green]
    types:
      Item: { title: string, isDone: bool = false }
    variants:
      Load: { idle: {}, loaded: { items: list(Item) } }
    states:
      Items:
        items: list(Item) = []
        color: Color = red
        load: Load = idle
        byColor: map(Color, int) = {}
    actions:
      Toggle: { index: int }
      Paint: { color: Color }
    reducers:
      ItemsReducer:
        state: Items
        on:

    """

  @Test(
    "Completion offers what the place asks for",
    arguments: [
      ("su|", ["suas"]),
      ("suas: 1\nsta|", ["states"]),
      ("      Toggle:\n        - tog|", ["toggle"]),
      ("      To|", ["Toggle"]),
      ("      Toggle:\n        - toggle: it|", ["items", "state", "action"]),
      ("      Toggle:\n        - toggle: items[action.|", ["index"]),
      ("      Toggle:\n        - toggle: items[action.index].|", ["title", "isDone"]),
      ("      Toggle:\n        - set: color\n          value: g|", ["green"]),
      ("      Toggle:\n        - set: color\n          val|", ["value", "when", "unless"]),
      ("      Paint:\n        - set: color\n          value: ${action.c|", ["color"]),
      (
        "      Paint:\n        - set: color\n          value: red\n          when: items.exists(i, i.|",
        ["title"]
      ),
      (
        "      Paint:\n        - set: color\n          value: red\n          when: size(i|",
        ["items"]
      ),
      (
        "      Paint:\n        - set: color\n          value: red\n          unless: action.color == \"|",
        ["red", "green"]
      ),
      ("      Paint:\n        - set: load\n          value: ${Load.|", ["idle", "loaded"]),
      (
        "      Paint:\n        - set: color\n          value: red\n          when: byColor[\"|",
        ["red", "green"]
      ),
      ("      Paint:\n        - append: items\n          value: { ti|", ["title", "isDone"]),
      (
        "      Toggle:\n        - toggle: items[action.|" + String(repeating: " + 1", count: 60),
        ["index"]
      ),
    ])
  func offers(_ text: String, _ expected: [String]) throws {
    let folder = try EditedFolder()
    let offered = try folder.completions(
      "spec.yaml", text.hasPrefix(" ") ? spec + text : text)
    #expect(Set(expected).isSubset(of: offered), "\(offered.prefix(40))")
    #expect(!offered.contains { $0.contains(")") })
  }

  @Test(
    "Sections that nothing else depends on are complete where the cursor is",
    arguments: [
      ("invariants:\n  few: size(store.Items.|) < 9", ["items", "color"]),
      (
        "invariants:\n  few: true\nreachable:\n  many: size(store.Items.|) > 9",
        ["items", "color"]
      ),
      ("always-reachable:\n  few: size(store.Items.|) < 9", ["items", "color"]),
      ("always-reachable:\n  few: { from: true, to: store.| }", ["Items"]),
      ("always-reachable:\n  few: { from: true, t| }", ["to"]),
      ("invariants:\n  few: tru\nlisteners:\n  seen: { stateKey: It| }", ["Items"]),
      ("invariants:\n  few: true\n  |", []),
    ])
  func conditions(_ section: String, _ expected: [String]) throws {
    let folder = try EditedFolder()
    let whole = spec + "      Toggle:\n        - toggle: items[action.index].isDone\n"
    let offered = try folder.completions("spec.yaml", whole + section + "\n")
    #expect(Set(expected).isSubset(of: offered), "\(offered.prefix(40))")
    // Nor is what follows needed where the cursor is in a rule.
    let inRule = try folder.completions(
      "spec.yaml",
      whole.replacing("isDone\n", with: "|\n") + section.replacing("|", with: "") + "\n")
    #expect(Set(["title", "isDone"]).isSubset(of: inRule), "\(inRule.prefix(40))")
  }

  @Test(
    "A scenario file is complete where the cursor is",
    arguments: [
      ("given: { It|", ["Items"]), ("given: { Items: { co|", ["items", "color"]),
      ("before: [{ dispatch: T|", ["Toggle", "Paint"]),
      ("First\n    steps: [{ dispatch: |", ["Toggle", "Paint"]),
      ("Second\n    steps: [{ dispatch: Paint, with: { co|", ["color"]),
      ("Third\n    steps: [{ dispatch: Paint, with: { color: r|", ["red", "green"]),
    ])
  func scenarios(_ marked: String, _ expected: [String]) throws {
    let folder = try EditedFolder(["spec.yaml": spec])
    let text = """
      spec: spec.yaml
      given: { Items: { color: red } }
      before: [{ dispatch: Toggle, with: { index: 0 } }]
      scenarios:
        - name: First
          steps: [{ dispatch: Paint, with: { color: red } }]
        - name: Second
          steps: [{ dispatch: Paint, with: { color: red } }]
        - name: Third
          steps: [{ dispatch: Paint, with: { color: red } }]

      """
    let place = marked.filter { $0 != "|" }
    #expect(text.contains(place))
    let offered = try folder.completions("app.scenario.yaml", text.replacing(place, with: marked))
    #expect(Set(expected).isSubset(of: offered), "\(offered.prefix(40))")
  }

  private static let asking = """
    suas: 1
    states: { Job: { total: int = 0 } }
    actions: { Done: {} }
    reducers: { JobReducer: { state: Job, on: { Done: [{ increment: total }] } } }
    effects:
      Sync: { run: { http: { url: https://a.example/ } } }
      Save: { run: { write-file: { path: a, value: 1 } } }
    middleware: [async]
    """

  @Test(
    "What effects ask for is completed and described, part by part",
    arguments: [
      ("[|]", ["Sync", "Save"], ["Done"]), ("[{ S|: {} }]", ["Sync", "Save"], ["Done"]),
      ("[{ Sync: { me|: 1 } }]", ["method", "url", "query", "headers", "body"], ["write-file"]),
      ("[{ Save: { v|: 1 } }]", ["write-file", "value"], ["method"]),
      ("[{ Sync: { method: { $a| } } }]", ["$any"], []),
    ])
  func requests(_ marked: String, _ expected: [String], _ unexpected: [String]) throws {
    let folder = try EditedFolder(["spec.yaml": Self.asking])
    let start = "spec: spec.yaml\nscenario: All\nsteps:\n  - { dispatch: Sync, expect: { requests: "
    let offered = try folder.completions("app.scenario.yaml", start + marked + " } }\n")
    #expect(Set(expected).isSubset(of: offered), "\(offered.prefix(40))")
    #expect(Set(unexpected).isDisjoint(with: offered), "\(offered.prefix(40))")
    let (document, cursor) = try folder.open(
      "app.scenario.yaml", start + "[{ Sync: { |url: a } }] } }\n")
    let hover = try #require(folder.workspace.hover(in: document, at: cursor))
    #expect(hover.text.contains("percent-encoded"), "\(hover.text)")
  }
}
