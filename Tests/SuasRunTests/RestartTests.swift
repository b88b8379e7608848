import Foundation
import Testing

/// Restarts in logs, replays, sessions, coverage and mutants.
@Suite struct RestartTests {
  private static let spec = """
    suas: 1
    states:
      Notes:
        texts: list(string) = []
        draft: string = ""
        count: int = 0
    actions:
      Add: { text: string }
      Write: { text: string }
      Count: {}
    reducers:
      R:
        state: Notes
        on:
          Add: [{ append: texts, value: "${action.text}" }]
          Write: [{ set: draft, value: "${action.text}" }]
          Count: [{ set: count, value: "${size(texts)}" }]
    effects: { Wait: { run: { delay: 3s }, on-success: [{ dispatch: Count }] } }
    middleware: [async]
    saved:
      version: 2
      except: [Notes.draft, Notes.count]
      migrations:
        2:
          - set: Notes.texts
            value: "${old.Notes.lines.filter(l, l != '')}"
      on-restore:
        - dispatch: Count
          when: restored.version > 0
    """

  private static let frozen = """
    suas: 1
    states: { Notes: { lines: "list(string) = []" } }
    reducers: { Notes: { state: Notes } }
    """

  private static let scenarios = """
    spec: notes.yaml
    scenarios:
      - name: Texts are there again
        steps:
          - dispatch: Add
            with: { text: Milk }
          - dispatch: Wait
          - restart: {}
            expect: { state: { Notes: { texts: [Milk], count: 1 } } }
          - dispatch: Add
            with: { text: Eggs }
      - name: Lines become texts
        saved: { version: 1, state: { Notes: { lines: [Milk] } } }
        steps:
          - expect: { state: { Notes: { texts: [Milk], count: 1 } } }
    """

  let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(Self.spec, to: "notes.yaml")
    try folder.write(Self.frozen, to: "saved/notes.1.yaml")
    try folder.write(Self.scenarios, to: "notes.scenario.yaml")
  }

  @Test("In a log, a restart ends a session and begins another, and both are done again")
  func logs() throws {
    let recorded = try Program.run(
      ["notes.scenario.yaml:3", "--record", "a.suaslog"], in: folder)
    #expect(recorded.status == 0, "\(recorded.output)\(recorded.errors)")
    let lines = try folder.text("a.suaslog").split(separator: "\n")
    #expect(lines.count { $0.hasPrefix(#"{"suas-log":1"#) } == 2)
    #expect(lines.count { $0.contains(#""end":"#) } == 2)
    let last = try #require(lines.last { $0.hasPrefix(#"{"suas-log":1"#) })
    #expect(last.contains(#""state":{"Notes":{"texts":["Milk"],"draft":"","count":1}}"#))
    #expect(!last.contains("effects"))
    let replayed = try Program.run(["replay", "a.suaslog", "--spec", "notes.yaml"], in: folder)
    #expect(replayed.status == 0, "\(replayed.output)\(replayed.errors)")
  }

  @Test("A session that is played restarts, and its scenario and log tell of it")
  func playing() throws {
    let lines = [
      "Add {text: Milk}", "Write {text: E}", "Wait", "restart", "Add {text: Eggs}",
      "save it.scenario.yaml", "save it.suaslog", "undo 2", "state Notes.draft",
    ]
    let result = try Program.run(
      ["play", "notes.yaml"], in: folder,
      input: Data(lines.map { "\($0)\n" }.joined().utf8))
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasSuffix("E\n"), "\(result.output)")
    #expect(try folder.text("it.scenario.yaml").contains("restart: {}"))
    let run = try Program.run(["it.scenario.yaml"], in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let replayed = try Program.run(["replay", "it.suaslog", "--spec", "notes.yaml"], in: folder)
    #expect(replayed.status == 0, "\(replayed.output)\(replayed.errors)")
    let gone = try Program.run(
      ["play", "notes.yaml", "it.suaslog"], in: folder, input: Data("state Notes.texts\n".utf8))
    #expect(gone.output.contains("- Milk\n- Eggs\n"), "\(gone.output)\(gone.errors)")
  }

  @Test("Coverage says which places under 'except' never left anything out")
  func coverage() throws {
    let result = try Program.run(["notes.scenario.yaml", "--coverage"], in: folder)
    #expect(
      result.output.contains(
        """
        22 |   except: [Notes.draft, Notes.count]
           |            ^^^^^^^^^^^ 'except: Notes.draft' never left anything out
           |                         ^^^^^^^^^^^ 'except: Notes.count' never left anything out
        """), "\(result.output)")
    let whole =
      Self.scenarios + """

          - name: Nothing is saved of a draft
            steps:
              - dispatch: Write
                with: { text: E }
              - dispatch: Add
                with: { text: Milk }
              - dispatch: Count
              - restart: {}
        """
    try folder.write(whole, to: "notes.scenario.yaml")
    let all = try Program.run(["notes.scenario.yaml", "--coverage"], in: folder)
    #expect(!all.output.contains("left anything out"), "\(all.output)")
  }

  @Test("A search with restarts sees what is left out, and one without does not miss it")
  func search() throws {
    let arguments = ["explore", "notes.yaml", "--max-states", "300", "--max-size", "1"]
    for option in [[], ["--no-restarts"]] {
      let result = try Program.run(arguments + option, in: folder)
      #expect(!result.output.contains("left anything out"), "\(result.output)")
    }
  }

  @Test("A mutant of a migration survives with what an earlier version saved")
  func mutants() throws {
    let result = try Program.run(
      ["mutate", "notes.scenario.yaml", "--write", "found", "--max-attempts", "500"], in: folder)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(
      result.output.contains("saved by version 1: {\"Notes\":{\"lines\":[\"a\"]}}"),
      "\(result.output)")
    #expect(!result.output.contains("could not be seen"), "\(result.output)")
    let run = try Program.run(["found"], in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  @Test("A mutant of what begins anew, or of a step after restoring, survives with a restart")
  func restartMutants() throws {
    try folder.write(
      "spec: notes.yaml\nscenario: Nothing\nsteps: [{ dispatch: Count }]", to: "notes.scenario.yaml"
    )
    let result = try Program.run(
      ["mutate", "notes.scenario.yaml", "--max-attempts", "2000"], in: folder)
    #expect(result.output.contains("drop-exception"), "\(result.output)")
    #expect(result.output.contains("\n      restart"), "\(result.output)")
  }

  @Test("Expectations of what is saved and restored are updated in place")
  func updates() throws {
    try folder.write(
      """
      spec: notes.yaml
      scenarios:
        - name: Lines become texts
          saved: { version: 1, state: { Notes: { lines: [Milk, Eggs] } } }
          steps:
            - expect:
                restored: { version: 2, lost: [Notes] } # why
                saved: { Notes: { texts: [Milk] } }
      """, to: "notes.scenario.yaml")
    let result = try Program.run(["notes.scenario.yaml", "--update-expect"], in: folder)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    let text = try folder.text("notes.scenario.yaml")
    #expect(text.contains("          restored: { version: 1, lost: [] } # why\n"), "\(text)")
    #expect(text.contains("          saved: { Notes: { texts: [Milk, Eggs] } }"), "\(text)")
    #expect(try Program.run(["notes.scenario.yaml"], in: folder).status == 0)
  }

  @Test("A frozen shape is watched, before it is there and after")
  func watching() throws {
    let terminal = try PseudoTerminal(
      ["notes.scenario.yaml", "--watch"], in: folder.url, columns: 100)
    try terminal.expect("2 passed, 0 failed")
    try terminal.expect("watching")
    let present = """
      suas: 1
      states: { Notes: { texts: "list(string) = []", other: int = 0 } }
      reducers: { Notes: { state: Notes } }
      """
    try folder.write(present, to: "saved/notes.2.yaml")
    try terminal.expect("saved/notes.2.yaml is new")
    try terminal.expect("error[saved-shape-changed]")
    try terminal.expect("watching")
    try folder.write(
      present.replacingOccurrences(of: ", other: int = 0", with: ""), to: "saved/notes.2.yaml")
    try terminal.expect("saved/notes.2.yaml changed")
    try terminal.expect("2 passed, 0 failed")
    kill(terminal.process.processIdentifier, SIGINT)
    _ = try terminal.end()
  }
}
