import Foundation
import Testing

/// `suas-run explore --migrations`, and faults in migrations that some tool has to find.
@Suite struct MigrationSearchTests {
  /// The shape that the first version saves.
  private static let frozen = """
    suas: 1
    states:
      Todo:
        titles: list(string) = []
        given: string = ""
        family: string = ""
        note: string = ""
        size: int = 1
        weight: double = 0.0
    reducers: { Todo: { state: Todo } }
    """

  /// The first version.
  private static let old = """
    suas: 1
    name: Todos
    states:
      Todo:
        titles: list(string) = []
        given: string = ""
        family: string = ""
        note: string = ""
        size: int = 1
        weight: double = 0.0
    actions: { Add: { title: string }, Name: { given: string, family: string } }
    reducers:
      TodoReducer:
        state: Todo
        on:
          Add: [{ append: titles, value: "${action.title}" }]
          Name: [{ set: given, value: "${action.given}" }, { set: family, value: "${action.family}" }]
    saved: {}
    """

  /// The second version, without a fault.
  private static let new = """
    suas: 1
    name: Todos
    types: { Item: { title: string, isDone: bool = false } }
    states:
      Todo:
        items: list(Item) = []
        first: string = ""
        last: string = ""
        recalled: string = ""
        limit: int = 100
        size: double = 1.0
        weight: double = 0.0
        isLoading: bool = false
        isEditing: bool = false
        draft: string = ""
    actions:
      Add: { title: string }
      Recall: { title: string }
      Edit: { draft: string }
      Load: {}
      Loaded: {}
    reducers:
      TodoReducer:
        state: Todo
        on:
          Add: [{ append: items, value: { title: "${action.title}" }, when: size(items) < limit }]
          Recall: [{ set: recalled, value: "${action.title}" }]
          Edit:
            - set: draft
              value: ${action.draft}
            - set: isEditing
              value: ${action.draft != ""}
          Load: [{ set: isLoading, value: true }]
          Loaded: [{ set: isLoading, value: false }]
    listeners:
      loading:
        stateKey: Todo
        filter: new.isLoading && !old.isLoading
        do: [{ dispatch: Fetch }]
    effects:
      Fetch:
        run: { custom: { name: fetch } }
        on-success: [{ dispatch: Loaded }]
        on-failure: [{ dispatch: Loaded }]
    middleware: [async]
    invariants:
      few: size(store.Todo.items) <= store.Todo.limit
      editing-something: '!store.Todo.isEditing || store.Todo.draft != ""'
    at-rest:
      no-lonely-spinner: '!store.Todo.isLoading || pending.Fetch > 0'
    saved:
      version: 2
      except: [Todo.isLoading, Todo.isEditing, Todo.draft]
      migrations:
        2:
          drop: [Todo.note]
          do:
            - set: Todo.items
              value: "${old.Todo.titles.map(t, Item{title: t})}"
            - set: Todo.first
              value: ${old.Todo.given}
            - set: Todo.last
              value: ${old.Todo.family}
      on-restore:
        - dispatch: Recall
          with: { title: "${store.Todo.items[0].title}" }
          when: size(store.Todo.items) > 0
    """

  private static let scenarios = """
    spec: new.yaml
    scenarios:
      - name: What the first version saved is there
        saved:
          version: 1
          state: { Todo: { titles: [Milk, Milk], given: Ann, family: Lee } }
        steps:
          - expect:
              restored: { version: 1, lost: [] }
              state: { Todo: { items: [{ title: Milk }, { title: Milk }], first: Ann, last: Lee } }
      - name: The list is there again
        steps:
          - dispatch: Add
            with: { title: Milk }
          - dispatch: Edit
            with: { draft: Eggs }
          - restart: {}
            expect: { state: { Todo: { items: [{ title: Milk }], recalled: Milk } } }
          - dispatch: Edit
            with: { draft: Eggs }
    """

  enum Tool: Sendable, CaseIterable {
    case check, scenario, migrations, explore, diff

    var arguments: [String] {
      switch self {
      case .check: ["check", "new.yaml"]
      case .scenario: ["new.scenario.yaml"]
      case .migrations: ["explore", "--migrations", "new.yaml", "--max-states", "500"]
      case .explore: ["explore", "new.yaml", "--max-states", "200", "--max-size", "1"]
      case .diff: ["diff", "old.yaml", "new.yaml", "--max-attempts", "500"]
      }
    }
  }

  /// A fault, as a change of the text of the second version.
  struct Fault: Sendable, CustomTestStringConvertible {
    let name: String
    let edits: [(text: String, replacement: String)]
    /// The tool that finds it.
    let tool: Tool
    /// A part of what the tool says.
    let says: String

    var testDescription: String { name }
  }

  static let faults: [Fault] = [
    Fault(
      name: "a wrong rule", edits: [("Item{title: t}", "Item{title: 'x'}")], tool: .scenario,
      says: "items[0].title"),
    Fault(
      name: "a missing drop", edits: [("drop: [Todo.note]", "drop: []")], tool: .check,
      says: "lost-field"),
    Fault(
      name: "a wrong default", edits: [("limit: int = 100", "limit: int = 1")], tool: .migrations,
      says: "invariant-violated: invariant 'few' does not hold"),
    Fault(
      name: "swapped fields",
      edits: [
        ("Todo.first\n", "Todo.third\n"), ("Todo.last\n", "Todo.first\n"),
        ("Todo.third\n", "Todo.last\n"),
      ], tool: .scenario, says: "Todo.first"),
    Fault(
      name: "lost entries", edits: [("titles.map", "titles.distinct().map")], tool: .scenario,
      says: "Todo.items"),
    Fault(
      name: "a failure on valid data",
      edits: [
        (
          "      do:\n        - set: Todo.items",
          """
                do:
                  - fail: { code: too-many, message: too many titles }
                    when: size(old.Todo.titles) > 1
                  - set: Todo.items
          """
        )
      ], tool: .diff, says: "what was saved of 'Todo' is lost: too-many"),
    Fault(
      name: "an index into an empty list",
      edits: [("value: ${old.Todo.given}", "value: ${old.Todo.given + old.Todo.titles[0]}")],
      tool: .migrations, says: "what version 1 saved is lost: Todo"),
    Fault(
      name: "a narrower type by hand",
      edits: [
        ("weight: double = 0.0", "weight: int = 0"),
        (
          "        - set: Todo.last",
          "        - set: Todo.weight\n          value: ${int(old.Todo.weight)}\n        - set: Todo.last"
        ),
      ], tool: .migrations, says: "weight: 1e+300"),
    Fault(
      name: "a wrong reaction to what was restored",
      edits: [("when: size(store.Todo.items) > 0", "when: restored.version == 1")],
      tool: .migrations, says: "a store with what version 1 saved meets"),
    Fault(
      name: "too much begins anew", edits: [("except: [", "except: [Todo.items, ")],
      tool: .scenario, says: "items"),
    Fault(
      name: "too little begins anew", edits: [("Todo.isEditing, Todo.draft", "Todo.draft")],
      tool: .migrations, says: "what version 2 saved is lost: Todo"),
    Fault(
      name: "a flag that stays set", edits: [("[Todo.isLoading, ", "[")], tool: .explore,
      says: "the promise at rest 'no-lonely-spinner' is broken"),
    Fault(
      name: "a promise that is new",
      edits: [
        (
          "recalled: string = \"\"",
          "recalled: string = \"\"\n    note: { type: string, default: '', where: size(self) < 12 }"
        ), ("drop: [Todo.note]", "drop: []"),
      ], tool: .migrations, says: "constraint-violated"),
  ]

  private func folder(_ edits: [(text: String, replacement: String)] = []) throws -> Folder {
    let folder = try Folder()
    var text = Self.new
    for edit in edits {
      #expect(text.contains(edit.text), "\(edit.text)")
      text = text.replacingOccurrences(of: edit.text, with: edit.replacement)
    }
    try folder.write(text, to: "new.yaml")
    try folder.write(Self.old, to: "old.yaml")
    try folder.write(Self.frozen, to: "saved/new.1.yaml")
    try folder.write(Self.scenarios, to: "new.scenario.yaml")
    return folder
  }

  @Test("Without a fault, no tool finds one", arguments: Tool.allCases)
  func sound(tool: Tool) throws {
    let result = try Program.run(tool.arguments, in: folder())
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    let said = result.output + result.errors
    #expect(!said.contains("lost:") && !said.contains("lost-field"), "\(said)")
  }

  @Test("A fault in a migration is found", arguments: faults)
  func found(fault: Fault) throws {
    let result = try Program.run(fault.tool.arguments, in: folder(fault.edits))
    let said = result.output + result.errors
    #expect(said.contains(fault.says), "\(said)")
    let isWarning = fault.tool == .check || fault.tool == .diff
    #expect(result.status == (isWarning ? 0 : 1))
  }

  @Test("The smallest state of which something is lost is a scenario that fails until it is mended")
  func scenario() throws {
    let folder = try folder(Self.faults[2].edits)
    let result = try Program.run(Tool.migrations.arguments + ["--write", "found"], in: folder)
    #expect(result.status == 1)
    #expect(
      result.output.hasPrefix(
        """
        ✗ what version 1 saved is lost: Todo
            version: 1
            state:
              Todo:
                titles:
                  - a
                  - a
            invariant-violated: invariant 'few' does not hold
            --> new.yaml:47:3
            wrote found/saved-1-invariant-violated.scenario.yaml
        """), "\(result.output)")
    let file = "found/saved-1-invariant-violated.scenario.yaml"
    #expect(try Program.isFormatted(file, in: folder))
    #expect(try Program.run([file, "--root", "."], in: folder).status == 1)
    try folder.write(Self.new, to: "new.yaml")
    #expect(try Program.run([file, "--root", "."], in: folder).status == 0)
  }

  @Test("The same seed finds the same, as text and as JSON")
  func same() throws {
    let folder = try folder(Self.faults[7].edits)
    for report in [[], ["--json"]] {
      let runs = try ["1", "3"].map { jobs in
        try Program.run(
          Tool.migrations.arguments + report + ["--seed", "7", "-j", jobs], in: folder)
      }
      #expect(runs[0].output == runs[1].output)
      #expect(runs[0].status == 1)
    }
    let json = try Program.run(Tool.migrations.arguments + ["--json"], in: folder).output
    #expect(json.hasPrefix(#"{"version":1,"seed":"0","ending":"states","versions":[{"version":1,"#))
    #expect(json.contains(#""lost":["Todo"],"state":{"Todo":{"#))
    #expect(json.contains(#""confirmed":true"#))
  }

  @Test("The samples of a field are frozen with it, and tried in states of that version")
  func samples() throws {
    let folder = try Folder()
    let first = """
      suas: 1
      states: { S: { code: { type: string, default: a-b, samples: [a-b, x] } } }
      actions: { Set: { code: string } }
      reducers: { R: { state: S, on: { Set: [{ set: code, value: "${action.code}" }] } } }
      saved: {}
      """
    try folder.write(first, to: "app.yaml")
    #expect(try Program.run(["freeze", "app.yaml"], in: folder).status == 0)
    #expect(try folder.text("saved/app.1.yaml").contains("samples:\n        - a-b\n        - x\n"))
    try folder.write(
      first.replacingOccurrences(of: "code: { type", with: "end: { type").replacingOccurrences(
        of: "set: code", with: "set: end"
      ).replacingOccurrences(
        of: "saved: {}",
        with: """
          saved:
            version: 2
            migrations: { 2: [{ set: S.end, value: "${old.S.code.split('-')[1]}" }] }
          """), to: "app.yaml")
    let result = try Program.run(
      ["explore", "--migrations", "app.yaml", "--max-states", "3"], in: folder)
    #expect(result.output.contains("code: x\n"), "\(result.output)\(result.errors)")
  }

  @Test("An error that is allowed is no loss")
  func allowed() throws {
    let result = try Program.run(
      Tool.migrations.arguments + ["--allow-error", "invariant-violated"],
      in: folder(Self.faults[2].edits))
    #expect(result.status == 0)
    #expect(result.output.hasSuffix("0 losses\n"))
  }

  @Test("What cannot be searched is said")
  func errors() throws {
    let folder = try folder()
    try folder.write("suas: 1\nactions: { Go: {} }\n", to: "plain.yaml")
    let plain = try Program.run(["explore", "--migrations", "plain.yaml"], in: folder)
    #expect(plain.status == 2)
    #expect(
      plain.errors.hasPrefix("error: the spec saves nothing, so that there are no migrations"))
    let first = try Program.run(["explore", "--migrations", "old.yaml"], in: folder)
    #expect(first.status == 1)
    #expect(
      first.output.hasSuffix(
        "nothing was judged: there is no earlier version that can be read\n"))
    for option in [
      ["--from", "new.scenario.yaml"], ["--shard", "1/2"], ["--dot"], ["--no-restarts"],
    ] {
      let result = try Program.run(Tool.migrations.arguments + option, in: folder)
      #expect(result.status == 64)
      #expect(result.errors.contains("\(option[0]) is for a search that --migrations takes"))
    }
  }

  @Test(
    "What becomes of saved state is a difference between versions",
    arguments: [
      ("saved: {}", "", "breaking: nothing outlives the app any more"),
      ("", "saved: {}", "compatible: what outlives the app is saved"),
      ("saved: { version: 1 }", "saved: { version: 1 }", nil),
      ("saved: { version: 3, oldest: 3 }", "saved: { version: 2, oldest: 2 }", "lost: too-new"),
      ("saved: { version: 1 }", "saved: { version: 2, oldest: 2 }", "lost: too-old"),
      ("name: B\nsaved: {}", "name: A\nsaved: {}", "lost: other-spec"),
      ("name: A\nsaved: {}", "saved: { states: [S] }", "lost: other-spec"),
    ] as [(String, String, String?)])
  func versions(old: String, new: String, difference: String?) throws {
    let folder = try Folder()
    let spec = """
      suas: 1
      states: { S: { n: int = 0 } }
      actions: { Go: {} }
      reducers: { R: { state: S, on: { Go: [{ increment: n }] } } }

      """
    try folder.write(spec + old, to: "a/app.yaml")
    try folder.write(spec + new, to: "b/app.yaml")
    let result = try Program.run(
      ["diff", "a/app.yaml", "b/app.yaml", "--max-attempts", "100", "--fail-on", "breaking"],
      in: folder)
    let isBreaking = difference != nil && difference?.hasPrefix("compatible") == false
    #expect(result.status == (isBreaking ? 1 : 0), "\(result.output)\(result.errors)")
    if let difference { #expect(result.output.contains(difference), "\(result.output)") }
  }

  @Test("A loss between versions is shown with the steps that lead there, in every report")
  func steps() throws {
    let folder = try folder(Self.faults[5].edits)
    let loss = "what was saved of 'Todo' is lost: too-many: too many titles"
    let text = try Program.run(Tool.diff.arguments, in: folder).output
    #expect(text.contains("breaking: \(loss)"))
    #expect(text.contains("    an app that is updated loses it\n    steps:\n      Add {title: "))
    for report in ["json", "markdown", "github"] {
      let output = try Program.run(Tool.diff.arguments + ["--report", report], in: folder).output
      #expect(output.contains("too many titles"), "\(output)")
      #expect(output.contains("Add {title: "))
    }
  }

  @Test("A loss between versions is written as a scenario that passes on the old one only")
  func written() throws {
    let folder = try folder(Self.faults[5].edits)
    let output = try Program.run(Tool.diff.arguments + ["--write", "found"], in: folder).output
    #expect(output.contains("    wrote found/loss-1.scenario.yaml\n"), "\(output)")
    let file = "found/loss-1.scenario.yaml"
    #expect(try Program.isFormatted(file, in: folder))
    let run = [file, "--root", "."]
    #expect(try Program.run(run, in: folder).status == 0)
    try folder.write(try folder.text("new.yaml"), to: "old.yaml")
    try folder.write(Self.frozen, to: "saved/old.1.yaml")
    let result = try Program.run(run, in: folder)
    #expect(result.status == 1, "\(result.output)\(result.errors)")
    #expect(result.output.contains("too-many"))
  }
}
